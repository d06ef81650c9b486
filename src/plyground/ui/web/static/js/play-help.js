// The help dialog: all keys, and a switch for shortcuts of a single key.

import { h } from "./dom.js";

const KEPT = "plyground.single-keys";
export const singleKeys = () => localStorage.getItem(KEPT) !== "off";

/** The dialog: {element, open()}. */
export function helpDialog(app) {
  const keys = [
    [["←", "→", "↑", "↓"], "play.key-arrows"], [["Enter"], "play.key-enter"], [["1", "…", "9"], "play.key-digits"],
    [["U"], "play.key-undo"], [["R"], "play.key-redo"], [[",", "."], "play.key-ply"],
    [["H"], "play.key-hint"], [["V"], "play.key-values"], [["G"], "play.key-gauge"], [["P"], "play.key-pause"], [["S"], "play.key-step"],
    [["F"], "play.key-flip"], [["N"], "play.key-new"], [["E"], "play.key-edit"],
    [["X", "O", "Del"], "play.key-put"], [["?"], "play.key-help"],
  ];
  const single = h("input", { type: "checkbox", onchange: () => localStorage.setItem(KEPT, single.checked ? "on" : "off") });
  single.checked = singleKeys();
  const dialog = h("dialog", { "aria-labelledby": "help-title", onclick: (event) => event.target === dialog && dialog.close() },
    h("h2", { id: "help-title", tabindex: -1 }, app.say("play.help-title")),
    h("p", {}, app.say("play.help-board")),
    h("dl", { class: "keys" }, keys.map(([names, key]) => h("div", {},
      h("dt", {}, names.map((name) => [h("kbd", {}, name), " "])), h("dd", {}, app.say(key))))),
    h("p", {}, h("label", { class: "inline" }, single, app.say("play.single-keys"))),
    h("p", { class: "quiet-text" }, app.say("play.help-flip")),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, app.say("play.close"))));
  const open = () => {
    dialog.showModal();
    dialog.querySelector("h2").focus(); // so that reading begins at the top
  };
  return { element: dialog, open };
}
