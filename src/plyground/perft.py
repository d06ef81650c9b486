"""Counting the sequences of moves that the rules allow: the classical check of a move generator.

`perft` walks every sequence. `distinct_positions` merges sequences that lead to the same position: it
counts positions too, and reaches deeper. A game that is over is counted at its last ply only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any

from plyground.game import Outcome, Position
from plyground.games.given import GameLike, given_position
from plyground.native import Core, board, rules, use_native
from plyground.score import LONGEST, raise_recursion_limit
from plyground.spec import whole_number


@dataclass(frozen=True)
class OutcomeCount:
    """How many sequences or positions there are at one ply, and how many of them end the game there."""

    count: int = 0
    first_wins: int = 0
    second_wins: int = 0
    draws: int = 0

    def __add__(self, other: OutcomeCount) -> OutcomeCount:
        return OutcomeCount(
            *(mine + yours for mine, yours in zip(astuple(self), astuple(other), strict=True))
        )


@dataclass(frozen=True)
class PlyCount:
    """The sequences of one length, and the distinct positions that they lead to."""

    sequences: OutcomeCount
    positions: OutcomeCount


def perft(game: GameLike, depth: int, core: Core = "auto") -> list[OutcomeCount]:
    """For each ply from 0 to `depth`, the sequences of so many moves in a game, or from a position.

    >>> import plyground as pg
    >>> [row.count for row in pg.perft("connect4", 4)]
    [1, 7, 49, 343, 2401]
    """
    position = given_position(game)
    whole_number("depth", depth, 0, LONGEST)
    raise_recursion_limit(LONGEST)
    if use_native(position, core):
        counted = rules(position.game).perft(*board(position), depth)
        return [OutcomeCount(*row) for row in counted] + [OutcomeCount()] * (depth + 1 - len(counted))
    rows = [[0, 0, 0, 0] for _ in range(depth + 1)]

    def count(position: Position[Any], ply: int) -> None:
        rows[ply][0] += 1
        if outcome := position.outcome():
            rows[ply][_index(outcome)] += 1
        elif ply < depth:
            for move in position.moves():
                count(position.after(move), ply + 1)

    count(position, 0)
    return [OutcomeCount(*row) for row in rows]


def divide(position: Position[Any], depth: int, core: Core = "auto") -> Iterator[list[OutcomeCount]]:
    """`perft`, yielding the running totals after each root move."""
    if depth < 2 or not position.moves():
        yield perft(position, depth, core)
        return
    totals = perft(position, 1, core) + [OutcomeCount()] * (depth - 1)
    for move in position.moves():
        below = perft(position.after(move), depth - 1, core)
        totals = totals[:2] + list(map(OutcomeCount.__add__, totals[2:], below[1:]))
        yield totals


def distinct_positions(position: Position[Any], core: Core = "auto") -> Iterator[PlyCount]:
    """Ply by ply, without end: the sequences, and the distinct positions that they lead to."""
    if use_native(position, core):
        frontier = rules(position.game).frontier(*board(position))
        while True:
            sequences, positions = frontier.tally()
            yield PlyCount(OutcomeCount(*sequences), OutcomeCount(*positions))
            frontier.advance()
    ways = {position: 1}
    while True:
        yield PlyCount(_total(ways), _total(dict.fromkeys(ways, 1)))
        next_ways: dict[Position[Any], int] = {}
        for parent, paths in ways.items():
            for move in () if parent.outcome() else parent.moves():
                child = parent.after(move)
                next_ways[child] = next_ways.get(child, 0) + paths
        ways = next_ways


def _total(ways: dict[Position[Any], int]) -> OutcomeCount:
    row = [sum(ways.values()), 0, 0, 0]
    for position, paths in ways.items():
        if outcome := position.outcome():
            row[_index(outcome)] += paths
    return OutcomeCount(*row)


def _index(outcome: Outcome) -> int:
    """Where an outcome is counted: the fields of OutcomeCount in their order."""
    return 3 if outcome.winner is None else 1 + outcome.winner.value
