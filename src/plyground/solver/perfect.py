"""Perfect: never errs, wins as soon and loses as late as can be; among equals the seed decides."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.errors import BadSpec, NoNativeCore, clip
from plyground.games.line import LinePosition
from plyground.native import is_native
from plyground.rng import SplitMix64
from plyground.score import paid
from plyground.search.limits import Limits
from plyground.search.result import SearchResult, SearchStats
from plyground.search.searcher import Root, Searcher, Twin
from plyground.search.trace import Trace
from plyground.solver.engine import TABLE_MB, Budget, Engine, as_score, fits
from plyground.solver.exhaustive import OutOfTime, known_table, one_ply_later
from plyground.solver.solution import TooLarge
from plyground.solver.solving import Solving, by_the_middle, engine_of, guard
from plyground.spec import flag, whole_number


@dataclass(frozen=True, repr=False)
class Perfect(Searcher):
    """Play perfectly; with a blunder rate of 0.1, one move in ten is one of the others."""

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
        rate = self.blunder
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise BadSpec("bad blunder", f"blunder={clip(repr(self.blunder))}", None, "blunder is 0 to 1")

    @property
    def counts_plies(self) -> bool:
        return True

    def twin(self, position: Root, limits: Limits) -> Twin | None:
        if self.core == "native" and not (is_native(position) and fits(position.game)):
            raise NoNativeCore("the compiled solver has no room for this game: use core python or auto")
        return (
            None  # it is no search with a twin: the solver is compiled, the table of all positions is not
        )

    def think(self, position: Root, limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        budget = Budget(limits.seconds, limits.nodes, limits.stop)
        outcome = position.outcome()
        if outcome:
            return SearchResult(paid(outcome, position.to_move, 0), (), True, None, SearchStats(nodes=1))
        if self.core == "python" or not is_native(position):
            return self._looked_up(position, budget)
        if not fits(position.game):
            raise TooLarge(f"{position.game.spec} is too large to play perfectly: take a searcher")
        return self._solved(position, budget)

    def _solved(self, position: LinePosition, budget: Budget) -> SearchResult[Any]:
        """By the compiled solver, which starts from an empty table: the same nodes whatever came before."""
        engine = engine_of(position.game, self.table_mb, 1, self.book)
        engine.forget()
        guard(position, engine, budget)
        found = engine.value(position, budget)
        best = Solving(engine, position, budget).best_moves(found.low) if found.exact else None
        stats = SearchStats(budget.spent_nodes, seconds=time.perf_counter() - budget.started)
        if best is None:  # there was not enough time to know them all
            score = as_score(position, found.low) if found.exact else 0
            line = (_not_known_to_lose(engine, position),)
            return SearchResult(score, line, False, budget.ended_by(), stats, "native")
        return self._one_of(position, as_score(position, found.low), best, stats, "native")

    def _looked_up(self, position: Root, budget: Budget) -> SearchResult[Any]:
        """By a table of all positions that follow."""
        try:
            values = known_table(position, budget.left, budget.stop)
        except OutOfTime:
            stats = SearchStats(seconds=time.perf_counter() - budget.started)
            return SearchResult(0, (position.moves()[0],), False, budget.ended_by(), stats)
        score = values[position]
        best = [m for m in position.moves() if one_ply_later(-values[position.after(m)]) == score]
        stats = SearchStats(1 + len(position.moves()), seconds=time.perf_counter() - budget.started)
        return self._one_of(position, score, best, stats, "python")

    def _one_of(
        self, position: Root, score: int, best: list[Any], stats: SearchStats, core: str
    ) -> SearchResult[Any]:
        """One of the best moves, or now and then one of the others."""
        chance = SplitMix64(self.seed ^ position.key())
        others = [move for move in position.moves() if move not in best]
        if others and chance.below(1 << 32) < self.blunder * (1 << 32):
            return SearchResult(score, (chance.choice(others),), False, None, stats, core)
        best.sort(key=list(position.moves()).index)
        return SearchResult(score, (chance.choice(best),), True, None, stats, core)


def _not_known_to_lose(engine: Engine, position: LinePosition) -> int:
    """The move nearest to the middle after which forced play is no loss."""
    moves = by_the_middle(position)
    free = [move for move in moves if engine.value(position.after(move), Budget(nodes=1)).low <= 0]
    return (free or moves)[0]
