"""Counting what the rules allow, ply by ply: the classical check of a move generator.

`perft` walks every sequence of moves; `distinct` merges sequences that meet in the same position, so it
reaches further and counts positions as well. A game that has ended is counted at its last ply and goes
no further.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any

from plyground.depth import room_to_recurse
from plyground.game import Outcome, Position
from plyground.native import Core, board, rules, use_native
from plyground.score import LONGEST
from plyground.spec import whole_number


@dataclass(frozen=True)
class Tally:
    """How many there are at one ply, and how many of them are over, by who won."""

    count: int = 0
    first_wins: int = 0
    second_wins: int = 0
    draws: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + yours for mine, yours in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True)
class Ply:
    """The sequences of one length, and the positions that they lead to."""

    sequences: Tally
    positions: Tally


def perft(position: Position[Any], depth: int, core: Core = "auto") -> list[Tally]:
    """The sequences of 0, 1, … depth moves from a position."""
    whole_number("depth", depth, 0, LONGEST)
    room_to_recurse(LONGEST)
    if use_native(position, core):
        counted = rules(position.game).perft(*board(position), depth)
        return [Tally(*row) for row in counted] + [Tally()] * (depth + 1 - len(counted))
    rows = [[0, 0, 0, 0] for _ in range(depth + 1)]

    def count(position: Position[Any], ply: int) -> None:
        rows[ply][0] += 1
        if outcome := position.outcome():
            rows[ply][_column(outcome)] += 1
        elif ply < depth:
            for move in position.moves():
                count(position.after(move), ply + 1)

    count(position, 0)
    return [Tally(*row) for row in rows]


def divide(position: Position[Any], depth: int, core: Core = "auto") -> Iterator[list[Tally]]:
    """`perft` by instalments: the totals after each of the first moves, for who wants to watch."""
    if depth < 2 or not position.moves():
        yield perft(position, depth, core)
        return
    totals = perft(position, 1, core) + [Tally()] * (depth - 1)
    for move in position.moves():
        below = perft(position.after(move), depth - 1, core)
        totals = totals[:2] + list(map(Tally.__add__, totals[2:], below[1:]))
        yield totals


def distinct(position: Position[Any], core: Core = "auto") -> Iterator[Ply]:
    """Ply after ply, for as long as it is asked: the sequences and the positions they lead to."""
    if use_native(position, core):
        frontier = rules(position.game).frontier(*board(position))
        while True:
            sequences, positions = frontier.tally()
            yield Ply(Tally(*sequences), Tally(*positions))
            frontier.advance()
    ways = {position: 1}
    while True:
        yield Ply(_total(ways), _total(dict.fromkeys(ways, 1)))
        ahead: dict[Position[Any], int] = {}
        for node, paths in ways.items():
            for move in () if node.outcome() else node.moves():
                child = node.after(move)
                ahead[child] = ahead.get(child, 0) + paths
        ways = ahead


def _total(ways: dict[Position[Any], int]) -> Tally:
    row = [sum(ways.values()), 0, 0, 0]
    for position, paths in ways.items():
        if outcome := position.outcome():
            row[_column(outcome)] += paths
    return Tally(*row)


def _column(outcome: Outcome) -> int:
    return 3 if outcome.winner is None else 1 + outcome.winner.value
