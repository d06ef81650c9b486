// What the nodes of a tree are called: letters where the whole tree is drawn, as in textbooks, otherwise the moves that lead there.

import { pathOf } from "./explain-trace.js";
import { MAX_BOXES } from "./explain-tree.js";

const FIRST = 65; // A

/** A, B, …, Z, AA, AB, … */
export function letter(number) {
  const last = String.fromCharCode(FIRST + (number % 26));
  return number < 26 ? last : letter(Math.floor(number / 26) - 1) + last;
}

/**
 * The letters of a pass: `of(node)` and `ofWhole(node of the whole game)`, "" for leaves and for trees that are too large. Inner
 * nodes are lettered ply by ply; the second look at a node has a prime.
 */
export function lettersOf(studied, pass) {
  const { rows, children, whole, size } = studied;
  if (!whole && size[pass.root] > MAX_BOXES) return { of: () => "", ofWhole: () => "" };
  const [named, wholeNamed] = [new Map(), new Map()];
  if (whole) {
    inLayers([0], (node) => whole.children[node], pass.deepest).forEach((node, number) => wholeNamed.set(node, letter(number)));
    const times = new Map();
    for (let node = pass.root; node < rows.length && (node === pass.root || rows[node].parent !== null); node += 1) {
      const at = whole.of[node];
      if (!wholeNamed.has(at)) continue;
      const scouts = rows[node].parent === null ? [] : children[rows[node].parent].filter((other) => other < node && rows[other].move === rows[node].move);
      times.set(node, (times.get(rows[node].parent) ?? 0) + scouts.length);
      named.set(node, wholeNamed.get(at) + "′".repeat(times.get(node)));
    }
  } else inLayers([pass.root], (node) => children[node], Infinity).forEach((node, number) => named.set(node, letter(number)));
  return { of: (node) => named.get(node) ?? "", ofWhole: (node) => wholeNamed.get(node) ?? "" };
}

/** The inner nodes of a tree, ply by ply. */
function inLayers(roots, below, plies) {
  const found = [];
  for (let [layer, ply] = [roots, 0]; layer.length && ply < plies; layer = layer.flatMap(below), ply += 1) {
    found.push(...layer.filter((node) => below(node).length > 0));
  }
  return found;
}

/** The moves to a node in a few letters. */
export function pathText(studied, node) {
  const moves = pathOf(studied, node);
  return moves.length > 6 ? `… ${moves.slice(-5).join(" ")}` : moves.join(" ");
}
