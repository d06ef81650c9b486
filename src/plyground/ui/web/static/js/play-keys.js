// Shortcuts of a single key on the Play page: not while somebody types, and they can be switched off.

import { singleKeys } from "./play-help.js";

const MARKS = { x: "X", o: "O", delete: "", backspace: "" };

/** A listener for keydown. `seen()` is the view, `keys` says what each key does, `put` and `play` what marks and digits do. */
export function keyListener({ root, seen, keys, put, play }) {
  return (event) => {
    const view = seen();
    const outside = event.target !== document.body && !root.contains(event.target);
    const typing = event.target.closest("input, select, textarea") || root.querySelector("dialog[open]");
    if (!view || outside || typing || event.ctrlKey || event.metaKey || event.altKey || !singleKeys()) return;
    const key = event.key.toLowerCase();
    if (view.set_up && Object.hasOwn(MARKS, key)) put(MARKS[key], document.activeElement?.dataset?.cell);
    else if (/^[1-9]$/.test(key) && !view.set_up) {
      const move = numbered(view, Number(key));
      if (move) play(move);
    } else if (Object.hasOwn(keys, key)) keys[key]();
    else return;
    event.preventDefault();
  };
}

/** The move that a digit names: a column, a square of a small board, or the first, second … of the choices. */
export function numbered({ board, moves }, number) {
  if (!board) return moves[number - 1]?.text;
  if (!board.k) return undefined; // a move is more than one square there
  const most = board.gravity ? board.columns : board.columns * board.rows <= 9 ? board.columns * board.rows : 0;
  return number <= most ? String(number) : undefined;
}
