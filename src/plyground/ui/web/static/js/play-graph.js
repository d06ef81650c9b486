// The evaluation of a game, ply by ply, as X sees it: a curve to click on, and its table.

import { dataTable, fill, h, svg } from "./dom.js";
import { scale } from "./play-words.js";

const WIDTH = 320;
const TALL = 110;
const MIDDLE = TALL / 2;

const isEstimate = ({ kind }) => kind === "estimate";

/**
 * How good each point is for the first player, from -1 to 1. Estimates are as large as the largest of the game lets them be,
 * the small ones enlarged; each is the mean of it and the one before.
 */
export function heights(graph) {
  const rooted = ({ kind, score, ...more }) => ({ kind, ...more, score: isEstimate({ kind }) ? Math.sign(score) * Math.sqrt(Math.abs(score)) : score });
  const high = scale([{ kind: "estimate", score: 0 }, ...graph.map(rooted)]);
  return graph.map((point, at) => {
    const own = high(rooted(point));
    const before = at && isEstimate(point) && isEstimate(graph[at - 1]) ? high(rooted(graph[at - 1])) : own;
    return (own + before) / 2;
  });
}

/** Where each point lies: ply → {x, y}, the first one at the left edge. */
export function points(graph) {
  const last = Math.max(1, ...graph.map((point) => point.ply));
  const high = heights(graph);
  return graph.map(({ ply }, at) => ({ ply, x: 8 + (ply / last) * (WIDTH - 16), y: MIDDLE - high[at] * (MIDDLE - 10) }));
}

/** What a point says of X. */
export function pointWords(point, app) {
  const counted = point.plies && (point.kind === "wins" || point.kind === "loses") ? "-in" : "";
  return app.message({ key: `value.${point.kind}${counted}`, facts: { n: point.plies, score: point.score } });
}

/** The figure; `here` is the ply on the board, `onPly` goes to another, `moves` are the texts of the moves. */
export function drawGraph(graph, { app, here, onPly, moves }) {
  const placed = points(graph);
  const path = placed.map(({ x, y }, at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const area = placed.length ? `${path}L${placed.at(-1).x.toFixed(1)} ${MIDDLE}L${placed[0].x.toFixed(1)} ${MIDDLE}z` : "";
  const nearest = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    return placed.reduce((one, other) => (Math.abs(other.x - x) < Math.abs(one.x - x) ? other : one), placed[0]);
  };
  const go = (event) => placed.length && onPly(nearest(event).ply);
  const now = placed.find((point) => point.ply === here);
  const last = graph.at(-1);
  const label = last ? app.say("play.graph-label", { n: graph.length, value: pointWords(last, app) }) : "";
  return h("figure", { class: "graph" },
    svg("svg", { viewBox: `0 0 ${WIDTH} ${TALL}`, role: "img", "aria-label": label, onclick: go },
      svg("path", { class: "area", d: area }),
      svg("line", { class: "zero", x1: 0, x2: WIDTH, y1: MIDDLE, y2: MIDDLE }),
      svg("path", { class: "curve", d: path }),
      placed.map(({ x, y }) => svg("circle", { class: "dot", cx: x, cy: y, r: placed.length > 40 ? 1.5 : 2.5 })),
      now && svg("circle", { class: "now", cx: now.x, cy: now.y, r: 6 }),
      svg("text", { x: 4, y: 12 }, app.say("play.graph-x")),
      svg("text", { x: 4, y: TALL - 4 }, app.say("play.graph-o"))),
    graph.some(isEstimate) && h("figcaption", {}, app.say("play.graph-mean")),
    h("details", {},
      h("summary", {}, app.say("play.as-table")),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": app.say("play.graph-table") },
        dataTable(app.say("play.graph-table"), [app.say("play.ply"), app.say("play.move"), app.say("play.value")],
          graph.map((point) => [String(point.ply), moves[point.ply - 1] ?? "–", pointWords(point, app)])))));
}

/** The card of the curve: {element, open(), update(view, found)}; `found` has the value after each ply, as far as it is known. */
export function graphCard(app, { open, onToggle, onPly }) {
  const place = h("div", { class: "graph-place" });
  const element = h("details", { class: "card", open, ontoggle: () => onToggle(element.open) },
    h("summary", {}, h("h2", {}, app.say("play.graph"))), place);
  let drawn = "";

  function update(view, found) {
    const moves = view.played.map((move) => move.text);
    const graph = Array.from({ length: moves.length + 1 }, (_, ply) => found[ply] && { ply, ...found[ply] }).filter(Boolean);
    const now = JSON.stringify([view.game, view.start, moves, graph.length]);
    if (now === drawn) return;
    drawn = now;
    if (graph.length > moves.length) fill(place, drawGraph(graph, { app, here: moves.length, moves, onPly }));
    else fill(place, h("p", { class: "quiet-text" }, app.say("play.graphing")));
  }

  return { element, update, open: () => (element.open = true) };
}
