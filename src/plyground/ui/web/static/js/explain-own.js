// The trace of a user's own search: dropped, chosen or pasted, and checked.

import { h } from "./dom.js";
import { MAX_BYTES, readTrace } from "./explain-trace.js";

/** The panel. `onTrace(trace)` is called with a good trace; the panel shows what is wrong with a bad one. */
export function ownTrace(app, { root, onTrace }) {
  const text = h("textarea", { rows: 4, spellcheck: "false", placeholder: '{"format": "plyground-trace", "version": 1, "rows": [...]}' });
  const problem = h("p", { class: "problem", role: "alert" });
  const file = h("input", { type: "file", accept: ".json,application/json", onchange: () => file.files[0] && readFile(file.files[0]) });
  const element = h("details", { class: "own card" },
    h("summary", {}, app.say("explain.own")),
    h("p", { class: "note" }, app.say("explain.own-how")),
    h("div", { class: "fields" }, h("label", {}, app.say("explain.own-file"), file)),
    h("label", { class: "paste" }, app.say("explain.own-paste"), text),
    h("button", { type: "button", onclick: () => read(text.value) }, app.say("explain.own-show")),
    problem);

  function read(given) {
    const { trace, problem: wrong } = readTrace(given);
    problem.textContent = wrong ? app.message(wrong) : "";
    if (wrong) element.open = true;
    else onTrace(trace);
  }

  async function readFile(given) {
    if (given.size > MAX_BYTES) problem.textContent = app.say("explain.bad-size", { most: MAX_BYTES / 1_000_000 });
    else read(await given.text());
    element.open = element.open || problem.textContent !== "";
    file.value = "";
  }

  root.addEventListener("dragover", (event) => {
    event.preventDefault();
    root.classList.add("dropping");
  });
  root.addEventListener("dragleave", (event) => event.target === root && root.classList.remove("dropping"));
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    root.classList.remove("dropping");
    const [given] = event.dataTransfer.files;
    if (given) readFile(given);
    else if (event.dataTransfer.getData("text")) read(event.dataTransfer.getData("text"));
  });
  return { element, read };
}
