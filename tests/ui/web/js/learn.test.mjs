// The arithmetic of the page Learn: what a form asks for, where points lie, which lines come first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nearest, scales, ticks } from "../../../../src/plyground/ui/web/static/js/learn-curve.js";
import { directionOf, inDirection, lineName, ranked, warmth } from "../../../../src/plyground/ui/web/static/js/learn-lines.js";
import { cellsOf, readDraft, readWhole, usualGames } from "../../../../src/plyground/ui/web/static/js/learn-setup.js";
import { agentName } from "../../../../src/plyground/ui/web/static/js/names.js";

const DRAFT = { game: "tictactoe", typedGame: "", teacher: "self-play", model: "line_table", games: "", seed: "0", step: "", explore: "", trace: "", walks: "", length: "" };

test("a draft is a plan without what was left empty", () => {
  assert.deepEqual(readDraft(DRAFT, "en"), { plan: { game: "tictactoe", teacher: "self-play", model: "line_table", seed: 0 }, wrong: {} });
  assert.deepEqual(readDraft({ ...DRAFT, model: "ntuple", step: "0,05" }, "en").plan, { game: "tictactoe", teacher: "self-play", model: "ntuple", seed: 0, step: 0.05, walks: 20, length: 6 });
});

test("what is no number is named", () => {
  const wrong = (change) => Object.keys(readDraft({ ...DRAFT, ...change }, "en").wrong);
  assert.deepEqual(wrong({ games: "many", seed: "1.5", step: "x" }), ["games", "seed", "step"]);
  assert.deepEqual(wrong({ games: "0" }), ["games"]);
  assert.deepEqual(wrong({ game: "typed" }), ["game"]);
  for (const games of ["-5", "1e5", "0x10", "20,00", "2,0000", "20,000.0", "1,2,3", "٣"]) assert.deepEqual(wrong({ games }), ["games"], games);
});

test("twenty thousand games are not twenty, whatever stands between the thousands", () => {
  const games = (text, language) => readDraft({ ...DRAFT, games: text }, language).plan.games;
  for (const text of ["20000", "20,000", "20 000", "20\u00a0000", " 20\u202f000 "]) assert.equal(games(text, "en"), 20000, text);
  for (const text of ["20000", "20.000", "20 000"]) assert.equal(games(text, "pt-BR"), 20000, text);
  assert.equal(games("1,200,300", "en"), 1200300);
});

test("what may be twenty or twenty thousand is asked back, with both spellings", () => {
  const wrong = (text, language) => readDraft({ ...DRAFT, games: text }, language);
  assert.deepEqual(wrong("20.000", "en").wrong.games, ["learn.two-readings", { text: "20.000", plain: "20000", grouped: "20,000" }]);
  assert.deepEqual(wrong("20,000", "pt-BR").wrong.games, ["learn.two-readings", { text: "20,000", plain: "20000", grouped: "20.000" }]);
  assert.equal("games" in wrong("20.000", "en").plan, false);
  assert.deepEqual(readWhole("1.5", "en"), {});
});

test("numbers that are too large are told their limits", () => {
  const facts = (change, language = "en") => Object.values(readDraft({ ...DRAFT, ...change }, language).wrong);
  assert.deepEqual(facts({ games: "99999999999" }), [["learn.no-whole", { least: "1", most: "10,000,000" }]]);
  assert.deepEqual(facts({ games: "200001", teacher: "perfect" }, "pt-BR"), [["learn.no-whole", { least: "1", most: "200.000" }]]);
  assert.deepEqual(facts({ seed: "18446744073709551615" }), [["learn.no-whole", { least: "0", most: "9,007,199,254,740,991" }]]);
  assert.deepEqual(facts({ seed: "9007199254740992" }).length, 1);
  assert.deepEqual(facts({ step: "7" }, "pt-BR"), [["learn.no-number", { least: "0,0001", most: "1" }]]);
  assert.equal(readDraft({ ...DRAFT, seed: "9007199254740991" }, "en").plan.seed, 9007199254740991);
});

test("what is not shown is not sent", () => {
  const draft = { ...DRAFT, teacher: "perfect", trace: "nonsense", walks: "nonsense" };
  assert.deepEqual(readDraft(draft, "en"), { plan: { game: "tictactoe", teacher: "perfect", model: "line_table", seed: 0 }, wrong: {} });
});

