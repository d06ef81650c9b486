"""Pictures of line games for people: squares named where a person has to type the name."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from plyground.games.notation import Numbers, Squares, mark_at

if TYPE_CHECKING:
    from plyground.games.line import LinePosition


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


def capable(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that shows more than ASCII."""
    encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "")
    terminal = stream is not None and not stream.closed and stream.isatty()
    return terminal and encoding.startswith("utf") and os.environ.get("TERM") != "dumb"


def draw(position: LinePosition, style: Style) -> str:
    """The board, the names of its moves, and [brackets] around the stones that won."""
    game = position.game
    cells = [_cell(position, cell, style) for cell in range(game.cells)]
    rows = [cells[start : start + game.columns] for start in range(0, game.cells, game.columns)]
    if isinstance(game.spelling, Numbers):
        return _grid(rows, style)
    if isinstance(game.spelling, Squares):
        return _coordinates(rows, game.spelling)
    return _rack(rows, style)


def _cell(position: LinePosition, cell: int, style: Style) -> str:
    mark = mark_at(position.stones, cell)
    if position.ended and any(cell in line for line in position.ended.lines):
        return f"[{mark}]"
    numbered = isinstance(position.game.spelling, Numbers) and not position.ended
    return f" {mark or (position.write(cell) if numbered else style.empty)} "


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
