// A tour of the Play page in five steps: each points at a part and says what it is for. Nothing is blocked meanwhile.

import { h, write } from "./dom.js";

const STEPS = [
  [".stage", "tour.board"], [".seat", "tour.seats"], [".tools", "tour.tools"], [".moves-card", "tour.moves"], [".top nav", "tour.pages"],
];
const GAP = 12; // px between a part and what is said about it

/** Where a box goes beside a part, inside the window: below it, at its right, above it, or over its lower end. */
export function placeBeside(part, box, room) {
  const left = Math.max(GAP, Math.min(part.left, room.width - box.width - GAP));
  if (part.bottom + GAP + box.height <= room.height) return { left, top: part.bottom + GAP };
  const lowest = Math.max(GAP, room.height - box.height - GAP);
  if (part.right + GAP + box.width <= room.width) return { left: part.right + GAP, top: Math.min(Math.max(GAP, part.top), lowest) };
  if (part.top - GAP - box.height >= 0) return { left, top: part.top - GAP - box.height };
  return { left, top: lowest };
}

/** Begin; `onEnd()` is called once, however it ends. Returns a function that ends it. */
export function startTour(app, onEnd) {
  let at = 0;
  let pointed = null;
  const title = h("h2", { id: "tour-title", tabindex: -1 });
  const words = h("p");
  const back = h("button", { type: "button", onclick: () => go(at - 1) }, app.say("tour.back"));
  const next = h("button", { type: "button", class: "primary", onclick: () => (at + 1 < STEPS.length ? go(at + 1) : end()) });
  const skip = h("button", { type: "button", class: "quiet", onclick: end }, app.say("tour.skip"));
  const element = h("div", { class: "tour", role: "dialog", "aria-labelledby": "tour-title", onkeydown: (event) => event.key === "Escape" && end() },
    title, words, h("div", { class: "toolbar" }, next, back, skip));

  function go(step) {
    at = step;
    pointed?.classList.remove("pointed");
    const [selector, key] = STEPS[at];
    pointed = document.querySelector(selector);
    pointed?.classList.add("pointed");
    pointed?.scrollIntoView({ block: "nearest" });
    write(title, app.say("tour.step", { step: at + 1, steps: STEPS.length }));
    write(words, app.say(key));
    write(next, app.say(at + 1 < STEPS.length ? "tour.next" : "tour.done"));
    back.hidden = at === 0;
    skip.hidden = at + 1 === STEPS.length;
    settle();
    title.focus({ preventScroll: true });
  }

  function settle() {
    if (!pointed) return;
    const { left, top } = placeBeside(pointed.getBoundingClientRect(), element.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }

  function end() {
    if (!element.isConnected) return;
    pointed?.classList.remove("pointed");
    element.remove();
    removeEventListener("resize", settle);
    removeEventListener("scroll", settle);
    onEnd();
  }

  document.body.append(element);
  addEventListener("resize", settle);
  addEventListener("scroll", settle, { passive: true });
  go(0);
  return end;
}
