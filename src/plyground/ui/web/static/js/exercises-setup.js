// Which exercise: its kind, seed and options, a tree of one's own, links for a class, and sheets of paper.

import { fill, h, set } from "./dom.js";
import { editorOf, specOf } from "./explain-editor.js";
import { KINDS, nested, takes, writeWished } from "./exercises-state.js";

const NAMES = { minimax: "exercises.minimax", alphabeta: "exercises.alphabeta", depth: "exercises.depth-limit", mcts: "exercises.mcts", win: "exercises.win" };
const CHOICES = {
  ties: [["yes", "exercises.ties-yes"], ["no", "exercises.ties-no"]],
  order: [["random", "exercises.order-random"], ["best", "exercises.order-best"], ["worst", "exercises.order-worst"]],
  cut: [["equal", "exercises.cut-equal"], ["strict", "exercises.cut-strict"]],
};
const LABELS = { depth: "exercises.depth", branching: "exercises.branching", ties: "exercises.ties", order: "exercises.order", cut: "exercises.cut", plies: "exercises.plies" };
const USUAL = { depth: 3, branching: 3, ties: "yes", order: "random", cut: "equal", plies: 5 };
const FORMATS = [["html", "HTML"], ["svg", "SVG"], ["latex", "LaTeX"], ["text", "exercises.plain-text"]];

/** The kinds as buttons; `onKind(kind)` hears which one is wanted. */
export function kindsOf(app, { onKind }) {
  const buttons = KINDS.map((kind) => h("button", { type: "button", "data-kind": kind, "aria-pressed": false, onclick: () => onKind(kind) }, app.say(NAMES[kind])));
  return {
    element: h("div", { class: "ex-kinds", role: "group", "aria-label": app.say("exercises.kinds") }, buttons),
    show: (kind) => buttons.forEach((button) => set(button, "aria-pressed", button.dataset.kind === kind)),
  };
}

/** The fold with everything that makes an exercise. `onWish(wished)` asks for another one. */
export function setupOf(app, { onWish }) {
  let [wished, figure] = [{ kind: "alphabeta", seed: 1 }, null];
  const number = (min, max, step = 1) => h("input", { type: "number", min, max, step, required: true });
  const choice = (name) => h("select", {}, CHOICES[name].map(([value, key]) => h("option", { value }, app.say(key))));
  const inputs = {
    depth: number(1, 5), branching: number(2, 8), ties: choice("ties"), order: choice("order"), cut: choice("cut"), plies: number(3, 13, 2),
  };
  const seed = number(0, 999_999_999_999);
  const labels = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, h("label", {}, app.say(LABELS[name]), input)]));
  const seedLabel = h("label", {}, app.say("exercises.seed"), seed);
  const form = h("form", { class: "fields", onsubmit: (event) => {
    event.preventDefault();
    onWish(read());
  } }, seedLabel, Object.values(labels), h("button", { type: "submit" }, app.say("exercises.make")));

  const editor = editorOf(app, { onTree: (tree) => onWish({ kind: wished.kind, seed: wished.seed, ...(wished.cut ? { cut: wished.cut } : {}), tree }) });
  const edit = h("button", { type: "button", "aria-pressed": false, onclick: () => toggle(editor.element.hidden) }, app.say("exercises.own"));
  const link = h("a", { href: "#" }, app.say("exercises.link"));
  const told = h("p", { class: "quiet-text ex-copied" });
  const copy = h("button", { type: "button", onclick: share }, app.say("exercises.copy"));

  const format = h("select", {}, FORMATS.map(([value, name]) => h("option", { value }, name.includes(".") ? app.say(name) : name)));
  const problem = h("p", { class: "problem", role: "alert" });
  const sheet = (key, name) => h("button", { type: "button", onclick: () => save(key) }, app.say(name));
  const papers = h("div", { class: "fields" }, h("label", {}, app.say("exercises.format"), format), sheet(false, "exercises.save-sheet"), sheet(true, "exercises.save-key"),
    h("button", { type: "button", onclick: () => print() }, app.say("exercises.print")));

  const element = h("details", { class: "ex-setup" }, h("summary", {}, app.say("exercises.setup")),
    h("div", { class: "ex-setup-inside" },
      h("section", {}, h("h2", {}, app.say("exercises.options")), form, h("div", { class: "toolbar" }, edit), editor.element),
      h("section", {}, h("h2", {}, app.say("exercises.for-class")), h("p", { class: "quiet-text" }, app.alone() ? `${app.say("web.only-here")} ${app.say("exercises.for-class-instead")}` : app.say("exercises.for-class-how")), h("div", { class: "toolbar" }, link, copy), told),
      h("section", {}, h("h2", {}, app.say("exercises.paper")), papers, problem)));

  function read() {
    const found = { kind: wished.kind, seed: Number(seed.value) };
    for (const [name, input] of Object.entries(inputs)) {
      if (!takes(wished.kind, name)) continue;
      found[name] = name === "ties" ? input.value === "yes" : input.type === "number" ? Number(input.value) : input.value;
    }
    if (found.order === "random") delete found.order;
    if (found.cut === "equal") delete found.cut;
    if (wished.tree === undefined || editor.element.hidden) return found;
    return { kind: found.kind, seed: found.seed, ...(found.cut ? { cut: found.cut } : {}), tree: wished.tree }; // it is still worked at
  }

  /** Show the options that shape the exercise: of one's own tree the rule of the cut, and the seed of the estimates. */
  function offer() {
    const own = !editor.element.hidden;
    for (const [name, label] of Object.entries(labels)) label.hidden = !takes(wished.kind, name) || (own && name !== "cut");
    seedLabel.hidden = own && wished.kind !== "depth";
    form.hidden = [seedLabel, ...Object.values(labels)].every((label) => label.hidden);
  }

  function toggle(on) {
    editor.element.hidden = !on;
    set(edit, "aria-pressed", on);
    offer();
    if (on && figure?.kind === "tree") editor.write(wished.tree ?? specOf(nested(figure.nodes)));
  }

  async function share() {
    try {
      await navigator.clipboard.writeText(link.href);
      told.textContent = app.say("exercises.copied");
    } catch {
      told.textContent = app.say("exercises.copy-yourself", { address: link.href });
    }
    app.status(told.textContent);
  }

  async function save(key) {
    fill(problem);
    try {
      const file = await app.ask("exercise_sheet", { exercise: wished, format: format.value, key, lang: app.language });
      const address = URL.createObjectURL(new Blob([file.text], { type: `${file.type};charset=utf-8` }));
      h("a", { href: address, download: file.name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      app.status(app.say("exercises.saved", { name: file.name }));
    } catch (error) {
      if (!error.key) throw error;
      problem.textContent = app.message(error);
    }
  }

  return {
    element,
    /** Show what the present exercise is made of. */
    show(now, shown) {
      [wished, figure] = [now, shown];
      seed.value = now.seed;
      for (const [name, input] of Object.entries(inputs)) {
        const value = now[name] ?? (now.kind === "mcts" && name === "branching" ? 4 : USUAL[name]);
        input.value = typeof value === "boolean" ? (value ? "yes" : "no") : value;
      }
      inputs.branching.max = now.kind === "mcts" ? 8 : 5;
      edit.hidden = !takes(now.kind, "tree");
      if (edit.hidden) toggle(false);
      else toggle(!editor.element.hidden);
      link.href = app.link("exercises", writeWished(now));
      told.textContent = "";
    },
  };
}
