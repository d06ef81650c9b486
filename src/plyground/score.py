"""Scores are whole numbers from the side to move: a win found at ply n is WIN - n, a draw is 0.

So a quicker win is worth more, a later loss is worth more, and negating a score is seeing it from the
other side. Evaluations stay within ±HEURISTIC, far below any win.
"""

from __future__ import annotations

from plyground.errors import PlygroundError
from plyground.game import Outcome, Player

WIN = 1_000_000
LONGEST = 1_000  # plies: no game here is longer, so WIN - LONGEST still means a win
HEURISTIC = WIN - LONGEST - 1
DRAW = 0


def win_in(ply: int) -> int:
    """The score of a win that falls `ply` plies from now."""
    return WIN - _counted(ply)


def loss_in(ply: int) -> int:
    """The score of a loss that falls `ply` plies from now."""
    return _counted(ply) - WIN


def plies_to_end(score: int) -> int | None:
    """How many plies away the win or loss is that the score tells of; None if it tells of neither."""
    return WIN - abs(score) if abs(score) > HEURISTIC else None


def paid(outcome: Outcome, side: Player, ply: int) -> int:
    """What an outcome at a ply is worth to a side: its points, or a win, a loss, a draw."""
    if outcome.points is not None:
        if not -HEURISTIC <= outcome.points <= HEURISTIC:
            raise PlygroundError(f"{outcome.points} points: a game pays at most {HEURISTIC}")
        return outcome.points if side is Player.FIRST else -outcome.points
    if outcome.winner is None:
        return DRAW
    return WIN - ply if outcome.winner is side else ply - WIN


def describe(score: int) -> str:
    """The score in words: `wins in 5`, `loses in 2` (plies), `draw`, or an estimate such as `+12`.

    A win without a distance, as where every win counts alike, is just `wins`.
    """
    plies = plies_to_end(score)
    if plies is None:
        return f"{score:+d}" if score else "draw"
    return ("wins" if score > 0 else "loses") + (f" in {plies}" if plies else "")


def _counted(ply: int) -> int:
    if not 0 <= ply <= LONGEST:
        raise ValueError(f"a ply is 0 to {LONGEST}, not {ply}")
    return ply
