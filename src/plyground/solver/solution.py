"""What solving answers: a proven score, or proven bounds, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.errors import PlygroundError
from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.solver.engine import Answer, plies_of

Root = Position[Any]


class TooLarge(PlygroundError):
    """A position that would take too long to solve."""


@dataclass(frozen=True)
class Solved:
    """A move and what it is worth to the side that plays it; `low` and `high` are proven bounds."""

    move: Any
    low: int
    high: int
    words: str

    @property
    def score(self) -> int | None:
        """The exact score, if it is known."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True)
class Solution:
    """What was proved of a position, from the side to move.

    Of line games the score is the field's: a win with the last cell is 1, one more for every stone not
    needed. Of other games it is that of score.py. A weak one is 1, 0 or -1.
    """

    position: Root
    low: int
    high: int
    words: str  # "wins in 5"
    line: tuple[Any, ...]
    moves: tuple[Solved, ...] | None
    nodes: int
    seconds: float
    book: bool
    weak: bool = False

    @property
    def score(self) -> int | None:
        """The exact score; None if only bounds were proved in the time there was."""
        return self.low if self.low == self.high else None

    @property
    def move(self) -> Any:
        """A best move; None if the game is over or no score was proved."""
        return self.line[0] if self.line else None


def in_plain_words(position: LinePosition, found: Answer, weak: bool = False) -> str:
    """`wins in 5`, `draw`, or what the bounds tell."""
    if weak and found.exact:
        return {0: "draw", 1: "wins", -1: "loses"}[found.low]
    if found.exact:
        return _exactly(position, found.low)
    if found.low > 0:
        return "wins"
    if found.high < 0:
        return "loses"
    if found.low == 0:
        return "wins or draws"
    return "draws or loses" if found.high == 0 else "not known"


def _exactly(position: LinePosition, score: int) -> str:
    if score == 0:
        return "draw"
    plies = plies_of(position, score)
    return ("wins" if score > 0 else "loses") + (f" in {plies}" if plies else "")


def sign(found: Answer) -> Answer:
    return Answer(max(-1, min(1, found.low)), max(-1, min(1, found.high)), found.from_book)
