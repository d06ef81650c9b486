// What the Play page knows without drawing: games in addresses, boards, and what is said about a view.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cellAt, cellName, click, ends, landing, legalCells, markOf, place, targets } from "../../../../src/plyground/ui/web/static/js/board-shape.js";
import { points } from "../../../../src/plyground/ui/web/static/js/play-graph.js";
import { inSeries, movesIn, paramsOf, wanted, way } from "../../../../src/plyground/ui/web/static/js/play-address.js";
import { numbered } from "../../../../src/plyground/ui/web/static/js/play-keys.js";
import { teller } from "../../../../src/plyground/ui/web/static/js/play-tell.js";
import { brief, cellWords, height, mood, moveName, pickedWords, scale, signed, standing, tone } from "../../../../src/plyground/ui/web/static/js/play-words.js";

const HUMAN = { agent: null, seconds: null, depth: null, nodes: null };
const FOUR = { columns: 7, rows: 6, k: 4, gravity: true, cells: ".".repeat(42) };
const SMALL = { columns: 3, rows: 3, k: 3, gravity: false, cells: "X.O.X...." };
const FIVE = { columns: 15, rows: 15, k: 5, gravity: false, cells: ".".repeat(225) };

function seen(more = {}) {
  const played = (more.moves ?? []).map((text, at) => ({ text, player: at % 2 }));
  return { game: "connect4", players: ["X", "O"], seats: [HUMAN, HUMAN], start: "-", text: "", board: FOUR, to_move: 0, outcome: null,
    undone: [], set_up: null, series: null, thinking: null, paused: false, ...more, played };
}

test("cells are named as the notation does", () => {
  assert.deepEqual([0, 8, 41].map((cell) => cellName(FOUR, cell)), ["1", "2", "7"]);
  assert.deepEqual([0, 4, 8].map((cell) => cellName(SMALL, cell)), ["1", "5", "9"]);
  assert.deepEqual([0, 224, 7 * 15 + 7].map((cell) => cellName(FIVE, cell)), ["a15", "o1", "h8"]);
  assert.equal(cellName({ columns: 30, rows: 2, gravity: false }, 26), "aa2");
});

test("a disc falls, a stone stays, and where there is no room there is none", () => {
  assert.equal(landing(FOUR, 3), 38);
  const full = { columns: 1, rows: 2, gravity: true, cells: "XO" };
  assert.equal(landing(full, 0), null);
  assert.equal(landing(SMALL, 1), 1);
  assert.equal(landing(SMALL, 0), null);
});

test("seen from behind, a standing board is mirrored and a lying one turned", () => {
  assert.deepEqual(place(FOUR, 0, true), [6, 0]);
  assert.deepEqual(place(SMALL, 0, true), [2, 2]);
  for (const board of [FOUR, SMALL]) {
    for (const flipped of [false, true]) {
      for (let cell = 0; cell < board.cells.length; cell += 1) assert.equal(cellAt(board, ...place(board, cell, flipped), flipped), cell);
    }
  }
  assert.equal(cellAt(FOUR, 7, 0), null);
  assert.equal(cellAt(FOUR, 0, -1), null);
});

test("every winning row has its two ends", () => {
  assert.deepEqual(ends(SMALL, [0, 4, 8]), [[0, 8]]);
  assert.deepEqual(ends(SMALL, [0, 1, 2, 3, 6]), [[0, 2], [0, 6]]);
  assert.deepEqual(ends({ ...SMALL, columns: 3 }, [2, 4, 6]), [[2, 6]]);
  assert.deepEqual(ends(FOUR, [35, 36, 37, 38, 39]), [[35, 39]]);
});

test("moves run together where one digit names each", () => {
  assert.deepEqual(movesIn("4453", "connect4"), ["4", "4", "5", "3"]);
  assert.deepEqual(movesIn("51", "tictactoe"), ["5", "1"]);
  assert.deepEqual(movesIn("12", "connect4(12,6,4)"), ["12"]);
  assert.deepEqual(movesIn("12 3", "connect4(12,6,4)"), ["12", "3"]);
  assert.deepEqual(movesIn("h8h9", "gomoku"), ["h8", "h9"]);
  assert.deepEqual(movesIn("-", "gomoku"), []);
});

