"""The board of a line game: its size, its winning lines and its symmetries.

Masks have a bit for each cell. They are made once a game, when they are first needed, and looked up in
every node of a search.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from plyground.errors import BadSpec
from plyground.game import Outcome, Player
from plyground.games import geometry
from plyground.games.spelling import Spelling, spelling_of
from plyground.spec import flag, whole_number

MAX_CELLS = 400  # Gomocup's 20×20


class CellMove(int):
    """A move of a line game: the number of a cell, as `moves()` gives it.

    It counts and compares as that number does; but a bare number is no move where squares or columns are
    called by numbers, because 4 might mean the cell or the square that people call 4.
    """

    __slots__ = ()


@dataclass(frozen=True)
class LineShape:
    """A board of columns × rows on which k in a row win, with or without gravity."""

    columns: int
    rows: int
    k: int
    gravity: bool = False

    def __post_init__(self) -> None:
        whole_number("columns", self.columns, 1, MAX_CELLS)
        whole_number("rows", self.rows, 1, MAX_CELLS)
        if self.cells > MAX_CELLS:
            size = f"{self.columns} columns × {self.rows} rows"
            right, facts = f"a board has at most {MAX_CELLS}", {"cells": self.cells, "most": MAX_CELLS}
            raise BadSpec(f"{self.cells} cells", size, None, right, "cells", facts)
        whole_number("k", self.k, 1, max(self.columns, self.rows))
        flag("gravity", self.gravity)

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    @cached_property
    def lines(self) -> tuple[geometry.Line, ...]:
        """Every line that wins, as its cells."""
        return geometry.lines(self.columns, self.rows, self.k)

    @cached_property
    def symmetries(self) -> tuple[geometry.Symmetry, ...]:
        """The symmetries of the board, the identity first; each says where every cell goes."""
        return geometry.symmetries(self.columns, self.rows, self.gravity)

    @cached_property
    def spelling(self) -> Spelling:
        """How the moves are named."""
        return spelling_of(self.columns, self.rows, self.gravity)

    def landing(self, occupied: int, column: int) -> CellMove | None:
        """The cell where a disc dropped into a column comes to lie; None if the column is full."""
        playable = self.playable(occupied) & self.column_masks[column]
        return self.by_length[playable.bit_length()] if playable else None

    def playable(self, occupied: int) -> int:
        """The empty cells where a stone may be put: where discs fall, those with something below."""
        if not self.gravity:
            return self.board ^ occupied
        return (occupied >> self.columns | self.bottom_row) & ~occupied

    @cached_property
    def places(self) -> tuple[CellMove, ...]:
        """Every cell as a move."""
        return tuple(map(CellMove, range(self.cells)))

    @cached_property
    def by_length(self) -> tuple[CellMove, ...]:
        """Every cell as a move, by the bit length of its mask; looked up in every node."""
        return (CellMove(-1), *self.places)

    # Masks, made once a game: a bit for each cell.

    @cached_property
    def board(self) -> int:
        return (1 << self.cells) - 1

    @cached_property
    def bottom_row(self) -> int:
        return self.board ^ self.board >> self.columns

    @cached_property
    def column_masks(self) -> tuple[int, ...]:
        left = sum(1 << row * self.columns for row in range(self.rows))
        return tuple(left << column for column in range(self.columns))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The winning lines, in their order."""
        return tuple(sum(1 << cell for cell in line) for line in self.lines)

    @cached_property
    def through(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the winning lines that pass through it."""
        return tuple(tuple(m for m in self.masks if m >> cell & 1) for cell in range(self.cells))

    @cached_property
    def _wins(self) -> dict[tuple[Player, tuple[int, ...]], Outcome]:
        return {}

    def won(self, winner: Player, masks: tuple[int, ...]) -> Outcome:
        """The outcome of completing these lines; cached, because searches ask for it often."""
        key = (winner, masks)
        if key not in self._wins:
            lines = dict(zip(self.masks, self.lines, strict=True))
            self._wins[key] = Outcome(winner, tuple(lines[mask] for mask in masks))
        return self._wins[key]
