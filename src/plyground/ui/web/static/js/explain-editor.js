// The tree editor: leaves that are changed by a click, trees of a chosen size, shuffled, and all of it taken back.

import { fill, h } from "./dom.js";

const TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]];
const MAX_NODES = 64; // more are not drawn whole
const MOST = 20; // points of a leaf of a new tree
const LIMIT = 998_999; // points that a game pays at most

/** The tree of a game's spec, as nested lists; null if it is no such game. */
export function treeOf(spec) {
  if (spec === "textbook") return TEXTBOOK;
  const inner = /^tree\((.*)\)$/s.exec(spec.trim())?.[1];
  if (inner === undefined) return null;
  try {
    const tree = JSON.parse(inner.replaceAll("(", "[").replaceAll(")", "]").replace(/,\s*\]/g, "]"));
    return Array.isArray(tree) ? tree : null;
  } catch {
    return null;
  }
}

const tuple = (node) => (Array.isArray(node) ? `(${node.map(tuple).join(",")}${node.length === 1 ? "," : ""})` : String(node));

/** The spec of a game given by its tree. */
export const specOf = (tree) => (JSON.stringify(tree) === JSON.stringify(TEXTBOOK) ? "textbook" : `tree(${tuple(tree)})`);

/** The points of the leaves, from left to right. */
export const leavesOf = (node) => (Array.isArray(node) ? node.flatMap(leavesOf) : [node]);

/** The same tree with other points. */
export function withLeaves(tree, points) {
  let next = 0;
  const changed = (node) => (Array.isArray(node) ? node.map(changed) : points[next++]);
  return changed(tree);
}

/** A tree with so many branches at every node, of chance points. */
export function grown(branches, depth, chance = Math.random) {
  if (depth === 0) return Math.floor(chance() * (MOST + 1));
  return Array.from({ length: branches }, () => grown(branches, depth - 1, chance));
}

export const nodesOf = (branches, depth) => (branches ** (depth + 1) - 1) / (branches - 1);

/** A list in another order (Fisher & Yates 1938). */
export function shuffled(list, chance = Math.random) {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(chance() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
  }
  return mixed;
}

/** The editor. `onTree(spec)` is called when there is another tree. */
export function editorOf(app, { onTree }) {
  const before = []; // specs, for undo
  let [tree, focused] = [TEXTBOOK, null];
  const number = (least, most, value) => h("input", { type: "number", min: least, max: most, value, required: true });
  const [branches, depth] = [number(2, 5, 3), number(1, 5, 2)];
  const leaves = h("div", { class: "leaves" });
  const problem = h("p", { class: "problem", role: "alert" });
  const undo = button("explain.edit-undo", () => before.length && put(before.pop(), true));
  const element = h("section", { class: "editor card", hidden: true, "aria-label": app.say("explain.edit") },
    h("div", { class: "fields" },
      h("label", {}, app.say("explain.edit-branches"), branches), h("label", {}, app.say("explain.edit-depth"), depth),
      button("explain.edit-new", make), button("explain.edit-shuffle", () => change(shuffled(leavesOf(tree)))), undo),
    problem, h("fieldset", {}, h("legend", {}, app.say("explain.edit-leaves")), leaves));

  function button(key, action) {
    return h("button", { type: "button", onclick: action }, app.say(key));
  }

  function put(spec, isUndo = false) {
    if (!isUndo) before.push(specOf(tree));
    onTree(spec);
  }

  function make() {
    const [wide, deep] = [Number(branches.value), Number(depth.value)];
    const good = branches.checkValidity() && depth.checkValidity() && nodesOf(wide, deep) <= MAX_NODES;
    problem.textContent = good ? "" : app.say("explain.edit-too-large", { most: MAX_NODES });
    if (good) put(specOf(grown(wide, deep)));
  }

  function change(points) {
    const spec = specOf(withLeaves(tree, points));
    if (spec !== specOf(tree)) put(spec);
  }

  function set(at, input) {
    const points = leavesOf(tree);
    const value = Math.round(Number(input.value));
    if (input.value === "" || !Number.isFinite(value) || Math.abs(value) > LIMIT) return void (input.value = points[at]);
    points[at] = value;
    focused = at;
    change(points);
  }

  return {
    element,
    /** Show the tree of a game; false if it is no such game. */
    write(spec) {
      const given = treeOf(spec);
      if (!given) return false;
      tree = given;
      const held = leaves.contains(document.activeElement);
      fill(leaves, leavesOf(tree).map((points, at) => h("input", {
        type: "number", value: points, "aria-label": app.say("explain.edit-leaf", { n: at + 1 }), onchange: (event) => set(at, event.target),
      })));
      if (held && focused !== null) leaves.children[Math.min(focused, leaves.children.length - 1)]?.focus();
      undo.disabled = before.length === 0;
      return true;
    },
    /** Let a leaf be changed. */
    focus(at) {
      leaves.children[at]?.focus();
      leaves.children[at]?.select();
    },
    random: () => specOf(grown(3, 2)),
  };
}
