// The picture of a search tree: houses that point up for MAX and down for MIN, drawn only where one looks.

import { set, svg } from "./dom.js";
import { cameraOver } from "./explain-camera.js";
import { STEP, place } from "./explain-tree.js";

const TIP = 9; // how far a house points
const HIGH = { node: 62, plain: 48, leaf: 28, cut: 40, folded: 24, more: 24 };

/** How wide a box is, from the texts on it: letters are counted because nothing is drawn yet. */
function widthOf(box, lines) {
  const letters = (text, each) => (text ? text.length * each : 0);
  const wide = Math.max(letters(lines.value, box.kind === "cut" ? 7 : 8.4), letters(lines.small, 5.9));
  return Math.max(box.kind === "node" ? 76 : 36, wide + 20);
}

/**
 * A live picture. `draw(tree, look, current, held)` draws a tree of boxes; `look(box)` says what is on one:
 * {classes, value, small, who, edge, edgeClass, title}. `onTap(box)` and `onHover(box or null)` hear of the pointer.
 */
export function pictureOf({ label, onTap, onHover, onKey }) {
  const edges = svg("g", { class: "edges" });
  const nodes = svg("g", { class: "boxes" });
  const world = svg("g", {}, edges, nodes);
  const element = svg("svg", { class: "tree", tabindex: "0", role: "group", "aria-label": label }, world);
  const drawn = new Map(); // key → {box, edge, says}
  let layout = null;
  let look = null;
  let shown = null; // the box that the film is at, or that a person has just folded
  let held = false; // whether that box stays where it is on the screen
  let fresh = true; // nothing was drawn before that it should stay near to

  const boxAt = (target) => drawn.get(target.closest?.("[data-key]")?.dataset.key)?.of ?? null;
  const camera = cameraOver(element, {
    onMove: () => layout && paint(),
    onTap: (target) => {
      element.focus({ preventScroll: true });
      const box = boxAt(target);
      if (box) onTap(box);
    },
  });
  element.addEventListener("pointerover", (event) => onHover(boxAt(event.target)));
  element.addEventListener("pointerleave", () => onHover(null));
  element.addEventListener("keydown", onKey);
  const watcher = new ResizeObserver(() => layout && (camera.following ? refit() : paint()));
  watcher.observe(element);

  function draw(tree, newLook, currentKey, heldKey) {
    const before = layout?.boxes ?? [];
    look = newLook;
    const laid = place(tree, (box) => widthOf(box, look(box)));
    layout = { ...laid, height: (laid.plies - 1) * STEP + HIGH.node };
    const find = (key) => layout.boxes.find((box) => box.key === key);
    held = heldKey !== undefined;
    shown = (held && find(heldKey)) || find(currentKey) || layout.boxes[0];
    for (const anchor of held ? [shown] : [shown.above, shown]) {
      const was = anchor && before.find((box) => box.key === anchor.key);
      if (!was) continue;
      camera.shift(anchor.x - was.x, anchor.y - was.y);
      break;
    }
    if (camera.following) refit();
    else paint();
    return layout.boxes;
  }

  function refit() {
    camera.fit(layout, shown, fresh || !(held || shown.above));
    fresh = false;
    paint();
  }

  function paint() {
    set(world, "transform", camera.transform);
    const { left, right, top, bottom } = camera.view;
    const wanted = new Set();
    for (const box of layout.boxes) {
      if (!box.reached) continue;
      const [high, low] = [box.above ? box.above.y : box.y, box.y + HIGH.node];
      const [west, east] = [Math.min(box.x - box.width / 2, box.above?.x ?? box.x), Math.max(box.x + box.width / 2, box.above?.x ?? box.x)];
      if (east < left || west > right || low < top || high > bottom) continue;
      wanted.add(box.key);
      paintBox(box);
    }
    for (const [key, parts] of drawn) {
      if (wanted.has(key)) continue;
      parts.box.remove();
      parts.edge?.remove();
      drawn.delete(key);
    }
  }

  function paintBox(box) {
    const lines = look(box);
    const says = JSON.stringify([lines, box.x, box.y, box.above?.x, box.width]);
    const old = drawn.get(box.key);
    if (old) old.of = box;
    if (old?.says === says) return;
    const made = { of: box, says, box: boxShape(box, lines), edge: box.above ? edgeShape(box, lines) : null };
    old?.edge?.remove();
    if (old) old.box.replaceWith(made.box);
    else {
      made.box.classList.add("new");
      nodes.append(made.box);
    }
    if (made.edge) edges.append(made.edge); // what has changed last lies on top
    drawn.set(box.key, made);
  }

  return {
    element, draw,
    fit() {
      held = false;
      camera.follow();
      refit();
    },
    /** A new film: what is drawn next is fitted, and stands nowhere near what was. */
    fitNext() {
      [layout, fresh] = [null, true];
      camera.follow();
    },
    zoom: (factor) => camera.zoom(factor),
    pan: (dx, dy) => camera.pan(dx, dy),
    get drawn() { return drawn.size; },
    close: () => watcher.disconnect(),
  };
}

function heightOf(box, lines) {
  return box.kind === "node" && !lines.small ? HIGH.plain : HIGH[box.kind];
}

function outline(box, high, max) {
  const half = box.width / 2;
  if (box.kind !== "node") return `M${-half} 6q0-6 6-6H${half - 6}q6 0 6 6V${high - 6}q0 6-6 6H${6 - half}q-6 0-6-6z`;
  return max ? `M0 0L${half} ${TIP}V${high}H${-half}V${TIP}z` : `M${-half} 0H${half}V${high - TIP}L0 ${high}L${-half} ${high - TIP}z`;
}

function boxShape(box, lines) {
  const high = heightOf(box, lines);
  const line = (name, y) => lines[name] && svg("text", { class: name, y }, lines[name]);
  const top = box.kind === "node" ? (lines.max ? 7 : 1) : 0;
  const texts = box.kind === "node"
    ? [line("who", top + 13), line("value", top + 30), line("small", top + 45)]
    : box.kind === "cut" ? [line("value", 16), line("small", 31)] : [line("value", high / 2 + 5)];
  return svg("g", { class: `box ${box.kind} ${lines.classes}`, "data-key": box.key, transform: `translate(${box.x.toFixed(1)} ${box.y})` },
    svg("title", {}, lines.title()), svg("path", { d: outline(box, high, lines.max) }),
    lines.known && svg("path", { d: outline(box, high) }), texts);
}

function edgeShape(box, lines) {
  const from = [box.above.x, box.above.y + heightOf(box.above, lines.above)];
  const along = (part) => [from[0] + (box.x - from[0]) * part, from[1] + (box.y - from[1]) * part];
  const [x, y] = along(0.68);
  const wide = lines.edge.length * 8 + 6;
  return svg("g", { class: `edge ${box.kind} ${lines.edgeClass}` },
    svg("path", { d: `M${from[0].toFixed(1)} ${from[1]}L${box.x.toFixed(1)} ${box.y}` }),
    lines.edge && svg("rect", { x: (x - wide / 2).toFixed(1), y: (y - 9).toFixed(1), width: wide, height: 18, rx: 6 }),
    lines.edge && svg("text", { x: x.toFixed(1), y: (y + 4.5).toFixed(1) }, lines.edge));
}
