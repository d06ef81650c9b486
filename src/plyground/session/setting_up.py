"""A board that a person sets up stone by stone: anything may lie there until play is to begin."""

from __future__ import annotations

from dataclasses import dataclass, field

from plyground.errors import NotationError
from plyground.game import Player
from plyground.games.line import LineGame, LinePosition
from plyground.games.notation import EMPTY, MARKS
from plyground.games.setup import told_by_counts
from plyground.session.view import Board, Message, SetUp, refuse

NEXT = {"": MARKS[0], MARKS[0]: MARKS[1], MARKS[1]: ""}


@dataclass
class Setting:
    """The stones so far, and who is said to move; unless somebody says so, the counts tell it."""

    game: LineGame
    cells: list[str]
    said: Player | None = None
    _found: LinePosition | NotationError | None = field(default=None, init=False)

    @classmethod
    def of(cls, position: LinePosition) -> Setting:
        cells = list(Board.of(position.game, position.stones).cells)
        told = told_by_counts(position.stones)
        return cls(position.game, cells, None if told is position.to_move else position.to_move)

    def put(self, cell: int, mark: str | None = None) -> None:
        """Lay a mark on a cell, or the next of none, X and O; discs fall, and only the top one is taken."""
        mark = NEXT[self.cells[cell]] if mark is None else mark
        if self.game.gravity:
            column = range(cell % self.game.columns, self.game.cells, self.game.columns)
            taken = [there for there in column if self.cells[there]]
            if not self.cells[cell] and mark:
                cell = column[len(column) - len(taken) - 1]
            elif not mark and taken:
                cell = taken[0]
        self.cells[cell] = mark
        self._found = None

    def clear(self) -> None:
        self.cells = [""] * self.game.cells
        self.said = self._found = None

    def turn(self, player: Player) -> None:
        self.said, self._found = player, None

    @property
    def stones(self) -> tuple[int, int]:
        first, second = (sum(1 << i for i, m in enumerate(self.cells) if m == mark) for mark in MARKS)
        return first, second

    @property
    def to_move(self) -> Player:
        return self.said or told_by_counts(self.stones) or Player.FIRST

    @property
    def text(self) -> str:
        width = self.game.columns
        marks = "".join(mark or EMPTY for mark in self.cells)
        rows = "/".join(marks[at : at + width] for at in range(0, self.game.cells, width))
        return f"{rows} {MARKS[self.said.value].lower()}" if self.said else rows

    def found(self) -> LinePosition | NotationError:
        """The position, or why there is none."""
        if self._found is None:
            try:
                self._found = self.game.parse(self.text)
            except NotationError as error:
                self._found = error
        return self._found

    def view(self) -> SetUp:
        found = self.found()
        problem = problem_of(found, self.stones) if isinstance(found, NotationError) else None
        return SetUp(Board.of(self.game, self.stones), self.to_move, problem)


def problem_of(error: NotationError, stones: tuple[int, int]) -> Message:
    """Why a board cannot be, as a message."""
    first, second = (own.bit_count() for own in stones)
    return refuse(f"setup.{error.reason}", first=first, second=second)
