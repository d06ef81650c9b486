// The same tree as text: one line a box, walked with arrows, folded with Enter.

import { fill, h } from "./dom.js";

const MAX_LINES = 200;

/** An outline. `draw(boxes, textOf, current)` fills it; it tells of the line that has the focus and of folding. */
export function outlineOf({ label, onFocus, onFold, more }) {
  const element = h("div", { class: "outline", role: "tree", "aria-label": label });
  let boxes = [];
  let focused = null; // a key

  const items = () => [...element.querySelectorAll("[role=treeitem]")];
  const boxOf = (item) => boxes.find((box) => box.key === item?.dataset.key);

  function draw(all, textOf, current) {
    const had = element.contains(document.activeElement);
    const reached = all.filter((box) => box.reached);
    boxes = reached.slice(0, MAX_LINES);
    if (!boxes.some((box) => box.key === focused)) focused = current;
    if (!boxes.some((box) => box.key === focused)) focused = boxes[0]?.key;
    fill(element, boxes.map((box) => h("div", {
      role: "treeitem", "aria-level": box.ply + 1, "aria-expanded": box.folds ? box.open : null, "aria-selected": box.key === current,
      "data-key": box.key, "data-kind": box.kind, tabindex: box.key === focused ? "0" : "-1",
    }, textOf(box))), reached.length > boxes.length && h("div", { role: "treeitem", "aria-level": 1, "aria-selected": false, tabindex: "-1" }, more(reached.length - boxes.length)));
    for (const item of items()) item.style.setProperty("--level", Math.min(12, item.getAttribute("aria-level") - 1));
    if (had) items().find((item) => item.dataset.key === focused)?.focus({ preventScroll: true });
  }

  function focus(item) {
    if (!item) return;
    for (const other of items()) other.tabIndex = other === item ? 0 : -1;
    item.focus();
  }

  element.addEventListener("focusin", (event) => {
    const box = boxOf(event.target);
    if (!box) return;
    focused = box.key;
    onFocus(box);
  });
  element.addEventListener("click", (event) => {
    const item = event.target.closest("[role=treeitem]");
    focus(item);
    if (boxOf(item)) onFold(boxOf(item));
  });
  element.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(document.activeElement);
    const box = boxOf(all[at]);
    if (!box || event.ctrlKey || event.metaKey || event.altKey) return;
    const level = (item) => Number(item.getAttribute("aria-level"));
    const above = () => all.slice(0, at).findLast((item) => level(item) < level(all[at]));
    const moves = {
      ArrowDown: () => focus(all[at + 1]),
      ArrowUp: () => focus(all[at - 1]),
      Home: () => focus(all[0]),
      End: () => focus(all.at(-1)),
      ArrowLeft: () => (box.open ? onFold(box) : focus(above())),
      ArrowRight: () => (box.folds && box.open ? focus(all[at + 1]) : onFold(box, true)),
      Enter: () => onFold(box),
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  });

  return { element, draw };
}
