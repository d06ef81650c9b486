"""The position in characters: numbered squares, [brackets] around what won, colour where it shows."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from typing import TextIO

from plyground.games.diagram import MARKS
from plyground.games.drawing import shows_unicode
from plyground.games.line import LinePosition
from plyground.games.spelling import Numbers
from plyground.session.view import View
from plyground.ui.colours import DISCS
from plyground.ui.terminal.names import Names

# Bold orange and blue, which colour-blind people can tell apart, as in the window and the pages: the
# same where there are all colours, else the nearest of 256 or of eight.
_ALL_COLOURS = {mark: f"1;38;2;{r};{g};{b}" for mark, (r, g, b) in zip(MARKS, DISCS, strict=True)}
COLOURS = {"X": "1;38;5;208", "O": "1;38;5;75"}
_EIGHT_COLOURS = {"X": "1;31", "O": "1;34"}
_UNDERLINED = "4"


@dataclass(frozen=True)
class TerminalStyle:
    """What the terminal can show."""

    unicode: bool = False
    colour: bool = False
    shades: int = 8  # how many colours: 8, 256, or all of them (2**24)
    wipes: bool = False  # a printed line can be wiped


def detect_style(stream: TextIO | None, plain: bool) -> TerminalStyle:
    """The best style that a stream and the environment allow (https://no-color.org)."""
    able = not plain and shows_unicode(stream)
    colour = able and not os.environ.get("NO_COLOR")
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        shades = 2**24
    else:
        many = "256color" in os.environ.get("TERM", "") or os.environ.get("COLORTERM")
        shades = 256 if many else 8
    return TerminalStyle(able, colour, shades, not plain and shows_unicode(sys.stderr))


def draw_position(view: View, names: Names, style: TerminalStyle) -> str:
    """The picture of a position."""
    position = view.position
    drawn = position.draw(unicode=style.unicode)
    if not isinstance(position, LinePosition):  # who draws it otherwise puts the marks where they like
        return drawn
    if names.shifts(position):
        drawn = _renumber(drawn, position)
    return _colour_marks(drawn, view, style) if style.colour else drawn


def _renumber(drawn: str, position: LinePosition) -> str:
    """The picture with its numbers one lower: those in empty squares, or those below the columns."""
    if isinstance(position.game.spelling, Numbers):
        return re.sub("[1-9]", lambda number: str(int(number[0]) - 1), drawn)
    rack = drawn.splitlines()[:-1]
    names = " " + "".join(f"{column:^3}" for column in range(position.game.columns))
    return "\n".join([*rack, names.rstrip()])


def _colour_marks(drawn: str, view: View, style: TerminalStyle) -> str:
    """The marks in colour, which come in the order of the cells; the last one put is underlined."""
    assert view.board is not None
    colours = {8: _EIGHT_COLOURS, 256: COLOURS}.get(style.shades, _ALL_COLOURS)
    cells = iter([cell for cell, mark in enumerate(view.board.cells) if mark])

    def paint(mark: re.Match[str]) -> str:
        last = f";{_UNDERLINED}" if next(cells) == view.last else ""
        return f"\033[{colours[mark[0]]}{last}m{mark[0]}\033[0m"

    return re.sub("[XO]", paint, drawn)
