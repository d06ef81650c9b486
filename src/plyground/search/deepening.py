"""Iterative deepening: search to depth 1, 2, 3, … and always have an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from plyground.errors import BadSpec, clip
from plyground.score import LONGEST
from plyground.search.alphabeta import AlphaBeta
from plyground.search.limits import Limits, duration, nearer
from plyground.search.order import order_names
from plyground.search.ordered import Ordered
from plyground.search.result import SearchResult
from plyground.search.searcher import (
    Leaf,
    Root,
    Searcher,
    TreeSearcher,
    best_so_far,
    result,
    room_for_the_longest_game,
)
from plyground.search.table_alphabeta import TableAlphaBeta
from plyground.search.trace import Trace
from plyground.search.watch import Stopped, Watch
from plyground.spec import whole_number


@dataclass(frozen=True, repr=False)
class Deepening(Searcher):
    """Deeper and deeper until time is up: the last finished depth answers (Slate & Atkin 1977).

    Each depth tries the best move of the last one first, whatever else the order of the inner searcher is.
    """

    name: ClassVar[str] = "deepening"
    leaves_trace: ClassVar[bool] = True

    inner: TreeSearcher = AlphaBeta()
    depth: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.inner, TreeSearcher):
            given = f"inner={clip(repr(self.inner))}"
            raise BadSpec("bad inner", given, None, "inner is a searcher to a depth, such as alphabeta()")
        if self.inner.core != "auto":
            given = f"inner={clip(repr(self.inner))}"
            raise BadSpec("bad inner", given, None, "core is deepening's own option")
        if self.depth is not None:
            whole_number("depth", self.depth, 1, LONGEST)
        if self.seconds is not None:
            duration("seconds", self.seconds)

    @property
    def counts_plies(self) -> bool:
        return self.inner.counts_plies

    @property
    def reach(self) -> int | None:
        """How deep it looks, if not to the end."""
        return nearer(self.depth, self.inner.depth)

    def leaf(self) -> Leaf:
        """How the ends of its lines are valued."""
        return self.inner.leaf()

    def not_native(self, position: Root, limits: Limits) -> str | None:
        return self.inner.not_native(position, limits) or super().not_native(position, limits)

    def best_first(self) -> TreeSearcher:
        """The inner searcher, told to try the best move of the last depth first."""
        if not isinstance(self.inner, Ordered | TableAlphaBeta):
            return self.inner
        others = (name for name in order_names(self.inner.order) if name not in ("best", "given"))
        return replace(self.inner, order=("best", *others))

    def think(self, position: Root, limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        *_, last = self._answers(position, limits, trace)
        return last

    def answers(
        self, position: Root, limits: Limits = Limits(), trace: Trace | None = None
    ) -> Iterator[SearchResult[Any]]:
        """The answer of each finished depth; a last time, with the whole cost, when it is stopped."""
        twin = self.twin(position, limits)
        return iter(twin(self, position, limits, trace)) if twin else self._answers(position, limits, trace)

    def shorter(self, seconds: float | None) -> float | None:
        """The stricter of a limit of time and its own."""
        return min((s for s in (self.seconds, seconds) if s is not None), default=None)

    def _answers(self, position: Root, limits: Limits, trace: Trace | None) -> Iterator[SearchResult[Any]]:
        room_for_the_longest_game()
        seconds, inner = self.shorter(limits.seconds), self.best_first()
        deepest = nearer(self.reach, limits.depth) or LONGEST
        watch, memory = Watch(replace(limits, seconds=seconds), trace), inner.memory(position)
        answer = None
        for depth in range(1, deepest + 1):
            leaf = inner.leaf()
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
