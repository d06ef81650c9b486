// Boards below the root, computed from the moves: whose turn it is, where a stone falls, who has won.

import { cellName, landing } from "./board.js";

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/** The board after some moves: {board, last, winning, toMove}; null if a move is none of this board's. */
export function boardAfter(board, toMove, moves) {
  if (!board.k) return null; // only the server knows what its moves do
  let now = { board, last: null, winning: [], toMove };
  for (const move of moves) {
    const cell = cellOf(now.board, move);
    if (cell === null || now.winning.length) return null;
    const mark = "XO"[now.toMove];
    const cells = now.board.cells.slice(0, cell) + mark + now.board.cells.slice(cell + 1);
    const after = { ...now.board, cells };
    now = { board: after, last: cell, winning: rowThrough(after, cell), toMove: 1 - now.toMove };
  }
  return now;
}

/** The empty cell that a move names, where a disc falls too; null if there is none. */
export function cellOf(board, move) {
  for (let cell = 0; cell < board.cells.length; cell += 1) {
    if (cellName(board, cell) === move) return landing(board, cell);
  }
  return null;
}

/** The stones of the rows of k that a stone completes. */
function rowThrough(board, cell) {
  const { columns, rows, k, cells } = board;
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  const same = (c, r) => c >= 0 && r >= 0 && c < columns && r < rows && cells[r * columns + c] === cells[cell];
  return [...new Set(DIRECTIONS.flatMap(([dc, dr]) => {
    const line = [cell];
    for (const way of [1, -1]) {
      for (let n = way; same(column + n * dc, row + n * dr); n += way) line.push((row + n * dr) * columns + column + n * dc);
    }
    return line.length >= k ? line : [];
  }))];
}

/** A board as text: the rows from the top, and the side to move where the stones do not tell it. */
export function diagram(board, toMove) {
  const lines = Array.from({ length: board.rows }, (_, row) => board.cells.slice(row * board.columns, (row + 1) * board.columns));
  const count = (mark) => board.cells.split(mark).length - 1;
  const told = { 0: 0, 1: 1 }[count("X") - count("O")];
  return lines.join("/") + (told === toMove ? "" : ` ${"xo"[toMove]}`);
}

/** The text of the position after some moves from a root, whose own text is given; of the root if that cannot be told. */
export function positionAfter(start, text, moves) {
  const after = start?.board ? boardAfter(start.board, start.to_move, moves) : null;
  if (moves.length === 0) return text;
  if (!after) return start?.board?.k || /[./]/.test(text) ? text : `${text} ${moves.join(" ")}`.trim();
  if (/[./]/.test(text)) return diagram(after.board, after.toMove);
  const together = cellName(start.board, start.board.columns * start.board.rows - 1).length === 1 ? "" : " ";
  return [text === "-" ? "" : text, ...moves].filter(Boolean).join(together);
}
