// Boards as SVG: crosses and rings on a grid, discs with the same marks where they fall, other pieces as letters. Size is data.

import { cellAt, cellName, ends, isNumbered, landing, letters, markOf, place } from "./board-shape.js";
import { set, svg } from "./dom.js";

const CELL = 100;
const HALF = CELL / 2;
const SHORT_LINE = 9; // letters

export { cellAt, cellName, landing, markOf, place };
export { click, clicksOf, legalCells, targets } from "./board-shape.js";

/** A board that is drawn once. Options as for `liveBoard`'s update. */
export function drawBoard(board, options = {}) {
  const live = liveBoard();
  live.update(board, options);
  return live.element;
}

/**
 * A board that changes. `update(board, {last, winning, size, label, labels, onCell, cursor, hint, mini, flipped,
 * cellLabel, tones, heat, legal, picked, targets, steps})`: `labels[cell]` is written in an empty cell, `tones[cell]` ("good", "bad", "even") colours it,
 * `heat[cell]`, from 0 to 1, warms it,
 * `legal` are cells where a move can begin, if not all that are empty,
 * `hint` is a cell or a list of cells, `picked` are the cells of a move that is begun and `targets` those where it may go on;
 * with `steps`, moves are no stones that are put, and none is promised under the pointer.
 * `cellLabel(cell)` names it for screen readers, `onCell(cell)` makes it one tab stop with arrows inside.
 */
export function liveBoard() {
  const element = svg("svg", { class: "board" });
  let now = { board: null, options: {} };
  let parts = null;
  let shape = "";
  let cursor = null;

  function update(board, options = {}) {
    const wanted = shapeOf(board, options);
    if (wanted !== shape) {
      parts = build(element, board, options, listeners);
      shape = wanted;
      cursor = null;
    }
    const before = now.board && parts.stones.size ? now.board.cells : null;
    now = { board, options };
    set(element, "aria-label", options.onCell ? null : options.label);
    set(element, "role", options.onCell ? "presentation" : options.label ? "img" : null);
    set(element, "aria-hidden", options.onCell || options.label ? null : "true");
    if (options.size) element.style.width = `${options.size}px`;
    drawStones(parts, board, options, before);
    drawMarks(parts, board, options);
    parts.steps = Boolean(options.steps);
    parts.legal = options.legal ?? [];
    if (parts.grid) drawCells(parts, board, options, focused(board, options));
    point(parts, board, undefined); // what was under the pointer may be taken now
  }

  /** The cell that has the tab stop. */
  function focused(board, options) {
    if (options.cursor !== undefined && options.cursor !== null) cursor = options.cursor;
    if (cursor === null || cursor >= board.cells.length) {
      const middle = (length) => Math.floor((length - 1) / 2);
      cursor = cellAt(board, middle(board.columns), board.gravity ? board.rows - 1 : middle(board.rows));
    }
    return cursor;
  }

  function moveTo(cell) {
    parts.cells[cursor].tabIndex = -1;
    cursor = cell;
    parts.cells[cell].tabIndex = 0;
    parts.cells[cell].focus();
  }

  const listeners = {
    onclick: (event) => {
      const cell = Number(event.target.dataset.cell);
      if (event.target.dataset.cell === undefined) return;
      parts.cells[cursor].tabIndex = -1;
      cursor = cell;
      parts.cells[cell].tabIndex = 0;
      now.options.onCell?.(cell);
    },
    onkeydown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" || event.key === " ") now.options.onCell?.(cursor);
      else {
        const [column, row] = place(now.board, cursor, now.options.flipped);
        const to = {
          ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1], ArrowDown: [column, row + 1],
          Home: [0, row], End: [now.board.columns - 1, row], PageUp: [column, 0], PageDown: [column, now.board.rows - 1],
        }[event.key];
        if (!to) return;
        const cell = cellAt(now.board, ...to, now.options.flipped);
        if (cell !== null) moveTo(cell);
      }
      event.preventDefault();
      event.stopPropagation();
    },
    onpointermove: (event) => point(parts, now.board, event.target.dataset.cell, now.options.flipped),
    onpointerleave: () => point(parts, now.board, undefined),
    onfocusin: () => point(parts, now.board, cursor, now.options.flipped),
    onfocusout: () => point(parts, now.board, undefined),
  };

  return { element, update, focus: () => parts?.cells?.[cursor]?.focus() };
}

