"""States of students' programs as texts: our positions, AIMA's states, CS50's rows, Kaggle's boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.agents.aima import State
from plyground.game import Game, Position
from plyground.games.line_shape import LineShape

StateText = Callable[[Any], str | None]
# What students write into cells, beside the marks of their own file.
_MARKS: Mapping[Any, str] = {
    None: ".", "": ".", " ": ".", ".": ".", "-": ".", "_": ".", 0: ".",
    "X": "X", "x": "X", 1: "X", "O": "O", "o": "O", 2: "O", -1: "O",
}  # fmt: skip


def state_reader(game: Game[Any], marks: tuple[Any, Any, Any] | None = None) -> StateText:
    """A function that gives the text of a state, or None for anything else.

    `marks` are a file's own values for an empty cell, X and O.
    """
    known = dict(_MARKS)
    if marks is not None:
        known |= dict(zip(marks, ".XO", strict=True))
    size = (game.rows, game.columns) if isinstance(game, LineShape) else None

    def read(value: Any) -> str | None:
        if isinstance(value, State):
            return value.position.text()
        if isinstance(value, Position):
            return value.text()
        if size is None:
            return None
        if hasattr(value, "board") and not callable(value.board):  # Kaggle's observation
            value = value.board
        return _board_text(value, size, known)

    return read


def _board_text(value: Any, size: tuple[int, int], known: Mapping[Any, str]) -> str | None:
    """The diagram of a board as rows or as one list; None if it is no board."""
    if not isinstance(value, list | tuple):
        if not hasattr(value, "tolist"):
            return None
        value = value.tolist()
    rows, columns = size
    if isinstance(value, list) and len(value) == rows * columns and rows > 1:
        value = [value[start : start + columns] for start in range(0, rows * columns, columns)]
    if not isinstance(value, list | tuple) or len(value) != rows:
        return None
    try:
        lines = ["".join([known[cell] for cell in row]) for row in value]
    except (KeyError, TypeError):
        return None
    return "/".join(lines) if all(len(line) == columns for line in lines) else None
