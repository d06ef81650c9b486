// The moves of a root as a table: bounds are written into it, and a move is chosen by its row.

import { h, set } from "./dom.js";
import { judge } from "./exercises-tree.js";

export function tableFigure(app, { heads, rows }, { onPress, onInput, onEnter }) {
  const cells = new Map(); // name of a move → {press, blank}
  const body = rows.map(([name, ...numbers]) => {
    const press = h("button", { type: "button", class: "ex-move", onclick: () => onPress(name) }, name);
    const input = h("input", { "data-blank": name, autocomplete: "off", inputmode: "text", maxlength: 12, oninput: (event) => onInput(name, event.target.value) });
    cells.set(name, { press, input, row: h("tr", {}, h("th", { scope: "row" }, press), numbers.map((number) => h("td", { class: "number" }, number)),
      h("td", {}, h("span", { class: "ex-blank" }, input, h("span", { class: "ex-tick", "aria-hidden": "true" })))) });
    return cells.get(name).row;
  });
  const element = h("div", { class: "ex-scroll" }, h("table", { class: "data ex-table" },
    h("caption", {}, app.say("exercises.table")), h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, body)));
  element.addEventListener("keydown", (event) => event.key === "Enter" && event.target.tagName === "INPUT" && onEnter());

  /** Draw a state; the bounds that were found before stay written. */
  function show({ task, answers, marks, locked, known, at }) {
    const choice = task.blanks.find(({ sort, choices }) => sort === "choice" && choices.length);
    for (const [name, { press, input, row }] of cells) {
      const blank = task.blanks.find((each) => each.at === name);
      const text = blank ? answers[name] ?? "" : known.get(name) ?? "";
      if (input.value !== text) input.value = text;
      input.readOnly = locked || !blank;
      judge(app, input, blank ? marks[name]?.state : undefined, app.say("exercises.bound", { move: name }));
      const chosen = choice && answers[choice.name] === name;
      set(press, "aria-pressed", choice ? Boolean(chosen) : null);
      press.disabled = !choice || locked;
      row.dataset.mark = chosen ? marks[choice.name]?.state ?? "" : "";
      row.classList.toggle("looked-at", at === name);
    }
  }

  return {
    element, show, describe: (name) => name,
    focus(name) {
      cells.get(name)?.input.focus();
      return cells.has(name);
    },
    begin: () => [...element.querySelectorAll("input:not([readonly]), button:not(:disabled)")][0]?.focus(),
  };
}
