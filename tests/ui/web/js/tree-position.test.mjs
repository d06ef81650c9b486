import assert from "node:assert/strict";
import { test } from "node:test";
import { boardAfter, cellOf, diagram } from "../../../../src/plyground/ui/web/static/js/explain-position.js";
import { readSpec, writeSpec } from "../../../../src/plyground/ui/web/static/js/explain-spec.js";

const board = (columns, rows, k, gravity, cells = ".".repeat(columns * rows)) => ({ columns, rows, k, gravity, cells });

test("stones go where they are put, X and O in turn", () => {
  const after = boardAfter(board(3, 3, 3, false, "XXOOO.X.."), 0, ["6", "8"]);
  assert.deepEqual([after.board.cells, after.last, after.toMove, after.winning], ["XXOOOXXO.", 7, 0, []]);
  const other = boardAfter(board(3, 3, 3, false), 1, ["5"]);
  assert.equal(other.board.cells[4], "O");
});

test("discs fall, and a full column takes none", () => {
  const after = boardAfter(board(7, 6, 4, true), 0, ["4", "4", "5"]);
  assert.deepEqual([after.board.cells[5 * 7 + 3], after.board.cells[4 * 7 + 3], after.board.cells[5 * 7 + 4]], ["X", "O", "X"]);
  assert.equal(boardAfter(board(1, 2, 2, true), 0, ["1", "1", "1"]), null);
});

test("larger boards name squares by letter and number", () => {
  const large = board(15, 15, 5, false);
  assert.equal(cellOf(large, "h8"), 7 * 15 + 7);
  assert.equal(cellOf(large, "z99"), null);
  assert.equal(boardAfter(large, 0, ["<img>"]), null);
});

test("a row of k is seen, and nothing is played after it", () => {
  const won = boardAfter(board(3, 3, 3, false, "XX.OO...."), 0, ["3"]);
  assert.deepEqual(won.winning.toSorted(), [0, 1, 2]);
  assert.equal(boardAfter(board(3, 3, 3, false, "XX.OO...."), 0, ["3", "6"]), null);
});

test("a board as text names the side to move only where the stones do not", () => {
  assert.equal(diagram(board(3, 3, 3, false, "XXOOO.X.."), 0), "XXO/OO./X..");
  assert.equal(diagram(board(3, 3, 3, false, "X........"), 0), "X../.../... x");
  assert.equal(diagram(board(3, 3, 3, false, "X........"), 1), "X../.../...");
});

test("specs are read and written back", () => {
  const agent = { name: "alphabeta", options: [
    { name: "depth", kind: "whole", default: null }, { name: "evaluate", kind: "text", default: "auto" },
    { name: "plain", kind: "flag", default: false }, { name: "order", kind: "text", default: "given" },
  ] };
  const text = "alphabeta(evaluate='windows', plain=True, order=('best', 'centre'))";
  assert.deepEqual(readSpec(text), { name: "alphabeta", options: { evaluate: "windows", plain: "True", order: "('best', 'centre')" } });
  assert.equal(writeSpec(agent, readSpec(text).options), text);
  assert.equal(writeSpec(agent, { evaluate: "auto", plain: "False", order: " " }), "alphabeta");
  assert.equal(writeSpec(agent, { evaluate: "it's" }), "alphabeta(evaluate='it\\'s')");
  assert.deepEqual(readSpec("deepening(inner=AlphaBeta(evaluate='windows'))").options, { inner: "AlphaBeta(evaluate='windows')" });
});
