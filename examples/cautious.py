"""An agent of one's own: it wins at once if it can, does not let the other, and else plays anything.

plyground match connect4 python:examples/cautious.py:choose random
"""

from __future__ import annotations

import random
from typing import Any

from plyground import Position
from plyground.searchers import Limits


def choose(position: Position[Any], limits: Limits) -> Any:
    moves = position.moves()
    for move in moves:
        outcome = position.after(move).outcome()
        if outcome and outcome.winner is position.to_move:
            return move
    safe = [move for move in moves if not loses_at_once(position.after(move))]
    return random.choice(safe or moves)  # the arena seeds it: the same match plays the same games


def loses_at_once(position: Position[Any]) -> bool:
    """Whether the side to move can win with its next move."""
    replies = (position.after(move).outcome() for move in position.moves())
    return any(outcome and outcome.winner is position.to_move for outcome in replies)
