// All games of a run in a table: by how they ended, a page at a time.

import { fill, h, roving, set, write } from "./dom.js";
import { scroller } from "./arena-costs.js";
import { gameResult } from "./arena-replay.js";

const CHOICES = {
  all: "arena.games-all", first: "arena.games-first", second: "arena.games-second", draw: "arena.games-draw", forfeit: "arena.games-forfeit",
  blunder: "arena.games-blunder",
};
const OWN_CHOICES = {
  all: "arena.games-all", won: "arena.games-won", draw: "arena.games-draw", lost: "arena.games-lost", forfeit: "arena.games-forfeit",
  blunder: "arena.games-blunder", first: "arena.games-as-first", second: "arena.games-as-second",
};

/**
 * The card: {element, show(view)}. It is filled when it is opened, and again when a run has more games. `chosen` is what
 * the address has chosen, {who, show}; `choose({who, show})` hears what a person does.
 */
export function gamesCard(app, chosen = {}, choose = () => {}) {
  const choice = h("select", { onchange: chosenHere });
  const who = h("select", { onchange: () => (offer(), chosenHere()) });
  const told = h("p", { class: "note", role: "status" });
  const table = scroller(app.say("arena.all-games"));
  const back = h("button", { type: "button", onclick: () => turn(begin - size) }, "‹ ", app.say("arena.earlier"));
  const on = h("button", { type: "button", onclick: () => turn(begin + size) }, app.say("arena.later"), " ›");
  const element = h("details", { class: "card all-games", ontoggle: () => element.open && load() },
    h("summary", {}, h("h2", {}, app.say("arena.all-games"))),
    h("div", { class: "toolbar" }, h("label", {}, app.say("arena.name"), who), h("label", {}, app.say("arena.games-which"), choice), back, on),
    told, table);
  let run = null;
  let played = null; // games when the table was filled
  let begin = 0;
  let size = 1;
  let players = "";

  /** The endings to choose from: an agent's own are won and lost. */
  function offer() {
    const kept = choice.value || "all";
    const choices = who.value === "" ? CHOICES : OWN_CHOICES;
    fill(choice, Object.entries(choices).map(([which, key]) => h("option", { value: which }, app.say(key))));
    choice.value = kept in choices ? kept : "all";
  }

  function chosenHere() {
    choose({ who: who.value === "" ? null : Number(who.value) + 1, show: choice.value === "all" ? null : choice.value });
    turn(0);
  }

  /** Once the agents are known: what the address has chosen, which opens the list. */
  function take({ who: agent, show }) {
    if (agent && who.querySelector(`option[value="${Number(agent) - 1}"]`)) who.value = String(Number(agent) - 1);
    offer();
    if (show && choice.querySelector(`option[value="${CSS.escape(show)}"]`)) choice.value = show;
    if (agent || show) element.open = true;
  }

  function name(names) {
    if (players === names.join()) return;
    players = names.join();
    fill(who, h("option", { value: "" }, app.say("arena.anyone")), names.map((each, place) => h("option", { value: place }, app.agentName(each))));
    take(chosen);
  }

  function turn(to) {
    begin = Math.max(0, to);
    load();
  }

  async function load() {
    try {
      const { games, total, at_once: most } = await app.ask("games", {
        run, which: choice.value, from: begin, agent: who.value === "" ? null : Number(who.value),
      });
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
    const judged = games.some(({ blunders }) => blunders !== null);
    const head = (key, number) => h("th", { scope: "col", class: number && "number" }, app.say(key));
    const body = h("tbody", {}, games.map((game) => h("tr", {},
      h("th", { scope: "row", class: "number" }, h("a", { href: `#arena&run=${run}&game=${game.number + 1}` }, String(game.number + 1))),
      h("td", {}, app.agentName(game.first)),
      h("td", {}, app.agentName(game.second)),
      h("td", {}, gameResult(app, game)),
      h("td", { class: "number" }, app.number(game.moves)),
      judged && h("td", { class: "number" }, game.blunders === null ? "–" : app.number(game.blunders)),
      h("td", { class: "code" }, game.opening === "-" ? "–" : game.opening))));
    roving(body, "a");
    return h("table", { class: "data" },
      h("caption", { class: "unseen" }, app.say("arena.all-games")),
      h("thead", {}, h("tr", {}, head("arena.ply", true), h("th", { scope: "col" }, "X"), h("th", { scope: "col" }, "O"),
        head("arena.result"), head("arena.plies", true), judged && head("arena.blunders", true), head("arena.opening"))),
      body);
  }

  return {
    element,
    show(view) {
      run = view.run;
      name(view.names);
      if (element.open && view.played !== played) load();
      played = view.played;
    },
  };
}
