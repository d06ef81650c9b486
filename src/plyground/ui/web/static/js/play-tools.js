// The tools of the Play page: one toolbar, in which every button says what it would do now.

import { fill, h, roving, set } from "./dom.js";
import { icon } from "./icons.js";
import { explainParams, inSeries, isLineGame } from "./play-address.js";

const LABELS = {
  undo: "play.undo", redo: "play.redo", hint: "play.hint", values: "play.values", gauge: "play.gauge", pause: "play.pause", step: "play.step",
  flip: "play.flip", swap: "play.swap", edit: "play.set-up", share: "play.share", sound: "play.sound", explain: "play.explain",
  analyse: "play.analyse", tour: "play.tour", help: "play.help",
};

/** The toolbar: {element, tools, update(view, on)}; `acts` has what each tool does, `on` which of them are switched on. */
export function toolbarOf(app, acts) {
  const tools = Object.fromEntries(Object.entries(LABELS).map(([name, key]) => [name, tool(name, key)]));
  const element = h("div", { class: "tools", role: "toolbar", "aria-label": app.say("play.tools") }, Object.values(tools));
  roving(element, ".tool");
  element.addEventListener("click", (event) => {
    if (!event.target.closest("[aria-disabled=true]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  function tool(name, key) {
    const inside = [icon(name), h("span", {}, app.say(key))];
    if (name === "explain") return h("a", { class: "tool wide button", href: "#explain" }, inside);
    return h("button", { type: "button", class: "tool", onclick: acts[name] }, inside);
  }

  function relabel(button, name, key) {
    if (button.dataset.now === key) return;
    button.dataset.now = key;
    fill(button, icon(name), h("span", {}, app.say(key)));
  }

  /** Buttons that are not possible now stay reachable by arrow keys, and say so. */
  const off = (button, so) => set(button, "aria-disabled", Boolean(so));

  function update(view, on) {
    const machine = view.seats[view.to_move].agent !== null;
    const playing = !view.outcome && !view.set_up;
    off(tools.undo, !view.played.length || view.set_up);
    off(tools.redo, !view.undone.length || view.set_up);
    off(tools.hint, !playing);
    off(tools.step, !playing || !machine);
    const over = view.outcome && !inSeries(view);
    off(tools.pause, view.seats.every((seat) => seat.agent === null) || view.set_up || over);
    off(tools.edit, !isLineGame(view.game));
    off(tools.flip, !view.board);
    off(tools.values, view.set_up);
    off(tools.gauge, !view.board);
    off(tools.analyse, view.set_up);
    off(tools.explain, !playing);
    tools.explain.href = app.address("explain", explainParams(view));
    for (const [name, pressed] of Object.entries(on)) set(tools[name], "aria-pressed", pressed);
    set(tools.edit, "aria-pressed", Boolean(view.set_up));
    if (view.paused && !over) relabel(tools.pause, "resume", "play.resume");
    else relabel(tools.pause, "pause", view.thinking === "move" ? "play.stop" : "play.pause");
  }

  return { element, tools, update };
}
