"""The geometry of a rectangular board: cells are numbered row by row from the top left corner."""

from __future__ import annotations

from collections.abc import Iterator

Line = tuple[int, ...]
Symmetry = tuple[int, ...]  # the cell that each cell goes to


def lines(columns: int, rows: int, k: int) -> tuple[Line, ...]:
    """Every row of k cells, straight or diagonal, by the direction and then by the first cell."""
    found: dict[frozenset[int], Line] = {}  # with k = 1 all directions give the same lines
    for across, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for row in range(rows - (k - 1) * down):
            for column in range(columns):
                if 0 <= column + (k - 1) * across < columns:
                    cells = tuple((row + i * down) * columns + column + i * across for i in range(k))
                    found.setdefault(frozenset(cells), cells)
    return tuple(found.values())


def symmetries(columns: int, rows: int, gravity: bool) -> tuple[Symmetry, ...]:
    """The ways to lay the board onto itself, the identity first.

    Eight on a square board, four on another rectangle, two (the mirror) where discs fall; fewer where
    a side of length one makes some of them the same.
    """
    return tuple(dict.fromkeys(_symmetries(columns, rows, gravity)))


def _symmetries(columns: int, rows: int, gravity: bool) -> Iterator[Symmetry]:
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    yield tuple(row * columns + column for row, column in cells)
    yield tuple(row * columns + columns - 1 - column for row, column in cells)
    if gravity:
        return
    yield tuple((rows - 1 - row) * columns + column for row, column in cells)
    yield tuple((rows - 1 - row) * columns + columns - 1 - column for row, column in cells)
    if columns == rows:
        yield tuple(column * rows + row for row, column in cells)
        yield tuple(column * rows + rows - 1 - row for row, column in cells)
        yield tuple((columns - 1 - column) * rows + row for row, column in cells)
        yield tuple((columns - 1 - column) * rows + rows - 1 - row for row, column in cells)
