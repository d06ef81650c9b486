// The picture of a search tree: houses that point up for MAX and down for MIN, drawn only where one looks.

import { set, svg } from "./dom.js";
import { cameraOver } from "./explain-camera.js";
import { place } from "./explain-layout.js";
import { boxParts, depthOf, edgeParts, heightOf, round, svgText, widthOf } from "./explain-shape.js";

/**
 * A live picture. `draw(tree, look, current, held)` draws a tree of boxes; `look(box)` says what is on one (see explain-shape.js)
 * and `titleOf(box)` what it says when one points at it. `onTap(box)` and `onHover(box or null)` hear of the pointer.
 */
export function pictureOf({ label, titleOf, onTap, onHover, onKey }) {
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
    layout = { ...laid, height: depthOf(laid.boxes, look) };
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
      if (!box.reached && !box.faint) continue;
      const [high, low] = [box.above ? box.above.y : box.y, box.y + heightOf(box, look(box))];
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
    const says = JSON.stringify([lines, box.x, box.y, box.above?.x, box.above && heightOf(box.above, look(box.above)), box.width]);
    const old = drawn.get(box.key);
    if (old) old.of = box;
    if (old?.says === says) return;
    const made = { of: box, says, box: boxShape(box, lines, titleOf), edge: box.above ? edgeShape(box, lines, look(box.above)) : null };
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
    /** What is drawn now as the text of an SVG file. */
    text: (options) => svgText(layout, look, options),
    close: () => watcher.disconnect(),
  };
}

/** A part with its roles of colour as classes, which the page's style knows. */
function drawnPart([tag, { fill, stroke, ...rest }, words]) {
  const classes = [fill ? `f-${fill}` : stroke && "f-none", stroke && `s-${stroke}`].filter(Boolean).join(" ");
  return svg(tag, { ...rest, class: classes || null }, words);
}

function boxShape(box, look, titleOf) {
  const title = svg("title", {}, titleOf(box));
  return svg("g", { class: `box ${box.kind} ${look.side ?? ""} ${look.state.join(" ")}`, "data-key": box.key, transform: `translate(${round(box.x)} ${round(box.y)})` },
    title, boxParts(box, look).map(drawnPart));
}

function edgeShape(box, look, above) {
  return svg("g", { class: `edge ${box.kind} ${look.state.join(" ")}` }, edgeParts(box, look, above).map(drawnPart));
}
