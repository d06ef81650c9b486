"""The names of moves in line games, by the shape of the board.

A column (`4`) where discs fall, a number row by row from the top left (`5`) where there are at most nine
squares, and a letter and a number with a1 at the bottom left (`h8`) on larger boards.
"""

from __future__ import annotations

import operator
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.errors import NotationError, truncate
from plyground.game import Board


@dataclass(frozen=True)
class Spelling(ABC):
    """How the moves of one board are named."""

    columns: int
    rows: int

    thing: ClassVar[str]  # what a name names: a column, a square
    numbered: ClassVar[bool] = (
        True  # whether names are numbers, for which the number of a cell may be taken
    )

    @property
    @abstractmethod
    def word(self) -> re.Pattern[str]:
        """What a single name looks like in a text of many."""

    @property
    @abstractmethod
    def ends(self) -> tuple[str, str]:
        """The first of the names and the last."""

    @property
    def allowed(self) -> str:
        """Which names there are, for people."""
        low, high = self.ends
        return f"{self.thing}s are {low} to {high}"

    @abstractmethod
    def write(self, cell: int) -> str:
        """The name of a cell."""

    @abstractmethod
    def place(self, name: str) -> int | None:
        """The cell that a name names (any cell of it, if it names a column); None if it is none."""

    def read(self, name: str) -> int:
        """The cell that a name names; a NotationError if there is no such place."""
        place = self.place(name.strip())
        if place is None:
            given, (low, high) = truncate(name.strip()), self.ends
            facts = {"given": given, "low": low, "high": high}
            raise NotationError(f"no {self.thing} {given}", name, 0, self.allowed, self.thing, facts)
        return place

    def advice(self, number: Any) -> str:
        """What to write instead of a bare number."""
        try:
            whole = operator.index(number)
        except TypeError:
            whole = -1
        names = [name for name in (str(whole), str(whole + 1)) if self.place(name) is not None]
        said = f"'{names[0]}' for {self.thing} {names[0]}" if names else f"the text of a {self.thing}"
        counted_from_0 = f", '{names[1]}' if you count from 0" if len(names) == 2 else ""
        return f"give {said}{counted_from_0}, or one of position.moves()"


class Columns(Spelling):
    """Columns from 1, run together (`4453`) while one digit names them all."""

    thing = "column"

    @property
    def word(self) -> re.Pattern[str]:
        return re.compile(r"[^\s,]" if self.columns <= 9 else r"[^\s,]+")

    @property
    def ends(self) -> tuple[str, str]:
        return "1", str(self.columns)

    def write(self, cell: int) -> str:
        return str(cell % self.columns + 1)

    def place(self, name: str) -> int | None:
        return _number(name, self.columns)


class Numbers(Spelling):
    """Squares from 1, row by row, run together (`519`): for boards of at most nine."""

    thing = "square"

    @property
    def word(self) -> re.Pattern[str]:
        return re.compile(r"[^\s,]")

    @property
    def ends(self) -> tuple[str, str]:
        return "1", str(self.columns * self.rows)

    def write(self, cell: int) -> str:
        return str(cell + 1)

    def place(self, name: str) -> int | None:
        return _number(name, self.columns * self.rows)


class Squares(Spelling):
    """A letter for the column and a number for the row, a1 at the bottom left; after z comes aa."""

    thing = "square"
    numbered = False

    @property
    def word(self) -> re.Pattern[str]:
        return re.compile(r"[A-Za-z]+[0-9]+|[^\s,]+")

    @property
    def ends(self) -> tuple[str, str]:
        return "a1", self.write(self.columns - 1)

    def write(self, cell: int) -> str:
        row, column = divmod(cell, self.columns)
        return f"{_letters(column)}{self.rows - row}"

    def place(self, name: str) -> int | None:
        parts = re.fullmatch(r"([a-z]{1,2})([0-9]{1,3})", name.lower(), re.ASCII)
        if not parts:
            return None
        column = 0
        for letter in parts[1]:
            column = column * 26 + ord(letter) - ord("a") + 1
        row = self.rows - int(parts[2])
        on_board = column <= self.columns and 0 <= row < self.rows
        return row * self.columns + column - 1 if on_board else None


def spelling_of(columns: int, rows: int, gravity: bool) -> Spelling:
    """How the moves of this board are named."""
    if gravity:
        return Columns(columns, rows)
    return (Numbers if columns * rows <= 9 else Squares)(columns, rows)


def board_spelling(board: Board) -> Spelling:
    """How the cells of any board are named: as in line games if k in a row win or stones fall."""
    if board.k or board.gravity:
        return spelling_of(board.columns, board.rows, board.gravity)
    return Squares(board.columns, board.rows)


def _number(name: str, most: int) -> int | None:
    plain = re.fullmatch(r"[0-9]{1,3}", name)
    return int(name) - 1 if plain and 1 <= int(name) <= most else None


def _letters(column: int) -> str:
    high, low = divmod(column, 26)
    return (_letters(high - 1) if high else "") + chr(ord("a") + low)
