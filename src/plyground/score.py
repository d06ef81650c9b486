"""Scores: whole numbers from the side to move. A win found at ply n is WIN - n, a draw is 0.

So a quicker win is worth more, and a later loss is worth more. Negating a score gives the other side's.
Evaluations stay within ±HEURISTIC, far below any win. Inside a search a score is a plain number; what
searchers and the solver answer is a `Score`, the same number with words.
"""

from __future__ import annotations

import sys
from typing import Literal

from plyground.errors import PlygroundError
from plyground.game import Outcome, Player

WIN = 1_000_000
LONGEST = 1_000  # plies: no game here is longer, so WIN - LONGEST still means a win
HEURISTIC = WIN - LONGEST - 1
DRAW = 0

ScoreKind = Literal["wins", "draws", "loses", "estimate"]


class Score(int):
    """The value of a position to the side to move.

    Scores are ordered: a win in n plies beats every estimate, and an estimate beats a loss; a quicker win
    is better, and so is a later loss. A score is the whole number that score.py says, so it counts,
    compares and is stored as one; `str` puts it into words, and `repr` evaluates back.

    >>> import plyground as pg
    >>> win, estimate = pg.win_in(5), pg.Score(12)
    >>> win > estimate > -win, str(win), str(estimate), win
    (True, 'wins in 5 plies', '+12', WIN - 5)
    """

    __slots__ = ()

    @property
    def plies(self) -> int | None:
        """Plies to the win or loss; None for an estimate, a draw or points. 0 where nobody counted them."""
        return plies_to_end(self)

    def kind(self, proven: bool) -> ScoreKind:
        """Whether it wins, draws or loses, or is no more than an estimate."""
        if self.plies is not None:
            return "wins" if self > 0 else "loses"
        return "draws" if proven and self == 0 else "estimate"

    def words(self, proven: bool = True) -> str:
        """The score in words: `wins in 5 plies`, `draw`, `+12`; unless proven, `+12 (estimate)`.

        A win without a distance, as where every win counts alike, is just `wins`.
        """
        if self.plies is not None:
            distance = f" in {counted_plies(self.plies)}" if self.plies else ""
            return ("wins" if self > 0 else "loses") + distance
        if not proven:
            return f"{self:+d} (estimate)"
        return f"{self:+d}" if self else "draw"

    @property
    def figure(self) -> str:
        """The number beside the words in a table; none for a win or loss, which is a number of plies."""
        return str(int(self)) if self.plies is None else "–"

    def __neg__(self) -> Score:
        return Score(-int(self))

    def __str__(self) -> str:
        return self.words()

    def __repr__(self) -> str:
        if self.plies is None:
            return int.__repr__(self)
        if self.plies == 0:
            return "WIN" if self > 0 else "-WIN"
        return f"WIN - {self.plies}" if self > 0 else f"{self.plies} - WIN"


def win_in(ply: int) -> Score:
    """The score of a win that falls `ply` plies from now.

    >>> import plyground as pg
    >>> pg.win_in(3) > pg.win_in(5), pg.win_in(3).plies
    (True, 3)
    """
    return Score(WIN - _checked_ply(ply))


def loss_in(ply: int) -> Score:
    """The score of a loss that falls `ply` plies from now."""
    return Score(_checked_ply(ply) - WIN)


def plies_to_end(score: int) -> int | None:
    """How many plies away the win or loss is that a score means; None if it means neither."""
    return WIN - abs(score) if abs(score) > HEURISTIC else None


def previous_ply(score: int) -> int:
    """A score as counted one ply earlier: a win or loss is one ply farther away."""
    if -HEURISTIC <= score <= HEURISTIC:
        return score
    return score - 1 if score > 0 else score + 1


def payoff(outcome: Outcome, side: Player, ply: int) -> int:
    """What an outcome at a ply is worth to a side: its points, or a win, a loss, a draw."""
    if outcome.points is not None:
        if not -HEURISTIC <= outcome.points <= HEURISTIC:
            raise PlygroundError(f"{outcome.points} points: a game pays at most {HEURISTIC}")
        return outcome.points if side is Player.FIRST else -outcome.points
    if outcome.winner is None:
        return DRAW
    return WIN - ply if outcome.winner is side else ply - WIN


def describe(score: int) -> str:
    """A score in words: `wins in 5 plies`, `loses in 2 plies`, `draw`, or an estimate such as `+12`.

    >>> import plyground as pg
    >>> pg.describe(pg.WIN - 5)
    'wins in 5 plies'
    """
    return Score(score).words()


def score_text(score: int) -> str:
    """A score as text in a tree: a number, or how far away a win or a loss is."""
    return str(score) if plies_to_end(score) is None else describe(score)


def counted_plies(plies: int) -> str:
    """A number of plies in words: `1 ply`, `2 plies`."""
    return f"{plies} ply" if plies == 1 else f"{plies} plies"


def _checked_ply(ply: int) -> int:
    if not 0 <= ply <= LONGEST:
        raise ValueError(f"a ply is 0 to {LONGEST}, not {ply}")
    return ply


_ROOM_FOR_CALLERS = 1_000


def raise_recursion_limit(frames: int) -> None:
    """Allow recursion to this depth, on top of what the callers use."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), frames + _ROOM_FOR_CALLERS))
