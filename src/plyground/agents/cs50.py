"""Tic-tac-toe as in CS50's course: `cs50:tictactoe.py`, whose `minimax(board)` plays.

A board is a list of three rows of the file's own X, O and EMPTY. No other function of the file is called:
our rules say who has won.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.agents.agent import Agent, Choice, Entrant
from plyground.agents.answers import NoMove, accepts, describe_signature, pair
from plyground.agents.python import Source
from plyground.errors import BadSpec, PlygroundError
from plyground.game import Position
from plyground.games.line import LinePosition, tictactoe
from plyground.searchers.types import Limits
from plyground.spec import Spec

HOW = "the file has a function minimax(board)"
SIDE = 3
_MARKS = {"EMPTY": None, "X": "X", "O": "O"}  # for files without these names


@dataclass(frozen=True)
class CS50Agent:
    """The function that chooses, and the file's values for an empty square, X and O."""

    name: str
    minimax: Callable[[list[list[Any]]], Any]
    marks: tuple[Any, Any, Any]

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        board = _tictactoe(position)
        return Choice(move(board, self.minimax(rows(board, self.marks))))


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec names: `cs50:FILE.py`, or `cs50:FILE.py:FUNCTION`."""
    source = Source.of(spec)
    name = source.name or "minimax"
    if source.options:
        raise BadSpec("options for a CS50 agent", source.spec, None, HOW)

    def enter(seed: int) -> Agent:
        module = source.module(seed)
        function = getattr(module, name, None)
        if not callable(function) or not accepts(function, 1):
            what = describe_signature(function) if callable(function) else f"no {name}"
            raise BadSpec(what, Path(source.where).name, None, HOW)
        empty, x, o = (getattr(module, mark, usual) for mark, usual in _MARKS.items())
        return CS50Agent(source.spec, function, (empty, x, o))

    return Entrant(source.spec, False, enter, source.files)


def _tictactoe(position: Position[Any]) -> LinePosition:
    if isinstance(position, LinePosition) and position.game == tictactoe():
        return position
    kind = position.game.spec if isinstance(position, LinePosition) else type(position).__name__
    raise PlygroundError(f"a CS50 agent plays tictactoe and nothing else, not {kind}")


def rows(position: LinePosition, marks: tuple[Any, Any, Any]) -> list[list[Any]]:
    """The board as new lists, which the agent may change."""
    empty, x, o = marks
    first, second = position.stones
    cells = [x if first >> cell & 1 else o if second >> cell & 1 else empty for cell in range(SIDE * SIDE)]
    return [cells[start : start + SIDE] for start in range(0, SIDE * SIDE, SIDE)]


def move(position: LinePosition, answer: Any) -> Any:
    """The cell of a row and a column, or why there is none."""
    place = pair(answer)
    if place is None:
        return NoMove(answer, "a move is a row and a column")
    row, column = place
    if not (0 <= row < SIDE and 0 <= column < SIDE):
        return NoMove(place, f"rows and columns are 0 to {SIDE - 1}")
    cell = row * SIDE + column
    free = cell in position.moves()
    return position.game.places[cell] if free else NoMove(place, "that square is taken")
