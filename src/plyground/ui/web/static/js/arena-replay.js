// A stored game, move by move: a board, a slider, buttons, arrow keys, and the list of moves with their costs.

import { liveBoard } from "./board.js";
import { fill, h, roving, set, write } from "./dom.js";
import { shortest, timeText } from "./arena-chart.js";
import { onward } from "./arena-onward.js";

const BEAT = 700; // ms between two moves that are played by themselves

/** The cells of a row of k that goes through the last move, or none. */
export function winningCells({ columns, rows, k, cells }, last) {
  if (last === null || last === undefined || cells[last] === ".") return [];
  const [row, column] = [Math.floor(last / columns), last % columns];
  const run = (down, across) => {
    const found = [];
    for (let r = row + down, c = column + across; r >= 0 && r < rows && c >= 0 && c < columns; r += down, c += across) {
      if (cells[r * columns + c] !== cells[last]) break;
      found.push(r * columns + c);
    }
    return found;
  };
  const lines = [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ].map(([down, across]) => [...run(-down, -across), last, ...run(down, across)]);
  return k ? lines.find((line) => line.length >= k) ?? [] : [];
}

/** The seat of the winner, 0 or 1, or null; the game names the winner. */
export const winnerOf = ({ first, second, winner }) => (winner === first ? 0 : winner === second ? 1 : null);

/** Who won, in a few words; on request, after how many plies. */
export function gameResult(app, game, counted = false) {
  const won = winnerOf(game);
  const mark = "XO"[won];
  if (won === null) return counted ? app.say("arena.drawn-in", { n: game.moves }) : app.say("arena.drawn-short");
  if (game.ending === "forfeit") return app.say("arena.won-by-forfeit", { mark });
  return counted ? app.say("arena.won-in", { mark, n: game.moves }) : app.say("arena.won-short", { mark });
}

/** Who won and how a game ended, in words. */
export function resultText(app, { winner, ending, reason }) {
  const name = winner === null ? null : app.agentName(winner);
  if (ending === "forfeit" && name) return app.message({ key: "arena.by-forfeit", facts: { name, reason: reason || "crash" } });
  if (ending === "length") return app.say("arena.too-long");
  return name === null ? app.say("arena.drawn") : app.say("arena.won", { name });
}

/** Where a replay opens: at the ply of the address, else where the game was decided, else at its end. */
export const openingPly = (game, wanted, last) => (Number.isInteger(wanted) && wanted >= 0 ? Math.min(wanted, last) : game.decisive ?? last);

/** How much a move gave away, as the move list marks it: "??" a win for a loss, "?" half of that. */
export const blunderMark = ({ best, value }) => (best === null || value >= best ? "" : best - value > 1 ? "??" : "?");

/**
 * Show a game in an element. `shape` is the board's {columns, rows, k, gravity}, null for games without one.
 * `ply` is where to open, and `told(ply)` hears where we are.
 * Returns {go(ply), close()}; closing ends what plays by itself.
 */
