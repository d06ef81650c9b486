// One run, running or finished: its progress, the standings, the crosstable, the cost of moves, the latest games.

import { drawBoard } from "./board.js";
import { fill, h, roving, set, write } from "./dom.js";
import { costCard, scroller } from "./arena-costs.js";
import { formatName } from "./arena-setup.js";
import { runTables } from "./arena-tables.js";
import { gamesCard } from "./arena-games.js";
import { pairsTable, testText } from "./arena-pairs.js";
import { race } from "./arena-race.js";
import { downloadBar } from "./arena-files.js";
import { gameResult, winnerOf } from "./arena-replay.js";

export const STATES = {
  running: { key: "arena.running", symbol: "▶" },
  judging: { key: "arena.judging", symbol: "▶" },
  finished: { key: "arena.finished", symbol: "✓" },
  stopped: { key: "arena.stopped", symbol: "■" },
  damaged: { key: "arena.damaged", symbol: "⚠" },
};

/** After the last game, the solver may still judge the moves of a run. */
export const stateOf = ({ state, played, total }) => (state === "running" && total > 0 && played >= total ? "judging" : state);

export function stateBadge(app, state) {
  const { key, symbol } = STATES[state] ?? STATES.damaged;
  return h("span", { class: "run-state", "data-state": state }, h("span", { "aria-hidden": "true" }, symbol), " ", app.say(key));
}

/**
 * The page of a run: {element, show(view), close()}. `cancel` and `resume` are asked of the server by the page; `chosen` are
 * the games that the address asks for, and `choose` hears which a person asks for.
 */
