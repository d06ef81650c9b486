import assert from "node:assert/strict";
import { test } from "node:test";
import { boundSign, checkTrace, cutReason, principalLine, readTrace, study } from "../../../../src/plyground/ui/web/static/js/explain-trace.js";
import { wordsOf } from "../../../../src/plyground/ui/web/static/js/explain-words.js";
import { bestSoFar, boundGiver, liveWindow, nextCut, passOf, pathAt, player } from "../../../../src/plyground/ui/web/static/js/explain-stepper.js";
import { questionsOf, quiz } from "../../../../src/plyground/ui/web/static/js/explain-quiz.js";
import { plain, textbook, wholeTree } from "./tree-traces.mjs";

const opened = (given) => {
  const studied = study(checkTrace(given).trace);
  return [studied, passOf(studied, studied.roots[0])];
};
const app = { say: (key, facts) => `${key.slice(8)} ${Object.values(facts ?? {}).join(" ")}`.trim(), number: String };

test("the textbook's search as a film", () => {
  const [, pass] = opened(textbook);
  assert.deepEqual(pass.events.map(({ kind, node }) => `${kind} ${node}`), [
    "enter 0", "enter 1", "leaf 2", "leaf 3", "leaf 4", "back 1", "enter 5", "leaf 6", "cut 5", "back 5",
    "enter 7", "leaf 8", "leaf 9", "leaf 10", "back 7", "back 0",
  ]);
  assert.equal(nextCut(pass, 0), 9);
  assert.equal(nextCut(pass, 9), null);
  assert.equal(nextCut(pass, 16, -1), 9);
});

test("what was pruned is the moves minus the children, and the reason is the terminal's", () => {
  const [studied] = opened(textbook);
  assert.deepEqual(studied.pruned.flatMap((moves, node) => moves.map((move) => `${node}.${move}`)), ["5.2", "5.3"]);
  assert.deepEqual(cutReason(studied, 5), { beta: 2, alpha: 3 });
  assert.equal(wordsOf(app, studied).why(5), "β ≤ α: 2 ≤ 3");
  assert.deepEqual(studied.rows.map((_, node) => boundSign(studied, node)), ["", "", "", "", "", "≤", "", "", "", "", ""]);
  assert.deepEqual(principalLine(studied, 0), [1, 2]);
});

test("the window of an open node is that of its entry, raised by what has come back", () => {
  const [studied, pass] = opened(textbook);
  assert.deepEqual(liveWindow(studied, pass, 0, 5), [null, null]);
  assert.deepEqual(liveWindow(studied, pass, 0, 6), [3, null]);
  assert.deepEqual(liveWindow(studied, pass, 5, 8), [-2, -3]);
  assert.equal(bestSoFar(studied, pass, 7, 13), -5);
  assert.deepEqual(pathAt(studied, pass, 8), [0, 5, 6]);
  assert.equal(wordsOf(app, studied).worthAt(pass, 5, 8), "≤ 2");
});

test("a node that is left keeps its last window, which agrees with its own cut", () => {
  const [studied, pass] = opened(textbook);
  const words = wordsOf(app, studied);
  for (const step of [10, 12, 16]) assert.deepEqual(words.windowAt(pass, 5, step), { alpha: "3", beta: "2" });
  assert.deepEqual(words.windowAt(pass, 1, 16), { alpha: "−∞", beta: "3" });
  assert.deepEqual(words.windowAt(pass, 0, 16), { alpha: "3", beta: "+∞" });
  assert.deepEqual(words.windowAt(pass, 7, 16), { alpha: "3", beta: "2" });
});

test("a node that fails hard keeps the window that cut it", () => {
  const hard = structuredClone(textbook);
  for (const node of [5, 7]) hard.rows[node].value = -3; // no more than the window's edge is given back
  const [studied, pass] = opened(hard);
  const words = wordsOf(app, studied);
  for (const step of [8, 9, 10, 16]) assert.deepEqual(words.windowAt(pass, 5, step), { alpha: "3", beta: "2" });
  assert.equal(words.event(pass, 9), "cut-min C 3 2 B 2, 3");
  assert.equal(words.worth(5), "≤ 3");
});

test("a node whose replies were all seen is exact, and one that was cut is a bound", () => {
  const [studied] = opened(textbook);
  assert.deepEqual([1, 5, 7].map((node) => studied.bounds[node]), ["exact", "lower", "exact"]);
  const cut = structuredClone(textbook);
  cut.rows[7].moves = ["1", "2", "3", "4"]; // one more move that nobody looked at
  assert.equal(opened(cut)[0].bounds[7], "lower");
  const capped = structuredClone(textbook);
  capped.rows[7].capped = true; // replies that were not written down
  assert.equal(opened(capped)[0].bounds[7], "lower");
  const silent = structuredClone(textbook);
  delete silent.rows[7].moves; // a trace of somebody's own that names no moves
  assert.equal(opened(silent)[0].bounds[7], "lower");
});

