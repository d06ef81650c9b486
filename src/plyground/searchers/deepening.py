"""Iterative deepening: search to depth 1, 2, 3, … and always have an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from plyground.game import Position
from plyground.score import LONGEST
from plyground.searchers.alphabeta import AlphaBeta
from plyground.searchers.order import order_names
from plyground.searchers.searcher import (
    Leaf,
    Ordered,
    Searcher,
    TreeSearcher,
    allow_longest_game,
    best_so_far,
    result,
)
from plyground.searchers.table_alphabeta import TableAlphaBeta
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, SearchResult, stricter
from plyground.searchers.watch import Stopped, Watch
from plyground.spec import bad_option


@dataclass(frozen=True, repr=False)
class Deepening(Searcher):
    """Deeper and deeper until time is up: the last finished depth answers (Slate & Atkin 1977).

    Each depth tries the best move of the last one first, whatever else the order of the inner searcher is.

    >>> import plyground as pg
    >>> answer = pg.search(pg.connect4().start(), pg.Deepening(depth=4))
    >>> [found.stats.depth for found in answer.depths]
    [1, 2, 3, 4]
    """

    name: ClassVar[str] = "deepening"
    leaves_trace: ClassVar[bool] = True

    inner: TreeSearcher = AlphaBeta()
    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.inner, TreeSearcher):
            right = "inner is a searcher to a depth, such as alphabeta()"
            raise bad_option("inner", self.inner, right, "inner")
        if self.inner.core != "auto":
            raise bad_option("inner", self.inner, "core is deepening's own option", "inner-core")
        Limits(self.depth, self.nodes, self.seconds)  # which refuses what is no limit

    @property
    def counts_plies(self) -> bool:
        return self.inner.counts_plies

    @property
    def max_depth(self) -> int | None:
        """The depth of the last search; None is to the end of the game."""
        return stricter(self.depth, self.inner.depth)

    def allowed(self, limits: Limits) -> Limits:
        """The limits of a search, with its own."""
        nodes, seconds = stricter(self.nodes, limits.nodes), stricter(self.seconds, limits.seconds)
        return replace(limits, nodes=nodes, seconds=seconds)

    def leaf(self, root: Position[Any], depth: int) -> Leaf:
        """The value function for the ends of lines from a root to a depth."""
        return self.inner.leaf(root, depth)

    def not_native(self, position: Position[Any], limits: Limits) -> str | None:
        return self.inner.not_native(position, limits) or super().not_native(position, limits)

    def inner_best_first(self) -> TreeSearcher:
        """The inner searcher, which tries the best move of the last depth first."""
        if not isinstance(self.inner, Ordered | TableAlphaBeta):
            return self.inner
        others = (name for name in order_names(self.inner.order) if name not in ("best", "given"))
        return replace(self.inner, order=("best", *others))

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        *_, last = self._answers(position, limits, trace)
        return last

    def answers(
        self, position: Position[Any], limits: Limits = Limits(), trace: Trace | None = None
    ) -> Iterator[SearchResult[Any]]:
        """The answer of each finished depth; if it is stopped, the last one again with the whole cost."""
        twin = self.twin(position, limits)
        return iter(twin(self, position, limits, trace)) if twin else self._answers(position, limits, trace)

    def _answers(
        self, position: Position[Any], limits: Limits, trace: Trace | None
    ) -> Iterator[SearchResult[Any]]:
        allow_longest_game()
        inner = self.inner_best_first()
        deepest = stricter(self.max_depth, limits.depth) or LONGEST
        watch, memory = Watch(self.allowed(limits), trace), inner.memory(position)
        answer = None
        for depth in range(1, deepest + 1):
            leaf = inner.leaf(position, 1)  # the same for all depths
            try:
                score, line = inner.explore(position, depth, leaf, memory, watch)
            except Stopped as stop:
                score, line = (answer.score, answer.line) if answer else best_so_far(position, leaf, watch)
                stopped = result(score, line, leaf, memory, watch, stop.reason)
                yield _to_depth(stopped, depth - 1, proven=False)
                return
            answer = result(score, line, leaf, memory, watch, None)
            yield _to_depth(answer, depth, answer.proven)
            if answer.proven:
                return
            memory.next_depth(position, score, line)


def _to_depth(answer: SearchResult[Any], depth: int, proven: bool) -> SearchResult[Any]:
    return replace(answer, proven=proven, stats=replace(answer.stats, depth=depth))
