// The controls of a film: one deck runs one pane, or two panes together.

import { fill, h, set, svg, write } from "./dom.js";
import { player } from "./explain-stepper.js";

const SPEEDS = [[2000, "½×"], [1000, "1×"], [500, "2×"], [200, "5×"], [50, "20×"], [16, "60×"]];
const DRAWN = {
  start: "M5 5v14M20 5l-9 7 9 7z", back: "M15 5l-7 7 7 7", play: "M7 4l13 8-13 8z", pause: "M7 5v14h3v-14zM15 5v14h3v-14z",
  on: "M9 5l7 7-7 7", end: "M19 5v14M4 5l9 7-9 7z",
};
const ANYWHERE = new Set([" ", "ArrowLeft", "ArrowRight", "PageUp", "PageDown"]);
const TYPED = "input:not([type=checkbox]), select, textarea, dialog, [role=treeitem]"; // there keys mean something else
const QUICK = 700; // ms: faster than this, only cuts and the end are announced

/** A deck over panes, with its keys; `onRest` is called when the film stops. */
export function deckOf(app, panes, onRest) {
  const run = player({ onStep: shown, onPlaying: showPlaying, gate: (step) => panes.some((pane) => step < pane.length && pane.holds(step)) });
  const icon = (name) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: DRAWN[name], class: DRAWN[name].endsWith("z") ? null : "stroke" }));
  const button = (name, key, action) => {
    const label = app.say(key);
    return h("button", { type: "button", "aria-label": label, title: label, onclick: action }, icon(name));
  };
  const play = button("play", "explain.play", () => run.toggle());
  const next = h("button", { type: "button", class: "next-mark", onclick: toMark }, app.say(panes[0].film.markKey));
  const buttons = h("div", { class: "toolbar film", role: "group", "aria-label": app.say("explain.controls") },
    button("start", "explain.to-start", () => run.go(0)),
    button("back", "explain.step-back", () => stepBy(-1)),
    play,
    button("on", "explain.step-on", () => stepBy(1)),
    button("end", "explain.to-end", () => run.go(run.length, { free: true })),
    next);
  const slider = h("input", {
    type: "range", min: 0, value: 0, "aria-label": app.say("explain.scrub"),
    oninput: () => {
      run.pause();
      run.go(Number(slider.value), { free: true });
    },
    onkeydown: (event) => event.key === " " && key(event),
  });
  const where = h("output", { class: "where" });
  const speed = h("label", { class: "inline" }, app.say("explain.speed"), h("select", {
    onchange: (event) => run.speed(Number(event.target.value)),
  }, SPEEDS.map(([delay, name]) => h("option", { value: delay, selected: delay === 1000 }, name))));
  run.speed(1000);
  const element = h("div", { class: "deck" }, buttons, h("div", { class: "scrub" }, slider, where), speed);

  function stepBy(by) {
    run.pause();
    run.go(run.step + by);
  }

  /** To the next cut, or the end of the next round. */
  function toMark() {
    run.pause();
    const marks = panes.map((pane) => pane.film.nextMark(run.step)).filter((step) => step !== null);
    if (marks.length) run.go(Math.min(...marks));
    else app.status(app.say(panes[0].film.noMarkKey));
  }

  function shown(step) {
    slider.value = step;
    for (const pane of panes) pane.show(Math.min(step, pane.length));
    const text = app.say("explain.where", { step, of: run.length });
    write(where, text);
    set(slider, "aria-valuetext", `${text}. ${panes[0].sentence()}`);
    const kind = panes[0].film.kindAt(Math.min(step, panes[0].length));
    const quick = run.playing && run.delay < QUICK && kind !== "cut" && step < run.length;
    const spoken = document.activeElement === slider; // a slider says its own value
    if (!quick && !spoken && !panes.some((pane) => pane.holds(step))) app.status(said(step));
  }

  function said(step) {
    if (panes.length === 1) return panes[0].sentence();
    return panes.filter((pane) => step <= pane.length).map((pane) => `${pane.title}: ${pane.sentence()}`).join(" ");
  }

  function showPlaying(on) {
    const label = app.say(on ? "explain.pause" : "explain.play");
    fill(play, icon(on ? "pause" : "play"));
    set(play, "aria-label", label);
    set(play, "title", label);
    if (!on) onRest();
  }

  /** The keys of the film: space plays, arrows and a clicker step, Home and End jump. */
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const does = {
      " ": () => run.toggle(),
      ArrowRight: () => stepBy(1),
      ArrowLeft: () => stepBy(-1),
      PageDown: () => stepBy(1), // what a presenter's clicker sends
      PageUp: () => stepBy(-1),
      Home: () => run.go(0),
      End: () => run.go(run.length, { free: true }),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  return {
    element, key, run,
    /** The panes have other films in them: begin at a step. */
    load(at = 0) {
      const length = Math.max(...panes.map((pane) => pane.length));
      slider.max = length;
      run.load(length, Math.min(at, length));
    },
    /** While a quiz goes on, nothing leads to the next cut. */
    quiz: (on) => set(next, "hidden", on),
    close: () => run.pause(),
  };
}

/**
 * Let the film have its keys anywhere in `place`, and give back the focus after a click on a button or a box of `root`, and after a
 * choice by mouse, so that space plays and does not press that button again. Returns how to end it.
 */
export function filmKeys(place, root, { onKey, onClicked }) {
  let pointed = null; // the list that was opened by mouse
  const keyed = (event) => {
    pointed = null;
    if (event.defaultPrevented || !ANYWHERE.has(event.key) || event.target.closest?.(TYPED)) return;
    if (event.key === " " && event.target.closest?.("button, a, summary, input")) return; // it presses what has the focus
    onKey(event);
  };
  const clicked = (event) => {
    const pressed = event.detail && event.target.closest("button, input[type=checkbox]"); // no detail: a key pressed it
    if (pressed && pressed === document.activeElement) onClicked(pressed);
  };
  const pointing = ({ target }) => (pointed = target.closest(".deck select, .pane select"));
  const chosen = ({ target }) => target === pointed && onClicked(target);
  place.addEventListener("keydown", keyed);
  root.addEventListener("click", clicked);
  root.addEventListener("pointerdown", pointing);
  root.addEventListener("change", chosen);
  return () => {
    place.removeEventListener("keydown", keyed);
    root.removeEventListener("click", clicked);
    root.removeEventListener("pointerdown", pointing);
    root.removeEventListener("change", chosen);
  };
}
