// The first look: what this is in one line, three things to begin with, and a tour. It is shown once, and again on request.

import { h } from "./dom.js";

const KEPT = "plyground.welcome";

/** Whether somebody comes for the first time, and to no place in particular. */
export const isFirstLook = (params) => !Object.keys(params).length && localStorage.getItem(KEPT) !== "done";

/** The panel: {element, show(), hide()}; `onTour()` begins the tour. */
export function welcomeOf(app, { opponent, onTour, onHide }) {
  const card = (address, key, about) => h("a", { class: "first-card", href: address, onclick: hide },
    h("strong", {}, app.say(key)), h("span", {}, app.say(about)));
  const element = h("section", { class: "welcome", hidden: true, "aria-labelledby": "welcome-title" },
    h("h2", { id: "welcome-title" }, app.say("welcome.line")),
    h("div", { class: "first-cards" },
      card(app.address("explain", { g: "textbook", a: "alphabeta" }), "welcome.prune", "welcome.prune-about"),
      card(app.address("play", { g: "connect4", o: opponent }), "welcome.beat", "welcome.beat-about"),
      app.hello.role !== "student" && !app.hello.lacking?.includes("arena") && card(app.address("arena"), "welcome.race", "welcome.race-about")),
    h("div", { class: "toolbar" },
      h("button", { type: "button", class: "primary", onclick: onTour }, app.say("welcome.tour")),
      h("button", { type: "button", class: "quiet", onclick: hide }, app.say("welcome.skip"))));

  function hide() {
    localStorage.setItem(KEPT, "done");
    element.hidden = true;
    onHide();
  }

  return { element, hide, show: () => (element.hidden = false) };
}
