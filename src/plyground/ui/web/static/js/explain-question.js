// The questions of "predict the cut" on a pane: asked beside the tree, answered on it or by a key, with a reply that everybody sees.

import { fill, h } from "./dom.js";
import { quiz } from "./explain-quiz.js";
import { liveWindow } from "./explain-stepper.js";
import { turned, whoMoves } from "./explain-trace.js";

/** The panel of questions. `onMarks()` is called when the marks on the tree change, `onOn()` to step on, `onKey` hears of keys. */
export function questionsOver(app, film, { onMarks, onOn, onKey, leave }) {
  const element = h("div", { class: "question", hidden: true });
  let [asker, asking, step, marks] = [quiz(new Map()), false, 0, new Map()];

  const facts = (node) => {
    const [alpha, beta] = turned(film.studied, node, liveWindow(film.studied, film.pass, node, step));
    return { who: whoMoves(film.studied, node), alpha: film.words.low(alpha), beta: film.words.high(beta) };
  };
  const scored = (key) => app.say(key, { right: asker.right, asked: asker.asked, size: asker.size });

  function tell(text, ...more) {
    delete element.dataset.answered;
    element.dataset.step = step;
    fill(element, h("p", { tabindex: "-1" }, text), more);
  }

  /** The quiz at a step: a question, the result of the last one, or the score. */
  function show(at) {
    step = at;
    element.hidden = !asking;
    const open = asking ? asker.open(step) : null;
    if (open) return ask(open);
    if (!asking || (element.dataset.answered && element.dataset.step === String(step))) return undefined;
    marks = new Map();
    const held = element.contains(document.activeElement);
    tell(step === film.length ? scored("explain.quiz-over") : asker.size === 0 ? app.say("explain.quiz-none")
      : asker.asked ? scored("explain.quiz-score") : app.say("explain.quiz-begin", { n: asker.size }));
    if (held) leave();
    return undefined;
  }

  function ask({ node, rest }) {
    if (element.dataset.step === String(step) && element.querySelector(".toolbar")) return;
    const where = film.studied.whole ? ` ${app.say("explain.quiz-where", { node: film.nameOf(node) })}` : "";
    const asked = app.say("explain.quiz-question", { move: film.nameOf(node), rest: film.words.list(rest), ...facts(node) }) + where;
    const choice = (key, cut, text) => h("button", { type: "button", onclick: () => answer(cut) }, h("kbd", {}, key), text);
    tell(asked, h("div", { class: "toolbar" },
      choice("1", true, app.say("explain.quiz-cut")), choice("2", false, app.say("explain.quiz-searched"))));
    marks = new Map();
    element.querySelector("p").focus({ preventScroll: true });
    app.status(asked);
  }

  function answer(cut, key = null) {
    const open = asker.open(step);
    const right = asker.answer(step, cut);
    const why = app.say(open.cut ? "explain.quiz-why-cut" : "explain.quiz-why-searched", facts(open.node));
    const text = `${app.say(right ? "explain.quiz-right" : "explain.quiz-wrong")} ${why} ${scored("explain.quiz-score")}`;
    tell(text, h("button", { type: "button", onclick: onOn }, app.say("explain.quiz-on")));
    element.dataset.answered = right ? "right" : "wrong";
    marks = new Map([[key ?? `n${open.node}`, right ? "right" : "wrong"]]);
    element.querySelector("p").focus({ preventScroll: true });
    app.status(text);
    onMarks();
  }

  element.addEventListener("keydown", (event) => {
    const choice = { 1: true, 2: false }[event.key];
    if (choice === undefined || element.dataset.answered || event.ctrlKey || event.altKey || event.metaKey) {
      if (event.target.tagName !== "BUTTON") onKey(event);
      return;
    }
    event.preventDefault();
    answer(choice);
  });

  return {
    element, show,
    /** A click on the tree: on a branch that is left, "it is searched"; on the node or above it, "cut". True if it answered. */
    tap(box) {
      const open = asking ? asker.open(step) : null;
      if (!open) return false;
      if (film.isAsked(box, open)) answer(false, box.key);
      else if (box.reached && film.pathAt(step).includes(box.node) && film.studied.ply[box.node] <= film.studied.ply[open.node]) answer(true, box.key);
      else return false;
      return true;
    },
    /** What the quiz has marked on the tree: "right" or "wrong" by the key of a box. */
    marks: () => (asking ? marks : new Map()),
    openAt: (at) => asker.open(at),
    holds: (at) => asking && asker.open(at) !== null,
    begin() { asker = quiz(film.questions()); },
    turn(on) {
      asking = on;
      delete element.dataset.step;
      delete element.dataset.answered;
      fill(element);
      return asker.size;
    },
    get asking() { return asking; },
  };
}