export function runPanel(app, { cancel, resume, chosen, choose }) {
  const title = h("h1", {});
  const badge = h("span", {});
  const bar = h("progress", { max: 1, value: 0, "aria-label": app.say("arena.progress") });
  const far = h("span", { class: "far" });
  const stop = h("button", { type: "button", onclick: cancel }, app.say("arena.cancel"));
  const again = h("button", { type: "button", class: "primary", onclick: resume }, app.say("arena.resume"));
  const files = h("span", { class: "files" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const copies = h("p", { class: "note copies", hidden: true });
  const seats = h("p", { class: "note", hidden: true }, app.say("arena.fixed-seats-note"));
  const remarks = h("ul", { class: "note remarks", hidden: true });
  const bestOf = h("p", { class: "note", hidden: true });
  const test = h("p", { class: "note", hidden: true });
  const standings = h("section", { class: "card" });
  const pairs = h("section", { class: "card" });
  const runners = race();
  const cross = h("section", { class: "card", hidden: true });
  const boards = h("ul", { class: "latest" });
  const latest = h("section", { class: "card" }, h("h2", {}, app.say("arena.latest")), boards);
  const all = gamesCard(app, chosen, choose);
  const costs = { seconds: costCard(app, "seconds"), nodes: costCard(app, "nodes") };
  const element = h(
    "article",
    { class: "run" },
    h(
      "header",
      { class: "card run-head" },
      h("div", { class: "run-title" }, title, badge, h("div", { class: "toolbar" }, stop, again, files)),
      h("div", { class: "run-far" }, bar, far),
      bestOf,
      copies,
      seats,
      remarks,
      problem,
    ),
    h("div", { class: "run-game" }),
    standings,
    latest,
    all.element,
    pairs,
    cross,
    h("div", { class: "costs" }, costs.seconds.element, costs.nodes.element),
  );
  const settle = roving(boards, "a");
  const tables = runTables(app);
  const cards = new Map(); // game → its little board
  let view = null;

  function show(told) {
    const now = named(told);
    view = told;
    write(title, app.say("arena.run-title", { run: now.run, game: app.gameName(now.game), format: formatName(app, now.format) }));
    const state = stateOf(now);
    if (badge.dataset.state !== state) fill(badge, stateBadge(app, state));
    badge.dataset.state = state;
    set(bar, "max", Math.max(1, now.total));
    bar.value = now.played;
    write(far, app.say("arena.played", { played: now.played, n: now.total }));
    copies.hidden = now.unique >= now.played;
    if (!copies.hidden) write(copies, app.say("arena.different", { n: now.unique, played: now.played }));
    seats.hidden = !now.fixed_seats;
    bestOf.hidden = now.best_of === null;
    if (!bestOf.hidden) write(bestOf, app.say("arena.best-of", { n: now.best_of }));
    remark(now.standings);
    stop.hidden = now.state !== "running";
    again.hidden = now.state !== "stopped";
    if (!files.childElementCount) fill(files, downloadBar(app, now.run, (error) => complain(error)));
    runners.before(standings);
    into(standings, app.say("arena.standings"), app.say("arena.standings-note"), tables.standings(now));
    runners.after(standings);
    into(pairs, app.say("arena.pairs"), app.say("arena.pairs-note"), pairsTable(app, now));
    const tested = testText(app, now);
    test.hidden = !tested;
    write(test, tested ?? "");
    if (!pairs.contains(test)) pairs.append(test);
    cross.hidden = now.standings.length < 3;
    if (!cross.hidden) into(cross, app.say("arena.crosstable"), app.say("arena.crosstable-note"), tables.crosstable(now));
    drawLatest(told);
    all.show(told);
    costs.seconds.show(now.histograms?.seconds ?? []);
    costs.nodes.show(now.histograms?.nodes ?? []);
  }

  /** The run with the names of agents that all pages use. */
  function named({ standings: places, histograms: drawn, ...more }) {
    const renamed = (all_) => all_.map((each) => ({ ...each, name: app.agentName(each.name) }));
    return { ...more, standings: renamed(places), histograms: drawn && { seconds: renamed(drawn.seconds), nodes: renamed(drawn.nodes) } };
  }

  /** Notes on agents that play with other limits than asked for, and on searches that were stopped without a result. */
  function remark(places) {
    const said = places.flatMap(({ name, asked, unfinished }) => [
      asked !== null && app.say("arena.chosen", { asked: app.agentName(asked), agent: name }),
      unfinished > 0 && app.say("arena.unfinished", { n: unfinished, agent: name }),
    ]).filter(Boolean);
    remarks.hidden = !said.length;
    fill(remarks, said.map((text) => h("li", {}, text)));
  }

  /** Build a table again; the region around it stays, and so do its focus and scroll position. */
  function into(section, heading, note, table) {
    if (!section.childElementCount) section.append(h("h2", {}, heading), h("p", { class: "note" }, note), scroller(heading));
    fill(section.querySelector(".scroll"), table);
  }

  function complain(error) {
    problem.hidden = !error;
    write(problem, error ? app.message(error) : "");
  }

  /** Add new games in front; the others stay, and keep the focus. */
  function drawLatest(now) {
    latest.hidden = !now.latest.length;
    const wanted = new Set(now.latest.map(({ number }) => number));
    const focused = boards.contains(document.activeElement);
    for (const [number, card] of cards) {
      if (wanted.has(number)) continue;
      card.remove();
      cards.delete(number);
    }
    for (const game of [...now.latest].reverse()) {
      if (cards.has(game.number)) continue;
      cards.set(game.number, h("li", {}, gameCard(now, game)));
      boards.prepend(cards.get(game.number));
    }
    if (focused && !boards.contains(document.activeElement)) boards.querySelector("a")?.focus();
    settle(document.activeElement);
  }

  function gameCard(now, game) {
    const won = winnerOf(game);
    const result = gameResult(app, game, true);
    const side = (mark, name, place) =>
      h(
        "span",
        { class: won === place ? "seat-line winner" : "seat-line" },
        h("span", { class: `mark mark-${mark.toLowerCase()}` }, mark),
        " ",
        h("span", {}, breakable(app.agentName(name))),
      );
    return h(
      "a",
      { href: `#arena&run=${now.run}&game=${game.number + 1}`, "data-game": game.number + 1 },
      game.board && drawBoard(game.board, { last: game.last, winning: game.winning, mini: true }),
      h(
        "span",
        { class: "game-told" },
        h("span", { class: "note" }, app.say("arena.game-number", { number: String(game.number + 1) })),
        side("X", game.first, 0),
        side("O", game.second, 1),
        h("span", { class: "note" }, result),
      ),
    );
  }

  return {
    element,
    show,
    game: element.querySelector(".run-game"),
    complain,
    shape: () => view?.latest.find(({ board }) => board)?.board ?? null,
    view: () => view,
    close() {
      costs.seconds.close();
      costs.nodes.close();
    },
  };
}

/** A spec that breaks before its options rather than within them. */
const breakable = (name) => name.split(/(?=\()/).flatMap((part, place) => (place ? [h("wbr"), part] : [part]));
