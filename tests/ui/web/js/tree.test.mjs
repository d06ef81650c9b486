import assert from "node:assert/strict";
import { test } from "node:test";
import { checkTrace, study } from "../../../../src/plyground/ui/web/static/js/explain-trace.js";
import { passOf } from "../../../../src/plyground/ui/web/static/js/explain-stepper.js";
import { GAP, place } from "../../../../src/plyground/ui/web/static/js/explain-layout.js";
import { letter, lettersOf } from "../../../../src/plyground/ui/web/static/js/explain-names.js";
import { boxesAt } from "../../../../src/plyground/ui/web/static/js/explain-tree.js";
import { ghosted, textbook, wholeTree } from "./tree-traces.mjs";

const opened = (given) => {
  const studied = study(checkTrace(given).trace);
  return [studied, passOf(studied, studied.roots[0])];
};
const widthOf = (box) => 40 + ((box.node * 37) % 60);
const laidOut = (studied, pass, step, options) => place(boxesAt(studied, pass, step, options), widthOf);
const count = (boxes, kind) => boxes.filter((box) => box.kind === kind).length;

function checkLayout({ boxes, left, width }) {
  const plies = Map.groupBy ? Map.groupBy(boxes, (box) => box.ply) : boxes.reduce((all, box) => all.set(box.ply, [...(all.get(box.ply) ?? []), box]), new Map());
  for (const row of plies.values()) {
    row.sort((a, b) => a.x - b.x);
    for (let at = 1; at < row.length; at += 1) {
      assert.ok(row[at].x - row[at].width / 2 - (row[at - 1].x + row[at - 1].width / 2) >= GAP - 1e-6, "boxes overlap");
    }
  }
  for (const box of boxes) {
    assert.ok(box.x - box.width / 2 >= left - 1e-6 && box.x + box.width / 2 <= left + width + 1e-6);
    if (box.below.length) assert.ok(Math.abs(box.x - (box.below[0].x + box.below.at(-1).x) / 2) < 1e-6, "no parent in the middle");
  }
}

test("boxes never overlap and parents stand in the middle, at any step", () => {
  for (const trace of [textbook, wholeTree(3, 4), wholeTree(7, 3), wholeTree(2, 9)]) {
    const [studied, pass] = opened(trace);
    for (let step = 0; step <= pass.events.length; step += 1 + Math.floor(pass.events.length / 60)) {
      checkLayout(laidOut(studied, pass, step));
    }
    checkLayout(laidOut(studied, pass, pass.events.length, { everything: true }));
  }
});

test("a small tree has its places from the beginning", () => {
  const [studied, pass] = opened(textbook);
  const places = (step) => laidOut(studied, pass, step).boxes.map((box) => [box.key, box.x]);
  assert.deepEqual(places(1), places(16));
  const reached = (step) => laidOut(studied, pass, step).boxes.filter((box) => box.reached).length;
  assert.deepEqual([reached(1), reached(3), reached(9), reached(16)], [1, 3, 8, 12]);
});

test("the whole game is there from the first step, and what is pruned stays", () => {
  const [studied, pass] = opened(ghosted);
  for (const step of [0, 9, 16]) {
    const { boxes } = laidOut(studied, pass, step);
    assert.equal(boxes.length, 13);
    assert.equal(boxes.filter((box) => box.reached || box.faint).length, 13);
    assert.equal(count(boxes, "cut"), 0);
    assert.deepEqual(boxes.filter((box) => box.kind === "ghost-leaf").map(({ key, value, skipped }) => [key, value, skipped]), [["g5.7", 4, step >= 9], ["g5.8", 6, step >= 9]]);
    checkLayout(laidOut(studied, pass, step));
  }
});

test("inner nodes are lettered ply by ply, as in the textbook", () => {
  for (const trace of [textbook, ghosted]) {
    const [studied, pass] = opened(trace);
    const { of } = lettersOf(studied, pass);
    assert.deepEqual([0, 1, 2, 5, 7].map(of), ["A", "B", "", "C", "D"]);
  }
  assert.deepEqual([0, 25, 26, 51, 52].map(letter), ["A", "Z", "AA", "AZ", "BA"]);
  const [studied, pass] = opened(wholeTree(4, 5));
  assert.equal(lettersOf(studied, pass).of(0), "");
});

test("a large tree folds what has come back, and keeps the path open", () => {
  const [studied, pass] = opened(wholeTree(4, 5)); // 1,365 nodes
  for (let step = 1; step < pass.events.length; step += 13) {
    const { boxes } = laidOut(studied, pass, step);
    const shown = new Set(boxes.map((box) => box.key));
    for (let node = pass.events[step - 1].node; node !== null; node = studied.rows[node].parent) assert.ok(shown.has(`n${node}`));
    assert.ok(boxes.length <= 64, `${boxes.length} boxes`);
  }
});

test("folding hides no node from the count", () => {
  const [studied, pass] = opened(wholeTree(4, 5));
  const folds = new Map([[1, true], [2, false]]);
  const step = pass.events.length;
  const { boxes } = laidOut(studied, pass, step, { folds });
  const hidden = boxes.filter((box) => box.kind === "folded").reduce((sum, box) => sum + box.count, 0);
  assert.equal(count(boxes, "node") + count(boxes, "leaf") + hidden, studied.rows.length);
  const stub = boxes.find((box) => box.key === "folded2");
  assert.equal(stub.count, studied.size[2] - 1);
});

test("of very many replies the middle is put together", () => {
  const [studied, pass] = opened(wholeTree(60, 2)); // 3,661 nodes
  const folds = new Map([[1, true]]);
  const some = laidOut(studied, pass, pass.events.length, { folds }).boxes;
  assert.ok(some.some((box) => box.kind === "more") && some.length < 60);
  const shown = some.filter((box) => box.kind === "node" || box.kind === "leaf").length;
  const hidden = some.filter((box) => box.kind === "more" || box.kind === "folded").reduce((sum, box) => sum + box.count, 0);
  assert.equal(shown + hidden, studied.rows.length);
  const all = laidOut(studied, pass, pass.events.length, { folds: new Map([[1, "all"]]) }).boxes;
  assert.ok(all.length > 60);
});

test("a chain as deep as a game may be is laid out", () => {
  const rows = Array.from({ length: 1001 }, (_, node) => ({ parent: node ? node - 1 : null, move: node ? "1" : null, value: node % 2 ? -1 : 1 }));
  const [studied, pass] = opened({ ...textbook, rows });
  assert.equal(laidOut(studied, pass, pass.events.length, { everything: true }).plies, 1001);
});

test("five thousand rows are laid out in the time of a frame", () => {
  const [studied, pass] = opened(wholeTree(17, 3)); // 5,220 nodes
  const begun = performance.now();
  for (let at = 0; at < 100; at += 1) laidOut(studied, pass, Math.floor((at / 100) * pass.events.length));
  assert.ok((performance.now() - begun) / 100 < 16, "a step takes longer than a frame");
});
