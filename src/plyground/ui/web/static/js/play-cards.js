// The smaller cards of the Play page: which game, setting up a board, and an automatic series.

import { fill, h, roving, set, write } from "./dom.js";
import { icon } from "./icons.js";
import { isLineGame } from "./play-address.js";

/** Choose a game, its size, and how it begins: `onGame(spec)`, `onNew(opening)`. */
export function gameCard(app, { onGame, onNew }) {
  const games = app.hello.games;
  const choice = h("select", { "aria-label": app.say("play.game"), onchange: () => onGame(choice.value) });
  const whole = () => h("input", { type: "number", min: 1, max: app.hello.caps.cells, required: true });
  const size = { columns: whole(), rows: whole(), k: whole() };
  const falls = h("input", { type: "checkbox" });
  const opening = h("input", { type: "number", min: 0, max: 100, value: 0 });
  const sizes = h("fieldset", {},
    h("legend", {}, app.say("play.size")),
    h("div", { class: "fields" },
      h("label", {}, app.say("play.columns"), size.columns),
      h("label", {}, app.say("play.rows"), size.rows),
      h("label", {}, app.say("play.in-a-row"), size.k),
      h("label", { class: "inline" }, falls, app.say("play.falls"))));
  const anew = () => onNew(Number(opening.value));
  const element = h("section", { class: "card game-card", "aria-label": app.say("play.game") },
    h("div", { class: "fields" }, choice, h("button", { type: "button", class: "primary", onclick: anew }, app.say("play.new"))),
    h("details", {},
      h("summary", {}, app.say("play.more-choices")),
      h("form", { class: "choices", onsubmit: start },
        sizes,
        h("label", {}, app.say("play.opening"), opening),
        h("button", { type: "submit" }, app.say("play.begin")))));
  let board = null;

  function start(event) {
    event.preventDefault();
    const numbers = ["columns", "rows", "k"].map((name) => Math.round(Number(size[name].value)));
    const same = !board || (numbers.join() === [board.columns, board.rows, board.k].join() && falls.checked === board.gravity);
    if (same) anew();
    else onGame(`${falls.checked ? "connect4" : "mnk"}(${numbers.join(",")})`, Number(opening.value));
  }

  function update(view) {
    const specs = games.map((game) => game.spec);
    if (!specs.includes(view.game)) specs.push(view.game);
    if (choice.options.length !== specs.length || choice.value !== view.game) {
      fill(choice, specs.map((spec) => h("option", { value: spec }, app.gameName(spec))));
      choice.value = view.game;
    }
    sizes.hidden = sizes.disabled = !isLineGame(view.game);
    const shown = sizes.hidden ? null : view.board;
    if (shapeOf(shown) === shapeOf(board)) return;
    board = shown;
    if (!board) return;
    for (const name of ["columns", "rows", "k"]) size[name].value = board[name];
    falls.checked = board.gravity;
  }

  return { element, update };
}

const shapeOf = (board) => JSON.stringify(board && { ...board, cells: "" });

