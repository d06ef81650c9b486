// The lines of a game that were left for another move, below its moves: each from where it leaves, to click through.

import { fill, h } from "./dom.js";

const MAX_SHOWN = 16; // moves of one line

/** Where a line leaves the one on the board: how many moves both share. */
export function shared(line, texts) {
  let same = 0;
  while (same < line.length && line[same] === texts[same]) same += 1;
  return same;
}

/** The list: {element, update(view)}; `onFollow(line, ply)` goes there. */
export function variationsOf(app, onFollow) {
  const list = h("ul", { class: "variations" });
  const element = h("details", { class: "other-lines", hidden: true, open: true }, h("summary", {}, app.say("play.variations")), list);
  let before = "";

  function update(view) {
    const lines = view.variations ?? [];
    const now = JSON.stringify([lines, view.played.map((move) => move.text), view.undone]);
    if (now === before) return;
    before = now;
    element.hidden = !lines.length;
    const texts = [...view.played.map((move) => move.text), ...view.undone];
    const first = view.played[0]?.player ?? view.to_move;
    fill(list, lines.map((line) => {
      const from = shared(line, texts);
      const chips = line.slice(from, from + MAX_SHOWN).map((text, at) => h("button", {
        type: "button", class: `ply ${(first + from + at) % 2 ? "o" : "x"} undone`, onclick: () => onFollow(line, from + at + 1),
      }, h("span", { class: "count" }, from + at + 1), ` ${text}`));
      return h("li", {}, chips, line.length > from + MAX_SHOWN && "…");
    }));
  }

  return { element, update };
}
