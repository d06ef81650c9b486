"""The position in characters: numbered squares, [brackets] around what won, colour where it shows."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from typing import TextIO

from plyground.games.drawing import capable
from plyground.games.line import LinePosition
from plyground.games.notation import Numbers
from plyground.session.view import View
from plyground.ui.terminal.names import Names

_COLOURS = {"X": "1;31", "O": "1;34"}  # bold red and blue: nobody's eyes confuse these
_UNDERLINED = "4"


@dataclass(frozen=True)
class Look:
    """What the screen can show."""

    unicode: bool = False
    colour: bool = False
    wipes: bool = False  # a line that was shown can be taken away again


def look_of(stream: TextIO | None, plain: bool) -> Look:
    """The best look that a stream and the environment allow (https://no-color.org)."""
    able = not plain and capable(stream)
    return Look(able, able and not os.environ.get("NO_COLOR"), not plain and capable(sys.stderr))


def picture(view: View, names: Names, look: Look) -> str:
    """The position as people see it."""
    position = view.position
    drawn = position.draw(unicode=look.unicode)
    if not isinstance(position, LinePosition):
        return drawn
    if names.shifts(position):
        drawn = _from_zero(drawn, position)
    return _coloured(drawn, view) if look.colour else drawn


def _from_zero(drawn: str, position: LinePosition) -> str:
    """The picture with its numbers one lower: those in empty squares, or those below the columns."""
    if isinstance(position.game.spelling, Numbers):
        return re.sub("[1-9]", lambda number: str(int(number[0]) - 1), drawn)
    rack = drawn.splitlines()[:-1]
    names = " " + "".join(f"{column:^3}" for column in range(position.game.columns))
    return "\n".join([*rack, names.rstrip()])


def _coloured(drawn: str, view: View) -> str:
    """The marks in colour, which come in the order of the cells; the last one put is underlined."""
    assert view.board is not None
    cells = iter([cell for cell, mark in enumerate(view.board.cells) if mark])

    def paint(mark: re.Match[str]) -> str:
        last = f";{_UNDERLINED}" if next(cells) == view.last else ""
        return f"\033[{_COLOURS[mark[0]]}{last}m{mark[0]}\033[0m"

    return re.sub("[XO]", paint, drawn)