test("the usual number of games is that of the board and the teacher", () => {
  const games = [{ spec: "tictactoe", columns: 3, rows: 3 }, { spec: "connect4", columns: 7, rows: 6 }];
  const cells = (game, typedGame = "") => cellsOf({ game, typedGame }, games);
  assert.deepEqual([cells("tictactoe"), cells("connect4"), cells("typed", "mnk( 4,5, 3)"), cells("typed", "connect4"), cells("typed", "my own")], [9, 42, 20, 42, null]);
  assert.deepEqual([usualGames(9, "self-play"), usualGames(10, "self-play"), usualGames(9, "perfect"), usualGames(10, "perfect")], [20000, 500000, 2000, 20000]);
});

test("ticks are round and end with the axis", () => {
  assert.deepEqual(ticks(20000, 5), [0, 5000, 10000, 15000, 20000]);
  assert.deepEqual(ticks(7, 10), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(ticks(1, 4), [0, 1]);
});

test("points lie between the axes, whatever a value says", () => {
  const { x, y } = scales(500, 100);
  assert.ok(x(0) < x(50) && x(50) < x(100) && x(100) < 500);
  assert.equal(y(7), y(1));
  assert.ok(y(1) < y(0));
});

test("only points whose weights are kept are chosen", () => {
  const curve = [{ games: 0, kept: true }, { games: 10, kept: false }, { games: 20, kept: true }];
  assert.equal(nearest(curve, 11).games, 20);
  assert.equal(nearest(curve, 9).games, 0);
  assert.equal(nearest([], 9), null);
});

test("lines are called by their ends, from left to right and from below", () => {
  assert.equal(lineName({ columns: 3, rows: 3, k: 3, gravity: false, cells: "........." }, [0, 4, 8]), "1–9");
  assert.equal(lineName({ columns: 7, rows: 6, k: 4, gravity: true, cells: ".".repeat(42) }, [14, 21, 28, 35]), "1/1–1/4");
  assert.equal(lineName({ columns: 5, rows: 5, k: 4, gravity: false, cells: ".".repeat(25) }, [3, 7, 11, 15]), "a2–d5");
});

test("the largest values come first, and unknown ones not at all", () => {
  const side = [{ lines: [[0]], mine: [0, 5], theirs: [0, null] }, { lines: [[1]], mine: [0, -9], theirs: [0, 1] }];
  assert.deepEqual(ranked(side, 1, "mine").map(({ value }) => value), [-9, 5]);
  assert.deepEqual(ranked(side, 1, "theirs").map(({ value }) => value), [1]);
  assert.deepEqual(warmth({ cells: "..." }, ranked(side, 1, "mine")), [1, 0, 0]);
});

test("lines are told apart by their direction", () => {
  const four = { columns: 7, rows: 6 };
  assert.deepEqual([[35, 36, 37, 38], [14, 21, 28, 35], [17, 23, 29, 35], [14, 22, 30, 38]].map((cells) => directionOf(four, cells)), ["rows", "columns", "diagonals", "diagonals"]);
  assert.equal(directionOf({ columns: 1, rows: 3 }, [0, 1, 2]), "columns");
});

test("a group that a symmetry makes of rows and columns has only those that are wanted", () => {
  const board = { columns: 3, rows: 3 };
  const side = [{ lines: [[0, 1, 2], [0, 3, 6], [6, 7, 8]], mine: [1] }, { lines: [[0, 4, 8]], mine: [2] }];
  assert.deepEqual(inDirection(board, side, "rows"), [{ lines: [[0, 1, 2], [6, 7, 8]], mine: [1] }]);
  assert.deepEqual(inDirection(board, side, "diagonals"), [side[1]]);
  assert.equal(inDirection(board, side, "all"), side);
});

test("a machine of a training has a name of its own", () => {
  const say = (key, facts) => `${key} ${Object.values(facts ?? {})}`;
  assert.equal(agentName("alphabeta(depth=1, evaluate='training:3@12000')", say), "agent.training 1,3,12000");
  assert.equal(agentName("alphabeta(depth=2, evaluate='training:3@12000')", say), "agent.training-ahead 2,3,12000");
  assert.match(agentName("pvs(depth=1, evaluate='training:3@12000')", say), /training:3@12000/);
});
