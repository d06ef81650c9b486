"""The geometry of a rectangular board: cells are numbered row by row from the top left corner."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

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
    """The symmetries of the board, the identity first.

    Eight on a square board, four on another rectangle, two (the mirror) where discs fall; fewer where
    a side of length one makes some of them the same.
    """
    return tuple(dict.fromkeys(_symmetries(columns, rows, gravity)))


def permute(cells: int, symmetry: Symmetry) -> int:
    """A set of cells, one bit each, under a symmetry."""
    tables = _by_bytes(symmetry)
    result = 0
    for table, byte in zip(tables, cells.to_bytes(len(tables), "little"), strict=True):
        result |= table[byte]
    return result


@lru_cache(maxsize=64)
def _by_bytes(symmetry: Symmetry) -> tuple[tuple[int, ...], ...]:
    """For each eight cells, where every set of them goes: going bit by bit takes three times as long."""
    size = -(-len(symmetry) // 8)
    targets = [1 << to for to in symmetry] + [0] * 8
    return tuple(
        tuple(sum(targets[8 * part + i] for i in range(8) if byte >> i & 1) for byte in range(256))
        for part in range(size)
    )


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


def cells(stones: int) -> Iterator[int]:
    """The cells that are set in a mask, in their order."""
    while stones:
        yield (stones & -stones).bit_length() - 1
        stones &= stones - 1
