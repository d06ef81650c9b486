"""Where the cells of a board are; of a board that is too large, only a part is shown."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from plyground.session import Board

MIN_CELL = 12  # pixels: smaller stones look all the same


@dataclass(frozen=True)
class Grid:
    """Cells of one size, and which of them are shown."""

    columns: int
    rows: int
    cell: int
    left: int  # of the first cell that is shown
    top: int
    first: tuple[int, int]  # the column and the row of that cell
    shown: tuple[int, int]  # how many columns and rows

    @property
    def rect(self) -> Rect:
        """The place of all cells that are shown."""
        return Rect(self.left, self.top, self.shown[0] * self.cell, self.shown[1] * self.cell)

    @property
    def whole(self) -> bool:
        return self.shown == (self.columns, self.rows)

    def place(self, cell: int) -> Rect:
        """Where a cell lies, also if it is not shown."""
        row, column = divmod(cell, self.columns)
        x = self.left + (column - self.first[0]) * self.cell
        return Rect(x, self.top + (row - self.first[1]) * self.cell, self.cell, self.cell)

    def is_visible(self, cell: int) -> bool:
        return self.rect.contains(self.place(cell))

    def at(self, point: tuple[int, int]) -> int | None:
        """The cell at a point of the window."""
        if not self.rect.collidepoint(point):
            return None
        column = (point[0] - self.left) // self.cell + self.first[0]
        row = (point[1] - self.top) // self.cell + self.first[1]
        return row * self.columns + column


def grid(board: Board, area: Rect, letters: int, seen_from: tuple[int, int] = (0, 0)) -> Grid:
    """The cells as large as an area allows, in its middle, with room for their names at the sides."""
    gutter = gutter_of(board, letters)
    inside = Rect(area.left + gutter[0], area.top, area.width - gutter[0] - 4, area.height - gutter[1])
    largest = min(inside.width // board.columns, inside.height // board.rows)
    cell = max(MIN_CELL, largest)
    shown = min(board.columns, max(1, inside.width // cell)), min(board.rows, max(1, inside.height // cell))
    first = (
        min(max(0, seen_from[0]), board.columns - shown[0]),
        min(max(0, seen_from[1]), board.rows - shown[1]),
    )
    left = inside.left + (inside.width - shown[0] * cell) // 2
    top = inside.top + (inside.height - shown[1] * cell) // 2
    return Grid(board.columns, board.rows, cell, left, top, first, shown)


def gutter_of(board: Board, letters: int) -> tuple[int, int]:
    """The room for the names of rows at the left and of columns below."""
    if board.gravity:
        return round(letters * 0.6), round(letters * 1.6)
    if board.k and board.columns * board.rows <= 9:
        return letters // 2, letters // 2
    return round(letters * 2), round(letters * 1.6)


def scroll_to(grid: Grid, cell: int) -> tuple[int, int]:
    """The first column and row to show so that a cell is visible, with little scrolling."""
    row, column = divmod(cell, grid.columns)
    return _near(grid.first[0], grid.shown[0], column), _near(grid.first[1], grid.shown[1], row)


def _near(first: int, shown: int, wanted: int) -> int:
    return max(wanted - shown + 1, min(first, wanted))