function shapeOf(board, { mini, onCell, flipped }) {
  return [board.columns, board.rows, board.gravity, isNumbered(board), !!mini, !!onCell, !!flipped].join();
}

function build(element, board, options, listeners) {
  const { columns, rows, gravity } = board;
  const named = !options.mini && (gravity ? columns * rows > 9 : !isNumbered(board));
  const left = named && !gravity ? 50 : 8;
  const below = named ? 54 : 8;
  const width = columns * CELL;
  const height = rows * CELL;
  element.replaceChildren();
  element.setAttribute("viewBox", `${-left} -8 ${width + left + 8} ${height + below + 8}`);
  const kinds = ["board", gravity ? "standing" : "lying", options.mini && "mini", columns > 9 && "wide"];
  element.setAttribute("class", kinds.filter(Boolean).join(" "));
  const under = svg("g", { "aria-hidden": "true" });
  const stones = svg("g", { class: "stones", "aria-hidden": "true" });
  const shown = svg("g", { class: "shown", "aria-hidden": "true" });
  const ghost = svg("circle", { class: "ghost", r: gravity ? 40 : 14, cx: -999, cy: -999 });
  const back = svg("g", { class: "back", "aria-hidden": "true" });
  const front = svg("g", { class: "front", "aria-hidden": "true" });
  if (gravity) {
    back.append(svg("rect", { class: "hole", width, height, rx: 18 }));
    if (!options.mini) front.append(svg("path", { class: "thick", "fill-rule": "evenodd", d: bodyPath(columns, rows), transform: "translate(0 5)" }));
    front.append(svg("path", { class: "body", "fill-rule": "evenodd", d: bodyPath(columns, rows) }));
    if (!options.mini) front.append(svg("path", { class: "rim", d: holesPath(columns, rows) }));
  } else {
    if (!options.mini) {
      back.append(svg("rect", { class: "thick", x: -4, y: 1, width: width + 8, height: height + 6, rx: 10 }));
      back.append(svg("rect", { class: "field", x: -4, y: -4, width: width + 8, height: height + 8, rx: 10 }));
    }
    back.append(svg("path", { class: "rules", d: rulesPath(board) }));
  }
  if (named) front.append(...names(board, options.flipped));
  else if (!options.mini && !gravity) {
    for (let cell = 0; cell < columns * rows; cell += 1) {
      const [c, r] = place(board, cell, options.flipped);
      back.append(svg("text", { class: "number", x: c * CELL + 7, y: r * CELL + 18 }, cell + 1));
    }
  }
  element.append(back, under, stones, ghost, front, shown);
  const parts = { legal: [], stones: new Map(), layer: stones, under, shown, ghost, grid: null, cells: null };
  if (options.onCell) {
    parts.cells = Array(columns * rows);
    const lines = Array.from({ length: rows }, (_, row) => svg("g", { role: "row" },
      Array.from({ length: columns }, (__, column) => {
        const cell = cellAt(board, column, row, options.flipped);
        parts.cells[cell] = svg("rect", {
          role: "gridcell", class: "cell", "data-cell": cell, tabindex: -1,
          x: column * CELL + 3, y: row * CELL + 3, width: CELL - 6, height: CELL - 6, rx: 14,
        });
        return parts.cells[cell];
      })));
    // Chromium gives whoever listens for focus a tab stop of its own, unless it is told not to.
    parts.grid = svg("g", { role: "grid", tabindex: -1, ...listeners }, lines);
    element.append(parts.grid);
  }
  return parts;
}

