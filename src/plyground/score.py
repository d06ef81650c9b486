"""Scores are whole numbers from the side to move: a win found at ply n is WIN - n, a draw is 0.

So a quicker win is worth more, a later loss is worth more, and negating a score is seeing it from the
other side. Evaluations stay within ±HEURISTIC, far below any win.
"""

from __future__ import annotations

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


def describe(score: int) -> str:
    """The score in words: `wins in 5`, `loses in 2` (plies), `draw`, or an estimate such as `+12`."""
    plies = plies_to_end(score)
    if plies is None:
        return f"{score:+d}" if score else "draw"
    return f"{'wins' if score > 0 else 'loses'} in {plies}"


def _counted(ply: int) -> int:
    if not 0 <= ply <= LONGEST:
        raise ValueError(f"a ply is 0 to {LONGEST}, not {ply}")
    return ply
