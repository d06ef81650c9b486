// The Learn page: set a training up, watch its curve, see which lines matter, play against any moment of it.

import { fill, h } from "./dom.js";
import { setupForm } from "./learn-setup.js";
import { trainingsTable } from "./learn-list.js";
import { trainingPanel } from "./learn-training.js";

const LOOK_EVERY = 2_000; // milliseconds between two looks at the list while one of its trainings learns
const CHOICES = ["at", "side", "stones", "whose", "direction", "ahead"]; // what the address says of what is looked at

export const page = {
  mount(root, app, params) {
    let here = {}; // as the address says
    let panel = null; // of the training that is watched
    let state = null; // of that training, as it was last told
    let looking = 0; // the timer of the list
    const leave = app.on("training", heard);
    update(params);

    function update(now) {
      const other = (now.training ?? null) !== (here.training ?? null);
      here = { training: now.training, ...Object.fromEntries(CHOICES.map((name) => [name, now[name]])) };
      if (!here.training) return void showAll();
      if (other || !panel) return void watch(here.training);
      return panel.choose(here);
    }

    function closed() {
      clearTimeout(looking);
      panel?.close();
      if (panel) app.ask("unwatch_training").catch(() => {});
      panel = state = null;
    }

    function show(heading, ...body) {
      fill(root, h("div", { class: "learn" }, h("header", { class: "page-head" }, heading), body));
    }

    async function showAll() {
      closed();
      app.title(app.say("web.learn"));
      const stored = h("section", { class: "card stored" }, h("h2", {}, app.say("learn.stored")));
      show([h("h1", {}, app.say("learn.title")), h("p", { class: "note" }, app.say("learn.lead"))],
        h("div", { class: "learn-all" }, setupForm(app, (training) => app.go("learn", { training })), stored));
      const kept = stored.appendChild(h("div", {}));
      list(kept);
    }

    /** The list of trainings; it is read again as long as one of them learns. */
    async function list(kept, drawn = "") {
      let trainings = [];
      try {
        ({ trainings } = await app.ask("trainings"));
      } catch (error) {
        return void fill(kept, h("p", { class: "problem", role: "alert" }, app.message(error)));
      }
      if (!kept.isConnected) return undefined;
      const now = JSON.stringify(trainings);
      if (now !== drawn) {
        const held = kept.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
        fill(kept, trainings.length ? trainingsTable(app, trainings) : h("p", { class: "note" }, app.say("learn.none-yet")));
        if (held) kept.querySelector(`a[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
      }
      if (trainings.some((each) => each.state === "running")) looking = setTimeout(() => list(kept, now), LOOK_EVERY);
      return undefined;
    }

    async function watch(training) {
      closed();
      const mine = (panel = trainingPanel(app, {
        chosen: here,
        note: (choices) => {
          Object.assign(here, choices);
          app.note("learn", here);
        },
        stop: () => order("stop_training", training),
        resume: () => order("resume_training", training),
      }));
      const body = h("div", {}, h("p", { class: "loading" }, app.say("learn.loading")));
      show(h("p", {}, h("a", { href: "#learn" }, h("span", { "aria-hidden": "true" }, "← "), app.say("learn.back"))), body);
      mine.ready = () => body.contains(mine.element) || fill(body, mine.element);
      try {
        await app.ask("watch_training", { training });
      } catch (error) {
        if (panel === mine) fill(body, h("p", { class: "problem", role: "alert" }, app.message(error)));
      }
    }

    async function order(name, training) {
      const mine = panel;
      mine.complain(null);
      try {
        await app.ask(name, { training });
      } catch (error) {
        mine.complain(error);
      }
    }

    function heard(view) {
      if (!panel || view.training !== here.training) return;
      panel.ready();
      panel.show(view);
      app.title(app.say("learn.heading", { training: view.training, game: app.gameName(view.game) }));
      const ended = { finished: "learn.said-finished", stopped: "learn.said-stopped" }[view.state];
      if (state !== null && state !== view.state && ended) app.status(app.say(ended, { training: view.training }));
      state = view.state;
    }

    return {
      update,
      /** The server has forgotten what we watch. */
      reconnect: () =>
        here.training ? app.ask("watch_training", { training: here.training }).catch((error) => panel?.complain(error)) : showAll(),
      unmount() {
        leave();
        closed();
      },
    };
  },
};
