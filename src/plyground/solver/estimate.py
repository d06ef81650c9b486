"""What it would take to solve a position: a rough guess, made before anyone waits for it.

Fitted to what `plyground solve` took on empty boards (see docs/why/solver.md): the logarithm of the
nodes grows with the empty cells. A single position may take a hundred times less or more.
"""

from __future__ import annotations

from math import log10

from plyground.games.line import LineGame, LinePosition

NODES_A_SECOND = 3e6


def nodes_to_solve(position: LinePosition) -> float:
    """About how many nodes the compiled solver searches for the value of a position."""
    game = position.game
    empty = game.cells - (position.first | position.second).bit_count()
    if not game.gravity:
        return float(10 ** (0.26 * empty - 0.6))
    if game.rows <= 2:  # no disc waits for another, and so no strategy decides early
        return float(10 ** (0.3 * empty))
    return float(10 ** (0.17 * empty + 0.3 if game.rows % 2 == 0 else 0.19 * empty + 0.2))


def positions_of(game: LineGame) -> float:
    """The logarithm of how many ways there are to fill a board: no fewer than its positions."""
    if game.gravity:
        return game.columns * log10(2 ** (game.rows + 1) - 1)
    return game.cells * log10(3)


def in_words(seconds: float) -> str:
    """A time that nobody should read as exact."""
    for unit, length in (("years", 3.2e7), ("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0)):
        if seconds >= length:
            many = seconds / length
            return f"about {many:,.0f} {unit}" if many < 1e6 else f"about 10^{log10(many):.0f} {unit}"
    return f"about {seconds:,.0f} seconds"
