// A puzzle of Connect Four: the winner's moves are played on the board, the answers come from the solver.

import { click, liveBoard, markOf, place } from "./board.js";
import { h } from "./dom.js";

/** `onMove(text)` hears of the column that a person plays. */
export function boardFigure(app, first, { onMove }) {
  const board = liveBoard();
  const line = h("p", { class: "ex-line" });
  const element = h("div", { class: "ex-board" }, board.element, line);
  let [figure, locked] = [first, false];

  const cellLabel = (cell) => {
    const [column, row] = place(figure.board, cell);
    const what = markOf(figure.board, cell) || app.say("exercises.empty");
    return app.say("exercises.cell", { column: column + 1, row: figure.board.rows - row, what });
  };
  const play = (move) => move && !locked && !figure.over && onMove(move.text);
  element.addEventListener("keydown", (event) => {
    if (/^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) play(figure.moves.find((move) => move.text === event.key));
  });

  /** Draw the board after what was played. */
  function show(state) {
    [figure, locked] = [state.figure ?? first, state.locked];
    const last = figure.played.length ? lastCell() : null;
    board.update(figure.board, {
      label: app.say("exercises.board"), cellLabel, last,
      onCell: (cell) => play(click(figure.board, figure.moves, [], cell).move),
    });
    line.textContent = figure.played.length ? app.say("exercises.played", { moves: figure.played.join(" ") }) : "";
  }

  /** The highest stone of the column that was played last. */
  function lastCell() {
    const column = Number(figure.played.at(-1)) - 1;
    return [...figure.board.cells].findIndex((mark, cell) => mark !== "." && cell % figure.board.columns === column);
  }

  return { element, show, describe: () => "", focus: () => false, begin: () => board.focus() };
}