test("what came back is said in a sentence that a reader understands", () => {
  const [studied, pass] = opened(textbook);
  const words = wordsOf(app, studied);
  assert.equal(words.event(pass, 4), "leaf move-of 2 B 12 keeps MIN 3");
  assert.equal(words.event(pass, 6), "back B 3 alpha-now MAX 3");
  assert.equal(words.event(pass, 10), "back C at-most 2 keeps MAX 3");
  assert.equal(words.event(pass, 15), "back D 2 keeps MAX 3");
  assert.equal(words.event(pass, 16), "over A 3");
});

test("a cut is told with the reply that gave the bound, and whose it is", () => {
  const [studied, pass] = opened(textbook);
  assert.deepEqual(boundGiver(studied, pass, 5, 9), { node: 0, child: 1 });
  assert.equal(wordsOf(app, studied).event(pass, 9), "cut-min C 3 2 B 2, 3");
  assert.equal(boundGiver(studied, pass, 1, 6), null); // nothing was cut there
});

test("a cut two plies below the node that gave the bound names that node", () => {
  const rows = [
    { value: 5, moves: ["a", "b"] }, { parent: 0, move: "a", value: -5, end: true },
    { parent: 0, move: "b", beta: -5, value: -4, moves: ["c", "d"] }, // MIN, who can hold MAX to 4
    { parent: 2, move: "c", alpha: 5, value: 4, moves: ["e", "f"] },
    { parent: 3, move: "e", beta: -5, value: -4, end: true }, { parent: 3, move: "f", beta: -5, value: -3, end: true },
  ];
  const [studied, pass] = opened({ ...textbook, rows });
  const step = pass.events.findIndex(({ kind }) => kind === "cut") + 1;
  assert.deepEqual(boundGiver(studied, pass, 2, step), { node: 0, child: 1 });
  assert.equal(wordsOf(app, studied).event(pass, step), "cut-min B 5 4 by-move a d");
});

test("a test with a window of its own has no giver, and a MAX node is cut by what MIN has", () => {
  const scout = structuredClone(textbook);
  scout.rows = [{ alpha: 2, beta: 3, value: 5, moves: ["1", "2"] }, { parent: 0, move: "1", value: -5, end: true }];
  const [studied, pass] = opened(scout);
  const step = pass.events.findIndex(({ kind }) => kind === "cut") + 1;
  assert.equal(boundGiver(studied, pass, 0, step), null);
  assert.equal(wordsOf(app, studied).event(pass, step), "cut-max-test A 5 3  2");
});

test("minimax has no windows, no cuts and no questions", () => {
  const [studied, pass] = opened(plain);
  assert.ok(pass.windowless);
  assert.equal(pass.events.filter(({ kind }) => kind === "cut").length, 0);
  assert.equal(questionsOf(studied, pass).size, 0);
  assert.equal(wordsOf(app, studied).worth(0), "3");
});

test("scores near a win are said in plies", () => {
  const [studied] = opened(textbook);
  const { score } = wordsOf(app, studied);
  assert.deepEqual([999_997, -999_998, 1_000_000, 12, -0.5].map(score), ["win-in 3", "loss-in 2", "win", "12", "−0.5"]);
  const { spoken } = wordsOf(app, studied);
  assert.deepEqual([999_997, -999_998, 1_000_000, 12, null].map(spoken), ["win-in-plies 3", "loss-in-plies 2", "a-win", "12", "?"]);
});

test("a search that was stopped says so once", () => {
  const rows = [{ value: null, moves: ["1", "2"] }, { parent: 0, move: "1", value: 4 }, { parent: 0, move: "2" }];
  const [studied, pass] = opened({ ...textbook, rows });
  assert.deepEqual(pass.events.map(({ kind }) => kind), ["enter", "leaf", "enter", "stop"]);
  assert.deepEqual(studied.pruned[0], []);
});

test("a scout that is looked at again counts only then", () => {
  const rows = [
    { moves: ["1", "2"], value: 5, alpha: 0, beta: 9 }, { parent: 0, move: "1", value: -1, end: true },
    { parent: 0, move: "2", value: -3, alpha: -2, beta: -1, end: true }, { parent: 0, move: "2", value: -5, alpha: -9, beta: -1, end: true },
  ];
  const [studied, pass] = opened({ ...textbook, rows });
  assert.equal(bestSoFar(studied, pass, 0, 3), 3);
  assert.equal(bestSoFar(studied, pass, 0, 4), 5);
  assert.ok(![...questionsOf(studied, pass).values()].some(({ cut }) => cut));
});

test("several passes are several films", () => {
  const rows = [{ value: 1 }, { value: 2, moves: ["a"] }, { parent: 1, move: "a", value: -2, end: true }];
  const studied = study(checkTrace({ ...textbook, rows }).trace);
  assert.deepEqual(studied.roots.map((root) => passOf(studied, root).events.length), [1, 3]);
});

