// The table of the Play page: the board with its gauge and the values below it, between the two players. Or, for a game
// without a board, its picture and a button for every move.

import { click, clicksOf, landing, legalCells, liveBoard, targets } from "./board.js";
import { fill, h, write } from "./dom.js";
import { isLineGame } from "./play-address.js";
import { inCells, valuesStrip } from "./play-values.js";
import { cellWords, pickedWords } from "./play-words.js";

/** {element, update(view, flipped)}; `onMove(text)` plays a move, `onPut(cell)` sets up a cell, `onEmpty()` takes the focus if no move is left. */
export function tableOf(app, { gauge, seats, onMove, onPut, onEmpty }) {
  const board = liveBoard();
  const strip = valuesStrip(app);
  const frame = h("div", { class: "frame", onkeydown: (event) => event.key === "Escape" && pick([]) }, board.element);
  const picture = h("pre", { class: "picture", hidden: true });
  const choices = h("div", { class: "toolbar choices-of-move", role: "group", "aria-label": app.say("play.your-choices") });
  const stage = h("div", { class: "stage" }, gauge, frame, strip.element);
  const element = h("div", { class: "table" }, seats[1], stage, picture, choices, seats[0]);
  let [view, flipped] = [null, false];
  let picked = []; // cells of a move that is begun, where moves take more than one click

  function update(seen, turned) {
    if (seen.text !== view?.text || seen.game !== view?.game || seen.set_up) picked = [];
    [view, flipped] = [seen, turned];
    draw();
  }

  function press(cell) {
    if (view.set_up) return void onPut(cell);
    const { move, picked: now } = click(view.board, view.moves, picked, view.board.k ? landing(view.board, cell) ?? cell : cell);
    const full = isLineGame(view.game) && view.board.gravity && String((cell % view.board.columns) + 1); // the server says why not
    pick(now);
    if (move || full) onMove(move?.text ?? full);
    else if (now.length) app.status(pickedWords(view.board, now, targets(view.moves, now), app));
    else if (!view.outcome) app.status(cellWords(view, view.board, cell, app));
  }

  /** Begin a move of several clicks, continue it, or let it be. */
  function pick(cells) {
    if (cells.join() === picked.join()) return;
    picked = cells;
    draw();
  }

  function draw() {
    const shown = view.set_up?.board ?? view.board;
    frame.hidden = !shown;
    picture.hidden = Boolean(shown);
    choices.hidden = Boolean(shown);
    if (!shown) return drawPicture();
    element.style.setProperty("--columns", shown.columns);
    element.style.setProperty("--rows", shown.rows);
    element.classList.toggle("falling", shown.gravity);
    const setting = Boolean(view.set_up);
    const steps = view.moves.some((move) => move.clicks);
    const next = picked.length ? targets(view.moves, picked) : [];
    const legal = picked.length || setting ? [] : legalNow();
    const hinted = !setting && view.moves.find((move) => move.text === view.hint);
    board.update(shown, {
      ...inCells(view, app),
      last: setting ? null : view.last,
      winning: setting ? [] : view.winning,
      hint: hinted ? clicksOf(hinted) : null,
      legal: view.analysis ? [] : legal, // its values stand there
      ...(steps && { steps, picked, targets: next }),
      flipped,
      label: app.say("play.board", { game: app.gameName(view.game) }),
      cellLabel: (cell) => cellWords(view, shown, cell, app, next, legal),
      onCell: press,
    });
    strip.update(view, flipped);
  }

  /** Where a person whose turn it is can begin a move. */
  function legalNow() {
    return view.outcome || view.seats[view.to_move].agent ? [] : legalCells(view.board, view.moves);
  }

  function drawPicture() {
    strip.element.hidden = true;
    write(picture, view.picture ?? "");
    const focused = choices.contains(document.activeElement);
    fill(choices, view.moves.map(({ text }) => h("button", { type: "button", onclick: () => onMove(text) }, text)));
    if (!focused) return;
    const first = choices.querySelector("button");
    if (first) first.focus();
    else onEmpty();
  }

  return { element, update, focus: board.focus };
}
