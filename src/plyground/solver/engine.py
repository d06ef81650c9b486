"""The compiled solver of one line game, on our positions.

Scores are the field's: a win with the board's last cell is 1, and one more for every stone that the winner
did not need; a loss is the same below zero, a draw is 0.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from plyground import _core, native
from plyground.errors import BadSpec, Failed
from plyground.games.line import LineGame, LinePosition
from plyground.score import loss_in, win_in
from plyground.search.limits import Stop
from plyground.solver.book import book_in, packaged_book

TABLE_MB = 128


def fits(game: LineGame) -> bool:
    """Whether the compiled solver has room for the boards of a game."""
    return game.columns * (game.rows + 1) <= 64 and (game.gravity or game.cells <= 32)


def score_of(game: LineGame, discs: int, plies: int) -> int:
    """The score of a win that falls so many plies after a position with so many discs."""
    return (game.cells + 2 - discs - plies) // 2


def plies_of(position: LinePosition, score: int) -> int:
    """How many plies after a position the win or loss falls that a score tells of."""
    game, discs = position.game, (position.first | position.second).bit_count()
    plies = game.cells + 2 - discs - 2 * abs(score)
    return plies - (plies % 2 != (score > 0))  # a win falls to the side to move: 1, 3, 5 plies from now


def as_score(position: LinePosition, score: int) -> int:
    """The field's score of a position as score.py counts: by the plies to the end."""
    if score == 0:
        return 0
    return (win_in if score > 0 else loss_in)(plies_of(position, score))


@dataclass
class Budget:
    """How much work is allowed, all questions together; what is spent is counted down."""

    seconds: float | None = None
    nodes: int | None = None
    stop: Stop | None = None
    started: float = field(default_factory=time.perf_counter)
    spent_nodes: int = 0

    @property
    def nodes_left(self) -> int | None:
        return None if self.nodes is None else max(0, self.nodes - self.spent_nodes)

    @property
    def left(self) -> float | None:
        """The seconds that are left."""
        if self.seconds is None:
            return None
        return max(0.0, self.seconds - (time.perf_counter() - self.started))

    def ended_by(self) -> str:
        """Which limit ended the work, if one did."""
        if self.stop is not None and self.stop.is_set():
            return "stop"
        return "nodes" if self.nodes_left == 0 else "seconds"


@dataclass(frozen=True)
class Answer:
    """What is known of a value: its bounds, the same if all is known, and whether a book told it."""

    low: int
    high: int
    from_book: bool = False

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def seen_by_the_other(self) -> Answer:
        return Answer(-self.high, -self.low, self.from_book)


@dataclass(frozen=True)
class Engine:
    """A solver and what it remembers; one thread at a time works with it."""

    game: LineGame
    table_mb: int = TABLE_MB
    threads: int = 1
    book: bool | Path = True  # the one that comes with plyground, none, or that of a file

    @cached_property
    def solver(self) -> _core.Solver:
        game = self.game
        book = None
        if isinstance(self.book, Path):
            book = book_in(self.book, game)
        elif self.book and game.gravity:
            book = packaged_book(game.columns, game.rows, game.k)
        size = (game.columns, game.rows, game.k, game.gravity)
        least = _core.Solver.least_bytes(*size) >> 20
        if self.table_mb < least:
            given = f"table_mb={self.table_mb}"
            raise BadSpec(
                "bad table_mb", given, None, f"the table of {game.spec} takes {least} MB at least"
            )
        try:
            return _core.Solver(*size, self.table_mb << 20, self.threads, book)
        except MemoryError:
            raise Failed(f"no memory for a table of {self.table_mb} MB: take a smaller one") from None

    def forget(self) -> None:
        """Empty the table."""
        self.solver.forget()

    @property
    def nodes(self) -> int:
        """How many positions were searched since the beginning."""
        return self.solver.nodes

    def value(self, position: LinePosition, budget: Budget, weak: bool = False) -> Answer:
        """The value of a position for the side to move; of a weak answer only the sign counts."""
        if position.ended:
            return self._ended(position)
        own, other = _sides(position)
        limits = budget.left, budget.nodes_left
        low, high, from_book, nodes = self.solver.value(own, other, weak, *limits, budget.stop)
        budget.spent_nodes += nodes
        return Answer(low, high, from_book)

    def exceeds(self, position: LinePosition, alpha: int, budget: Budget) -> bool | None:
        """Whether a position is worth more than alpha; None if the budget ended first."""
        if position.ended:
            return self._ended(position).low > alpha
        own, other = _sides(position)
        limits = budget.left, budget.nodes_left
        more, nodes = self.solver.exceeds(own, other, alpha, *limits, budget.stop)
        budget.spent_nodes += nodes
        return more

    def _ended(self, position: LinePosition) -> Answer:
        assert position.ended is not None
        if position.ended.winner is None:
            return Answer(0, 0)
        discs = (position.first | position.second).bit_count()
        won = score_of(self.game, discs, 0)
        lost = position.ended.winner is not position.to_move
        return Answer(-won, -won) if lost else Answer(won, won)


def _sides(position: LinePosition) -> tuple[bytes, bytes]:
    first, second, to_move = native.board(position)
    return (second, first) if to_move else (first, second)
