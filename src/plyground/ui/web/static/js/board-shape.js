// The places and names of a board's cells; nothing is drawn here.

/** The name of a cell, as plyground.games writes it; games that are not won by rows have letters on small boards too. */
export function cellName(board, cell) {
  const column = cell % board.columns;
  if (board.gravity) return String(column + 1);
  if (isNumbered(board)) return String(cell + 1);
  return letters(column) + (board.rows - Math.floor(cell / board.columns));
}

/** Whether squares are called by numbers. */
export const isNumbered = (board) => !board.gravity && board.k > 0 && board.columns * board.rows <= 9;

/** What stands on a cell, "" if it is empty: X, O, or any other letter. */
export const markOf = (board, cell) => board.marks?.[cell] ?? board.cells[cell].replace(".", "");

/** The cells to click for a move: where a stone is put, or where a piece stands and then where it goes. */
export const clicksOf = (move) => move.clicks ?? [move.cell];

/** The cells that may be clicked next, after those that were. */
export function targets(moves, picked) {
  const paths = moves.map(clicksOf).filter((path) => path.length > picked.length && picked.every((cell, at) => path[at] === cell));
  return [...new Set(paths.map((path) => path[picked.length]))];
}

/** The cells where a move can begin, in a game whose board does not show them: not where any stone may go on any empty cell. */
export function legalCells(board, moves) {
  if (board.k) return [];
  const cells = targets(moves, []);
  const empty = Array.from({ length: board.columns * board.rows }, (_, cell) => cell).filter((cell) => !markOf(board, cell));
  return cells.length === empty.length && cells.every((cell) => empty.includes(cell)) ? [] : cells;
}

/** What a click means after others: the clicks that now count, and the move that they play, if any. One that continues no move begins anew. */
export function click(board, moves, picked, cell) {
  const column = board.gravity && moves.find((move) => (clicksOf(move)[0] - cell) % board.columns === 0);
  const here = column ? clicksOf(column)[0] : cell;
  for (const path of [[...picked, here], [here]]) {
    const move = moves.find((one) => clicksOf(one).join() === path.join());
    if (move) return { picked: [], move };
    if (targets(moves, path).length) return { picked: path, move: null };
  }
  return { picked: [], move: null };
}

/** Letters for a column: after z comes aa. */
export function letters(column) {
  const high = Math.floor(column / 26);
  return (high ? letters(high - 1) : "") + String.fromCharCode(97 + (column % 26));
}

/** The cell where a stone ends when it is put on a cell; null if there is no room. */
export function landing(board, cell) {
  if (!board.gravity) return board.cells[cell] === "." ? cell : null;
  for (let at = (board.rows - 1) * board.columns + (cell % board.columns); at >= 0; at -= board.columns) {
    if (board.cells[at] === ".") return at;
  }
  return null;
}

/** Where a cell is seen, as [column, row]: seen from behind, a standing board is mirrored, a lying one turned. */
export function place(board, cell, flipped) {
  const column = cell % board.columns;
  const row = Math.floor(cell / board.columns);
  if (!flipped) return [column, row];
  return [board.columns - 1 - column, board.gravity ? row : board.rows - 1 - row];
}

/** The cell that is seen at a column and a row; null beside the board. */
export function cellAt(board, column, row, flipped) {
  if (column < 0 || row < 0 || column >= board.columns || row >= board.rows) return null;
  const [c, r] = flipped ? [board.columns - 1 - column, board.gravity ? row : board.rows - 1 - row] : [column, row];
  return r * board.columns + c;
}

/** The two ends of every straight row of winning cells: more than one where a stone completed several. */
export function ends(board, winning) {
  const all = new Set(winning);
  const found = [];
  for (const [dc, dr] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
    const next = (cell, way) => {
      const column = (cell % board.columns) + dc * way;
      const row = Math.floor(cell / board.columns) + dr * way;
      const there = cellAt(board, column, row);
      return there !== null && all.has(there) ? there : null;
    };
    for (const cell of winning) {
      if (next(cell, -1) !== null) continue;
      let [to, length] = [cell, 1];
      for (let on = next(to, 1); on !== null; on = next(on, 1)) [to, length] = [on, length + 1];
      if (length >= board.k) found.push([cell, to]);
    }
  }
  return found;
}
