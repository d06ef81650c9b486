"""Tic-tac-toe as CS50's course has it written: `cs50:tictactoe.py`, whose `minimax(board)` plays.

Boards are lists of three rows of the file's own X, O and EMPTY. Nothing else of the file is asked: who
has won is for our rules to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.agents.agent import Agent, Choice, Entrant
from plyground.agents.foreign.answers import NoMove, accepts, pair, wrongly_made
from plyground.agents.user import Source
from plyground.errors import BadSpec, PlygroundError
from plyground.game import Position
from plyground.games.line import LinePosition, tictactoe
from plyground.search.limits import Limits
from plyground.spec import Spec

HOW = "the file has a function minimax(board)"
SIDE = 3
_MARKS = {"EMPTY": None, "X": "X", "O": "O"}  # what a file that has no such names means


@dataclass(frozen=True)
class CS50Agent:
    """The function that chooses, and what the file calls an empty square, X and O."""

    name: str
    minimax: Callable[[list[list[Any]]], Any]
    marks: tuple[Any, Any, Any]

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        board = _tictactoe(position)
        return Choice(move(board, self.minimax(rows(board, self.marks))))


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec names: `cs50:FILE.py`; a name behind it is that of another function."""
    source = Source.of(spec)
    name = source.name or "minimax"
    if source.options:
        raise BadSpec("options for a CS50 agent", source.spec, None, HOW)

    def enter(seed: int) -> Agent:
        module = source.module(seed)
        function = getattr(module, name, None)
        if not callable(function) or not accepts(function, 1):
            what = wrongly_made(function) if callable(function) else f"no {name}"
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
    """The board as lists, made anew: who changes them changes nothing here."""
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
    return cell if cell in position.moves() else NoMove(place, "that square is taken")
