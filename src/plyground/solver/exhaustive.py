"""Every position that can follow, each with its value: for games that are small, or not ours.

Values are those of score.py: a win in n plies is WIN - n, a draw is 0, points are points.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from plyground.errors import PlygroundError
from plyground.game import Position
from plyground.score import HEURISTIC, paid
from plyground.search.limits import Stop

Root = Position[Any]

MOST_POSITIONS = 500_000


class TooManyPositions(PlygroundError):
    """More positions follow than a full table may hold."""


class OutOfTime(Exception):
    """The table was not finished in time."""


def full_table(
    root: Root,
    most: int = MOST_POSITIONS,
    seconds: float | None = None,
    stop: Stop | None = None,
) -> dict[Root, int]:
    """The value of every position that can follow from a position, for the side to move in it."""
    values: dict[Root, int] = {}
    path = [(root, iter(root.moves()))]
    on_path = {root}
    deadline = None if seconds is None else time.perf_counter() + seconds
    steps = count(1)
    while path:
        position, moves = path[-1]
        reply = next(_unknown(position, moves, values), None)
        if reply is None:
            values[position] = _value(position, values)
            on_path.discard(position)
            path.pop()
            continue
        if reply in on_path:
            raise PlygroundError("play can come back to a position: such a game has no full table")
        if len(values) + len(path) > most:
            raise TooManyPositions(f"more than {most:,} positions follow: too many for a full table")
        if next(steps) % 1024 == 0 and _is_over(deadline, stop):
            raise OutOfTime
        path.append((reply, iter(reply.moves())))
        on_path.add(reply)
    return values


@dataclass(frozen=True)
class _Kept:
    kind: type[
        Root
    ]  # positions of a class and of one derived from it are equal, and their rules may differ
    values: dict[Root, int]


_last: list[_Kept] = []


def known_table(root: Root, seconds: float | None = None, stop: Stop | None = None) -> dict[Root, int]:
    """The same, kept for the next call: whoever plays on asks about a position that is in it."""
    for kept in tuple(_last):
        if kept.kind is type(root) and root in kept.values:
            return kept.values
    made = _Kept(type(root), full_table(root, seconds=seconds, stop=stop))
    _last[:] = [made]
    return made.values


def _unknown(position: Root, moves: Iterator[Any], values: dict[Root, int]) -> Iterator[Root]:
    for move in moves:
        reply = position.after(move)
        if reply not in values:
            yield reply


def _value(position: Root, values: dict[Root, int]) -> int:
    outcome = position.outcome()
    if outcome:
        return paid(outcome, position.to_move, 0)
    return max(one_ply_later(-values[position.after(move)]) for move in position.moves())


def one_ply_later(score: int) -> int:
    """A win or loss counted from the position before: it is one ply farther away."""
    if -HEURISTIC <= score <= HEURISTIC:
        return score
    return score - 1 if score > 0 else score + 1


def _is_over(deadline: float | None, stop: Stop | None) -> bool:
    if deadline is not None and time.perf_counter() >= deadline:
        return True
    return stop is not None and stop.is_set()