export function showGame(root, app, game, shape, { ply: wanted, told } = {}) {
  let ply = 0;
  let timer = null;
  const boards = game.boards ?? [];
  const last = Math.max(game.moves.length, boards.length - 1);
  const mark = (side) => "XO"[side];
  const moveText = (move) => move.text ?? app.say("arena.no-move");

  const picture = liveBoard();
  const slider = h("input", {
    type: "range",
    min: 0,
    max: last,
    step: 1,
    value: 0,
    "aria-label": app.say("arena.slider"),
    oninput: () => go(Number(slider.value)),
  });
  const button = (label, symbol, act) =>
    h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, symbol);
  const play = button(app.say("arena.autoplay"), "▶", () => (timer ? stop() : start()));
  const back = button(app.say("arena.previous"), "‹", () => go(ply - 1));
  const ahead = button(app.say("arena.next"), "›", () => go(ply + 1));
  const bar = h(
    "div",
    { class: "replay-bar", role: "toolbar", "aria-label": app.say("arena.controls") },
    button(app.say("arena.first"), "«", () => go(0)),
    back,
    play,
    ahead,
    button(app.say("arena.last"), "»", () => go(last)),
    game.decisive !== null && button(app.say("arena.decisive"), "◆", () => go(game.decisive)),
  );
  const ways = onward(app, game);
  const said = h("p", { class: "replay-said" });
  const rows = game.moves.map((move, place) => row(move, place));
  const begin = h(
    "tr",
    {},
    h("td", { class: "number" }, "0"),
    h(
      "td",
      { colspan: 5 },
      pick(
        0,
        game.opening && game.opening !== "-"
          ? app.say("arena.from-opening", { opening: game.opening })
          : app.say("arena.from-start"),
      ),
    ),
  );
  const body = h("tbody", {}, begin, rows);
  const moves = h(
    "div",
    { class: "scroll replay-moves" },
    h("table", { class: "data" }, h("caption", {}, app.say("arena.moves")), h("thead", {}, h("tr", {}, heads())), body),
  );

  function heads() {
    const number = (key) => h("th", { scope: "col", class: "number" }, app.say(key));
    return [
      number("arena.ply"),
      h("th", { scope: "col" }, app.say("arena.move")),
      h("th", { scope: "col" }, app.say("arena.player")),
      number("arena.move-time"),
      number("arena.move-nodes"),
      number("arena.depth"),
    ];
  }

  function pick(to, text) {
    return h("button", { type: "button", class: "ply-pick", onclick: () => go(to) }, text);
  }

  function row(move, place) {
    const trouble =
      move.trouble &&
      h("span", { class: "trouble" }, ` ⚠ ${app.message({ key: move.text === null ? "arena.no-answer" : "arena.trouble", facts: { reason: move.trouble } })}`);
    const side = mark(move.side);
    const lost = blunderMark(move);
    const blunder = lost && h("span", { class: "blunder", title: app.say("arena.gave-away") }, lost, h("span", { class: "unseen" }, ` ${app.say("arena.gave-away")}`));
    const turn = place + 1 === game.decisive && h("span", { class: "turning", "aria-hidden": "true" }, "◆");
    return h(
      "tr",
      {},
      h("td", { class: "number" }, turn, " ", String(place + 1)),
      h("td", {}, pick(place + 1, moveText(move)), blunder, trouble),
      h("td", {}, h("span", { class: `mark mark-${side.toLowerCase()}` }, side), " ", app.agentName(side === "X" ? game.first : game.second)),
      h("td", { class: "number" }, move.seconds === null ? "–" : timeText(move.seconds, app.number)),
      h("td", { class: "number" }, move.nodes === null ? "–" : shortest(move.nodes, app.number)),
      h("td", { class: "number" }, move.depth ? app.number(move.depth) : "–"),
    );
  }

  function go(to) {
    ply = Math.max(0, Math.min(last, to));
    const board = boards[Math.min(ply, boards.length - 1)];
    const now = saidAt(game.moves[ply - 1]);
    if (board && shape) {
      const whole = { ...shape, cells: board.cells, marks: board.marks };
      picture.update(whole, { last: board.last, winning: winningCells(whole, board.last), label: now });
    }
    write(said, [now, ply === game.decisive && turned(), ply === last && resultText(app, game)].filter(Boolean).join(" "));
    ways.show(ply);
    told?.(ply);
    slider.value = ply;
    slider.setAttribute("aria-valuetext", now);
    [...body.rows].forEach((each, place) => {
      set(each, "aria-current", place === ply ? "step" : null);
    });
    const current = body.rows[ply];
    if (current) moves.scrollTop = Math.max(0, current.offsetTop - moves.clientHeight / 2);
    back.setAttribute("aria-disabled", ply === 0);
    ahead.setAttribute("aria-disabled", ply === last);
    if (ply === last) stop();
  }

  /** What happened at the move that decided the game. */
  function turned() {
    const move = game.moves[game.decisive - 1];
    if (game.decided_by !== "solver") return app.say("arena.turned-scores");
    return app.say(move.value < 0 ? "arena.turned-solver" : "arena.turned-draw", { player: mark(move.side) });
  }

  function saidAt(move) {
    if (!move) return app.say("arena.at-start");
    const player = mark(move.side);
    return move.text === null ? app.say("arena.at-ply-none", { ply, player }) : app.say("arena.at-ply", { ply, move: move.text, player });
  }

  function start() {
    if (ply === last || ply === game.decisive) go(0);
    timer = setInterval(() => go(ply + 1), BEAT);
    label("❚❚", "arena.pause");
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    label("▶", "arena.autoplay");
  }

  function label(symbol, key) {
    write(play, symbol);
    set(play, "aria-label", app.say(key));
    set(play, "title", app.say(key));
  }

  function key(event) {
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last }[event.key];
    if (
      to === undefined ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target.closest("input, [role=toolbar], tbody")
    )
      return;
    event.preventDefault();
    go(to);
  }

  roving(bar);
  roving(body);
  // Arrows in the list of moves go through the game; in the row of buttons they go through the buttons.
  body.addEventListener("focusin", (event) => {
    const place = [...body.rows].indexOf(event.target.closest("tr"));
    if (place >= 0 && place !== ply) go(place);
  });
  const board = h(
    "div",
    {
      class: "replay-board",
      tabindex: shape ? 0 : null,
      role: "group",
      "aria-label": app.say("arena.board-keys"),
      onkeydown: key,
    },
    boards.length && shape ? picture.element : h("p", { class: "note" }, app.say("arena.no-board")),
  );
  fill(root, h("div", { class: "replay" }, h("div", { class: "replay-left" }, board, bar, slider, said, ways.element), moves));
  go(openingPly(game, wanted, last));
  return { go, close: stop };
}
