// A board in a notebook. Python has the game: a click is a message, and what it then sends is drawn.

import { liveBoard } from "../../ui/web/static/js/board.js";
import { fill, h, roving, set, write } from "../../ui/web/static/js/dom.js";
import { icon } from "../../ui/web/static/js/icons.js";
import { teller } from "../../ui/web/static/js/play-tell.js";
import { inCells, valuesPanel, valuesStrip } from "../../ui/web/static/js/play-values.js";
import { cellWords, costWords, mood, playedWords, standing } from "../../ui/web/static/js/play-words.js";
import { appIn } from "./app.js";

const TOOLS = { undo: "play.undo", redo: "play.redo", values: "play.values", step: "notebook.step", new: "notebook.new" };
const ICONS = { new: "swap" };
const KEYS = { u: "undo", r: "redo", v: "values", n: "new" };

function render({ model, el }) {
  const { root, app, close } = appIn(el, model.get("_words"));
  const ask = (name, fields = {}) => model.send({ do: name, ...fields });
  const tell = teller(app);
  let view = model.get("_view");

  const board = liveBoard();
  const frame = h("div", { class: "frame" }, board.element);
  const picture = h("pre", { class: "picture" });
  const choices = h("div", { class: "toolbar choices-of-move", role: "group", "aria-label": app.say("play.your-choices") });
  const strip = valuesStrip(app);
  const values = valuesPanel(app);
  const state = h("p", { class: "state" });
  const note = h("p", { class: "note" });
  const last = h("p", { class: "last-move" });
  const tools = Object.fromEntries(Object.entries(TOOLS).map(([name, key]) => [name, h("button", {
    type: "button", class: "tool", onclick: (event) => event.currentTarget.ariaDisabled !== "true" && ask(name),
  }, icon(ICONS[name] ?? name), h("span", {}, app.say(key)))]));
  const toolbar = h("div", { class: "tools", role: "toolbar", "aria-label": app.say("play.tools") }, Object.values(tools));
  roving(toolbar);
  const table = h("div", { class: "table" }, frame, picture, choices, strip.element);
  root.append(h("div", { class: "notebook-board", onkeydown: pressed }, h("div", { class: "now" }, state, note), table, toolbar, last, values.element));

  /** Letters are keys of the board; its arrows and Enter it knows itself. The notebook has letters of its own, so they stop here. */
  function pressed(event) {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in KEYS) tools[KEYS[event.key]].click();
    else if (/^[0-9]$/.test(event.key) && view.moves.some((move) => move.text === event.key)) ask("move", { text: event.key });
    else return;
    event.preventDefault();
  }

  function press(cell) {
    if (view.thinking === "move") return;
    if (view.outcome) app.status(cellWords(view, view.board, cell, app));
    else ask("click", { cell });
  }

  function show() {
    view = model.get("_view");
    write(state, standing(view, app));
    state.className = `state ${mood(view)}`;
    write(note, view.note ? app.message(view.note, view.players) : "");
    note.classList.toggle("problem", view.note?.tone === "error");
    drawTable();
    values.update(view, view.valued);
    showLast();
    off(tools.undo, !view.played.length || view.thinking);
    off(tools.redo, !view.undone.length || view.thinking);
    tools.step.hidden = Boolean(view.outcome) || view.seats[view.to_move].agent === null;
    off(tools.step, view.thinking);
    off(tools.new, (!view.played.length && !view.undone.length) || view.thinking);
    set(tools.values, "aria-pressed", view.valued);
    root.setAttribute("aria-busy", String(Boolean(view.thinking)));
    tell(view);
  }

  const off = (button, so) => set(button, "aria-disabled", Boolean(so));

  function drawTable() {
    const shown = view.board;
    for (const part of [picture, choices]) part.hidden = Boolean(shown);
    frame.hidden = !shown;
    strip.element.hidden = !shown;
    if (!shown) return drawPicture();
    table.style.setProperty("--columns", shown.columns);
    table.style.setProperty("--rows", shown.rows);
    const steps = view.moves.some((move) => move.clicks);
    const next = view.picked.length ? view.targets : [];
    board.update(shown, {
      ...inCells(view, app),
      last: view.last,
      winning: view.winning,
      ...(steps && { steps, picked: view.picked, targets: next }),
      label: app.say("play.board", { game: app.gameName(view.game) }),
      cellLabel: (cell) => cellWords(view, shown, cell, app, next),
      onCell: press,
    });
    strip.update(view, false);
    return undefined;
  }

  /** A game without a board: its own picture, and a button for each move. */
  function drawPicture() {
    write(picture, view.picture ?? "");
    const focused = choices.contains(root.ownerDocument.activeElement);
    const mine = !view.outcome && view.seats[view.to_move].agent === null;
    fill(choices, mine && view.moves.map(({ text }) => h("button", { type: "button", onclick: () => ask("move", { text }) }, text)));
    if (focused) (choices.querySelector("button") ?? tools.undo).focus();
  }

  /** What the last machine's move cost and what it expects. */
  function showLast() {
    const move = view.played.at(-1);
    last.hidden = !move?.agent;
    if (last.hidden) return;
    const line = move.line.length > 1 && app.say("play.line", { line: move.line.slice(0, 16).join(" ") });
    fill(last, h("strong", {}, playedWords(view, move, app)), " ", h("span", { class: "quiet-text" }, [costWords(move, app), line].filter(Boolean).join(" · ")));
  }

  model.on("change:_view", show);
  show();
  return () => {
    model.off("change:_view", show);
    close();
  };
}

export default { render };
