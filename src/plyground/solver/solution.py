"""The answer of `solve`: a proven score, or proven bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.errors import PlygroundError
from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.score import WIN, Score
from plyground.solver.native import ProvenBounds, as_score

Root = Position[Any]


class TooLarge(PlygroundError):
    """A position that would take too long to solve."""

    reason = "too-large"


@dataclass(frozen=True)
class SolvedMove:
    """A move and the proven bounds of its value, for the side that plays it."""

    move: Any
    low: int
    high: int
    score: Score | None  # None if only the bounds are known

    @property
    def stone_score(self) -> int | None:
        """The exact score as the field counts it: see Solution."""
        return self.low if self.low == self.high else None

    @property
    def words(self) -> str:
        return words_of(self.score, self.low, self.high)


@dataclass(frozen=True)
class Solution:
    """What was proved about a position, for the side to move.

    `low`, `high` and `stone_score` count as the field does in line games: a win with the last cell is 1,
    and one more for every stone that the winner did not need; in other games they count as score.py does.
    In a weak solution they are 1, 0 or -1.
    """

    position: Root
    low: int
    high: int
    score: Score | None  # None if only bounds were proved in the time there was
    line: tuple[Any, ...]
    moves: tuple[SolvedMove, ...] | None
    nodes: int
    seconds: float
    book: bool
    weak: bool = False

    @property
    def stone_score(self) -> int | None:
        """The exact score as the field counts it: on 7×6, 22 minus the discs that the winner needs."""
        return self.low if self.low == self.high else None

    @property
    def words(self) -> str:
        """`wins in 5 plies`, `draw`, or what the bounds say."""
        return words_of(self.score, self.low, self.high)

    @property
    def move(self) -> Any:
        """A best move; None if the game is over or no score was proved."""
        return self.line[0] if self.line else None


def score_of_bounds(position: LinePosition, bounds: ProvenBounds, weak: bool) -> Score | None:
    """The score that the compiled solver has proved; of weak bounds, a win or loss without distance."""
    if not bounds.exact:
        return None
    return Score(bounds.low * WIN) if weak else as_score(position, bounds.low)


def words_of(score: Score | None, low: int, high: int) -> str:
    """A proven score in words, or what the bounds tell."""
    if score is not None:
        return str(score)
    if low > 0:
        return "wins"
    if high < 0:
        return "loses"
    if low == 0:
        return "wins or draws"
    return "draws or loses" if high == 0 else "not known"


def sign_bounds(bounds: ProvenBounds) -> ProvenBounds:
    """The bounds of the sign of a value."""
    return ProvenBounds(max(-1, min(1, bounds.low)), max(-1, min(1, bounds.high)), bounds.from_book)
