// Which lines matter to what was learned: strokes on the board, a list of them by their worth, and a table of all values.

import { drawBoard } from "./board.js";
import { cellName, isNumbered } from "./board-shape.js";
import { capital, dataTable, fill, h, roving, set, svg, write } from "./dom.js";
import { scroller } from "./learn-list.js";

const MAX_STROKES = 12; // lines that are drawn at once: more would be a thicket
const CELL = 100;
const WIDEST = 26;
const DIRECTIONS = { all: "learn.direction-all", rows: "learn.direction-rows", columns: "learn.direction-columns", diagonals: "learn.direction-diagonals" };
const EDGE = 58; // beside a standing board, for the numbers of its rows
const WARMEST = 0.6; // so that lines are seen before cells

/** The name of a line by its ends; where stones fall, a cell is column/row. */
export function lineName(board, cells) {
  const name = (cell) => (board.gravity
    ? `${(cell % board.columns) + 1}/${board.rows - Math.floor(cell / board.columns)}` : cellName(board, cell));
  const ends = [cells[0], cells.at(-1)];
  const order = (cell) => (board.columns * board.rows <= 9 ? cell : (cell % board.columns) * board.rows - Math.floor(cell / board.columns));
  return ends.sort((one, other) => order(one) - order(other)).map(name).join("–");
}

/** Where a line runs: "rows", "columns" or "diagonals". */
export function directionOf(board, cells) {
  const [first, last] = [cells[0], cells.at(-1)];
  if (Math.floor(first / board.columns) === Math.floor(last / board.columns)) return "rows";
  return first % board.columns === last % board.columns ? "columns" : "diagonals";
}

/** The groups of a side with only the lines that run in a direction; symmetries may lay a row onto a column. */
export function inDirection(board, side, direction) {
  if (direction === "all") return side;
  return side.map((group) => ({ ...group, lines: group.lines.filter((cells) => directionOf(board, cells) === direction) }))
    .filter(({ lines }) => lines.length);
}

/** Groups of lines with what so many stones are worth on them, the largest first; those that nobody knows are left out. */
export function ranked(side, stones, whose) {
  return side.map((group) => ({ ...group, value: group[whose][stones] })).filter(({ value }) => value !== null)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
}

/** How warm each cell is, from 0 to 1: the mean of what the lines through it are worth. */
export function warmth(board, groups) {
  const sums = Array.from(board.cells, () => ({ total: 0, count: 0 }));
  for (const { lines, value } of groups) {
    for (const cell of lines.flat()) {
      sums[cell].total += value;
      sums[cell].count += 1;
    }
  }
  const means = sums.map(({ total, count }) => (count ? Math.max(0, total / count) : 0));
  const most = Math.max(...means, 1);
  return means.map((mean) => mean / most);
}