test("an address names a game, its moves and who plays", () => {
  assert.deepEqual(wanted({ g: "connect4", pos: "4453", o: "perfect", od: "6" }), {
    game: "connect4", start: "-", moves: ["4", "4", "5", "3"], seats: [{ agent: null }, { agent: "perfect", depth: 6, seconds: 1 }], values: false, variations: [],
  });
  assert.equal(wanted({}, "deepening").seats[1].agent, "deepening");
  assert.equal(wanted({ g: "connect4" }, "deepening").seats[1].agent, null);
  assert.ok(wanted({ g: "connect4", v: "1" }).values);
  assert.deepEqual(wanted({ g: "tictactoe", pos: "X.O/.../...", then: "5" }).moves, ["5"]);
  assert.equal(wanted({ g: "textbook", pos: "1" }).start, "1");
  const long = wanted({ g: "gomoku", pos: Array.from({ length: 70 }, (_, at) => `a${(at % 15) + 1}`).join(" ") });
  assert.equal(long.moves.length, 70); // all of them have numbers, and can be taken back
  assert.equal(long.start, "-");
});

test("a series hides its games from the address while it is played, and no longer", () => {
  assert.ok(inSeries({ series: { games: 1, wanted: 2 } }));
  assert.ok(!inSeries({ series: { games: 2, wanted: 2 } }));
  assert.ok(!inSeries({ series: null }));
});

test("a link to a board that is being set up holds that board", () => {
  const view = seen({ game: "tictactoe", board: SMALL, moves: ["5"], set_up: { board: SMALL, to_move: 1 } });
  assert.equal(paramsOf(view).pos, "X.O/.X./... o");
});

test("only a person's own win is good news", () => {
  const machine = { agent: "mcts" };
  const felt = (winner, seats) => mood(seen({ outcome: { winner }, seats }));
  assert.equal(felt(1, [HUMAN, machine]), "over");
  assert.equal(felt(0, [HUMAN, machine]), "over own-win");
  assert.equal(felt(null, [HUMAN, HUMAN]), "over");
  assert.equal(mood(seen()), "");
});

test("estimates are compared within a position, whatever their size", () => {
  const estimates = (...scores) => scores.map((score) => ({ kind: "estimate", score }));
  const shares = (values) => values.map(scale(values));
  assert.deepEqual(shares(estimates(-344, -300, -256)), [-0.5, 0, 0.5]);
  assert.deepEqual(shares(estimates(-10, 0, 1000)), [-0.005, 0, 0.5]);
  const mixed = [{ kind: "wins", plies: 3 }, ...estimates(4, 2)];
  assert.ok(scale(mixed)(mixed[0]) > scale(mixed)(mixed[1]));
  assert.deepEqual([brief({ kind: "estimate", score: -1044 }), brief({ kind: "estimate", score: -86 })], ["~−1k", "~−86"]);
});

test("the curve of estimates swings no further than they do", () => {
  const wave = points([0, 300, -300, 300, -300].map((score, ply) => ({ ply, kind: "estimate", score })));
  assert.ok(wave.slice(2).every(({ y }) => Math.abs(y - 55) < 1), JSON.stringify(wave));
  const rise = points([0, 4, 16, 400].map((score, ply) => ({ ply, kind: "estimate", score }))).map(({ y }) => y);
  assert.deepEqual([...rise].sort((one, other) => other - one), rise);
});

test("a cell says what a disc is worth that comes to lie there", () => {
  const app = { say: (key, facts) => Object.values(facts ?? { key }).join(" "), message: ({ key }) => key };
  const analysis = { values: [{ cell: 38, said: { key: "wins" } }] };
  assert.equal(cellWords(seen({ analysis }), FOUR, 38, app), "4 1 play.empty, wins");
  assert.equal(cellWords(seen({ analysis }), FOUR, 37, app), "3 1 play.empty");
});

test("what is seen is written into the address, and read back", () => {
  const machine = { agent: "alphabeta", seconds: 2, depth: 5, nodes: null };
  const params = paramsOf(seen({ moves: ["4", "4"], seats: [HUMAN, machine] }));
  assert.deepEqual(params, { g: "connect4", pos: "44", o: "alphabeta", od: 5, os: 2 });
  assert.deepEqual(wanted({ ...params, od: "5", os: "2" }).seats[1], { agent: "alphabeta", depth: 5, seconds: 2 });
  const set = paramsOf(seen({ start: "X.O/.../...", game: "tictactoe", board: SMALL, moves: ["5"] }));
  assert.deepEqual(set, { g: "tictactoe", pos: "X.O/.../...", then: "5" });
  assert.equal(paramsOf(seen({ board: null, game: "textbook", text: "-" })).pos, "");
});