function bodyPath(columns, rows) {
  const [w, h, r] = [columns * CELL, rows * CELL, 22];
  const corner = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${r} 0H${w - r}${corner(r, r)}V${h - r}${corner(-r, r)}H${r}${corner(-r, -r)}V${r}${corner(r, -r)}z${holesPath(columns, rows)}`;
}

function holesPath(columns, rows) {
  let path = "";
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      path += `M${column * CELL + 10} ${row * CELL + HALF}a40 40 0 1 0 80 0a40 40 0 1 0 -80 0z`;
    }
  }
  return path;
}

function rulesPath(board) {
  const { columns, rows } = board;
  let path = "";
  for (let column = 1; column < columns; column += 1) path += `M${column * CELL} 0V${rows * CELL}`;
  for (let row = 1; row < rows; row += 1) path += `M0 ${row * CELL}H${columns * CELL}`;
  return isNumbered(board) ? path : `${path}M0 0H${columns * CELL}V${rows * CELL}H0z`;
}

function names(board, flipped) {
  const { columns, rows, gravity } = board;
  const along = Array.from({ length: columns }, (_, column) => {
    const cell = cellAt(board, column, 0, flipped) % columns;
    return svg("text", { class: "name", x: column * CELL + HALF, y: rows * CELL + 42 }, gravity ? cell + 1 : letters(cell));
  });
  if (gravity) return along;
  return [...along, ...Array.from({ length: rows }, (_, row) => {
    const cell = cellAt(board, 0, row, flipped);
    return svg("text", { class: "name", x: -26, y: row * CELL + 62 }, rows - Math.floor(cell / columns));
  })];
}

function stone(mark, gravity) {
  if (mark !== "X" && mark !== "O") {
    return svg("g", { class: "stone other" }, svg("g", { class: "fall" },
      gravity && svg("circle", { class: "disc", r: 42 }), svg("text", { class: "letter", y: 21 }, mark)));
  }
  const arm = gravity ? 15 : 26;
  const shape = mark === "X"
    ? svg("path", { class: "mark", d: `M-${arm} -${arm}L${arm} ${arm}M-${arm} ${arm}L${arm} -${arm}` })
    : svg("circle", { class: "mark", r: gravity ? 19 : 29 });
  return svg("g", { class: `stone ${mark === "X" ? "x" : "o"}` },
    svg("g", { class: "fall" }, gravity ? [svg("circle", { class: "disc", r: 42 }), svg("circle", { class: "ridge", r: 34 })] : shadowOf(shape), shape));
}

/** The same mark a little lower, which makes the one above it stand out. */
function shadowOf(shape) {
  const shadow = shape.cloneNode();
  shadow.setAttribute("class", "mark shadow");
  shadow.setAttribute("transform", "translate(2 4)");
  return shadow;
}

/** Draw new stones only; the newest one falls. */
function drawStones(parts, board, options, before) {
  const fresh = [];
  for (let cell = 0; cell < board.cells.length; cell += 1) {
    const mark = markOf(board, cell);
    const there = parts.stones.get(cell);
    if (there && there.mark !== mark) {
      there.element.remove();
      parts.stones.delete(cell);
    }
    if (mark && !parts.stones.has(cell)) {
      const element = stone(mark, board.gravity);
      const [column, row] = place(board, cell, options.flipped);
      element.setAttribute("transform", `translate(${column * CELL + HALF} ${row * CELL + HALF})`);
      element.style.setProperty("--drop", `${-(row + 1) * CELL}px`);
      element.style.setProperty("--rows", String(row + 1));
      parts.stones.set(cell, { mark, element });
      parts.layer.append(element);
      fresh.push(element);
    }
  }
  if (before && fresh.length <= 2) for (const element of fresh) element.classList.add("new");
}

function drawMarks(parts, board, options) {
  const { last, winning = [], hint, labels = [], tones = [], heat = [], legal = [], picked = [], targets = [], flipped } = options;
  const here = (cell) => place(board, cell, flipped).map((at) => at * CELL + HALF);
  const shown = [];
  for (const [cell, text] of labels.entries()) {
    if (!text) continue;
    const [x, y] = here(cell);
    const lines = inLines(String(text));
    const size = Math.min(board.columns > 9 ? 40 : 20, 130 / Math.max(...lines.map((line) => line.length)), 78 / lines.length);
    const top = y - ((lines.length - 1) * size * 1.1) / 2 + size * 0.35;
    const written = svg("text", { class: `label ${tones[cell] ?? ""}` },
      lines.map((line, at) => svg("tspan", { x, y: top + at * size * 1.1 }, line)));
    written.style.fontSize = `${size}px`;
    shown.push(written);
  }
  for (const [cx, cy] of [hint ?? []].flat().map(here)) shown.push(svg("circle", { class: "hint", cx, cy, r: board.gravity ? 36 : 46 }));
  parts.under.replaceChildren();
  const frame = (name) => ([cx, cy]) => svg("rect", { class: name, x: cx - 44, y: cy - 44, width: 88, height: 88, rx: 12 });
  parts.under.append(...picked.map(here).map(frame("picked")), ...targets.map(here).map(frame("target")));
  parts.under.append(...legal.map((cell) => {
    const [cx, cy] = here(cell);
    return markOf(board, cell) ? frame("legal piece")([cx, cy]) : svg("circle", { class: "legal", cx, cy, r: 11 });
  }));
  for (const [cell, warmth] of heat.entries()) {
    if (!(warmth > 0.02)) continue;
    const [cx, cy] = here(cell);
    parts.under.append(svg("rect", { class: "heat", x: cx - HALF, y: cy - HALF, width: CELL, height: CELL, opacity: (0.06 + 0.5 * warmth).toFixed(2) }));
  }
  if (last !== null && last !== undefined && !winning.length) {
    const [cx, cy] = here(last);
    if (board.gravity) shown.push(svg("circle", { class: "last", cx, cy, r: 42 }));
    else parts.under.append(svg("rect", { class: "last", x: cx - 46, y: cy - 46, width: 92, height: 92, rx: 12 }));
  }
  if (board.gravity) {
    for (const [cx, cy] of winning.map(here)) shown.push(svg("circle", { class: "won", cx, cy, r: 43 }));
  } else {
    for (const [[x1, y1], [x2, y2]] of ends(board, winning).map((both) => both.map(here))) {
      shown.push(svg("line", { class: "row", x1, y1, x2, y2 }));
    }
  }
  parts.shown.replaceChildren(...shown);
}

/** A text in short lines: "loses in", "2 plies". */
function inLines(text) {
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last && last.length + word.length < SHORT_LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function drawCells(parts, board, options, cursor) {
  set(parts.grid, "aria-label", options.label);
  parts.cells.forEach((element, cell) => {
    element.tabIndex = cell === cursor ? 0 : -1;
    const plain = `${cellName(board, cell)} ${markOf(board, cell)}`.trim();
    set(element, "aria-selected", options.picked ? options.picked.includes(cell) : null);
    set(element, "aria-label", options.cellLabel ? options.cellLabel(cell) : plain);
  });
}

/** Show where a stone would end, at the pointer or the cursor. */
function point(parts, board, at, flipped) {
  const landed = at === undefined || at === null || parts.steps ? null : landing(board, Number(at));
  const cell = parts.legal.length && !parts.legal.includes(landed) ? null : landed;
  const [column, row] = cell === null ? [-10, -10] : place(board, cell, flipped);
  parts.ghost.setAttribute("cx", column * CELL + HALF);
  parts.ghost.setAttribute("cy", row * CELL + HALF);
}
