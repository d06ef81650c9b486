// Which lines matter to what was learned: strokes on the board, a list of them by their worth, and a table of all values.

import { drawBoard } from "./board.js";
import { cellName } from "./board-shape.js";
import { capital, dataTable, fill, h, roving, set, svg, write } from "./dom.js";
import { scroller } from "./learn-list.js";

const MAX_STROKES = 12; // lines that are drawn at once: more would be a thicket
const CELL = 100;
const WIDEST = 26;
const WARMEST = 0.45; // so that lines are seen before cells

/** The name of a line by its ends; where stones fall, a cell is column/row. */
export function lineName(board, cells) {
  const name = (cell) => (board.gravity
    ? `${(cell % board.columns) + 1}/${board.rows - Math.floor(cell / board.columns)}` : cellName(board, cell));
  const ends = [cells[0], cells.at(-1)];
  const order = (cell) => (board.columns * board.rows <= 9 ? cell : (cell % board.columns) * board.rows - Math.floor(cell / board.columns));
  return ends.sort((one, other) => order(one) - order(other)).map(name).join("–");
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

/** The card: {element, show(lines, walks, chosen)}; `onChoose({side, stones, whose})` hears what a person wants to see. */
export function linesCard(app, onChoose) {
  const form = h("div", { class: "fields lines-choice" });
  const board = h("div", { class: "lines-board" });
  const list = h("ol", { class: "lines-list", "aria-label": app.say("learn.strongest") });
  const told = h("p", { class: "lines-told", "aria-live": "polite" });
  const table = scroller(app.say("learn.lines"));
  const walksNote = h("p", { class: "note", hidden: true }, app.say("learn.walks-note"));
  const element = h("section", { class: "card lines-card", hidden: true },
    h("h2", {}, app.say("learn.lines")), h("p", { class: "note" }, app.say("learn.lines-note")), walksNote, form,
    h("div", { class: "lines-all" }, h("div", {}, board, told),
      h("div", {}, h("h3", {}, app.say("learn.strongest")), list)),
    h("details", {}, h("summary", {}, app.say("learn.as-table")), table));
  let drawn = "";
  let pinned = null; // the group that a person has pressed

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
    pinned = null;
    walksNote.hidden = !walks;
    const most = Math.max(1, (lines.sides[0][0]?.mine.length ?? 2) - 1);
    const stones = Math.min(most, Math.max(1, Number(chosen.stones) || most));
    const whose = chosen.whose === "theirs" ? "theirs" : "mine";
    const side = chosen.side === "o" ? 1 : 0;
    choices(most, { side, stones, whose });
    draw(lines.board, ranked(lines.sides[side], stones, whose), side);
    fill(table, valuesTable(lines));
    if (again) element.querySelector(`[data-key="${again}"]`)?.focus();
  }

  /** The choices are made once; after that only what is checked changes. */
  function choices(most, { side, stones, whose }) {
    if (!form.childElementCount) {
      form.append(
        chips("side", "learn.to-move", [["x", "X"], ["o", "O"]]),
        chips("stones", "learn.stones", Array.from({ length: most }, (_, at) => [String(at + 1), app.number(at + 1)])),
        chips("whose", "learn.whose", [["mine", app.say("learn.mine")], ["theirs", app.say("learn.theirs")]]));
    }
    for (const [name, wanted] of [["side", side ? "o" : "x"], ["stones", String(stones)], ["whose", whose]]) {
      form.querySelector(`input[name="${name}"][value="${wanted}"]`).checked = true;
    }
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
    fill(board, picture);
    const paint = (only) => {
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
    paint(null);
  }

  function lineButton(shape, group, most, paint) {
    const button = h("button", {
      type: "button", class: "quiet", "aria-pressed": false, "data-key": group.lines[0].join("-"),
      onpointerenter: () => paint(group), onpointerleave: () => paint(pinned), onfocus: () => paint(group), onblur: () => paint(pinned),
      onclick: () => {
        pinned = pinned === group ? null : group;
        for (const each of list.querySelectorAll("button")) set(each, "aria-pressed", each === button && pinned === group);
        paint(pinned ?? group);
      },
    }, h("span", { class: "line-name" }, called(shape, group)),
    svg("svg", { class: group.value < 0 ? "line-bar bad" : "line-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("rect", { width: Math.max(1, (100 * Math.abs(group.value)) / most), height: 8 })),
    h("span", { class: "line-value" }, value(group.value)));
    return button;
  }

  function stroke(shape, cells, group, most) {
    const middle = (cell) => [(cell % shape.columns) * CELL + CELL / 2, Math.floor(cell / shape.columns) * CELL + CELL / 2];
    const [[x1, y1], [x2, y2]] = [middle(cells[0]), middle(cells.at(-1))];
    const wide = 4 + (WIDEST - 4) * (Math.abs(group.value) / most);
    return svg("line", { class: group.value < 0 ? "stroke bad" : "stroke", x1, y1, x2, y2, "stroke-width": wide.toFixed(1) },
      svg("title", {}, app.say("learn.line-value", { line: lineName(shape, cells), value: value(group.value) })));
  }

  function valuesTable({ board: shape, sides }) {
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
