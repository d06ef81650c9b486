// The stage: the tree has the window, the setup is one line, the deck is pinned below it, and F fills the screen.

import { fill, h, set, write } from "./dom.js";

const KEPT = "plyground.single-keys"; // as on the Play page

/** The stage with places for `panes` and `deck`; `tools` stand beside the line that says what is searched. */
export function stageOf(app, { tools, setup, editor }) {
  const searched = h("span", { class: "searched" });
  const drawer = h("details", { class: "setup-fold" }, h("summary", { title: app.say("explain.change") }, searched), setup);
  const full = h("button", { type: "button", "aria-pressed": false, "aria-keyshortcuts": "F", onclick: toggle }, app.say("explain.full"));
  const panes = h("div", { class: "stages" });
  const deck = h("div", { class: "film-bar" });
  const element = h("div", { class: "theatre" },
    h("div", { class: "explain-head" }, h("h1", {}, app.say("explain.title")), h("p", { class: "lede" }, app.say("explain.lede"))),
    h("div", { class: "stage-bar" }, drawer, h("div", { class: "toolbar stage-tools" }, tools, full)), editor, panes, deck);

  const isFull = () => document.fullscreenElement === element || element.classList.contains("filling");

  /** Fill the screen; where a browser does not allow that, the window. */
  async function toggle() {
    if (isFull()) {
      element.classList.remove("filling");
      if (document.fullscreenElement) await document.exitFullscreen();
    } else {
      await element.requestFullscreen?.().catch(() => null);
      if (!document.fullscreenElement) element.classList.add("filling");
    }
    showFull();
  }

  function showFull() {
    set(full, "aria-pressed", isFull());
    write(full, app.say(isFull() ? "explain.full-off" : "explain.full"));
  }

  function key(event) {
    const typing = event.target.closest?.("input:not([type=range]), select, textarea, dialog");
    const other = event.ctrlKey || event.metaKey || event.altKey;
    if (typing || other || localStorage.getItem(KEPT) === "off") return;
    if (event.key.toLowerCase() === "f") {
      event.preventDefault();
      toggle();
    } else if (event.key === "Escape" && element.classList.contains("filling")) toggle();
  }

  document.addEventListener("keydown", key);
  document.addEventListener("fullscreenchange", showFull);

  return {
    element, panes, deck,
    title: (text) => fill(searched, text),
    fold: () => set(drawer, "open", false),
    unfold: () => set(drawer, "open", true),
    close() {
      document.removeEventListener("keydown", key);
      document.removeEventListener("fullscreenchange", showFull);
    },
  };
}
