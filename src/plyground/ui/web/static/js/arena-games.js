// All games of a run in a table: by how they ended, a page at a time.

import { fill, h, roving, set, write } from "./dom.js";
import { scroller } from "./arena-costs.js";
import { gameResult } from "./arena-replay.js";

const CHOICES = {
  all: "arena.games-all", first: "arena.games-first", second: "arena.games-second", draw: "arena.games-draw", forfeit: "arena.games-forfeit",
};

/** The card: {element, show(view)}. It is filled when it is opened, and again when a run has more games. */
export function gamesCard(app) {
  const choice = h("select", { onchange: () => turn(0) },
    Object.entries(CHOICES).map(([which, key]) => h("option", { value: which }, app.say(key))));
  const told = h("p", { class: "note", role: "status" });
  const table = scroller(app.say("arena.all-games"));
  const back = h("button", { type: "button", onclick: () => turn(begin - size) }, "‹ ", app.say("arena.earlier"));
  const on = h("button", { type: "button", onclick: () => turn(begin + size) }, app.say("arena.later"), " ›");
  const element = h("details", { class: "card all-games", ontoggle: () => element.open && load() },
    h("summary", {}, h("h2", {}, app.say("arena.all-games"))),
    h("div", { class: "toolbar" }, h("label", {}, app.say("arena.games-which"), choice), back, on),
    told, table);
  let run = null;
  let played = null; // games when the table was filled
  let begin = 0;
  let size = 1;

  function turn(to) {
    begin = Math.max(0, to);
    load();
  }

  async function load() {
    try {
      const { games, total, at_once: most } = await app.ask("games", { run, which: choice.value, from: begin });
      size = most;
      write(told, total ? app.say("arena.games-shown", { from: begin + 1, to: begin + games.length, n: total }) : app.say("arena.games-none"));
      set(back, "disabled", begin === 0);
      set(on, "disabled", begin + games.length >= total);
      fill(table, games.length > 0 && rows(games));
    } catch (error) {
      write(told, app.message(error));
    }
  }

  function rows(games) {
    const head = (key, number) => h("th", { scope: "col", class: number && "number" }, app.say(key));
    const body = h("tbody", {}, games.map((game) => h("tr", {},
      h("th", { scope: "row", class: "number" }, h("a", { href: `#arena&run=${run}&game=${game.number + 1}` }, String(game.number + 1))),
      h("td", {}, app.agentName(game.first)),
      h("td", {}, app.agentName(game.second)),
      h("td", {}, gameResult(app, game)),
      h("td", { class: "number" }, app.number(game.moves)),
      h("td", { class: "code" }, game.opening === "-" ? "–" : game.opening))));
    roving(body, "a");
    return h("table", { class: "data" },
      h("caption", { class: "unseen" }, app.say("arena.all-games")),
      h("thead", {}, h("tr", {}, head("arena.ply", true), h("th", { scope: "col" }, "X"), h("th", { scope: "col" }, "O"),
        head("arena.result"), head("arena.plies", true), head("arena.opening"))),
      body);
  }

  return {
    element,
    show(view) {
      run = view.run;
      if (element.open && view.played !== played) load();
      played = view.played;
    },
  };
}
