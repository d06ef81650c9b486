"""Perfect play: it wins as soon and loses as late as possible; among equal moves the seed decides."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.native import has_line_rules
from plyground.rng import SplitMix64
from plyground.score import Score, payoff, previous_ply
from plyground.searchers.analysis import by_replies
from plyground.searchers.native import Twin
from plyground.searchers.searcher import Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, MoveValue, SearchResult, SearchStats
from plyground.solver.exhaustive import OutOfTime, cached_full_table
from plyground.solver.native import TABLE_MB, AnySolver, Budget, as_score, fits
from plyground.solver.solution import TooLarge
from plyground.solver.solve import (
    PositionSolver,
    check_solver_core,
    moves_from_centre,
    refuse_if_too_long,
    solver_for_thread,
)
from plyground.spec import flag, number_between, whole_number


@dataclass(frozen=True, repr=False)
class Perfect(Searcher):
    """Play perfectly; with a blunder rate of 0.1, one move in ten is a worse one if there is one.

    >>> import plyground as pg
    >>> pg.search(pg.connect4().start(), pg.Perfect()).move
    '4'
    """

    name: ClassVar[str] = "perfect"

    seed: int = 0
    blunder: float = 0.0
    table_mb: int = TABLE_MB
    book: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("seed", self.seed, 0, 2**64 - 1)
        whole_number("table_mb", self.table_mb, 1, 1 << 20)
        flag("book", self.book)
        number_between("blunder", self.blunder, 0, 1)

    @property
    def counts_plies(self) -> bool:
        return True

    def twin(self, position: Position[Any], limits: Limits) -> Twin | None:
        check_solver_core(position, self.core)
        return None  # `think` itself asks the solver

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        budget = Budget(limits.seconds, limits.nodes, limits.stop)
        outcome = position.outcome()
        if outcome:
            return SearchResult(
                Score(payoff(outcome, position.to_move, 0)), (), True, None, SearchStats(nodes=1)
            )
        if not has_line_rules(position):
            return self._think_by_table(position, budget)
        if not fits(position.game):
            raise TooLarge(f"{position.game.spec} is too large to play perfectly: take a searcher")
        return self._think_by_solver(position, budget)

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        """The proven value of every move."""
        return by_replies(position, self, limits)

    def _think_by_solver(self, position: LinePosition, budget: Budget) -> SearchResult[Any]:
        """Ask the solver, with an empty table: so the nodes do not depend on earlier moves."""
        solver = solver_for_thread(position.game, self.table_mb, 1, self.book, self.core)
        solver.forget()
        refuse_if_too_long(position, solver, budget)
        found = solver.value(position, budget)
        best = PositionSolver(solver, position, budget).best_moves(found.low) if found.exact else None
        stats = SearchStats(budget.spent_nodes, seconds=time.perf_counter() - budget.started)
        if best is None:  # the budget ended first
            score = as_score(position, found.low) if found.exact else 0
            line = (_move_without_known_loss(solver, position),)
            return SearchResult(Score(score), line, False, budget.ended_by(), stats, solver.core)
        return self._choose(position, as_score(position, found.low), best, stats, solver.core)

    def _think_by_table(self, position: Position[Any], budget: Budget) -> SearchResult[Any]:
        """Look it up in a table of all positions that follow."""
        try:
            values = cached_full_table(position, budget.seconds_left, budget.stop)
        except OutOfTime:
            stats = SearchStats(seconds=time.perf_counter() - budget.started)
            return SearchResult(Score(0), (position.moves()[0],), False, budget.ended_by(), stats)
        score = values[position]
        best = [m for m in position.moves() if previous_ply(-values[position.after(m)]) == score]
        stats = SearchStats(1 + len(position.moves()), seconds=time.perf_counter() - budget.started)
        return self._choose(position, score, best, stats, "python")

    def _choose(
        self, position: Position[Any], score: int, best: list[Any], stats: SearchStats, core: str
    ) -> SearchResult[Any]:
        """Choose one of the best moves, or at the blunder rate one of the others."""
        chance = SplitMix64(self.seed ^ position.key())
        others = [move for move in position.moves() if move not in best]
        if others and chance.below(1 << 32) < self.blunder * (1 << 32):
            return SearchResult(Score(score), (chance.choice(others),), False, None, stats, core)
        best.sort(key=list(position.moves()).index)
        return SearchResult(Score(score), (chance.choice(best),), True, None, stats, core)


def _move_without_known_loss(solver: AnySolver, position: LinePosition) -> int:
    """The move nearest to the middle after which forced play does not lose: it takes no node to find it."""
    moves = moves_from_centre(position)
    safe = [move for move in moves if solver.value(position.after(move), Budget(nodes=0)).low <= 0]
    return (safe or moves)[0]
