"""Alpha-beta, as another student handed it in."""

import math
from typing import Any


def choose(position: Any, limits: Any) -> Any:
    return search(position, limits.depth, -math.inf, math.inf)[1]


def search(position: Any, depth: int, alpha: float, beta: float) -> tuple[float, Any]:
    end = position.outcome()
    if end:
        return (0 if end.winner is None else 1 if end.winner is position.to_move else -1), None
    if depth == 0:
        return 0, None
    best, chosen = -math.inf, None
    for move in position.moves():
        value = -search(position.after(move), depth - 1, -beta, -alpha)[0]
        if value > best:
            best, chosen = value, move
        alpha = max(alpha, best)
        if alpha > beta:
            break
    return best, chosen
