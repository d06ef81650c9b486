"""The time of one move over a protocol: what is left, what is kept back for the way, and a fair share."""

from __future__ import annotations

from plyground.agents.agent import MOVES_TO_GO
from plyground.searchers.types import Limits

UNLIMITED = 1.0  # seconds for a move that has no limit at all
MIN_SECONDS = 0.001  # even without time left there is a move to make
MAX_MS = 10**12
_KEPT_BACK = 0.02, 0.05  # seconds, and a part of the time: the smaller, for the way there and back


def allowed_seconds(limits: Limits) -> float | None:
    """How many seconds a move may take at most, if that is limited: with a clock, all that is left."""
    left = remaining_seconds(limits)
    if left is not None:
        return left
    if limits.seconds is None and limits.depth is None and limits.nodes is None:
        return UNLIMITED
    return limits.seconds


def remaining_seconds(limits: Limits) -> float | None:
    """What is left on a clock, if one runs for the whole game."""
    left = getattr(limits, "remaining", None)
    return None if left is None else float(left)


def milliseconds_left(seconds: float, spent: float = 0.0) -> int:
    """The milliseconds that are sent to an engine, when some of the time is spent."""
    return max(1, round((seconds - spent - margin(seconds)) * 1_000))


def margin(seconds: float) -> float:
    """The part of a time that is kept back."""
    return min(_KEPT_BACK[0], _KEPT_BACK[1] * seconds)


def share(left: float, increment: float = 0.0, moves_to_go: int | None = None) -> float:
    """The seconds for one move, where `left` is for all moves that are still to come."""
    fair = left / max(1, moves_to_go or MOVES_TO_GO) + 0.75 * increment
    return max(MIN_SECONDS, min(fair, 0.9 * left))
