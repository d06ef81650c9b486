"""A table of all positions that can follow from a position: for small games, and for users' games.

Values are those of score.py: a win in n plies is WIN - n, a draw is 0, points are points.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

from plyground.errors import PlygroundError
from plyground.game import Position
from plyground.score import payoff, previous_ply
from plyground.searchers.types import Stop

Root = Position[Any]

MAX_POSITIONS = 500_000


class TooManyPositions(PlygroundError):
    """More positions follow than a full table may hold."""


class NeverEnds(PlygroundError):
    """Play can come back to a position: its value is not that of a tree."""


class OutOfTime(Exception):
    """The table was not finished in time."""


def full_table(
    root: Root,
    most: int = MAX_POSITIONS,
    seconds: float | None = None,
    stop: Stop | None = None,
) -> dict[Root, int]:
    """The value of every position that can follow from a position, for the side to move in it."""
    # Depth first, without recursion: a game may be longer than Python's stack.
    values: dict[Root, int] = {}
    path = [(root, iter(root.moves()))]
    on_path = {root}
    deadline = None if seconds is None else time.perf_counter() + seconds
    steps = count(1)
    while path:
        position, moves = path[-1]
        reply = next(_replies_without_value(position, moves, values), None)
        if reply is None:
            values[position] = _value(position, values)
            on_path.discard(position)
            path.pop()
            continue
        if reply in on_path:
            raise NeverEnds("play can come back to a position: such a game has no full table")
        if len(values) + len(path) > most:
            raise TooManyPositions(f"more than {most:,} positions follow: too many for a full table")
        if next(steps) % 1024 == 0 and _is_over(deadline, stop):
            raise OutOfTime
        path.append((reply, iter(reply.moves())))
        on_path.add(reply)
    return values


class _LastTable(threading.local):
    """The table that a thread made last, and the class of the position that it was made from.

    The class matters: positions of a class and of one derived from it may be equal, and their rules may
    differ.
    """

    kind: type[Root] | None = None
    values: dict[Root, int] | None = None


_last = _LastTable()


def cached_full_table(
    root: Root, seconds: float | None = None, stop: Stop | None = None
) -> dict[Root, int]:
    """A full table that holds this position: the last one of this thread if it does, else a new one.

    Whoever plays on asks about positions that are in the last table.
    """
    if _last.kind is type(root) and _last.values is not None and root in _last.values:
        return _last.values
    values = full_table(root, seconds=seconds, stop=stop)
    _last.kind, _last.values = type(root), values
    return values


def _replies_without_value(position: Root, moves: Iterator[Any], values: dict[Root, int]) -> Iterator[Root]:
    for move in moves:
        reply = position.after(move)
        if reply not in values:
            yield reply


def _value(position: Root, values: dict[Root, int]) -> int:
    outcome = position.outcome()
    if outcome:
        return payoff(outcome, position.to_move, 0)
    return max(previous_ply(-values[position.after(move)]) for move in position.moves())


def _is_over(deadline: float | None, stop: Stop | None) -> bool:
    if deadline is not None and time.perf_counter() >= deadline:
        return True
    return stop is not None and stop.is_set()
