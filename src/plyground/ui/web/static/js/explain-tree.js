// Which boxes of a search tree are drawn at a step, and where: folded so that thousands of nodes stay legible.

import { principalLine } from "./explain-trace.js";
import { bestSoFar, pathAt } from "./explain-stepper.js";

export const GAP = 14;
export const STEP = 104; // from one ply to the next
export const MAX_BOXES = 40;
const MAX_AT_END = 18;
const MAX_CHILDREN = 12;
const KEPT_FIRST = 3;
const KEPT_LAST = 4;

/**
 * The tree of boxes at a step. A box is {kind, key, node, ply, below}: a "node", a "leaf", what was "cut", or
 * "folded" and "more", which stand for `count` nodes. `folds` is what a person chose: node → open or not.
 * Where the whole pass fits, its boxes have their places from the beginning and only those reached are drawn.
 */
export function boxesAt(studied, pass, step, { folds = new Map(), most = MAX_BOXES, everything = false } = {}) {
  const small = studied.size[pass.root] <= most;
  const shownStep = small ? pass.events.length : step;
  const path = new Set(pathAt(studied, pass, step));
  const over = pass.left[pass.root] <= step && !small && !everything ? worthShowing(studied, pass.root, MAX_AT_END) : null;

  function isOpen(node) {
    if (folds.has(node)) return folds.get(node);
    return path.has(node) || small || everything || (over?.has(node) ?? false);
  }

  function box(node, ply) {
    const replies = studied.children[node].filter((child) => pass.entered[child] <= shownStep);
    const leaf = studied.children[node].length === 0 && studied.rows[node].value !== null;
    const made = { kind: leaf ? "leaf" : "node", key: `n${node}`, node, ply, below: [], reached: node === pass.root || pass.entered[node] <= step };
    made.folds = replies.length > 0;
    made.open = made.folds && isOpen(node);
    if (made.folds && !made.open) made.below.push(stub("folded", node, ply + 1, studied.size[node] - 1));
    if (!made.open) return made;
    const kept = fewer(node, replies);
    for (const child of replies) {
      if (kept.has(child)) made.below.push(box(child, ply + 1));
      else if (made.below.at(-1)?.kind !== "more") made.below.push(stub("more", node, ply + 1, studied.size[child], child));
      else made.below.at(-1).count += studied.size[child];
    }
    if (pass.cut[node] <= shownStep) {
      made.below.push({ kind: "cut", key: `c${node}`, node, ply: ply + 1, below: [], reached: pass.cut[node] <= step });
    }
    return made;
  }

  /** Of very many replies: the first and the last, the best, and those that the path or a person wants. */
  function fewer(node, replies) {
    if (small || everything || folds.get(node) === "all" || replies.length <= MAX_CHILDREN) return new Set(replies);
    const kept = new Set([...replies.slice(0, KEPT_FIRST), ...replies.slice(-KEPT_LAST)]);
    const best = bestSoFar(studied, pass, node, step);
    for (const child of replies) {
      if (path.has(child) || folds.get(child) || (best !== null && studied.rows[child].value === -best && kept.size < MAX_CHILDREN)) kept.add(child);
    }
    return kept;
  }

  return box(pass.root, 0);
}

const stub = (kind, node, ply, count, first = node) => ({ kind, key: `${kind}${first}`, node, ply, count, below: [], reached: true });

/** After a large search: the principal variation, then the nodes nearest to the root, while there is room. */
function worthShowing(studied, root, most) {
  const { children } = studied;
  const open = new Set();
  let boxes = 1;
  for (const node of [root, ...principalLine(studied, root)]) {
    boxes += Math.min(children[node].length, MAX_CHILDREN);
    if (boxes > most && open.size) return open;
    open.add(node);
  }
  for (let layer = [root]; layer.length;) {
    layer = layer.flatMap((node) => (open.has(node) ? children[node] : []));
    for (const node of layer) {
      const more = Math.min(children[node].length, MAX_CHILDREN);
      if (open.has(node) || more === 0) continue;
      if (boxes + more > most) return open;
      boxes += more;
      open.add(node);
    }
  }
  return open;
}

/**
 * Give every box its place: x is its middle, y its top. Subtrees are pushed together as far as their outlines
 * allow (Reingold & Tilford 1981), parents stand over the middle of their first and last child.
 */
export function place(root, widthOf) {
  root.x = 0;
  outlined(root, widthOf);
  const boxes = [];
  let [low, high, deepest] = [Infinity, -Infinity, 0];
  const stack = [[root, 0]];
  while (stack.length) {
    const [box, shift] = stack.pop();
    box.x += shift;
    box.y = box.ply * STEP;
    boxes.push(box);
    low = Math.min(low, box.x - box.width / 2);
    high = Math.max(high, box.x + box.width / 2);
    deepest = Math.max(deepest, box.ply);
    for (const child of box.below.toReversed()) {
      child.above = box;
      stack.push([child, box.x]);
    }
  }
  return { boxes, left: low, width: high - low, plies: deepest + 1 };
}

/** Places of the children relative to their parent, and the outline of the whole: how far it reaches at each ply. */
function outlined(box, widthOf) {
  box.width = widthOf(box);
  const outline = [];
  for (const child of box.below) {
    const inner = outlined(child, widthOf);
    let shift = -Infinity;
    for (let ply = 0; ply < Math.min(inner.length, outline.length); ply += 1) {
      shift = Math.max(shift, outline[ply][1] - inner[ply][0] + GAP);
    }
    child.x = shift === -Infinity ? 0 : shift;
    inner.forEach(([left, right], ply) => {
      const before = outline[ply];
      outline[ply] = [before ? before[0] : left + child.x, right + child.x];
    });
  }
  if (box.below.length) {
    const middle = (box.below[0].x + box.below.at(-1).x) / 2;
    for (const child of box.below) child.x -= middle;
    for (const reach of outline) {
      reach[0] -= middle;
      reach[1] -= middle;
    }
  }
  outline.unshift([-box.width / 2, box.width / 2]);
  return outline;
}
