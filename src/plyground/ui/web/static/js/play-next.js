// What to do when a game is over: play again, change sides, and look at the move that lost it.

import { fill, h } from "./dom.js";
import { inSeries } from "./play-address.js";
import { marksOf } from "./play-judge.js";
import { onlyPerson } from "./play-words.js";

/** The ply before the last move by which the loser gave the result away, or in a draw either side; null if none is known. */
export function turningPoint({ outcome, played }, points) {
  const marks = marksOf(points, played);
  const at = played.findLastIndex(({ player }, ply) => marks[ply] === "??" && player !== outcome.winner);
  return at < 0 ? null : at;
}

/** The row of buttons: {element, update(view, points)}. `on` has again(), otherSide(), goTo(ply) and settle(), which takes the focus. */
export function nextOf(app, on) {
  const button = (key, action, more) => h("button", { type: "button", onclick: action, ...more }, app.say(key));
  const again = button("play.again", on.again, { class: "primary" });
  const other = button("play.other-side", on.otherSide);
  const turned = h("span", {});
  const element = h("div", { class: "toolbar next", role: "group", "aria-label": app.say("play.next"), hidden: true }, again, other, turned);
  let shown = null;

  function update(view, points) {
    const over = Boolean(view.outcome) && !view.set_up && !inSeries(view);
    if (!over && element.contains(document.activeElement)) on.settle();
    element.hidden = !over;
    if (!over) return;
    other.hidden = onlyPerson(view) === null;
    const ply = turningPoint(view, points);
    if (ply === shown && turned.hasChildNodes() === (ply !== null)) return;
    shown = ply;
    fill(turned, ply !== null && h("button", { type: "button", onclick: () => on.goTo(shown) }, app.say("play.turning-point", { n: ply + 1 })));
  }

  return { element, update };
}
