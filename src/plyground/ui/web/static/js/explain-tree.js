// Which boxes of a search tree are drawn at a step: all of a small one, and folded ones, so that thousands stay legible.

import { principalLine } from "./explain-trace.js";
import { bestSoFar, pathAt } from "./explain-stepper.js";

export const MAX_BOXES = 64;
const MAX_AT_END = 18;
const MAX_CHILDREN = 12;
const KEPT_FIRST = 3;
const KEPT_LAST = 4;

/**
 * The tree of boxes at a step. A box is {kind, key, node, ply, below}: a "node", a "leaf", what was "cut", or
 * "folded" and "more", which stand for `count` nodes. `folds` is what a person chose: node → open or not.
 * Where the whole pass fits, its boxes have their places from the beginning. If the whole game is known, too, what is not
 * yet or never searched is there as well: boxes that are `faint`, and "ghost" and "ghost-leaf" for what no search came to.
 */
export function boxesAt(studied, pass, step, { folds = new Map(), most = MAX_BOXES, everything = false } = {}) {
  const { whole } = studied;
  const small = Boolean(whole) || studied.size[pass.root] <= most;
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
    const ghosts = whole && ply < pass.deepest ? ghostsOf(node, ply) : [];
    made.folds = replies.length > 0;
    made.open = made.folds && isOpen(node);
    if (made.folds && !made.open) made.below.push(stub("folded", node, ply + 1, studied.size[node] - 1));
    if (!made.open) return leaf ? { ...made, below: ghosts } : made;
    const kept = fewer(node, replies);
    const named = new Set();
    for (const child of replies) {
      if (kept.has(child)) made.below.push(box(child, ply + 1));
      else if (made.below.at(-1)?.kind !== "more") made.below.push(stub("more", node, ply + 1, studied.size[child], child));
      else made.below.at(-1).count += studied.size[child];
      const { move } = studied.rows[child];
      if (whole && !named.has(move)) made.below.at(-1).faint = !made.below.at(-1).reached; // the second look at a move is no secret
      named.add(move);
    }
    made.below.push(...ghosts);
    if (!whole && pass.cut[node] <= shownStep) {
      made.below.push({ kind: "cut", key: `c${node}`, node, ply: ply + 1, below: [], reached: pass.cut[node] <= step });
    }
    return made;
  }

  /** What is below a node of the search in the whole game, and was not searched from it. */
  function ghostsOf(node, ply) {
    const tried = new Set(studied.children[node].map((child) => studied.rows[child].move));
    const skipped = Math.min(pass.cut[node], pass.left[node]) <= step;
    const ghost = (at, depth) => {
      const { move, value } = whole.rows[at];
      const below = depth < pass.deepest ? whole.children[at].map((child) => ghost(child, depth + 1)) : [];
      const kind = whole.children[at].length ? "ghost" : "ghost-leaf";
      return { kind, key: `g${node}.${at}`, node, at, move, value, ply: depth, below, reached: false, faint: true, skipped };
    };
    return whole.children[whole.of[node]].filter((child) => !tried.has(whole.rows[child].move)).map((child) => ghost(child, ply + 1));
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
