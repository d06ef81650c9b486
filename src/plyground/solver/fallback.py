"""Solving what the compiled solver cannot: by a table of all positions, or by what a search can prove."""

from __future__ import annotations

import time
from typing import Any

from plyground.native import has_line_rules
from plyground.score import WIN, Score, plies_to_end, previous_ply
from plyground.searchers import AlphaBeta, Deepening, Limits, MoveValue, SearchResult, search_all
from plyground.searchers.types import Stop
from plyground.solver.estimate import log10_of_boards
from plyground.solver.exhaustive import (
    MAX_POSITIONS,
    NeverEnds,
    OutOfTime,
    TooManyPositions,
    full_table,
)
from plyground.solver.native import Budget, score_of_win
from plyground.solver.solution import Root, Solution, SolvedMove, TooLarge

DEEPENING = Deepening(AlphaBeta(evaluate="zero"))  # only proofs count here, so no evaluation


class FullTables:
    """Full tables of games of which many positions are asked about: each position is put into one once."""

    def __init__(self) -> None:
        self._by_type: dict[type[Root], dict[Root, int]] = {}

    def table(self, position: Root, most: int, seconds: float | None, stop: Stop | None) -> dict[Root, int]:
        """A table that holds a position and all that can follow; the arguments are those of full_table."""
        known = self._by_type.setdefault(type(position), {})
        if position not in known:
            found = full_table(position, most, seconds, stop)
            if len(known) + len(found) > MAX_POSITIONS:
                known.clear()
            known |= found
        return known


def solve_by_full_table(
    position: Root, moves: bool, weak: bool, budget: Budget, tables: FullTables | None = None
) -> Solution:
    """Solve by a table of all positions; by search if there are too many and the budget has a limit."""
    make_table = tables.table if tables else full_table
    try:
        values = make_table(position, budget.nodes or MAX_POSITIONS, budget.seconds_left, budget.stop)
    except (TooManyPositions, NeverEnds) as error:
        if budget.nodes is None and budget.seconds is None:
            raise TooLarge(f"{error}, give a time to search instead") from None
        return solve_by_search(position, moves, weak, budget)
    except OutOfTime:
        return _unsolved(position, weak, budget, 0)

    def solved_move(move: Any) -> SolvedMove:
        value = previous_ply(-values[position.after(move)])
        shown = _shown_score(position, value, weak)
        return SolvedMove(position.write(move), move, shown, shown, _score(value, weak))

    line = _best_line(position, values)
    value = values[position]
    score = _shown_score(position, value, weak)
    return Solution(
        position,
        score,
        score,
        _score(value, weak),
        tuple(line[:1] if weak else line),
        tuple(map(solved_move, position.moves())) if moves else None,
        len(values),
        time.perf_counter() - budget.started,
        False,
        weak,
    )


def _best_line(position: Root, values: dict[Root, int]) -> list[Any]:
    line = []
    while position.moves():
        best = max(position.moves(), key=lambda move: -values[position.after(move)])
        line.append(best)
        position = position.after(best)
    return line


def solve_by_search(position: Root, moves: bool, weak: bool, budget: Budget) -> Solution:
    """What iterative deepening can prove about a board that is too large for the compiled solver."""
    if position.outcome() is None and budget.seconds is None and budget.nodes is None:
        raise _too_large(position)
    shares = 2 if moves else 1  # half of the budget is for the values of the moves
    limits = Limits(
        nodes=budget.nodes and max(1, budget.nodes // shares),
        seconds=None if budget.seconds_left is None else max(1e-6, budget.seconds_left / shares),
        stop=budget.stop,
    )
    result = DEEPENING.search(position, limits)
    bounds = _proven(position, result, weak)
    move_values = (
        tuple(_proven(position, each, weak) for each in search_all(position, DEEPENING, limits))
        if moves
        else None
    )
    return Solution(
        position,
        bounds.low,
        bounds.high,
        bounds.score,
        result.line[: 1 if weak else None] if result.proven else (),
        move_values,
        result.stats.nodes,
        time.perf_counter() - budget.started,
        False,
        weak,
        result.core,
    )


def _too_large(position: Root) -> TooLarge:
    name, size = "this game", "too many"
    if has_line_rules(position):
        name, size = position.game.spec, f"about 10^{log10_of_boards(position.game):.0f} positions"
    return TooLarge(
        f"{name} is too large to solve ({size}): give a time (--time SECONDS, seconds=) to hear what "
        "can be proved in it, or play it with `plyground search`"
    )


def _proven(position: Root, result: SearchResult[Any] | MoveValue, weak: bool) -> SolvedMove:
    """What a search proved, as bounds: the widest there are if it proved nothing."""
    move = result.move if isinstance(result, MoveValue) else None
    text = "" if move is None else position.write(move)
    if not result.proven:
        most = _shown_score(position, WIN - 1, weak)
        return SolvedMove(text, move, -most, most, None)
    shown = _shown_score(position, result.score, weak)
    return SolvedMove(text, move, shown, shown, _score(result.score, weak))


def _unsolved(position: Root, weak: bool, budget: Budget, nodes: int) -> Solution:
    most = _shown_score(position, WIN - 1, weak)
    spent = time.perf_counter() - budget.started
    return Solution(position, -most, most, None, (), None, nodes, spent, False, weak)


def _shown_score(position: Root, score: int, weak: bool) -> int:
    """A score of score.py as a Solution has it: its sign if weak, and in line games the field's number."""
    if weak:
        return (score > 0) - (score < 0)
    plies = plies_to_end(score)
    if plies is None or not has_line_rules(position):
        return score
    discs = (position.first | position.second).bit_count()
    won = score_of_win(position.game, discs, plies)
    return won if score > 0 else -won


def _score(score: int, weak: bool) -> Score:
    """A proven score; of a weak solution, a win or loss without its distance."""
    return Score(((score > 0) - (score < 0)) * WIN if weak else score)
