"""Boards drawn as text; squares show their names where a person has to type them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TextIO

from plyground.game import Outcome
from plyground.games.diagram import mark_at
from plyground.games.spelling import Numbers, Spelling, Squares


@dataclass(frozen=True)
class Style:
    """The characters that a picture is made of."""

    empty: str
    upright: str
    across: str
    crossing: str
    corners: tuple[str, str]


ASCII = Style(empty=".", upright="|", across="-", crossing="+", corners=("+", "+"))
UNICODE = Style(empty="·", upright="│", across="─", crossing="┼", corners=("└", "┘"))


def shows_unicode(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that can show more than ASCII."""
    encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "")
    terminal = stream is not None and not stream.closed and stream.isatty()
    return terminal and encoding.startswith("utf") and os.environ.get("TERM") != "dumb"


def draw(stones: tuple[int, int], ended: Outcome | None, names: Spelling, style: Style) -> str:
    """The board, the names of its moves, and [brackets] around the stones that won."""
    won = {cell for line in ended.lines for cell in line} if ended else set()
    numbered = isinstance(names, Numbers) and not ended

    def square(cell: int) -> str:
        mark = mark_at(stones, cell)
        if cell in won:
            return f"[{mark}]"
        return f" {mark or (names.write(cell) if numbered else style.empty)} "

    columns = names.columns
    rows = [[square(row * columns + column) for column in range(columns)] for row in range(names.rows)]
    if isinstance(names, Numbers):
        return _grid(rows, style)
    if isinstance(names, Squares):
        return _coordinates(rows, names)
    return _rack(rows, style)


def _grid(rows: list[list[str]], style: Style) -> str:
    rule = style.crossing.join([style.across * 3] * len(rows[0]))
    return _lines(f"\n{rule}\n".join(style.upright.join(row) for row in rows))


def _rack(rows: list[list[str]], style: Style) -> str:
    left, right = style.corners
    body = [style.upright + "".join(row) + style.upright for row in rows]
    floor = left + style.across * 3 * len(rows[0]) + right
    names = " " + "".join(f"{column + 1:^3}" for column in range(len(rows[0])))
    return _lines("\n".join([*body, floor, names]))


def _coordinates(rows: list[list[str]], names: Squares) -> str:
    margin = len(str(names.rows))
    body = [f"{names.rows - i:>{margin}} {''.join(row)}" for i, row in enumerate(rows)]
    letters = "".join(f"{names.write(c).rstrip('0123456789'):^3}" for c in range(names.columns))
    return _lines("\n".join([*body, " " * (margin + 1) + letters]))


def _lines(picture: str) -> str:
    return "\n".join(line.rstrip() for line in picture.split("\n"))
