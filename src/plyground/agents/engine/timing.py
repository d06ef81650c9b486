"""How long an engine may think, out of the limits of a move."""

from __future__ import annotations

from plyground.search.limits import Limits

UNLIMITED = 1.0  # seconds for a move that has no limit at all
_KEPT_BACK = 0.02, 0.05  # seconds, and a part of the time: the smaller, for the way there and back


def allowed(limits: Limits) -> float | None:
    """How many seconds a move may take at most, if that is limited: with a clock, all that is left."""
    left = remaining(limits)
    if left is not None:
        return left
    if limits.seconds is None and limits.depth is None and limits.nodes is None:
        return UNLIMITED
    return limits.seconds


def remaining(limits: Limits) -> float | None:
    """What is left on a clock, if one runs for the whole game."""
    left = getattr(limits, "remaining", None)
    return None if left is None else float(left)


def told(seconds: float, spent: float = 0.0) -> int:
    """The milliseconds of a time that an engine is told of, when some of it is spent."""
    return max(1, round((seconds - spent - margin(seconds)) * 1_000))


def margin(seconds: float) -> float:
    """What is kept back of a time."""
    return min(_KEPT_BACK[0], _KEPT_BACK[1] * seconds)
