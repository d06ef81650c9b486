"""Solving without the compiled solver: by a table of all positions, or as far as a search can prove."""

from __future__ import annotations

import time
from typing import Any

from plyground.native import is_native
from plyground.score import WIN, describe, plies_to_end
from plyground.search import Deepening, Limits, MoveValue, SearchResult, search_all
from plyground.solver.engine import Budget, score_of
from plyground.solver.estimate import positions_of
from plyground.solver.exhaustive import (
    MOST_POSITIONS,
    OutOfTime,
    TooManyPositions,
    full_table,
    one_ply_later,
)
from plyground.solver.solution import Root, Solution, Solved, TooLarge


def by_full_table(position: Root, moves: bool, weak: bool, budget: Budget) -> Solution:
    try:
        values = full_table(position, budget.nodes or MOST_POSITIONS, budget.left, budget.stop)
    except TooManyPositions as error:
        if budget.nodes is None and budget.seconds is None:
            raise TooLarge(f"{error}, give a time to search instead") from None
        return by_search(position, moves, weak, budget)
    except OutOfTime:
        return _unsolved(position, weak, budget, 0)
    shown = _shown_weak if weak else _shown

    def told(move: Any) -> Solved:
        value = one_ply_later(-values[position.after(move)])
        return Solved(move, shown(position, value), shown(position, value), _words(value, weak))

    line, here = [], position
    while here.moves():
        best = max(here.moves(), key=lambda move: -values[here.after(move)])
        line.append(best)
        here = here.after(best)
    value = values[position]
    return Solution(
        position,
        shown(position, value),
        shown(position, value),
        _words(value, weak),
        tuple(line[:1] if weak else line),
        tuple(map(told, position.moves())) if moves else None,
        len(values),
        time.perf_counter() - budget.started,
        False,
        weak,
    )


def by_search(position: Root, moves: bool, weak: bool, budget: Budget) -> Solution:
    """What iterative deepening can prove of a board that is too large for the compiled solver."""
    if position.outcome() is None and budget.seconds is None and budget.nodes is None:
        size = (
            f"about 10^{positions_of(position.game):.0f} positions" if is_native(position) else "too many"
        )
        name = position.game.spec if is_native(position) else "this game"
        raise TooLarge(
            f"{name} is too large to solve ({size}): give a time (--time SECONDS, seconds=) to hear what "
            "can be proved in it, or play it with `plyground search`"
        )
    halves = 2 if moves else 1
    limits = Limits(
        nodes=budget.nodes and max(1, budget.nodes // halves),
        seconds=None if budget.left is None else max(1e-6, budget.left / halves),
        stop=budget.stop,
    )
    found = Deepening().search(position, limits)
    values = (
        [_told_of(position, each, weak) for each in search_all(position, Deepening(), limits)]
        if moves
        else None
    )
    whole = _told_of(position, found, weak)
    spent = time.perf_counter() - budget.started
    line = found.line[: 1 if weak else None] if found.proven else ()
    shown = None if values is None else tuple(values)
    return Solution(
        position, whole.low, whole.high, whole.words, line, shown, found.stats.nodes, spent, False, weak
    )


def _told_of(position: Root, found: SearchResult[Any] | MoveValue, weak: bool) -> Solved:
    """What a search proved, as bounds: all there can be if it proved nothing."""
    move = found.move if isinstance(found, MoveValue) else None
    if not found.proven:
        most = 1 if weak else _shown(position, WIN - 1)
        return Solved(move, -most, most, "not known")
    score = (_shown_weak if weak else _shown)(position, found.score)
    return Solved(move, score, score, _words(found.score, weak))


def _unsolved(position: Root, weak: bool, budget: Budget, nodes: int) -> Solution:
    most = 1 if weak else _shown(position, WIN - 1)
    spent = time.perf_counter() - budget.started
    return Solution(position, -most, most, "not known", (), None, nodes, spent, False, weak)


def _shown(position: Root, score: int) -> int:
    """A score of score.py as the field counts it, where it is of a line game."""
    plies = plies_to_end(score)
    if plies is None or not is_native(position):
        return score
    discs = (position.first | position.second).bit_count()
    won = score_of(position.game, discs, plies)
    return won if score > 0 else -won


def _shown_weak(position: Root, score: int) -> int:
    return (score > 0) - (score < 0)


def _words(score: int, weak: bool) -> str:
    if weak:
        return "wins" if score > 0 else "loses" if score < 0 else "draw"
    return describe(score)