test("the quiz asks where the window decides, and knows the answer", () => {
  const [studied, pass] = opened(textbook);
  const questions = questionsOf(studied, pass);
  assert.deepEqual([...questions], [
    [8, { node: 5, cut: true, rest: ["2", "3"] }], [12, { node: 7, cut: false, rest: ["2", "3"] }], [13, { node: 7, cut: false, rest: ["3"] }],
  ]);
  const asker = quiz(questions);
  assert.equal(asker.open(7), null);
  assert.equal(asker.answer(8, true), true);
  assert.equal(asker.answer(12, true), false);
  assert.equal(asker.open(8), null);
  assert.deepEqual([asker.right, asker.asked], [1, 2]);
});

test("a player steps, plays, and waits at a gate", () => {
  const timers = [];
  const clock = { setTimeout: (run) => timers.push(run), clearTimeout: () => { timers.length = 0; } };
  const steps = [];
  let held = 2;
  const run = player({ onStep: (step) => steps.push(step), gate: (step) => step === held, clock });
  run.load(4);
  run.play();
  for (let at = 0; at < 3 && timers.length; at += 1) timers.shift()();
  assert.deepEqual([run.step, run.playing], [2, false]);
  held = null;
  run.go(3);
  run.go(99);
  assert.deepEqual([run.step, run.playing], [4, false]);
  run.play(); // from the end it begins again
  assert.equal(run.step, 0);
  run.go(-5);
  assert.equal(run.step, 0);
});

const rowed = (...rows) => JSON.stringify({ format: "plyground-trace", version: 1, rows });
const BAD = [
  ["{", "explain.bad-json"], ['{"a": 1,\n  oops}', "explain.bad-json"], ["", "explain.bad-json"], ["[]", "explain.bad-format"],
  ["null", "explain.bad-format"], ['{"format": "other"}', "explain.bad-format"], ['{"format": "plyground-trace", "version": 2, "rows": []}', "explain.bad-version"],
  ['{"format": "plyground-trace", "version": 1}', "explain.bad-version"], ['{"format": "plyground-trace", "version": 1, "rows": []}', "explain.bad-empty"],
  ['{"format": "plyground-trace", "version": 1, "left_out": -1, "rows": [{}]}', "explain.bad-left-out"],
  ['{"format": "plyground-trace", "version": 1, "left_out": null, "rows": [{}]}', "explain.bad-left-out"],
  [rowed(7), "explain.bad-row"], [rowed([]), "explain.bad-row"], [rowed({ parent: 0, move: "1" }), "explain.bad-parent"],
  [rowed({}, { parent: 1, move: "1" }), "explain.bad-parent"], [rowed({}, { parent: true, move: "1" }), "explain.bad-parent"],
  [rowed({}, { parent: 0 }), "explain.bad-move"], [rowed({ move: 4 }), "explain.bad-move"], [rowed({ value: "3" }), "explain.bad-number"],
  ['{"format": "plyground-trace", "version": 1, "rows": [{"alpha": 1e999}]}', "explain.bad-number"], [rowed({ moves: "12" }), "explain.bad-moves"],
  [rowed({ moves: null }), "explain.bad-moves"], [rowed({ moves: [1] }), "explain.bad-moves"],
  [rowed(...Array.from({ length: 1002 }, (_, at) => ({ parent: at ? at - 1 : null, move: "1" }))), "explain.bad-deep"],
  [rowed(...Array.from({ length: 50_001 }, () => ({}))), "explain.bad-rows"], [" ".repeat(8_000_001), "explain.bad-size"],
];

test("what is wrong with a trace is said, and where", () => {
  for (const [text, key] of BAD) assert.equal(readTrace(text).problem?.key, key, text.slice(0, 100));
  assert.deepEqual(readTrace(rowed({}, { parent: 7, move: "1" })).problem.facts, { row: "1", given: "7" });
  assert.deepEqual(readTrace('{"a": 1,\n  oops}').problem.facts, { line: 2, column: 3 });
});

test("a trace needs no more than its rows", () => {
  const { trace } = readTrace(rowed({ value: 1.5 }, { parent: 0, move: "<img>", value: -1.5 }));
  assert.deepEqual(trace.rows[0], { parent: null, move: null, alpha: null, beta: null, value: 1.5, moves: [], end: false, capped: false });
  assert.equal(trace.agent, "");
});

test("a search of any tree is cut and closed consistently", () => {
  const [studied, pass] = opened(wholeTree(3, 5));
  assert.equal(pass.events.filter(({ kind }) => kind === "leaf").length, 3 ** 5);
  assert.equal(pass.events.length, studied.rows.length + (studied.rows.length - 3 ** 5));
});
