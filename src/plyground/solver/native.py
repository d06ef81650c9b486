"""The typed face of the compiled solver, which takes our positions.

Scores are the field's: a win with the last cell of the board is 1, and one more for every stone that the
winner did not need. A loss is the same below zero, a draw is 0.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Protocol

from plyground import native
from plyground.errors import BadSpec, Failed
from plyground.games.line import LineGame, LinePosition
from plyground.native import _core
from plyground.score import Score, loss_in, win_in
from plyground.searchers.types import Stop
from plyground.solver.book import Book, packaged_book, read_book
from plyground.solver.estimate import NODES_A_SECOND

TABLE_MB = 128


def fits(game: LineGame) -> bool:
    """Whether the compiled solver has room for the boards of a game."""
    return game.columns * (game.rows + 1) <= 64 and (game.gravity or game.cells <= 32)


def score_of_win(game: LineGame, discs: int, plies: int) -> int:
    """The score of a win `plies` after a position with `discs` discs."""
    return (game.cells + 2 - discs - plies) // 2


def plies_of(position: LinePosition, score: int) -> int:
    """How many plies it takes from a position to the win or loss that a score stands for."""
    return _plies(position.game, (position.first | position.second).bit_count(), score)


def _plies(game: LineGame, discs: int, score: int) -> int:
    plies = game.cells + 2 - discs - 2 * abs(score)
    return plies - (plies % 2 != (score > 0))  # the side to move wins after 1, 3, 5 … plies


def as_score(position: LinePosition, score: int) -> Score:
    """The field's score of a position, turned into one of score.py, which counts the plies to the end."""
    return score_with_discs(position.game, (position.first | position.second).bit_count(), score)


def score_with_discs(game: LineGame, discs: int, score: int) -> Score:
    """`as_score` of a position with so many discs: more than that does not matter."""
    if score == 0:
        return Score(0)
    return (win_in if score > 0 else loss_in)(_plies(game, discs, score))


def book_of(game: LineGame, book: bool | Path) -> Book | None:
    """The book to solve a game with: the one in a file, or the one that comes with plyground, if any."""
    if isinstance(book, Path):
        return read_book(book, game)
    return packaged_book(game.columns, game.rows, game.k) if book and game.gravity else None


def check_table(game: LineGame, table_mb: int, threads: int = 1) -> None:
    """Raise BadSpec if tables for so many threads do not fit into the memory that is allowed for them."""
    least = _core.Solver.min_bytes(game.columns, game.rows, game.k, game.gravity) * threads
    if table_mb << 20 < least:
        whose = (
            f"the table of {game.spec} takes" if threads == 1 else f"{threads} tables of {game.spec} take"
        )
        right = f"{whose} {-(-least >> 20)} MB at least"
        raise BadSpec("bad table_mb", f"table_mb={table_mb}", None, right)


@dataclass
class Budget:
    """How much work is allowed for all questions together, and how much is spent."""

    seconds: float | None = None
    nodes: int | None = None
    stop: Stop | None = None
    started: float = field(default_factory=time.perf_counter)
    spent_nodes: int = 0

    @property
    def nodes_left(self) -> int | None:
        return None if self.nodes is None else max(0, self.nodes - self.spent_nodes)

    @property
    def seconds_left(self) -> float | None:
        if self.seconds is None:
            return None
        return max(0.0, self.seconds - (time.perf_counter() - self.started))

    def ended_by(self) -> str:
        """Which limit ended the work, if one did."""
        if self.stop is not None and self.stop.is_set():
            return "stop"
        return "nodes" if self.nodes_left == 0 else "seconds"


@dataclass(frozen=True)
class ProvenBounds:
    """The proven bounds of a value (equal if it is known), and whether they are from a book."""

    low: int
    high: int
    from_book: bool = False

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def __neg__(self) -> ProvenBounds:
        """The same value, for the other side."""
        return ProvenBounds(-self.high, -self.low, self.from_book)


class AnySolver(Protocol):
    """What the solvers of both cores can do: see NativeSolver."""

    @property
    def core(self) -> str: ...
    @property
    def threads(self) -> int: ...
    @property
    def nodes_a_second(self) -> float: ...
    def forget(self) -> None: ...
    def value(self, position: LinePosition, budget: Budget, weak: bool = False) -> ProvenBounds: ...
    def exceeds(self, position: LinePosition, alpha: int, budget: Budget) -> bool | None: ...


@dataclass(frozen=True)
class NativeSolver:
    """A compiled solver of one game, with its table. Threads that share one take turns."""

    core: ClassVar[str] = "native"
    nodes_a_second: ClassVar[float] = NODES_A_SECOND

    game: LineGame
    table_mb: int = TABLE_MB
    threads: int = 1
    book: bool | Path = True  # True: the one that comes with plyground; or the file of another
    exact_keys: bool = False  # never tell positions apart by a hash: see docs/why/solver.md

    @cached_property
    def compiled(self) -> _core.Solver:
        """The solver itself; its table is made when it is first used."""
        game = self.game
        check_table(game, self.table_mb)
        book = book_of(game, self.book)
        size = (game.columns, game.rows, game.k, game.gravity)
        try:
            return _core.Solver(*size, self.table_mb << 20, self.threads, book, self.exact_keys)
        except MemoryError:
            raise Failed(f"no memory for a table of {self.table_mb} MB: take a smaller one") from None

    def forget(self) -> None:
        """Empty the table."""
        self.compiled.forget()

    @property
    def nodes(self) -> int:
        """How many nodes it has searched since it was made."""
        return self.compiled.nodes

    def value(self, position: LinePosition, budget: Budget, weak: bool = False) -> ProvenBounds:
        """The value of a position for the side to move. If `weak`, only its sign is looked for."""
        if position.ended:
            return value_at_end(position)
        own, other = _sides(position)
        limits = budget.seconds_left, budget.nodes_left
        low, high, from_book, nodes = self.compiled.value(own, other, weak, *limits, budget.stop)
        budget.spent_nodes += nodes
        return ProvenBounds(low, high, from_book)

    def exceeds(self, position: LinePosition, alpha: int, budget: Budget) -> bool | None:
        """Whether a position is worth more than alpha; None if the budget ended first."""
        if position.ended:
            return value_at_end(position).low > alpha
        own, other = _sides(position)
        limits = budget.seconds_left, budget.nodes_left
        more, nodes = self.compiled.exceeds(own, other, alpha, *limits, budget.stop)
        budget.spent_nodes += nodes
        return more


def value_at_end(position: LinePosition) -> ProvenBounds:
    """The value of a position in which the game is over."""
    assert position.ended is not None
    if position.ended.winner is None:
        return ProvenBounds(0, 0)
    discs = (position.first | position.second).bit_count()
    won = score_of_win(position.game, discs, 0)
    lost = position.ended.winner is not position.to_move
    return ProvenBounds(-won, -won) if lost else ProvenBounds(won, won)


def _sides(position: LinePosition) -> tuple[bytes, bytes]:
    """The stones of the side to move, and of the other."""
    first, second, to_move = native.board(position)
    return (second, first) if to_move else (first, second)