/** Set up a board by clicking: which mark is put, who is to move, and what is wrong with it. */
export function setUpCard(app, ask) {
  let mark = "X";
  const marks = [["X", "x", "play.put-x"], ["O", "o", "play.put-o"], ["", "none", "play.put-none"]].map(([value, picture, key]) => h("button", {
    type: "button", "data-mark": value, "aria-label": app.say(key), title: app.say(key), onclick: () => choose(value),
  }, icon(picture)));
  const palette = h("div", { class: "toolbar palette", role: "toolbar", "aria-label": app.say("play.put") }, marks);
  const turns = [0, 1].map((player) => h("input", { type: "radio", name: "turn", onchange: () => ask("turn", { player }) }));
  const problem = h("p", { class: "problem", role: "status" });
  const leave = (keep) => () => ask("leave_edit", { keep });
  const keep = h("button", { type: "button", class: "primary", onclick: leave(true) }, app.say("play.keep"));
  const element = h("section", { class: "card set-up", hidden: true, "aria-labelledby": "set-up-title" },
    h("h2", { id: "set-up-title" }, app.say("play.set-up")),
    palette,
    h("fieldset", {}, h("legend", {}, app.say("play.turn")),
      h("div", { class: "fields" }, turns.map((input, player) => h("label", { class: "inline" }, input, ["X", "O"][player])))),
    problem,
    h("div", { class: "toolbar" }, keep,
      h("button", { type: "button", onclick: () => ask("clear") }, app.say("play.clear")),
      h("button", { type: "button", class: "quiet", onclick: leave(false) }, app.say("play.discard"))));
  roving(palette);
  choose(mark);

  function choose(value) {
    mark = value;
    for (const button of marks) set(button, "aria-pressed", button.dataset.mark === value);
  }

  function update(view) {
    element.hidden = !view.set_up;
    if (!view.set_up) return;
    turns[view.set_up.to_move].checked = true;
    write(problem, view.set_up.problem ? app.message(view.set_up.problem) : "");
    set(keep, "aria-disabled", Boolean(view.set_up.problem));
  }

  return { element, update, choose, mark: () => mark };
}

/** How values are to be read, on the page itself. */
export function scoresCard(app) {
  const lines = [
    ["37", "scores.plies"], ["=", "scores.draw"], ["~12", "scores.estimate"], ["59 %", "scores.rate"], ["▮", "scores.gauge"], ["??", "scores.marks"],
  ];
  return h("details", { class: "card scores" },
    h("summary", {}, h("h2", {}, app.say("scores.title"))),
    h("dl", {}, lines.map(([sign, key]) => h("div", {}, h("dt", {}, sign), h("dd", {}, app.say(key))))));
}

/** An automatic match between two machines, with its live figures. */
export function seriesCard(app, ask) {
  const games = h("input", { type: "number", min: 1, max: app.hello.caps.games, value: 20 });
  const progress = h("progress", { "aria-label": app.say("play.series") });
  const told = h("p");
  const copies = h("p", { class: "quiet-text", hidden: true });
  const table = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": app.say("play.series") });
  const live = h("div", { hidden: true }, progress, told, copies, table);
  const element = h("details", { class: "card series", hidden: app.hello.role === "student" },
    h("summary", {}, h("h2", {}, app.say("play.series"))),
    h("p", { class: "quiet-text" }, app.say("play.series-about")),
    h("form", { class: "fields", onsubmit: start },
      h("label", {}, app.say("play.series-games"), games),
      h("button", { type: "submit" }, app.say("play.series-start"))),
    live);

  function start(event) {
    event.preventDefault();
    ask("series", { games: Math.min(app.hello.caps.games, Math.max(1, Math.round(Number(games.value)))) });
  }

  function update(view) {
    const { series } = view;
    live.hidden = !series;
    if (!series) return;
    element.open = true;
    progress.max = series.wanted;
    progress.value = series.games;
    write(told, app.say("play.series-progress", { games: series.games, wanted: series.wanted, draws: series.draws }));
    copies.hidden = series.different >= series.games;
    if (!copies.hidden) write(copies, app.say("play.series-different", { n: series.different, games: series.games }));
    const each = (text) => series.costs.map((cost, at) => text(cost, at));
    const rows = [
      ["play.wins-head", each((_, at) => app.number(series.wins[at]))],
      ["play.failures", each((_, at) => app.number(series.failures[at]))],
      ["play.time-a-move", each(({ moves, seconds }) => (moves ? app.seconds(seconds / moves) : "–"))],
      ["play.nodes-a-move", each(({ moves, nodes }) => (moves ? app.short(nodes / moves) : "–"))],
    ];
    fill(table, h("table", { class: "data" },
      h("thead", {}, h("tr", {}, h("td"), series.agents.map((agent) => h("th", { scope: "col" }, app.agentName(agent))))),
      h("tbody", {}, rows.map(([key, cells]) => h("tr", {},
        h("th", { scope: "row" }, app.say(key)), cells.map((cell) => h("td", { class: "number" }, cell)))))));
  }

  return { element, update };
}
