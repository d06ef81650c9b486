// The arithmetic of the page Learn: what a form asks for, where points lie, which lines come first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nearest, scales, ticks } from "../../../../src/plyground/ui/web/static/js/learn-curve.js";
import { lineName, ranked, warmth } from "../../../../src/plyground/ui/web/static/js/learn-lines.js";
import { readDraft } from "../../../../src/plyground/ui/web/static/js/learn-setup.js";
import { agentName } from "../../../../src/plyground/ui/web/static/js/names.js";

const DRAFT = { game: "tictactoe", typedGame: "", teacher: "self-play", model: "line_table", games: "", seed: "0", step: "", explore: "", trace: "", walks: "20", length: "6" };

test("a draft is a plan without what was left empty", () => {
  assert.deepEqual(readDraft(DRAFT), { plan: { game: "tictactoe", teacher: "self-play", model: "line_table", seed: 0 }, wrong: [] });
  assert.deepEqual(readDraft({ ...DRAFT, model: "ntuple", step: "0,05" }).plan, { game: "tictactoe", teacher: "self-play", model: "ntuple", seed: 0, step: 0.05, walks: 20, length: 6 });
});

test("what is no number is named", () => {
  assert.deepEqual(readDraft({ ...DRAFT, games: "many", seed: "1.5", step: "x" }).wrong, ["games", "seed", "step"]);
  assert.deepEqual(readDraft({ ...DRAFT, games: "0" }).wrong, ["games"]);
  assert.deepEqual(readDraft({ ...DRAFT, game: "typed" }).wrong, ["game"]);
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

test("a machine of a training has a name of its own", () => {
  const say = (key, facts) => `${key} ${Object.values(facts ?? {})}`;
  assert.equal(agentName("alphabeta(depth=1, evaluate='training:3@12000')", say), "agent.training 1,3,12000");
  assert.equal(agentName("alphabeta(depth=2, evaluate='training:3@12000')", say), "agent.training-ahead 2,3,12000");
  assert.match(agentName("pvs(depth=1, evaluate='training:3@12000')", say), /training:3@12000/);
});
