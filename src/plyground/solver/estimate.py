"""A rough estimate of the work to solve a position, made before anyone waits for it.

It was fitted to empty boards (see docs/why/solver.md), before the compiled solver knew the state of the
lines, by which it needs up to three times less: the logarithm of the nodes grows with the number of empty
cells. A single position may take a hundred times less, or more.
"""

from __future__ import annotations

from math import log10

from plyground.games.line import LineGame, LinePosition

NODES_A_SECOND = 3e6  # of one thread of the compiled solver
SLOW_NODES_A_SECOND = 3e4  # of the solver in Python


def estimate_nodes(position: LinePosition) -> float:
    """About how many nodes the compiled solver needs for the value of a position."""
    return estimate_nodes_of(position.game, position.empty)


def estimate_nodes_of(game: LineGame, empty: int) -> float:
    """The same, of any position with so many empty cells."""
    if not game.gravity:
        return float(10 ** (0.26 * empty - 0.6))
    if game.rows <= 2:  # the strategies that decide early need higher columns
        return float(10 ** (0.3 * empty))
    return float(10 ** (0.17 * empty + 0.3 if game.rows % 2 == 0 else 0.19 * empty + 0.2))


def log10_of_boards(game: LineGame) -> float:
    """The decimal logarithm of the number of boards, legal or not: an upper bound of its positions."""
    if game.gravity:
        return game.columns * log10(2 ** (game.rows + 1) - 1)
    return game.cells * log10(3)


def describe_seconds(seconds: float) -> str:
    """`about 3 hours`: a time that is not to be read as exact."""
    for unit, length in (("years", 3.2e7), ("days", 86_400.0), ("hours", 3_600.0), ("minutes", 60.0)):
        if seconds >= length:
            many = seconds / length
            return f"about {many:,.0f} {unit}" if many < 1e6 else f"about 10^{log10(many):.0f} {unit}"
    return f"about {seconds:,.0f} seconds"
