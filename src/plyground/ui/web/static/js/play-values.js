// The value of every legal move: under the columns where discs fall, else in the cells and in a list.

import { fill, h } from "./dom.js";
import { brief, height, moveName, tone } from "./play-words.js";
import { place } from "./board.js";

const MOST_LISTED = 12;
const ROOMY = 25; // cells: on boards up to this size a cell has room for words

/** What is written in the cells: {labels, tones} by cell. */
export function inCells(view, app) {
  const labels = [];
  const tones = [];
  if (view.analysis && view.board && !view.board.gravity && !view.set_up) {
    const roomy = view.board.cells.length <= ROOMY;
    for (const value of view.analysis.values) {
      labels[value.cell] = roomy ? app.message(value.said) : brief(value);
      tones[value.cell] = tone(value);
    }
  }
  return { labels, tones };
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
    fill(element, byColumn.map((value) => worth(value, view, app)));
  }

  return { element, update };
}

function worth(value, view, app) {
  if (!value) return h("div", { class: "worth" });
  return h("div", { class: `worth ${tone(value)}${value.best ? " best" : ""}` },
    bar(value), h("span", { class: "unseen" }, `${moveName(view, value.text, app)}: `), h("span", {}, app.message(value.said), value.best && " ★"));
}

function bar(value) {
  const fillIn = h("i");
  const share = Math.abs(height(value)) * 50;
  fillIn.style.setProperty("--share", `${Math.max(3, share)}%`);
  return h("div", { class: `bar ${tone(value)}`, "aria-hidden": "true" }, fillIn);
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
      const sorted = [...analysis.values].sort((one, other) => other.best - one.best || height(other) - height(one));
      fill(list, sorted.slice(0, MOST_LISTED).map((value) => h("li", { class: `${tone(value)}${value.best ? " best" : ""}` },
        h("span", { class: "name" }, value.text), bar(value), h("span", {}, app.message(value.said), value.best && " ★"))));
    }
    source.textContent = analysis ? sourceWords(view, app) : app.say("play.valuing");
  }

  return { element, update };
}

function sourceWords({ analysis, board }, app) {
  const more = analysis.values.length - MOST_LISTED;
  const facts = { time: app.seconds(analysis.seconds), nodes: app.short(analysis.nodes ?? 0), depth: analysis.depth ?? "–" };
  const found = app.say(analysis.source === "solver" ? "play.by-solver" : "play.by-search", facts);
  return more > 0 && !board?.gravity ? `${app.say("play.more", { n: more })} ${found}` : found;
}
