// Announces what is new in a view to screen readers: moves, the result, a hint, a refusal, the best move.

import { hintWords, moveName, playedWords, result } from "./play-words.js";

/** A function that announces one view after another; `silent` if the first view was announced before. */
export function teller(app, silent) {
  let told = silent ? null : { plies: 0 };

  return (view) => {
    const words = [];
    const quiet = told === null || view.series;
    const plies = view.played.length;
    const before = told ?? { plies };
    if (plies > before.plies && plies - before.plies <= 2) {
      for (const move of view.played.slice(before.plies)) words.push(playedWords(view, move, app));
    } else if (plies < before.plies) words.push(app.say("play.back-to", { ply: plies }));
    if (view.outcome && !before.over) words.push(result(view, app));
    if (view.hint && view.hint !== before.hint) words.push(hintWords(view, app));
    const note = view.note && !view.set_up ? app.message(view.note, view.players) : "";
    if (note && note !== before.note) words.push(note);
    const best = view.analysis?.values.find((value) => value.best);
    const value = best ? `${moveName(view, best.text, app)}: ${app.message(best.said)}` : "";
    if (value && value !== before.value) words.push(app.say("play.best", { value }));
    told = { plies, hint: view.hint, note, value, over: Boolean(view.outcome) };
    if (words.length && !quiet) app.status(words.map((text) => text.replace(/\.$/, "")).join(". ").concat("."));
  };
}