/** The card: {element, show(lines, walks, chosen)}; `onChoose({side, stones, whose, direction})` hears what a person wants to see. */
export function linesCard(app, onChoose) {
  const form = h("div", { class: "fields lines-choice" });
  const board = h("div", { class: "lines-board" });
  const list = h("ol", { class: "lines-list", "aria-label": app.say("learn.strongest") });
  const told = h("p", { class: "lines-told", "aria-live": "polite" });
  const table = scroller(app.say("learn.lines"));
  const naming = h("p", { class: "note" });
  const nothing = h("p", { class: "note" }, app.say("learn.no-lines"));
  const walksNote = h("p", { class: "note", hidden: true }, app.say("learn.walks-note"));
  const element = h("section", { class: "card lines-card", hidden: true },
    h("h2", {}, app.say("learn.lines")), h("p", { class: "note" }, app.say("learn.lines-note", { n: MAX_STROKES })), walksNote, form,
    h("div", { class: "lines-all" }, h("div", {}, board, told),
      h("div", {}, h("h3", {}, app.say("learn.strongest")), naming, nothing, list)),
    h("details", {}, h("summary", {}, app.say("learn.as-table")), table));
  let drawn = "";
  let pinned = null; // the key of the group that a person has pressed: it stays while the machine learns on

  const value = (number) => app.number(number);
  const called = (shape, group) => (group.lines.length > 1
    ? app.say("learn.like", { line: lineName(shape, group.lines[0]), n: group.lines.length - 1 }) : lineName(shape, group.lines[0]));

  function show(lines, walks, chosen) {
    element.hidden = !lines;
    if (!lines) return;
    const now = JSON.stringify([lines, chosen]);
    if (now === drawn) return;
    const again = element.contains(document.activeElement) ? document.activeElement.dataset?.key : null;
    drawn = now;
    walksNote.hidden = !walks;
    const most = Math.max(1, (lines.sides[0][0]?.mine.length ?? 2) - 1);
    const stones = Math.min(most, Math.max(1, Number(chosen.stones) || most));
    const whose = chosen.whose === "theirs" ? "theirs" : "mine";
    const side = chosen.side === "o" ? 1 : 0;
    const direction = Object.hasOwn(DIRECTIONS, chosen.direction ?? "") ? chosen.direction : "all";
    const sides = lines.sides.map((each) => inDirection(lines.board, each, direction));
    choices(most, { side: side ? "o" : "x", stones: String(stones), whose, direction });
    write(naming, app.say(lines.board.gravity ? "learn.names-fall" : isNumbered(lines.board) ? "learn.names-number" : "learn.names-letter"));
    draw(lines.board, ranked(sides[side], stones, whose), side);
    fill(table, valuesTable(lines.board, sides));
    if (again) element.querySelector(`[data-key="${again}"]`)?.focus();
  }

  /** The choices are made once; after that only what is checked changes. */
  function choices(most, wanted) {
    if (!form.childElementCount) {
      form.append(
        chips("side", "learn.to-move", [["x", "X"], ["o", "O"]]),
        chips("stones", "learn.stones", Array.from({ length: most }, (_, at) => [String(at + 1), app.number(at + 1)])),
        chips("whose", "learn.whose", [["mine", app.say("learn.mine")], ["theirs", app.say("learn.theirs")]]),
        chips("direction", "learn.direction", Object.entries(DIRECTIONS).map(([each, key]) => [each, app.say(key)])));
    }
    for (const [name, value] of Object.entries(wanted)) form.querySelector(`input[name="${name}"][value="${value}"]`).checked = true;
  }

  const chips = (name, key, entries) => h("fieldset", { class: "chips" }, h("legend", {}, app.say(key)),
    entries.map(([wanted, text]) => h("label", {}, h("input", { type: "radio", name, value: wanted, onchange: () => onChoose({ [name]: wanted }) }), h("span", {}, text))));

  function draw(shape, groups, side) {
    const most = Math.max(1, ...groups.map((group) => Math.abs(group.value)));
    const first = groups[0];
    const label = first ? app.say("learn.lines-label", { player: side ? "O" : "X", line: called(shape, first), value: value(first.value) }) : app.say("learn.lines");
    const picture = drawBoard(shape, { label, heat: warmth(shape, groups).map((share) => share * WARMEST) });
    const strokes = svg("g", { class: "strokes", "aria-hidden": "true" });
    const shown = new Map(groups.map((group) => [group, group.lines.map((cells) => stroke(shape, cells, group, most))]));
    picture.append(strokes);
    if (shape.gravity) nameRows(picture, shape);
    fill(board, picture);
    nothing.hidden = groups.length > 0;
    const held = () => groups.find((group) => keyOf(group) === pinned) ?? null;
    const paint = (hovered) => {
      const only = hovered ?? held();
      let left = only ? Infinity : MAX_STROKES;
      const wanted = [];
      for (const group of only ? [only] : groups) {
        if (left < group.lines.length && wanted.length) break;
        wanted.push(...shown.get(group));
        left -= group.lines.length;
      }
      strokes.replaceChildren(...wanted.reverse()); // the strongest lie on top
      write(told, only ? app.say("learn.line-value", { line: called(shape, only), value: value(only.value) }) : "");
    };
    fill(list, groups.map((group) => h("li", {}, lineButton(shape, group, most, paint))));
    roving(list);
    if (!held()) pinned = null;
    paint(null);
  }

  function lineButton(shape, group, most, paint) {
    const button = h("button", {
      type: "button", class: "quiet", "aria-pressed": pinned === keyOf(group), "data-key": keyOf(group),
      onpointerenter: () => paint(group), onpointerleave: () => paint(null), onfocus: () => paint(group), onblur: () => paint(null),
      onclick: () => {
        pinned = pinned === keyOf(group) ? null : keyOf(group);
        for (const each of list.querySelectorAll("button")) set(each, "aria-pressed", each.dataset.key === pinned);
        paint(group);
      },
    }, h("span", { class: "line-name" }, called(shape, group)),
    svg("svg", { class: group.value < 0 ? "line-bar bad" : "line-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("rect", { width: Math.max(1, (100 * Math.abs(group.value)) / most), height: 8 })),
    h("span", { class: "line-value" }, value(group.value)));
    return button;
  }

  const keyOf = (group) => group.lines[0].join("-");

  /** The numbers of the rows of a standing board, which has names for its columns only. */
  function nameRows(picture, shape) {
    const [left, top, width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
    picture.setAttribute("viewBox", `${left - EDGE} ${top} ${width + EDGE} ${height}`);
    picture.append(svg("g", { "aria-hidden": "true" }, Array.from({ length: shape.rows }, (_, row) => (
      svg("text", { class: "name", x: left - EDGE / 2, y: (shape.rows - row - 0.5) * CELL + 9 }, app.number(row + 1))))));
  }

  function stroke(shape, cells, group, most) {
    const middle = (cell) => [(cell % shape.columns) * CELL + CELL / 2, Math.floor(cell / shape.columns) * CELL + CELL / 2];
    const [[x1, y1], [x2, y2]] = [middle(cells[0]), middle(cells.at(-1))];
    const wide = 4 + (WIDEST - 4) * (Math.abs(group.value) / most);
    return svg("line", { class: group.value < 0 ? "stroke bad" : "stroke", x1, y1, x2, y2, "stroke-width": wide.toFixed(1) },
      svg("title", {}, app.say("learn.line-value", { line: lineName(shape, cells), value: value(group.value) })));
  }

  function valuesTable(shape, sides) {
    const counts = (sides[0][0]?.mine ?? []).map((_, n) => n);
    const heads = [app.say(shape.gravity ? "learn.line-falls" : "learn.line"), app.say("learn.to-move"),
      ...counts.map((n) => capital(app.say("learn.own-column", { n }))), ...counts.slice(1).map((n) => capital(app.say("learn.other-column", { n })))];
    const cell = (number) => (number === null ? "–" : value(number));
    const rows = (sides[0] ?? []).flatMap((_, at) => sides.map((side, player) => [
      called(shape, side[at]), player ? "O" : "X", ...side[at].mine.map(cell), ...side[at].theirs.slice(1).map(cell)]));
    return dataTable(app.say("learn.lines"), heads, rows);
  }

  return { element, show };
}
