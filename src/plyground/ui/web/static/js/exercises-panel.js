// The question that is open: what is asked, blanks that stand beside the picture, the buttons, and what was said of the answers.

import { fill, h, set } from "./dom.js";
import { isDone, OPEN, RIGHT, SEEN, SHOWN, TRIED } from "./exercises-state.js";
import { judge } from "./exercises-tree.js";

const FATES = { [OPEN]: "exercises.fate-open", [TRIED]: "exercises.fate-tried", [RIGHT]: "exercises.fate-right", w: "exercises.fate-late", [SEEN]: "exercises.fate-seen", [SHOWN]: "exercises.fate-shown" };
const SIGNS = { [OPEN]: "", [TRIED]: "✗", [RIGHT]: "✓", w: "✓", [SEEN]: "→", [SHOWN]: "→" };

/** The panel. `on` has: check, hint, solve, step(by), alone, goTo(task), next, input(blank, text). */
export function panelOf(app, on) {
  const list = h("ol", { class: "ex-questions", "aria-label": app.say("exercises.questions") });
  const ask = h("h2", { class: "ex-ask", tabindex: "-1" });
  const how = h("p", { class: "ex-how" });
  const aside = h("div", { class: "fields ex-aside" });
  const button = (key, action, more = {}) => h("button", { type: "button", onclick: action, ...more }, app.say(key));
  const check = button("exercises.check", on.check, { class: "primary" });
  const hint = button("exercises.hint", on.hint);
  const solve = button("exercises.show-me", on.solve);
  const onward = button("exercises.next-question", () => on.goTo(null), { class: "primary" });
  const next = button("exercises.next", on.next, { class: "primary" });
  const told = h("div", { class: "ex-told" });
  const element = h("section", { class: "ex-panel card", "aria-label": app.say("exercises.question") },
    list, ask, how, aside, h("div", { class: "toolbar" }, check, hint, solve, onward, next), told);
  aside.addEventListener("keydown", (event) => event.key === "Enter" && on.check());
  let drawn = null;

  function questions({ tasks, fates, task }) {
    fill(list, tasks.map((each, at) => h("li", {}, h("button", {
      type: "button", class: "ex-question", "data-fate": fates[at], "aria-current": at === task ? "step" : null, onclick: () => on.goTo(at),
      "aria-label": app.say("exercises.question-n", { n: at + 1, fate: app.say(FATES[fates[at]]) }), title: each.ask,
    }, `${at + 1}`, h("span", { "data-text": SIGNS[fates[at]] })))));
    list.hidden = tasks.length < 2;
  }

  function blanks(task, answers, marks, locked) {
    if (drawn !== task) {
      fill(aside, task.blanks.filter((blank) => !blank.at && blank.sort === "number").map((blank) => h("label", {}, blank.label,
        h("span", { class: "ex-blank" }, h("input", { "data-blank": blank.name, autocomplete: "off", inputmode: "text", maxlength: 12, oninput: (event) => on.input(blank.name, event.target.value) }),
          h("span", { class: "ex-tick", "aria-hidden": "true" })))));
    }
    drawn = task;
    for (const input of aside.querySelectorAll("input")) {
      const name = input.dataset.blank;
      if (input.value !== (answers[name] ?? "")) input.value = answers[name] ?? "";
      input.readOnly = locked;
      judge(app, input, marks[name]?.state, task.blanks.find((blank) => blank.name === name).label);
    }
  }

  /** What was said last: sentences, and the steps of a solution. */
  function tell({ said, tone = "", reasons = [], folded = [], whys = [], steps = null }) {
    told.dataset.tone = tone;
    fill(told, said && h("p", { class: "ex-summary" }, said),
      reasons.length > 0 && h("ul", { class: "ex-reasons" }, reasons.map(({ label, text }) => h("li", {}, label && h("b", {}, `${label}: `), text))),
      folded.length > 0 && h("details", { class: "ex-folded" }, h("summary", {}, app.say("exercises.why-not")), h("ul", { class: "ex-reasons" }, folded.map(({ label, text }) => h("li", {}, label && h("b", {}, `${label}: `), text)))),
      whys.length > 0 && h("details", {}, h("summary", {}, app.say("exercises.why")), h("ul", { class: "ex-reasons" }, whys.map(({ label, text }) => h("li", {}, label && h("b", {}, `${label}: `), text)))),
      steps && steps.of > 1 && h("div", { class: "toolbar ex-steps" },
        button("exercises.back", () => on.step(-1), { disabled: steps.at === 0 }), button("exercises.forward", () => on.step(1), { disabled: steps.at === steps.of - 1 }),
        button("exercises.to-end", () => on.step(steps.of), { disabled: steps.at === steps.of - 1 }),
        steps.at < steps.of - 1 && button("exercises.alone", on.alone)));
  }

  return {
    element,
    show({ tasks, fates, task, answers, marks, solving, playing }) {
      const now = tasks[task];
      const done = isDone(fates[task]);
      questions({ tasks, fates, task });
      if (ask.textContent !== now.ask) ask.textContent = now.ask;
      how.textContent = now.blanks.length > 1 && now.blanks.some(({ sort }) => sort === "number") && now.blanks.some(({ sort }) => sort === "choice") ? app.say("exercises.how-both") : "";
      how.hidden = how.textContent === "";
      blanks(now, answers[task], marks[task], done || solving);
      const over = fates.every(isDone);
      check.hidden = done || solving || playing;
      hint.hidden = done || solving;
      solve.hidden = done || solving;
      onward.hidden = solving || !done || over;
      next.hidden = solving || !over;
    },
    tell,
    /** Scroll as little as it takes to see what was said. */
    reveal: () => told.scrollIntoView({ block: "nearest" }),
    /** Keep the focus in the panel when the button that had it goes away. */
    settle(always = false) {
      const [here] = [onward, next, check].filter((each) => !each.hidden);
      if (always || document.activeElement === document.body || document.activeElement?.hidden) (here ?? ask).focus({ preventScroll: true });
    },
    focusAsk: () => ask.focus({ preventScroll: true }),
    focusStep: () => (told.querySelector(".ex-steps button:nth-child(2):not(:disabled)") ?? told.querySelector(".ex-steps button:not(:disabled)"))?.focus({ preventScroll: true }),
    focusBlank(name) {
      const input = [...aside.querySelectorAll("input")].find((each) => each.dataset.blank === name);
      input?.focus();
      return Boolean(input);
    },
    busy: (on_) => set(element, "aria-busy", on_),
  };
}
