"""A board that a person sets up stone by stone. It need not be legal until play begins."""

from __future__ import annotations

from dataclasses import dataclass, field

from plyground.errors import NotationError
from plyground.game import Player
from plyground.games.diagram import EMPTY, MARKS, side_by_counts
from plyground.games.line import LineGame, LinePosition
from plyground.message import Message, refuse
from plyground.session.view import BoardSetup

NEXT = {"": MARKS[0], MARKS[0]: MARKS[1], MARKS[1]: ""}


@dataclass
class BoardEditor:
    """The stones so far, and who is to move: the person's choice, otherwise what the counts say."""

    game: LineGame
    cells: list[str]
    chosen_turn: Player | None = None
    _position: LinePosition | NotationError | None = field(default=None, init=False)

    @classmethod
    def of(cls, position: LinePosition) -> BoardEditor:
        cells = list(position.as_board().cells)
        counted = side_by_counts(position.stones)
        return cls(position.game, cells, None if counted is position.to_move else position.to_move)

    def put(self, cell: int, mark: str | None = None) -> None:
        """Put a mark on a cell; without one, the next of X, O and empty. Only a top disc can be removed."""
        mark = NEXT[self.cells[cell]] if mark is None else mark
        if self.game.gravity:
            column = range(cell % self.game.columns, self.game.cells, self.game.columns)
            taken = [there for there in column if self.cells[there]]
            if not self.cells[cell] and mark:
                cell = column[len(column) - len(taken) - 1]
            elif not mark and taken:
                cell = taken[0]
        self.cells[cell] = mark
        self._position = None

    def clear(self) -> None:
        self.cells = [""] * self.game.cells
        self.chosen_turn = self._position = None

    def turn(self, player: Player) -> None:
        self.chosen_turn, self._position = player, None

    @property
    def stones(self) -> tuple[int, int]:
        first, second = (sum(1 << i for i, m in enumerate(self.cells) if m == mark) for mark in MARKS)
        return first, second

    @property
    def to_move(self) -> Player:
        return self.chosen_turn or side_by_counts(self.stones) or Player.FIRST

    @property
    def text(self) -> str:
        width = self.game.columns
        marks = "".join(mark or EMPTY for mark in self.cells)
        rows = "/".join(marks[at : at + width] for at in range(0, self.game.cells, width))
        return f"{rows} {MARKS[self.chosen_turn.value].lower()}" if self.chosen_turn else rows

    def position(self) -> LinePosition | NotationError:
        """The position, or the error that says why there is none."""
        if self._position is None:
            try:
                self._position = self.game.parse(self.text)
            except NotationError as error:
                self._position = error
        return self._position

    def view(self) -> BoardSetup:
        position = self.position()
        problem = setup_problem(position) if isinstance(position, NotationError) else None
        return BoardSetup(self.game.board_with(self.stones), self.to_move, problem)


def setup_problem(error: NotationError) -> Message:
    """Why play cannot begin on a board, as a message."""
    return refuse(f"setup.{error.reason}", **error.facts)
