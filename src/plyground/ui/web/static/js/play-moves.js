// The moves of the game to click through, what the last machine's move has cost, and all costs in a table.

import { dataTable, fill, h, roving, set } from "./dom.js";
import { marksOf } from "./play-judge.js";
import { variationsOf } from "./play-variations.js";
import { costWords, playedWords, signed } from "./play-words.js";

const MARK_NAMES = { "??": "play.mark-blunder", "?!": "play.mark-slow" };

export function movesPanel(app, { onPly, onFollow }) {
  const list = h("ol", { class: "moves", onclick: choose });
  const empty = h("p", { class: "quiet-text" }, app.say("play.no-moves"));
  const last = h("p", { class: "last-move" });
  const table = h("div", { class: "scroll costs-of-moves", tabindex: 0, role: "region", "aria-label": app.say("play.costs") });
  const costs = h("details", { ontoggle: () => costs.open && shown && tabulate(shown) },
    h("summary", {}, app.say("play.costs")), table);
  const settle = roving(list);
  const others = variationsOf(app, onFollow);
  const element = h("section", { class: "card moves-card", "aria-labelledby": "moves-title" },
    h("h2", { id: "moves-title" }, app.say("play.moves")), empty, list, others.element, last, costs);
  let before = "";
  let shown = null;

  function choose(event) {
    const button = event.target.closest("button");
    if (button) onPly(Number(button.dataset.ply));
  }

  function update(view, points) {
    shown = view;
    const marks = marksOf(points, view.played);
    const now = `${view.played.map((move) => move.text)}|${view.undone}|${marks}`;
    if (now !== before) rebuild(view, marks);
    others.update(view);
    before = now;
    const here = view.played.length;
    let current = null;
    for (const button of list.querySelectorAll("button")) {
      const ply = Number(button.dataset.ply);
      set(button, "aria-current", ply === here ? "step" : null);
      if (ply === here) current = button;
    }
    settle(current);
    if (current && list.scrollHeight > list.clientHeight) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    tell(view);
    if (costs.open) tabulate(view);
  }

  function rebuild(view, marks) {
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
    const first = view.played[0]?.player ?? view.to_move;
    const texts = [...view.played.map((move) => move.text), ...view.undone];
    empty.hidden = texts.length > 0;
    list.hidden = !texts.length;
    fill(list, texts.map((text, at) => {
      const player = (first + at) % 2;
      return h("li", {}, h("button", {
        type: "button", "data-ply": at + 1,
        class: `ply ${signed(view) ? (player ? "o" : "x") : ""}${at >= view.played.length ? " undone" : ""}`,
        title: marks[at] ? app.say(MARK_NAMES[marks[at]]) : null,
      }, h("span", { class: "count" }, at + 1), h("span", { class: "unseen" }, ` ${app.player(player, view.players)} `), text, mark(marks[at])));
    }));
    if (focused) list.querySelector(`button[data-ply="${focused}"]`)?.focus();
  }

  /** A mark at the corner of a move, which takes no room: it comes when the move is long there. */
  function mark(sign) {
    if (!sign) return null;
    return [h("span", { class: `sign ${sign === "??" ? "blunder" : "slow"}`, "aria-hidden": "true" }, sign), h("span", { class: "unseen" }, `, ${app.say(MARK_NAMES[sign])}`)];
  }

  function tell(view) {
    const move = view.played.at(-1);
    last.hidden = !move || !move.agent;
    costs.hidden = !view.played.some((one) => one.agent);
    if (last.hidden) return;
    const line = app.say("play.line", { line: move.line.slice(0, 24).join(" ") });
    fill(last,
      h("strong", {}, playedWords(view, move, app)), h("br"),
      h("span", { class: "quiet-text" }, costWords(move, app), move.line.length > 1 && [h("br"), line],
        move.remark && [h("br"), app.say(`remark.${move.remark}`)]));
  }

  function tabulate(view) {
    const heads = ["play.number", "play.move", "play.time", "play.nodes-head", "play.depth", "play.value"];
    const side = (move) => (signed(view) ? app.player(move.player, view.players) : String(move.player + 1));
    const rows = view.played.flatMap((move, at) => (move.agent ? [[
      String(at + 1), `${side(move)} ${move.text}`, app.seconds(move.seconds ?? 0), app.short(move.nodes ?? 0),
      String(move.depth || "–"), move.value ? app.message(move.value) : "–",
    ]] : []));
    fill(table, dataTable(app.say("play.costs"), heads.map((key) => app.say(key)), rows));
  }

  return { element, update };
}
