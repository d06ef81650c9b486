"""How line games are written: the names of their squares, and boards as diagrams.

Three ways to name a move, by the shape of the board: a column (`4`) where discs fall, a number row by
row from the top left (`5`) where there are at most nine squares, and a letter and a number with a1 at
the bottom left (`h8`) on larger boards. A diagram is the rows from the top, `X.O/.X./..O`, and the side
to move behind it (` x` or ` o`) where the stones do not tell it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from plyground.errors import NotationError, clip
from plyground.game import Player

MARKS = ("X", "O")
EMPTY = "."


@dataclass(frozen=True)
class Spelling(ABC):
    """How the moves of one board are named."""

    columns: int
    rows: int

    thing: ClassVar[str]  # what a name names: a column, a square

    @property
    @abstractmethod
    def word(self) -> re.Pattern[str]:
        """What a single name looks like in a text of many."""

    @property
    @abstractmethod
    def allowed(self) -> str:
        """Which names there are, for people."""

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
            raise NotationError(f"no {self.thing} {clip(name.strip())}", name, 0, self.allowed)
        return place


class Columns(Spelling):
    """Columns from 1, run together (`4453`) while one digit names them all."""

    thing = "column"

    @property
    def word(self) -> re.Pattern[str]:
        return re.compile(r"[^\s,]" if self.columns <= 9 else r"[^\s,]+")

    @property
    def allowed(self) -> str:
        return f"columns are 1 to {self.columns}"

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
    def allowed(self) -> str:
        return f"squares are 1 to {self.columns * self.rows}"

    def write(self, cell: int) -> str:
        return str(cell + 1)

    def place(self, name: str) -> int | None:
        return _number(name, self.columns * self.rows)


class Squares(Spelling):
    """A letter for the column and a number for the row, a1 at the bottom left; after z comes aa."""

    thing = "square"

    @property
    def word(self) -> re.Pattern[str]:
        return re.compile(r"[A-Za-z]+[0-9]+|[^\s,]+")

    @property
    def allowed(self) -> str:
        return f"squares are a1 to {self.write(self.columns - 1)}"

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


def spelling(columns: int, rows: int, gravity: bool) -> Spelling:
    """How the moves of this board are named."""
    if gravity:
        return Columns(columns, rows)
    return (Numbers if columns * rows <= 9 else Squares)(columns, rows)


@dataclass(frozen=True)
class Diagram:
    """A board as it was written: stones by player, who is said to move, and the text for errors."""

    stones: tuple[int, int]
    to_move: Player | None
    text: str
    offsets: tuple[int, ...]  # where in the text each cell stands

    def error(self, reason: str, what: str, right: str, cell: int | None = None) -> NotationError:
        return NotationError(what, self.text, None if cell is None else self.offsets[cell], right, reason)


def looks_like_diagram(text: str) -> bool:
    """Whether a text is meant as a board rather than as moves."""
    return bool(re.search(r"[/.]", text) or re.fullmatch(r"\s*[XOxo\n]+([ \t]+[XOxo])?\s*", text))


def read_diagram(text: str, columns: int, rows: int) -> Diagram:
    """A board of the right shape; whether the rules allow it is for the game to say."""
    start = len(text) - len(text.lstrip())
    board, gap, side = re.split(r"([ \t]+|$)", text.strip(), maxsplit=1)
    if side.lower() not in _SIDES:
        at = start + len(board + gap)
        raise NotationError("no side to move", text, at, "write x or o, or nothing")
    lines = re.split(r"[/\n]", board)
    offsets: list[int] = []
    for number, line in enumerate(lines):
        if number == rows:
            raise NotationError(_count(len(lines), "row"), text, start - 1, f"the board has {rows}")
        _check_row(line, number, columns, text, start)
        offsets.extend(range(start, start + columns))
        start += columns + 1
    if len(lines) < rows:
        raise NotationError(_count(len(lines), "row"), text, start - 1, f"the board has {rows}")
    marks = re.sub(r"[/\n]", "", board).upper()
    first, second = (sum(1 << i for i, m in enumerate(marks) if m == mark) for mark in MARKS)
    return Diagram((first, second), _SIDES[side.lower()], text, tuple(offsets))


def _check_row(line: str, row: int, columns: int, text: str, at: int) -> None:
    for column, mark in enumerate(line):
        if mark.upper() not in (*MARKS, EMPTY):
            what = f"unknown character {clip(mark)!r}"
            raise NotationError(what, text, at + column, "a square is X, O or .")
    if len(line) != columns:
        what = f"row {row + 1} has {_count(len(line), 'square')}"
        raise NotationError(what, text, at + min(len(line), columns), f"a row has {columns}")


def write_diagram(stones: tuple[int, int], columns: int, rows: int) -> str:
    """The board as rows from the top."""
    cells = "".join(mark_at(stones, cell) or EMPTY for cell in range(columns * rows))
    return "/".join(cells[row * columns : (row + 1) * columns] for row in range(rows))


def mark_at(stones: tuple[int, int], cell: int) -> str:
    """X, O or nothing: who has a stone on the cell."""
    return MARKS[0] if stones[0] >> cell & 1 else MARKS[1] if stones[1] >> cell & 1 else ""


_SIDES = {"": None, "x": Player.FIRST, "o": Player.SECOND}


def _number(name: str, most: int) -> int | None:
    plain = re.fullmatch(r"[0-9]{1,3}", name)
    return int(name) - 1 if plain and 1 <= int(name) <= most else None


def _letters(column: int) -> str:
    high, low = divmod(column, 26)
    return (_letters(high - 1) if high else "") + chr(ord("a") + low)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")
