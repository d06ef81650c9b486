// Who stands better, as a bar beside the board: the part of X grows from below. What it says stands in words above the tools.

import { h, set } from "./dom.js";
import { heights, pointWords } from "./play-graph.js";

/** How much of the bar is X's after a ply, from 0 to 1; null if nobody knows. */
export function share(points, ply) {
  if (!points[ply]) return null;
  const known = points.map((point, at) => ({ ply: at, ...point })).filter(({ kind }) => kind);
  const high = heights(known)[known.findIndex((point) => point.ply === ply)];
  return 0.5 + 0.5 * Math.min(1, Math.max(-1, high));
}

/** What the position on the board is worth, in words: "X wins in 37 plies". */
export function worthWords(point, view, app) {
  if (!point || view.outcome || point.kind === "unknown") return "";
  if (point.kind === "draws") return app.say("play.worth-draw");
  const plus = point.kind === "wins" || point.kind === "loses" ? null : Math.sign(point.score ?? 0);
  if (plus === 0) return app.say("play.worth-even");
  const side = point.kind === "loses" || plus === -1 ? 1 : 0;
  const player = app.player(side, view.players);
  if (plus !== null) return app.say("play.worth-better", { player });
  return app.say("play.worth", { player, value: pointWords({ ...point, kind: "wins" }, app) });
}

/** The bar: {element, update(view, points, on)}. */
export function gaugeOf(app) {
  const part = h("i");
  const element = h("div", { class: "gauge", role: "img" }, part);
  let told = ""; // the game whose value is seen

  function update(view, points, on) {
    const ply = view.played.length;
    const wanted = on && !view.set_up;
    const known = wanted ? share(points, ply) : null;
    const game = `${view.game}|${view.start}`;
    const waiting = wanted && known === null && told === game; // the value before stays, dimmed, until there is the next
    element.classList.toggle("waiting", waiting);
    element.classList.toggle("idle", known === null && !waiting);
    told = known === null && !waiting ? "" : game;
    set(element, "aria-hidden", known === null ? "true" : null);
    if (known === null) return;
    part.style.setProperty("--share", `${(known * 100).toFixed(1)}%`);
    set(element, "aria-label", app.say("play.gauge-label", { value: worthWords(points[ply], view, app) || app.say("play.over") }));
  }

  return { element, update };
}