test("an address of the same game is a ply of it, any other is opened", () => {
  const view = seen({ moves: ["4", "4", "5"], undone: ["3"] });
  const at = (pos) => way(view, wanted({ g: "connect4", pos }));
  assert.deepEqual(at("44"), { ply: 2 });
  assert.deepEqual(at("4453"), { ply: 4 });
  assert.deepEqual(at(""), { ply: 0 });
  assert.deepEqual(at("45"), { open: true });
  assert.deepEqual(at("44531"), { open: true });
  assert.deepEqual(way(view, wanted({ g: "tictactoe", pos: "4" })), { open: true });
  assert.deepEqual(way(null, wanted({})), { open: true });
  assert.deepEqual(way(seen({ start: "X.O/.../...", game: "tictactoe", board: SMALL }), wanted({ g: "tictactoe" })), { open: true });
});

test("better values have higher bars", () => {
  const worst = [
    { kind: "loses", plies: 2 }, { kind: "loses", plies: 30 }, { kind: "draws-or-loses" }, { kind: "draws" }, { kind: "wins", plies: 41 }, { kind: "wins", plies: 5 }, { kind: "wins", plies: 1 },
  ].map(height);
  assert.deepEqual([...worst].sort((one, other) => one - other), worst);
  assert.ok(worst.every((share) => Math.abs(share) <= 1));
  assert.deepEqual(["wins", "draws", "loses"].map((kind) => tone({ kind })), ["good", "even", "bad"]);
  assert.deepEqual([{ kind: "wins", plies: 5 }, { kind: "loses", plies: 6 }, { kind: "draws" }, { kind: "estimate", score: 12 }].map(brief), ["+5", "−6", "=", "~12"]);
});

test("one line says how things stand", () => {
  const app = { say: (key, facts) => [key, facts?.player].filter(Boolean).join(" "), player: (which) => "XO"[which] };
  const machine = { agent: "mcts" };
  const said = (more) => standing(seen(more), app).toLowerCase();
  assert.equal(said({}), "play.to-move x");
  assert.equal(said({ seats: [HUMAN, machine] }), "play.your-move x");
  assert.equal(said({ seats: [HUMAN, machine], to_move: 1, thinking: "move" }), "play.thinking o");
  assert.equal(said({ seats: [HUMAN, machine], to_move: 1, paused: true }), "play.paused o");
  assert.equal(said({ outcome: { winner: 1 } }), "play.wins o");
  assert.equal(said({ outcome: { winner: null } }), "play.draw");
  assert.equal(said({ outcome: { winner: null }, board: null }), "play.over");
  assert.equal(said({ set_up: { board: FOUR } }), "play.setting-up");
});

test("the curve goes from edge to edge, up where X wins and down where O does", () => {
  const [first, , last] = points([{ ply: 0, kind: "draws" }, { ply: 1, kind: "wins", plies: 3 }, { ply: 2, kind: "loses", plies: 0 }]);
  assert.deepEqual([first.x, first.y, last.x], [8, 55, 312]);
  assert.ok(last.y > 90);
  assert.deepEqual(points([]), []);
});

test("a digit names a column, a square, or one of the choices", () => {
  assert.equal(numbered({ board: FOUR }, 7), "7");
  assert.equal(numbered({ board: FOUR }, 8), undefined);
  assert.equal(numbered({ board: SMALL }, 9), "9");
  assert.equal(numbered({ board: FIVE }, 1), undefined);
  assert.equal(numbered({ board: null, moves: [{ text: "a" }] }, 1), "a");
  assert.equal(numbered({ board: null, moves: [{ text: "a" }] }, 2), undefined);
});

test("what is new is said aloud once, and nothing in a series", () => {
  const said = [];
  const app = {
    say: (key, facts = {}) => [key.replace("play.", ""), ...Object.values(facts)].join(" "),
    message: ({ key }) => `${key}.`, player: (which) => "XO"[which], status: (text) => said.push(text),
  };
  const tell = teller(app, false);
  tell(seen());
  tell(seen({ moves: ["4"] }));
  tell(seen({ moves: ["4"] }));
  tell(seen({ moves: ["4", "4"], outcome: { winner: 1 }, note: { key: "refused.over" } }));
  tell(seen({ moves: ["4"], hint: "5" }));
  tell(seen({ moves: ["4", "1"], series: {} }));
  assert.deepEqual(said, ["Plays X column 4.", "Plays O column 4. Wins O. refused.over.", "back-to 1. hint-is column 5."]);
});

// A board of a user's game: letters on it, and moves of two clicks.
const PAWNS = { columns: 3, rows: 3, k: 0, gravity: false, cells: "####...##", marks: ["b", "b", "b", "w", "", "", "", "w", "w"] };
const STEPS = [["b3a2", 1, 3], ["b3b2", 1, 4], ["c3c2", 2, 5]].map(([text, from, to]) => ({ text, cell: to, clicks: [from, to] }));

