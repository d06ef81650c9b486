"""What P3's two versions of minimax visit: in one decision, in a whole game, and by empty squares."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from math import log
from statistics import correlation, fmean

from plyground.game import Player
from plyground.games.line import LinePosition
from plyground.papers.p3.players import P3Pruned, P3Unpruned, improving_moves, utility
from plyground.papers.p3.problem import positions
from plyground.searchers.types import Limits, SearchResult

CPU_TIME = Limits(clock=time.process_time)  # the time of other programs does not count
NODES_TIMED = 10_000  # without pruning a row has up to a million

Decided = tuple[int, int]  # the move, and the states visited for it
Decide = Callable[[LinePosition], Decided]


@cache
def search_pruned(position: LinePosition, count_min: bool = False, early: bool = True) -> SearchResult[int]:
    """What the paper's program answers with pruning."""
    return P3Pruned(count_min=count_min, early=early).search(position, CPU_TIME)


@cache
def search_unpruned(position: LinePosition) -> SearchResult[int]:
    """What the paper's program answers without pruning."""
    return P3Unpruned().search(position, CPU_TIME)


def decide_pruned(position: LinePosition, count_min: bool = False, early: bool = True) -> Decided:
    """A decision with pruning."""
    found = search_pruned(position, count_min, early)
    return found.move, found.stats.nodes


def decide_unpruned(position: LinePosition) -> Decided:
    """A decision without pruning."""
    found = search_unpruned(position)
    return found.move, found.stats.nodes


def count_unpruned(position: LinePosition, count_min: bool = False, early: bool = True) -> Decided:
    """The same without searching again: the count of each subtree is kept."""
    total = 0

    def value(child: LinePosition) -> int:
        nonlocal total
        worth, nodes = subtree(child, count_min)
        total += nodes
        return worth

    *_, (_, line) = improving_moves(position, (value, value), early)
    return line[0], total


@cache
def subtree(position: LinePosition, count_min: bool) -> tuple[int, int]:
    """The value of a position for X, and the states that minimax without pruning visits for it."""
    is_max = position.to_move is Player.FIRST
    own = int(is_max or count_min)
    if position.ended:
        return utility(position), own
    below = [subtree(position.after(move), count_min) for move in position.moves()]
    worths = [worth for worth, _ in below]
    return max(worths) if is_max else min(worths), own + sum(nodes for _, nodes in below)


# ---------------------------------------------------------------- whole games


def game(start: LinePosition, x: Decide, o: Decide) -> Iterator[tuple[LinePosition, int]]:
    """The positions of a game that two machines play, and the states visited for each move."""
    position = start
    while not position.ended:
        move, nodes = (x if position.to_move is Player.FIRST else o)(position)
        position = position.after(move)
        yield position, nodes


def states_visited(start: LinePosition, decide: Decide) -> int:
    """The states that a machine visits in a whole game against itself."""
    return sum(nodes for _, nodes in game(start, decide, decide))


def decisions() -> list[LinePosition]:
    """Every position in which somebody is to move."""
    return [position for position in positions() if not position.ended]


@cache
def positions_giving(with_it: int, without_it: int, early: bool = True) -> tuple[LinePosition, ...]:
    """The positions from which the whole game visits so many states with and without pruning."""
    full, cut = partial(count_unpruned, early=early), partial(decide_pruned, early=early)
    alike = [position for position in decisions() if states_visited(position, full) == without_it]
    return tuple(position for position in alike if states_visited(position, cut) == with_it)


# ---------------------------------------------------------------- by empty squares


@dataclass(frozen=True)
class EmptySquaresRow:
    """The mean cost of a decision, over the positions with so many empty squares and this side to move."""

    empty: int
    to_move: Player
    positions: int
    pruned: float
    unpruned: float
    seconds_pruned: float | None = None
    seconds_unpruned: float | None = None


def group(empty: int, to_move: Player) -> list[LinePosition]:
    """The positions with so many empty squares and this side to move, whichever side began."""
    alike = [p for p in decisions() if 9 - (p.first | p.second).bit_count() == empty]
    return [p if p.to_move is to_move else _swap_marks(p) for p in alike]


def _swap_marks(position: LinePosition) -> LinePosition:
    first, second = position.stones
    return position._replace(first=second, second=first, to_move=position.to_move.other)


@cache
def nodes_by_empty_squares() -> tuple[EmptySquaresRow, ...]:
    """The states visited for a decision, from one empty square to nine: the same on every machine."""
    rows = []
    for empty in range(1, 10):
        for side in Player:
            alike = group(empty, side)
            nodes = [fmean(decide(p)[1] for p in alike) for decide in (decide_pruned, count_unpruned)]
            rows.append(EmptySquaresRow(empty, side, len(alike), *nodes))
    return tuple(rows)


@cache
def by_empty_squares() -> tuple[EmptySquaresRow, ...]:
    """The same with the seconds that a decision takes here, over a sample of each row."""
    return tuple(map(_add_times, nodes_by_empty_squares()))


def _add_times(row: EmptySquaresRow) -> EmptySquaresRow:
    alike = group(row.empty, row.to_move)
    step = max(1, round(row.positions * row.unpruned / NODES_TIMED))
    pruned, unpruned = (
        fmean(think(position).stats.seconds for position in alike[::step])
        for think in (search_pruned, search_unpruned)
    )
    return replace(row, seconds_pruned=pruned, seconds_unpruned=unpruned)


def means(rows: tuple[EmptySquaresRow, ...], column: str) -> list[float]:
    """A column from one empty square to nine, the two sides to move averaged."""
    return [fmean(getattr(row, column) for row in rows if row.empty == empty) for empty in range(1, 10)]


def growth_factors(column: list[float]) -> list[float]:
    """The factor from each number of empty squares to the next."""
    return [after / before for before, after in pairwise(column)]


def straightness(column: list[float]) -> float:
    """R² of a straight line through the logarithms: 1 is exponential growth."""
    return correlation(range(len(column)), [log(value) for value in column]) ** 2
