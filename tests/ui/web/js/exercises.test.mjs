import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../../../../src/plyground/ui/web/static/js/address.js";
import {
  checked, FIRST, LATE, leavesBelow, nested, OPEN, readAnswers, readFates, readScore, readWished, RIGHT, SEEN, showing, SHOWN, total, TRIED, verdict, writeAnswers, writePlace, writeWished,
} from "../../../../src/plyground/ui/web/static/js/exercises-state.js";
import { layout, neighbour } from "../../../../src/plyground/ui/web/static/js/exercises-tree.js";

const inner = (name, above, max) => ({ name, above, max, points: null, estimate: null });
const leaf = (name, above, points) => ({ name, above, max: true, points, estimate: null });
const TREE = [
  inner("A", null, true), inner("B", "A", false), inner("C", "A", false),
  leaf("1", "B", 3), leaf("2", "B", 12), leaf("3", "C", 2), leaf("4", "C", 8),
];

test("an address brings an exercise back, whatever its options", () => {
  const some = [
    { kind: "alphabeta", seed: 7, depth: 3, branching: 2, ties: false, order: "worst", cut: "strict" },
    { kind: "minimax", seed: 0, tree: "tree(((3,12),(2,8)))" }, { kind: "depth", seed: 4, depth: 4 }, { kind: "mcts", seed: 9, branching: 6 }, { kind: "win", seed: 5, plies: 7 },
  ];
  for (const wished of some) {
    const { page, params } = readAddress(writeAddress("exercises", writeWished(wished)));
    assert.equal(page, "exercises");
    assert.deepEqual(readWished(params), wished);
  }
});

test("what an address cannot mean is left out", () => {
  assert.deepEqual(readWished({}), FIRST);
  assert.deepEqual(readWished({ k: "__proto__", s: "7" }), FIRST);
  assert.deepEqual(readWished({ k: "win", s: "-3", d: "3", p: "five" }), { kind: "win", seed: 1 });
  assert.deepEqual(readWished({ k: "mcts", s: "2", tree: "textbook" }), { kind: "mcts", seed: 2 });
  assert.deepEqual(readAnswers("A:%E0%A4%A/nonsense", 2), [{ A: "%E0%A4%A" }, {}]);
  assert.deepEqual(readFates("r?x", 4), [RIGHT, OPEN, TRIED, OPEN]);
  assert.deepEqual(readScore({ r: "9", n: "4" }), { right: 4, asked: 4 });
});

test("answers, fates and the score come back from an address", () => {
  const answers = [{ A: "17", move: "D" }, { 9: "x" }, { "A.alpha": "−∞", "B.beta": "3,5 / 2: 1" }, {}];
  assert.deepEqual(readAnswers(writeAnswers(answers), 4), answers);
  const place = { wished: FIRST, level: 3, task: 2, answers, fates: [RIGHT, LATE, TRIED, OPEN], score: { right: 5, asked: 6 } };
  const { params } = readAddress(writeAddress("exercises", writePlace(place)));
  assert.deepEqual(readAnswers(params.a, 4), answers);
  assert.deepEqual(readFates(params.m, 4), place.fates);
  assert.deepEqual(readScore(params), place.score);
  assert.deepEqual([params.l, params.q], ["3", "2"]);
});

test("only what is right at the first try counts as right", () => {
  assert.equal(checked(OPEN, true), RIGHT);
  assert.equal(checked(OPEN, false), TRIED);
  assert.equal(checked(TRIED, true), LATE);
  assert.equal(checked(SHOWN, true), SHOWN);
  assert.deepEqual(total({ right: 5, asked: 6 }, [RIGHT, LATE, TRIED, SHOWN, OPEN]), { right: 6, asked: 10 });
});

test("what is shown counts from the first step", () => {
  assert.equal(showing(OPEN, false), SEEN);
  assert.equal(showing(TRIED, false), SEEN);
  assert.equal(showing(SEEN, true), SHOWN);
  assert.equal(showing(RIGHT, true), RIGHT);
  assert.equal(checked(SEEN, true), SHOWN);
  assert.equal(checked(SEEN, false), SEEN);
  assert.deepEqual(total({ right: 0, asked: 0 }, [SEEN, OPEN]), { right: 0, asked: 1 });
  assert.deepEqual(readFates("p", 2), [SEEN, OPEN]);
});

test("an open answer of which something is said cannot be read", () => {
  assert.equal(verdict({ state: "open", said: "“abc” is not a number." }), "misread");
  assert.equal(verdict({ state: "open", said: "" }), "open");
  assert.equal(verdict({ state: "wrong", said: "because" }), "wrong");
});

test("a node stands for the leaves below it, and a figure for its tree", () => {
  assert.deepEqual(leavesBelow(TREE, "C"), ["3", "4"]);
  assert.deepEqual(leavesBelow(TREE, "2"), ["2"]);
  assert.deepEqual(leavesBelow(TREE, "A"), ["1", "2", "3", "4"]);
  assert.deepEqual(nested(TREE), [[3, 12], [2, 8]]);
});

test("a blank beside a node keeps clear of the next node", () => {
  const uneven = [inner("A", null, true), inner("B", "A", false), leaf("1", "A", 4), inner("C", "A", false), leaf("2", "B", 3), leaf("3", "B", 5), leaf("4", "C", 6)];
  for (const tree of [TREE, uneven]) {
    const written = new Set(["A", "B", "C"]);
    const { spots, width } = layout(tree, written);
    for (const node of tree.filter(({ name }) => written.has(name))) {
      const { x, ply } = spots.get(node.name);
      const end = x + 22 + 52;
      assert.ok(end <= width);
      for (const { name, points } of tree) {
        const other = spots.get(name);
        if (other.ply === ply && other.x > x) assert.ok(other.x - (points === null ? 20 : 15) >= end, `${name} right of ${node.name}`);
      }
    }
  }
});

test("nodes do not overlap, and arrows reach every one of them", () => {
  const { spots, width, height } = layout(TREE);
  for (const { x, y } of spots.values()) assert.ok(x >= 0 && x <= width && y >= 0 && y <= height);
  assert.equal(spots.get("A").x, (spots.get("B").x + spots.get("C").x) / 2);
  const leaves = ["1", "2", "3", "4"].map((name) => spots.get(name).x);
  assert.ok(leaves.every((x, at) => at === 0 || x - leaves[at - 1] >= 40));
  const seen = new Set(["A"]);
  for (const name of seen) {
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home"]) {
      const to = neighbour(TREE, spots, name, key);
      if (to !== null) seen.add(to);
    }
  }
  assert.equal(seen.size, TREE.length);
  assert.equal(neighbour(TREE, spots, "2", "ArrowRight"), "3");
  assert.equal(neighbour(TREE, spots, "4", "ArrowRight"), null);
});
