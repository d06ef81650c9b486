// What films of searches that grow a tree share: which rows there are, when they come, and which of them are drawn.

const NEVER = 0x7fffffff;
export const MAX_BOXES = 36;
const MAX_CHILDREN = 12;

/** The rows of a grown tree below a root: children, plies, and the steps at which they come (see `enter`). */
export function growthOf(trace) {
  const { rows } = trace;
  const children = rows.map(() => []);
  const ply = new Int32Array(rows.length);
  const roots = [];
  rows.forEach(({ parent }, node) => {
    if (parent === null) roots.push(node);
    else {
      children[parent].push(node);
      ply[node] = ply[parent] + 1;
    }
  });
  const entered = new Int32Array(rows.length).fill(NEVER);
  const rootOf = (node) => (rows[node].parent === null ? node : rootOf(rows[node].parent));
  return { trace, rows, children, ply, roots, entered, rootOf };
}

/** The nodes from the root down to a node. */
export function trail({ rows }, node) {
  const nodes = [];
  for (let at = node; at !== null; at = rows[at].parent) nodes.unshift(at);
  return nodes;
}

export const movesTo = (growth, node) => trail(growth, node).slice(1).map((at) => growth.rows[at].move);

/**
 * The tree of boxes at a step: what the path goes through is open, then nodes by their weight, heaviest first, while there
 * is room. `folds` is what a person chose.
 */
export function grownBoxes(growth, root, step, { path, weight, folds = new Map(), everything = false }) {
  const here = (node) => growth.children[node].filter((child) => growth.entered[child] <= step);
  const size = (node) => 1 + here(node).reduce((sum, child) => sum + size(child), 0);
  const open = new Set(everything ? growth.rows.keys() : path);
  let boxes = 1 + [...open].reduce((sum, node) => sum + here(node).length, 0);
  const waiting = everything ? [] : [root];
  while (waiting.length) {
    waiting.sort((a, b) => weight(b) - weight(a) || a - b);
    const node = waiting.shift();
    const more = here(node).length;
    if (more === 0 || (boxes + more > MAX_BOXES && !open.has(node))) continue;
    if (!open.has(node)) boxes += more;
    open.add(node);
    waiting.push(...here(node));
  }

  function box(node, ply) {
    const replies = here(node);
    const made = { kind: growth.rows[node].end ? "leaf" : "node", key: `n${node}`, node, ply, below: [], reached: true, folds: replies.length > 0 };
    made.open = made.folds && (folds.has(node) ? Boolean(folds.get(node)) : open.has(node));
    if (made.folds && !made.open) made.below.push(stub("folded", node, ply + 1, size(node) - 1));
    if (!made.open) return made;
    const many = replies.length > MAX_CHILDREN && !everything && folds.get(node) !== "all";
    const kept = new Set(many ? [...replies].sort((a, b) => weight(b) - weight(a) || a - b).slice(0, MAX_CHILDREN - 2) : replies);
    for (const child of replies) {
      if (kept.has(child) || path.includes(child)) made.below.push(box(child, ply + 1));
      else if (made.below.at(-1)?.kind === "more") made.below.at(-1).count += size(child);
      else made.below.push(stub("more", node, ply + 1, size(child), child));
    }
    return made;
  }

  return box(root, 0);
}

const stub = (kind, node, ply, count, first = node) => ({ kind, key: `${kind}${first}`, node, ply, count, below: [], reached: true });

/** The next step after this one at which an event of a kind is told; null for none. */
export function nextOf(events, kind, step) {
  const at = events.findIndex((event, number) => number >= step && event.kind === kind);
  return at < 0 ? null : at + 1;
}

export const sideOf = (growth, node) => (growth.ply[node] % 2 ? "min" : "max");
export const whoText = (side) => (side === "min" ? "▽ MIN" : "△ MAX");
