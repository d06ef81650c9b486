// A search to step through in a notebook: the pane and the deck of the laboratory's Explain page.

import { deckOf, filmKeys } from "../../ui/web/static/js/explain-deck.js";
import { paneOf } from "../../ui/web/static/js/explain-pane.js";
import { checkTrace } from "../../ui/web/static/js/explain-trace.js";
import { fill, h } from "../../ui/web/static/js/dom.js";
import { appIn } from "./app.js";

const LONGEST = 60; // letters of a position in a title
const SAID = 250; // ms after the last step until Python hears of it

function render({ model, el }) {
  const { root, app, close } = appIn(el, model.get("_words"));
  const { trace: given, result, start } = model.get("_search");
  const { trace, problem } = checkTrace(given);
  if (problem) {
    root.append(h("p", { class: "problem" }, app.say(problem.key, problem.facts)));
    return close;
  }
  const { agent, game, position } = trace;
  const title = [agent && app.agentName(agent), game && app.gameName(game), position !== "-" && position.slice(0, LONGEST)].filter(Boolean).join(" · ");
  let telling = null;
  let deck = null;
  const pane = paneOf(app, { trace, result, start, title, onLength: (at) => deck?.load(at), onKey: (event) => deck?.key(event) });
  const stages = h("div", { class: "stages" }, pane.element);
  const quiz = h("button", { type: "button", "aria-pressed": false, hidden: pane.film.kind !== "window", onclick: () => setQuiz(quiz.getAttribute("aria-pressed") !== "true") }, app.say("explain.quiz"));
  const together = h("div", { class: "together" });
  const whole = h("div", { class: "explain", onkeydown: (event) => event.stopPropagation() }, h("div", { class: "film-bar" }, together, quiz), stages, pane.drawer);
  root.append(whole);
  pane.begin(0);
  deck = deckOf(app, [pane], tellSoon);
  fill(together, deck.element);
  deck.load(model.get("step"));
  filmKeys(whole, whole, { onKey: (event) => deck.key(event), onClicked: () => pane.focus() });

  function setQuiz(on) {
    quiz.setAttribute("aria-pressed", String(on));
    const questions = pane.quiz(on);
    deck.quiz(on);
    if (on && deck.run.step === deck.run.length) deck.run.go(0, { free: true }); // all would have been told
    app.status(on ? app.say("explain.quiz-begin", { n: questions }) : app.say("explain.quiz-off"));
  }

  /** Let Python know the step, when the film rests. */
  function tellSoon() {
    clearTimeout(telling);
    telling = setTimeout(() => {
      if (deck.run.playing || model.get("step") === deck.run.step) return;
      model.set("step", deck.run.step);
      model.save_changes();
    }, SAID);
  }

  function follow() {
    const step = model.get("step");
    if (step !== deck.run.step) deck.run.go(step, { free: true });
  }

  for (const kind of ["keyup", "pointerup", "input"]) root.addEventListener(kind, tellSoon);
  model.on("change:step", follow);
  return () => {
    model.off("change:step", follow);
    clearTimeout(telling);
    deck.close();
    pane.close();
    close();
  };
}

export default { render };
