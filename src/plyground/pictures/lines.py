"""A board with its lines as strokes: the thicker, the more a line is worth; dashed ones are bad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.pictures.board import CELL, CellGrid, board_body, board_box, cell_middle
from plyground.pictures.svg import document, element

WIDEST, THINNEST, EDGE = 26.0, 4.0, 8.0  # the edge tells a line from a standing board


@dataclass(frozen=True)
class Stroke:
    """A line of cells, and what it is worth."""

    cells: Sequence[int]
    value: float


def lines_svg(board: CellGrid, strokes: Sequence[Stroke], title: str) -> str:
    """A board without stones and the strokes on it; those that are worth most lie on top."""
    most = max((abs(stroke.value) for stroke in strokes), default=1) or 1
    drawn = "".join(
        _stroke(board, stroke, most) for stroke in sorted(strokes, key=lambda each: abs(each.value))
    )
    box, width = board_box(board)
    return document(board_body(board) + drawn, box, width, title)


def _stroke(board: CellGrid, stroke: Stroke, most: float) -> str:
    (x1, y1), (x2, y2) = cell_middle(board, stroke.cells[0]), cell_middle(board, stroke.cells[-1])
    wide = THINNEST + (WIDEST - THINNEST) * abs(stroke.value) / most
    edge = element(
        "line", stroke="paper", stroke_width=wide + EDGE, stroke_linecap="round", x1=x1, y1=y1, x2=x2, y2=y2
    )
    return (edge if board.gravity else "") + element(
        "line",
        stroke="bad" if stroke.value < 0 else "good",
        stroke_width=wide,
        stroke_linecap="round",
        stroke_opacity="0.8",
        stroke_dasharray=f"{CELL * 0.18:.0f} {CELL * 0.26:.0f}" if stroke.value < 0 else None,
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
    )
