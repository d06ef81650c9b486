"""A board as SVG: crosses and rings on a grid, discs with the same marks where they fall. Size is data.

It looks like the boards of the web laboratory. Other marks than X and O are drawn as they are written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from plyground.pictures.svg import document, element, text

CELL = 100
HALF = CELL / 2
MIN_WIDTH, MAX_WIDTH = 170, 560  # pixels
CELL_WIDTH = 44  # pixels
NUMBERED = 9  # cells: on boards up to this size they have numbers, on larger ones a letter and a number
BELOW_NAMES, BESIDE_NAMES, EDGE = 54, 50, 8
MORE_BESIDE = 14  # where the letters are larger


class CellGrid(Protocol):
    """What a board has to be drawn: `plyground.game.Board` has it."""

    @property
    def columns(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def cells(self) -> Sequence[str]: ...
    @property
    def gravity(self) -> bool: ...
    @property
    def k(self) -> int: ...


def board_svg(
    board: CellGrid,
    *,
    last: Collection[int] = (),
    lines: Iterable[Sequence[int]] = (),
    hint: Collection[int] = (),
    labels: Mapping[int, str] | None = None,
    title: str = "",
) -> str:
    """A board with the cells of the last move, of a hint, and the winning lines marked; `labels` are
    written in empty cells.
    """
    lines = list(lines)
    marked = () if lines else last
    layers = (
        board_body(board, () if board.gravity else marked),
        "".join(_label(board, cell, words) for cell, words in (labels or {}).items()),
        "".join(_ring(board, cell, "ring", 5) for cell in marked if board.gravity),
        "".join(_dashed(board, cell) for cell in hint),
        "".join(_row(board, line) for line in lines),
    )
    box, width = board_box(board)
    return document("".join(layers), box, width, title or _words(board))


def board_body(board: CellGrid, squares: Collection[int] = ()) -> str:
    """The board with its stones and names; some squares are marked."""
    return "".join(
        (
            _ground(board),
            "".join(_square(board, cell) for cell in squares),
            "".join(_stone(board, cell) for cell, mark in enumerate(board.cells) if mark),
            element("path", fill="body", fill_rule="evenodd", d=_body(board)) if board.gravity else "",
            _names(board) if _is_named(board) else "",
        )
    )


def board_box(board: CellGrid) -> tuple[tuple[float, float, float, float], float]:
    """What is seen of the plane around a board, and how wide it is drawn."""
    named = _is_named(board)
    beside = BESIDE_NAMES + MORE_BESIDE * (board.columns > NUMBERED)
    left = beside if named and not board.gravity else EDGE
    below = BELOW_NAMES if named else EDGE
    wide, high = board.columns * CELL, board.rows * CELL
    width = min(MAX_WIDTH, max(MIN_WIDTH, CELL_WIDTH * board.columns))
    return (-left, -EDGE, wide + left + EDGE, high + below + EDGE), width


def _is_named(board: CellGrid) -> bool:
    """Whether columns, or rows too, have names beside the board."""
    return board.k > 0 and board.columns * board.rows > NUMBERED


def _words(board: CellGrid) -> str:
    """The board in words, for who cannot see it: its rows from the top."""
    rows = (board.cells[row * board.columns : (row + 1) * board.columns] for row in range(board.rows))
    return "/".join("".join(mark or "." for mark in row) for row in rows)


def cell_middle(board: CellGrid, cell: int) -> tuple[float, float]:
    """Where the middle of a cell is."""
    row, column = divmod(cell, board.columns)
    return column * CELL + HALF, row * CELL + HALF


def _ground(board: CellGrid) -> str:
    wide, high = board.columns * CELL, board.rows * CELL
    if board.gravity:
        return element("rect", fill="hole", width=wide, height=high, rx=18)
    rules = "".join(f"M{column * CELL} 0V{high}" for column in range(1, board.columns))
    rules += "".join(f"M0 {row * CELL}H{wide}" for row in range(1, board.rows))
    small = board.columns * board.rows <= NUMBERED
    frame = "" if small else f"M0 0H{wide}V{high}H0z"
    drawn = element("path", stroke="edge", stroke_width=3, stroke_linecap="round", d=rules + frame)
    if not small or not board.k:
        return drawn
    return drawn + "".join(
        text(str(cell + 1), x - 43, y - 32, 14, "quiet", anchor="start")
        for cell in range(len(board.cells))
        for x, y in [cell_middle(board, cell)]
    )


def _body(board: CellGrid) -> str:
    """The front of a standing board, with a hole for every disc."""
    wide, high, r = board.columns * CELL, board.rows * CELL, 22
    path = f"M{r} 0H{wide - r}a{r} {r} 0 0 1 {r} {r}V{high - r}a{r} {r} 0 0 1 -{r} {r}H{r}"
    path += f"a{r} {r} 0 0 1 -{r} -{r}V{r}a{r} {r} 0 0 1 {r} -{r}z"
    for cell in range(len(board.cells)):
        x, y = cell_middle(board, cell)
        path += f"M{x - 40:.0f} {y:.0f}a40 40 0 1 0 80 0a40 40 0 1 0 -80 0z"
    return path


def _stone(board: CellGrid, cell: int) -> str:
    x, y = cell_middle(board, cell)
    mark = board.cells[cell]
    side = "o" if mark == "O" else "x" if mark == "X" else ""
    disc = element("circle", fill=f"{side or 'x'}-disc", cx=x, cy=y, r=42.0) if board.gravity else ""
    stroke, wide = ("on-disc", 9) if board.gravity else (side, 13)
    arm = 15 if board.gravity else 26
    if side == "x":
        path = f"M{x - arm:.0f} {y - arm:.0f}l{2 * arm} {2 * arm}m0 -{2 * arm}l-{2 * arm} {2 * arm}"
        return disc + element("path", stroke=stroke, stroke_width=wide, stroke_linecap="round", d=path)
    if side == "o":
        return disc + element("circle", stroke=stroke, stroke_width=wide, cx=x, cy=y, r=arm + 3.5)
    return disc + text(mark, x, y + 22, 64, "on-disc" if board.gravity else "ink", weight=600)


def _names(board: CellGrid) -> str:
    """The columns below the board and, where nothing falls, the rows beside it."""
    size = 40 if board.columns > NUMBERED else 26
    along = (
        text(str(column + 1) if board.gravity else _letters(column), column * CELL + HALF, y, size, "quiet")
        for column in range(board.columns)
        for y in [board.rows * CELL + 42]
    )
    if board.gravity:
        return "".join(along)
    beside = (
        text(str(board.rows - row), -13, row * CELL + 62, size, "quiet", anchor="end")
        for row in range(board.rows)
    )
    return "".join(along) + "".join(beside)


def _letters(column: int) -> str:
    """As moves are spelled: after z comes aa."""
    high, low = divmod(column, 26)
    return (_letters(high - 1) if high else "") + chr(ord("a") + low)


def _label(board: CellGrid, cell: int, words: str) -> str:
    x, y = cell_middle(board, cell)
    size = min(40.0 if board.columns > NUMBERED else 30.0, 150 / max(1, len(words)))
    return text(words, x, y + 0.35 * size, size, "ink", weight=600)


def _square(board: CellGrid, cell: int) -> str:
    x, y = cell_middle(board, cell)
    return element("rect", fill="last", x=x - 46, y=y - 46, width=92, height=92, rx=12)


def _ring(board: CellGrid, cell: int, role: str, wide: float) -> str:
    x, y = cell_middle(board, cell)
    return element("circle", stroke=role, stroke_width=wide, cx=x, cy=y, r=42)


def _dashed(board: CellGrid, cell: int) -> str:
    x, y = cell_middle(board, cell)
    r = 36 if board.gravity else 46
    return element("circle", stroke="good", stroke_width=7, stroke_dasharray="16 10", cx=x, cy=y, r=r)


def _row(board: CellGrid, line: Sequence[int]) -> str:
    """A winning line: its discs in rings, or a stroke through its marks."""
    if board.gravity:
        return "".join(_ring(board, cell, "ring", 9) for cell in line)
    (x1, y1), (x2, y2) = cell_middle(board, line[0]), cell_middle(board, line[-1])
    return element("line", stroke="ink", stroke_width=8, stroke_linecap="round", x1=x1, y1=y1, x2=x2, y2=y2)
