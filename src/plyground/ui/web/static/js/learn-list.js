// The trainings that are kept, as a table; what a training and its state are called.

import { h, roving } from "./dom.js";

const STATES = {
  running: ["learn.state-running", "▶"], finished: ["learn.state-finished", "✓"],
  stopped: ["learn.state-stopped", "■"], damaged: ["learn.state-damaged", "⚠"],
};
const TEACHERS = { "self-play": "learn.self-play", perfect: "learn.perfect" };
const MODELS = { line_table: "learn.line-table", ntuple: "learn.ntuple" };

export const teacherName = (app, teacher) => (teacher in TEACHERS ? app.say(TEACHERS[teacher]) : teacher);
export const modelName = (app, model) => (model in MODELS ? app.say(MODELS[model]) : model);

/** The state of a training, as a sign and a word. */
export function stateBadge(app, state) {
  const [key, symbol] = STATES[state] ?? STATES.damaged;
  return h("span", { class: "run-state", "data-state": state }, h("span", { "aria-hidden": "true" }, symbol), " ", app.say(key));
}

/** A region in which a wide table scrolls, with its own name and tab stop. */
export const scroller = (label, ...content) => h("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": label }, content);

/** The table of trainings, the newest first. */
export function trainingsTable(app, trainings) {
  const head = (key, number) => h("th", { scope: "col", class: number && "number" }, app.say(key));
  const body = h("tbody", {}, trainings.map((each) => h("tr", {},
    h("th", { scope: "row" },
      h("a", { href: app.address("learn", { training: each.training }), "aria-label": app.say("learn.open", { training: each.training }) }, each.training)),
    h("td", { class: "what" }, each.game && [h("b", {}, app.gameName(each.game)), h("br")],
      each.game && h("span", { class: "note" }, `${teacherName(app, each.teacher)}, ${modelName(app, each.model)}`)),
    h("td", { class: "number", "data-head": app.say("learn.far") }, `${app.number(each.games)}/${app.number(each.total)}`),
    h("td", { class: "state" }, stateBadge(app, each.state)),
    h("td", { class: "note", "data-head": app.say("learn.begun") }, app.when(each.begun)))));
  roving(body, "a");
  return scroller(app.say("learn.stored"), h("table", { class: "data" },
    h("caption", { class: "unseen" }, app.say("learn.stored")),
    h("thead", {}, h("tr", {}, head("learn.number"), head("learn.what"), head("learn.far", true), head("learn.state"), head("learn.begun"))),
    body));
}
