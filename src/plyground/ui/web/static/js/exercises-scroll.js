// A picture that may be wider than the screen: what is hidden is said, shown by a shade, and reached by buttons.

import { h } from "./dom.js";

const SLACK = 2; // px that a browser may round away
const PART = 0.7; // of what is visible, that a button goes on by

/** `content` in a box that scrolls sideways; `centre(x)` brings a place of it into view. */
export function scrollerOf(app, content) {
  const scroll = h("div", { class: "ex-scroll" }, content);
  const button = (key, sign, by) => h("button", { type: "button", "aria-label": app.say(key), title: app.say(key), onclick: () => (scroll.scrollLeft += by * scroll.clientWidth * PART) }, sign);
  const [left, right] = [button("exercises.go-left", "←", -1), button("exercises.go-right", "→", 1)];
  const bar = h("div", { class: "ex-wider", hidden: true }, left, h("span", {}, app.say("exercises.wider")), right);
  const element = h("div", { class: "ex-wide" }, bar, h("div", { class: "ex-shaded" }, scroll));
  let wanted = null; // what to centre once the size is known

  function update() {
    const most = scroll.scrollWidth - scroll.clientWidth;
    bar.hidden = most <= SLACK;
    mark(left, "left", scroll.scrollLeft > SLACK);
    mark(right, "right", scroll.scrollLeft < most - SLACK);
  }

  // A button that has the focus keeps it at the end: `disabled` would lose it.
  function mark(button_, side, more) {
    button_.setAttribute("aria-disabled", String(!more));
    element.toggleAttribute(`data-more-${side}`, more);
  }

  scroll.addEventListener("scroll", update, { passive: true });
  new ResizeObserver(() => {
    if (wanted !== null) centre(wanted);
    update();
  }).observe(scroll);

  function centre(x) {
    wanted = scroll.clientWidth ? null : x;
    scroll.scrollLeft = x + content.offsetLeft - scroll.clientWidth / 2;
    update();
  }

  return { element, centre };
}
