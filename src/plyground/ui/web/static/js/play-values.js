// The value of every legal move: under the columns where discs fall, else in the cells and in a list.

import { fill, h } from "./dom.js";
import { brief, moveName, barScale, tone } from "./play-words.js";
import { place } from "./board.js";

const MAX_LISTED = 12;
const ROOMY = 25; // cells: on boards up to this size a cell has room for words
const MAX_LABELLED = 5; // of a larger board: the best ones; the others are told by how warm they are

/** Better moves first. */
const sorted = (values, high) => [...values].sort((one, other) => other.best - one.best || high(other) - high(one));

/** What is written in the cells and how warm they are: {labels, tones, heat} by cell. */
export function inCells(view, app) {
  const [labels, tones, heat] = [[], [], []];
  if (!view.analysis || !view.board || view.board.gravity || view.set_up) return { labels, tones, heat };
  const { values } = view.analysis;
  const high = barScale(values);
  const roomy = view.board.cells.length <= ROOMY;
  const ordered = sorted(values, high);
  const [most, least] = [high(ordered[0]), high(ordered.at(-1))];
  ordered.forEach((value, rank) => {
    if (roomy) labels[value.cell] = app.message(value.said);
    else if (rank < MAX_LABELLED) labels[value.cell] = brief(value).replace("~", "");
    if (roomy) tones[value.cell] = tone(value, high);
    else heat[value.cell] = high.ranked ? high.ranked(value) : most > least ? (high(value) - least) / (most - least) : 0;
  });
  return { labels, tones, heat };
}

/** The strip under the columns of a standing board. */
export function valuesStrip(app) {
  const element = h("div", { class: "strip", hidden: true });

  function update(view, flipped) {
    const { board, analysis } = view;
    element.hidden = !(board?.gravity && analysis && !view.set_up && !view.outcome);
    if (element.hidden) return;
    element.style.gridTemplateColumns = `repeat(${board.columns}, 1fr)`;
    const byColumn = Array(board.columns).fill(null);
    for (const value of analysis.values) byColumn[place(board, value.cell, flipped)[0]] = value;
    const high = barScale(analysis.values);
    fill(element, byColumn.map((value) => worth(value, view, app, high)));
  }

  return { element, update };
}

function worth(value, view, app, high) {
  if (!value) return h("div", { class: "worth" });
  return h("div", { class: `worth ${tone(value, high)}${value.best ? " best" : ""}` },
    bar(value, high), h("span", { class: "unseen" }, `${moveName(view, value.text, app)}: `), h("span", {}, app.message(value.said), value.best && " ★"));
}

/** A bar from the middle, up or down; among estimates alone, where nobody knows the middle, from the worst to the best. */
function bar(value, high) {
  const fillIn = h("i");
  const share = high.ranked ? 100 * high.ranked(value) : Math.abs(high(value)) * 50;
  fillIn.style.setProperty("--share", `${Math.max(3, share)}%`);
  return h("div", { class: `bar ${high.ranked ? "ranked" : tone(value, high)}`, "aria-hidden": "true" }, fillIn);
}

/** The list of the best moves, for boards where discs do not fall and games without a board. */
export function valuesPanel(app) {
  const list = h("ul", { class: "worths" });
  const source = h("p", { class: "quiet-text" });
  const element = h("section", { class: "card", hidden: true, "aria-labelledby": "values-title" },
    h("h2", { id: "values-title" }, app.say("play.values")), list, source);

  function update(view, on) {
    element.hidden = !on || Boolean(view.set_up) || Boolean(view.outcome);
    if (element.hidden) return;
    const { analysis } = view;
    list.hidden = Boolean(view.board?.gravity) || !analysis;
    if (!list.hidden) {
      const high = barScale(analysis.values);
      fill(list, sorted(analysis.values, high).slice(0, MAX_LISTED).map((value) => h("li", { class: `${tone(value, high)}${value.best ? " best" : ""}` },
        h("span", { class: "name" }, value.text), bar(value, high), h("span", {}, app.message(value.said), value.best && " ★"))));
    }
    source.textContent = analysis ? sourceWords(view, app) : app.say("play.valuing");
  }

  return { element, update };
}

function sourceWords({ analysis, board }, app) {
  const more = analysis.values.length - MAX_LISTED;
  const facts = { time: app.seconds(analysis.seconds), nodes: app.short(analysis.nodes ?? 0), depth: analysis.depth ?? "–" };
  const found = app.say(analysis.source === "solver" ? "play.by-solver" : "play.by-search", facts);
  const parts = [more > 0 && !board?.gravity && app.say("play.more", { n: more }), found];
  if (analysis.values.some(({ kind }) => kind === "estimate")) parts.push(app.say("play.in-position"));
  return parts.filter(Boolean).join(" ");
}
