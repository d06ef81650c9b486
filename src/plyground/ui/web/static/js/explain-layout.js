// Where the boxes of a tree stand: subtrees side by side, as close as their outlines allow; as plyground.ui.explain.layout.

import { STEP } from "./explain-shape.js";

export const GAP = 10;

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