test("the first click of two begins a move, the second plays it", () => {
  const { picked, move } = click(PAWNS, STEPS, [], 1);
  assert.deepEqual([picked, move], [[1], null]);
  assert.deepEqual(targets(STEPS, picked), [3, 4]);
  assert.deepEqual(click(PAWNS, STEPS, picked, 4), { picked: [], move: STEPS[1] });
});

test("a click that continues no move begins another one, or none", () => {
  assert.deepEqual(click(PAWNS, STEPS, [1], 2), { picked: [2], move: null });
  assert.deepEqual(click(PAWNS, STEPS, [1], 8), { picked: [], move: null });
});

test("a click anywhere in a column plays its move where stones fall", () => {
  const board = { columns: 2, rows: 2, k: 0, gravity: true, cells: "...." };
  assert.equal(click(board, [{ text: "left", cell: 2 }], [], 0).move.text, "left");
  assert.equal(click(board, [{ text: "left", cell: 2 }], [], 1).move, null);
});

test("squares of other games have letters, on small boards too", () => {
  assert.equal(cellName(PAWNS, 0), "a3");
  assert.equal(cellName({ ...PAWNS, k: 3 }, 0), "1");
  assert.equal(numbered({ board: PAWNS, moves: STEPS }, 1), undefined);
});

test("a mark is any letter", () => {
  assert.deepEqual([markOf(PAWNS, 3), markOf(PAWNS, 4), markOf({ cells: "X." }, 0), markOf({ cells: "X." }, 1)], ["w", "", "X", ""]);
});

test("a move that is begun is told to screen readers, with where it can go", () => {
  const app = { say: (key, facts) => `${key} ${JSON.stringify(facts)}` };
  assert.equal(pickedWords(PAWNS, [1], [3, 4], app), 'play.picked {"name":"b3","mark":"b","names":"a2, b2"}');
  const view = { set_up: null, analysis: null };
  assert.match(cellWords(view, PAWNS, 3, app, [3, 4]), /play.target .*w/);
  assert.match(cellWords(view, PAWNS, 8, app, [3, 4]), /"what":"w"/);
  assert.equal(moveName({ board: PAWNS }, "b3a2", app), "b3a2");
});

test("cells are marked where the board does not show what may be played", () => {
  const at = (...cells) => cells.map((cell) => ({ text: `${cell}`, cell }));
  const three = { columns: 3, rows: 1, k: 0, gravity: false, cells: "..X" };
  assert.deepEqual(legalCells(three, at(1)), [1]);
  assert.deepEqual(legalCells(three, at(0, 1)), []); // any empty cell will do
  assert.deepEqual(legalCells(three, at(0, 2)), [0, 2]); // one of them is taken
  assert.deepEqual(legalCells({ ...three, k: 3 }, at(1)), []);
  assert.deepEqual(legalCells(PAWNS, [{ text: "a1a2", cell: 3, clicks: [6, 3] }, { text: "a1b2", cell: 4, clicks: [6, 4] }]), [6]);
});

test("only players that are called by their marks have chips of marks", () => {
  assert.equal(signed({ board: PAWNS, players: ["first player", "second player"] }), false);
  assert.equal(signed({ board: { k: 3 }, players: ["X", "O"] }), true);
});

test("the address of a user's game holds its start and its moves", () => {
  const seats = [{ agent: null }, { agent: null }];
  const seen = (start, ...texts) => ({ game: "Hexapawn", start, text: "…", board: PAWNS, played: texts.map((text) => ({ text })), undone: ["b3b2"], set_up: null, seats });
  assert.deepEqual(paramsOf(seen("-", "a1a2")), { g: "Hexapawn", pos: "", then: "a1a2" });
  assert.deepEqual(wanted({ g: "Hexapawn", then: "a1a2 b3a2" }).moves, ["a1a2", "b3a2"]);
  assert.deepEqual(paramsOf(seen("-", "one pawn")), { g: "Hexapawn", pos: "one pawn" }); // the server tells such moves apart
  assert.deepEqual(paramsOf({ ...seen("a1a2", "b3a2"), board: null }), { g: "Hexapawn", pos: "a1a2", then: "b3a2" });
  assert.deepEqual(way(seen("-", "a1a2"), { game: "Hexapawn", start: "-", moves: [] }), { ply: 0 });
  assert.deepEqual(way(seen("-", "a1a2"), { game: "Hexapawn", start: "-", moves: ["a1a2", "b3b2"] }), { ply: 2 });
  assert.deepEqual(way(seen("-", "a1a2"), { game: "Hexapawn", start: "a1a2", moves: [] }), { open: true });
  assert.deepEqual(way(seen("-", "a1a2"), { game: "Hexapawn", start: "-", moves: ["b1b2"] }), { open: true });
});
