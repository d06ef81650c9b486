"""What positions are worth under perfect play, by the solver."""

from __future__ import annotations

from functools import cache
from typing import Any

from plyground.game import Position
from plyground.score import payoff
from plyground.searchers.playouts import sign
from plyground.solver import TooLarge
from plyground.solver.solve import solve


@cache
def game_value(position: Position[Any]) -> int:
    """1, 0 or -1 for the side to move under perfect play; TooLarge where that would take too long."""
    outcome = position.outcome()
    if outcome is not None:
        return sign(payoff(outcome, position.to_move, 0))
    return sign(solve(position, weak=True).low)


def best_moves(position: Position[Any]) -> list[str]:
    """The moves that keep the value."""
    best = game_value(position)
    return [position.write(move) for move in position.moves() if -game_value(position.after(move)) == best]


def known_value(position: Position[Any]) -> int | None:
    """The same; None where that would take too long."""
    try:
        return game_value(position)
    except TooLarge:
        return None
