// The moves of the game to click through, what the last machine's move has cost, and all costs in a table.

import { dataTable, fill, h, roving, set } from "./dom.js";
import { costWords, playedWords, signed } from "./play-words.js";

export function movesPanel(app, onPly) {
  const list = h("ol", { class: "moves", onclick: choose });
  const empty = h("p", { class: "quiet-text" }, app.say("play.no-moves"));
  const last = h("p", { class: "last-move" });
  const table = h("div", { class: "scroll costs-of-moves", tabindex: 0, role: "region", "aria-label": app.say("play.costs") });
  const costs = h("details", { ontoggle: () => costs.open && shown && tabulate(shown) },
    h("summary", {}, app.say("play.costs")), table);
  const settle = roving(list);
  const element = h("section", { class: "card", "aria-labelledby": "moves-title" },
    h("h2", { id: "moves-title" }, app.say("play.moves")), empty, list, last, costs);
  let before = "";
  let shown = null;

  function choose(event) {
    const button = event.target.closest("button");
    if (button) onPly(Number(button.dataset.ply));
  }

  function update(view) {
    shown = view;
    const now = `${view.played.map((move) => move.text)}|${view.undone}`;
    if (now !== before) rebuild(view);
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

  function rebuild(view) {
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
      }, h("span", { class: "count" }, at + 1), h("span", { class: "unseen" }, ` ${app.player(player, view.players)} `), text));
    }));
    if (focused) list.querySelector(`button[data-ply="${focused}"]`)?.focus();
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
