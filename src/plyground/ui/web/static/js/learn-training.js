// One training: how far it is, its curve, the machine at a chosen point of it, and which lines matter to that machine.

import { fill, h, set, write } from "./dom.js";
import { curveCard } from "./learn-curve.js";
import { linesCard } from "./learn-lines.js";
import { modelName, stateBadge, teacherName } from "./learn-list.js";

const MAX_AHEAD = 8; // plies that a machine may look ahead here

/** The player at a point of a training. */
export const agentAt = (training, games, depth) => `alphabeta(depth=${depth}, evaluate='training:${training}@${games}')`;

/** The panel: {element, show(view), choose(chosen), complain(error), close()}; `note` hears what the address is to say. */
export function trainingPanel(app, { chosen, note, stop, resume }) {
  const title = h("h1", {});
  const badge = h("span", {});
  const bar = h("progress", { max: 1, value: 0, "aria-label": app.say("learn.progress") });
  const far = h("span", { class: "far" });
  const halt = h("button", { type: "button", onclick: stop }, app.say("learn.stop"));
  const again = h("button", { type: "button", class: "primary", onclick: resume }, app.say("learn.resume"));
  const made = h("p", { class: "note" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const curve = curveCard(app, { onChoose: (games) => pick({ at: String(games) }), onPlay: () => playX.href && app.go("play", { g: view.game, o: agent() }) });
  const lines = linesCard(app, (choice) => pick(choice));
  const after = h("h2", {});
  const ahead = h("input", { type: "number", min: 1, max: MAX_AHEAD, onchange: () => pick({ ahead: String(plies()) }) });
  const playX = h("a", { class: "button primary" }, app.say("learn.play-x"));
  const playO = h("a", { class: "button" }, app.say("learn.play-o"));
  const weights = h("a", { class: "button", download: true }, app.say("learn.download"));
  const csv = h("a", { class: "button", download: true }, app.say("learn.csv"));
  const newest = h("button", { type: "button", class: "quiet", onclick: () => pick({ at: null }) }, app.say("learn.newest"));
  const spec = h("code", {});
  const point = h("section", { class: "card learn-point", hidden: true }, after,
    h("label", {}, app.say("learn.ahead"), ahead), h("div", { class: "toolbar" }, playX, playO, newest),
    h("div", { class: "toolbar files" }, weights, csv),
    h("p", { class: "note" }, app.say("learn.command"), " ", spec));
  const element = h("article", { class: "training" },
    h("header", { class: "card run-head" },
      h("div", { class: "run-title" }, title, badge, h("div", { class: "toolbar" }, halt, again)),
      h("div", { class: "run-far" }, bar, far), made, problem),
    curve.element, point, lines.element);
  const known = new Map(); // games → what the lines are worth then
  let want = { ...chosen };
  let view = null;
  let now = null; // the point that is looked at
  let asking = null; // games whose lines were asked for last

  const plain = (number) => new Intl.NumberFormat(app.language, { maximumSignificantDigits: 4 }).format(number);
  const plies = () => Math.min(MAX_AHEAD, Math.max(1, Math.round(Number(ahead.value)) || 1));
  const agent = () => agentAt(view.training, now.games, plies());

  /** Look at something else, and let the address say so. */
  function pick(choice) {
    Object.assign(want, choice);
    note(choice);
    if (view) render();
  }

  function choose(wanted) {
    want = { ...wanted };
    if (view) render();
  }

  function show(told) {
    view = told;
    render();
  }

  function render() {
    const state = view.state;
    write(title, app.say("learn.heading", { training: view.training, game: app.gameName(view.game) }));
    if (badge.dataset.state !== state) fill(badge, stateBadge(app, state));
    badge.dataset.state = state;
    set(bar, "max", Math.max(1, view.total));
    bar.value = view.games;
    write(far, app.say("learn.played", { games: view.games, n: view.total }));
    const held = document.activeElement;
    halt.hidden = state !== "running";
    again.hidden = state !== "stopped";
    if (held === halt && halt.hidden) (again.hidden ? curve : again).focus();
    if (held === again && again.hidden) (halt.hidden ? curve : halt).focus();
    const facts = { teacher: teacherName(app, view.teacher), model: modelName(app, view.model), numbers: view.numbers, seed: view.seed };
    write(made, app.say("learn.made", { ...facts, step: plain(view.step), explore: plain(view.explore) }) + (view.trace === null ? "" : ` · λ ${plain(view.trace)}`));
    if (view.problem && state !== "running") complain(view.problem);
    const kept = view.curve.filter((each) => each.kept);
    now = kept.find((each) => String(each.games) === want.at) ?? kept.at(-1) ?? null;
    curve.show(view, now);
    showPoint();
    showLines();
  }

  function showPoint() {
    point.hidden = !now;
    if (!now) return;
    write(after, now.games ? app.say("learn.after", { n: now.games }) : app.say("learn.born-heading"));
    if (document.activeElement !== ahead) ahead.value = Number(want.ahead) || 1;
    set(playX, "href", app.address("play", { g: view.game, o: agent() }));
    set(playO, "href", app.address("play", { g: view.game, x: agent() }));
    const folder = `/trainings/${view.training}`;
    set(weights, "href", `${folder}/weights-${now.games}.json`);
    set(csv, "href", `${folder}/curve.csv`);
    newest.hidden = !want.at;
    write(spec, `evaluate='training:${view.training}@${now.games}'`);
  }

  async function showLines() {
    const games = now?.games ?? null;
    if (games === null) return lines.show(null);
    if (known.has(games)) return lines.show(known.get(games), view.model === "ntuple", want);
    if (asking === games) return undefined;
    asking = games;
    try {
      known.set(games, (await app.ask("training_lines", { training: view.training, games })).lines);
      if (now?.games === games) lines.show(known.get(games), view.model === "ntuple", want);
    } catch (error) {
      complain(error);
    } finally {
      if (asking === games) asking = null;
    }
    return undefined;
  }

  function complain(error) {
    problem.hidden = !error;
    write(problem, error ? app.message(error) : "");
  }

  return { element, show, choose, complain, close: curve.close };
}
