import assert from "node:assert/strict";
import { test } from "node:test";
import { bothFilm, canShare } from "../../../../src/plyground/ui/web/static/js/explain-both.js";
import { grown, leavesOf, nodesOf, shuffled, specOf, treeOf, withLeaves } from "../../../../src/plyground/ui/web/static/js/explain-editor.js";
import { windowFilm } from "../../../../src/plyground/ui/web/static/js/explain-film.js";
import { mctsFilm } from "../../../../src/plyground/ui/web/static/js/explain-mcts.js";
import { proofFilm } from "../../../../src/plyground/ui/web/static/js/explain-proof.js";
import { positionAfter } from "../../../../src/plyground/ui/web/static/js/explain-position.js";
import { checkTrace } from "../../../../src/plyground/ui/web/static/js/explain-trace.js";
import { ghosted, plain, proof, rounds } from "./tree-traces.mjs";

const app = { say: (key, facts) => `${key.slice(8)} ${Object.values(facts ?? {}).join(" ")}`.trim(), number: (value) => String(Math.round(value)), percent: (share) => `${Math.round(100 * share)} %` };
const boxesOf = (box) => [box, ...box.below.flatMap(boxesOf)];
const looked = (film, step) => {
  const look = film.looksAt(step);
  return Object.fromEntries(boxesOf(film.treeAt(step, {})).map((box) => [box.key, look(box)]));
};

test("rounds of Monte Carlo grow visits and win rates, which are MAX's", () => {
  const film = mctsFilm(app, checkTrace(rounds).trace, null);
  const kinds = Array.from({ length: film.length }, (_, at) => film.kindAt(at + 1));
  assert.deepEqual(kinds, ["simulate", "backup", "select", "expand", "simulate", "backup", "select", "expand", "simulate", "backup"]);
  const shown = (step) => Object.fromEntries(Object.entries(looked(film, step)).map(([key, { value, small }]) => [key, `${value} ${small}`]));
  assert.deepEqual(shown(1), { n0: "– 0×" });
  assert.deepEqual(shown(2), { n0: "0 % 1×" });
  assert.deepEqual(shown(6), { n0: "0 % 2×", n1: "0 % 1×" }); // the reward 1 is that of MIN, who moves at n1
  assert.deepEqual(shown(10), { n0: "win 3×", n1: "0 % 1×", n2: "win 1×" });
  assert.deepEqual(looked(film, 10).n2.state, ["now", "path", "won"]);
  assert.equal(film.nextMark(2), 6);
  assert.equal(film.nextMark(10), null);
  assert.equal(film.sentenceAt(6), "mcts-backup 2 0 %");
});

test("proof numbers are the least and the sum of those below", () => {
  const film = proofFilm(app, checkTrace(proof).trace, null);
  const shown = (step) => Object.fromEntries(Object.entries(looked(film, step)).map(([key, { value }]) => [key, value]));
  assert.equal(film.length, 6);
  assert.deepEqual(shown(0), { n0: "1 : 1" });
  assert.deepEqual(shown(3), { n0: "1 : 2", n1: "1 : 1", n2: "1 : 1" });
  assert.deepEqual(shown(5), { n0: "1 : 2", n1: "1 : 1", n2: "1 : 1", n3: "✓", n4: "✓" });
  assert.deepEqual(shown(6), { n0: "✓", n1: "1 : 1", n2: "✓", n3: "✓", n4: "✓" });
  assert.equal(film.sentenceAt(6), "proof-goal-win proof-yes");
});

test("a trace of a kind that is unknown, or with a round that names no row, is refused", () => {
  assert.equal(checkTrace({ ...rounds, kind: "other" }).problem.key, "explain.bad-kind");
  for (const round of [{}, { node: 3 }, { node: -1 }, { node: 0, reward: 2 }, { node: 0, proven: [[0]] }, null, { node: 0, proven: [[9, 1]] }]) {
    assert.equal(checkTrace({ ...rounds, rounds: [round] }).problem?.key, "explain.bad-round", JSON.stringify(round));
  }
});

test("two searches on one tree: who has come where", () => {
  const films = [ghosted, { ...plain, whole: ghosted.whole }].map((trace) => windowFilm(app, checkTrace(trace).trace, null));
  assert.ok(canShare(films));
  assert.ok(!canShare([films[0], windowFilm(app, checkTrace(plain).trace, null)]));
  const both = bothFilm(app, films, ["one", "two"]);
  assert.equal(both.length, 17);
  const end = looked(both, 17);
  assert.deepEqual([end.w0.value, end.w5.value, end.w5.small, end.w7.edge, end.w7.state], ["3 · 3", "≤ 2 · 2", "①②", "2 ②", ["one"]]);
  assert.deepEqual(looked(both, 0).w5.state, ["faint"]);
});

test("a question is answered on the branches that are left", () => {
  const film = windowFilm(app, checkTrace(ghosted).trace, null);
  const question = film.questions().get(8);
  const tree = film.treeAt(8, {});
  assert.deepEqual(boxesOf(tree).filter((box) => film.isAsked(box, question)).map((box) => box.key), ["g5.7", "g5.8"]);
});

test("trees are read, changed and written back", () => {
  assert.deepEqual(treeOf("tree(((3, 12), (2,), 7))"), [[3, 12], [2], 7]);
  for (const spec of ["connect4", "tree(3)", "tree(((3)", "tree(x)"]) assert.equal(treeOf(spec), null, spec);
  assert.equal(specOf(treeOf("textbook")), "textbook");
  assert.equal(specOf([[1], [2, -3]]), "tree(((1,),(2,-3)))");
  assert.deepEqual(withLeaves([[1], [2, 3]], [7, 8, 9]), [[7], [8, 9]]);
  const tree = grown(3, 2, () => 0.5);
  assert.equal(leavesOf(tree).length, 9);
  assert.equal(nodesOf(3, 2), 13);
  assert.deepEqual(shuffled([1, 2, 3, 4]).toSorted(), [1, 2, 3, 4]);
  assert.deepEqual(shuffled([1, 2, 3], () => 0), [2, 3, 1]);
});

test("the way back to Play holds the position that is looked at", () => {
  const connect4 = { board: { columns: 7, rows: 6, k: 4, gravity: true, cells: ".".repeat(42) }, to_move: 0 };
  assert.equal(positionAfter(connect4, "", ["4", "4"]), "44");
  assert.equal(positionAfter(connect4, "", []), "");
  const square = { board: { columns: 3, rows: 3, k: 3, gravity: false, cells: "XXOOO.X.." }, to_move: 0 };
  assert.equal(positionAfter(square, "XXO/OO./X..", ["6"]), "XXO/OOX/X..");
  assert.equal(positionAfter(null, "1", ["2"]), "1 2");
});
