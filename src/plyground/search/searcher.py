"""What all searchers share: options that are data, a label that loads back, and answers under limits."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from plyground.depth import room_to_recurse
from plyground.errors import BadSpec, NoNativeCore
from plyground.evaluation import Evaluate, as_data, evaluation
from plyground.game import Position
from plyground.native import Core, checked_core, is_native
from plyground.score import HEURISTIC, LONGEST, WIN, paid
from plyground.search.limits import Limits, nearer
from plyground.search.order import Order
from plyground.search.result import SearchResult, SearchStats
from plyground.search.table import Table
from plyground.search.trace import Trace
from plyground.search.watch import Stopped, Watch
from plyground.spec import Spec, flag, whole_number

Root = Position[Any]
Scored = tuple[int, tuple[Any, ...]]  # the value for the side to move, and the line that leads to it

INFINITY = 2 * WIN
TO_THE_END = LONGEST + 1  # a depth that no game reaches
FRAMES_A_PLY = 4


@dataclass(frozen=True, repr=False)
class Searcher(ABC):
    """An algorithm and its options; the repr says which options differ from the usual ones."""

    name: ClassVar[str]  # in specs: that of the file
    leaves_trace: ClassVar[bool] = False  # whether its nodes have windows and values to write down

    core: Core = field(default="auto", kw_only=True)

    def __post_init__(self) -> None:
        checked_core(self.core)

    def search(
        self, position: Root, limits: Limits = Limits(), trace: Trace | None = None
    ) -> SearchResult[Any]:
        """The best move found, under limits; with a trace, every node is written down."""
        if trace is not None and not self.leaves_trace:
            right = "minimax, alphabeta, memo, table_alphabeta, pvs, mtdf and deepening leave one"
            raise BadSpec(f"no trace of {self.name}", self.name, None, right)
        twin = self.twin(position, limits)
        if twin is None:
            return self.think(position, limits, trace)
        *_, last = twin(self, position, limits, trace)
        return last

    @abstractmethod
    def think(self, position: Root, limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        """The search itself, in Python."""

    def twin(self, position: Root, limits: Limits) -> Twin | None:
        """The compiled search that answers in place of this one; None where Python is to search."""
        if self.core == "python":
            return None
        missing = self.not_native(position, limits)
        if missing is None:
            return TWINS[type(self)]
        if self.core == "native":
            raise NoNativeCore(f"the compiled core has no {missing}: use core python or auto")
        return None

    def not_native(self, position: Root, limits: Limits) -> str | None:
        """What the compiled core lacks for this search, if anything."""
        if type(self) not in TWINS:
            return f"searcher {type(self).__name__}"
        if not is_native(position):
            return f"rules for {type(position).__name__}"
        return None if limits.clock is time.perf_counter else "clock but its own"

    @property
    def counts_plies(self) -> bool:
        """Whether a win is scored by how soon it comes, and not just as a win."""
        return False

    @property
    def spec(self) -> str:
        """The text that `load_searcher` makes this searcher of."""
        return str(self._as_spec())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._chosen().items())})"

    def _as_spec(self) -> Spec:
        options = {k: v._as_spec() if isinstance(v, Searcher) else v for k, v in self._chosen().items()}
        return Spec(self.name, (), options)

    def _chosen(self) -> dict[str, Any]:
        values = {option.name: (getattr(self, option.name), option.default) for option in fields(self)}
        return {name: value for name, (value, usual) in values.items() if value != usual}


# The compiled search of a searcher: its answers, of which the last one counts.
Twin = Callable[[Any, Any, Limits, Trace | None], Iterable[SearchResult[Any]]]
TWINS: dict[type[Searcher], Twin] = {}  # filled by twin.py


class Leaf:
    """The value of a position where a search goes no deeper, for the side to move.

    A finished game is worth what it paid; a win at ply n is WIN - n, or WIN if every win counts alike.
    Anything else is an estimate, and how many there were tells whether a result is proven.
    """

    def __init__(self, evaluate: Callable[[Root], int], plain: bool) -> None:
        self.evaluate = evaluate
        self.plain = plain
        self.estimates = 0

    def __call__(self, position: Root, ply: int) -> int:
        outcome = position.outcome()
        if outcome:
            return paid(outcome, position.to_move, 0 if self.plain else ply)
        self.estimates += 1
        return max(-HEURISTIC, min(HEURISTIC, self.evaluate(position)))


@dataclass
class Memory:
    """What a search learns and iterative deepening hands on from depth to depth."""

    order: Order
    table: Table | None = None
    guess: int = 0

    def next_depth(self, root: Root, score: int, line: tuple[Any, ...]) -> None:
        """Remember an answer for the search that goes one ply deeper."""
        self.guess = score
        self.order.follow(root, line)
        if self.table is not None:
            self.table.next_generation()


@dataclass(frozen=True, repr=False)
class TreeSearcher(Searcher):
    """A searcher of the game tree, to a depth or to the end."""

    leaves_trace: ClassVar[bool] = True

    depth: int | None = None
    evaluate: Evaluate = "zero"
    plain: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.depth is not None:
            whole_number("depth", self.depth, 1, LONGEST)
        evaluation(self.evaluate)
        flag("plain", self.plain)

    @property
    def counts_plies(self) -> bool:
        return not self.plain

    @abstractmethod
    def explore(self, root: Root, depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        """The value of the root to a depth, and the line of play."""

    @property
    def reach(self) -> int | None:
        """How deep it looks, if not to the end."""
        return self.depth

    def memory(self, root: Root) -> Memory:
        """What this searcher keeps while it searches."""
        return Memory(Order("given", root))

    def leaf(self) -> Leaf:
        """How this searcher values the ends of its lines."""
        return Leaf(evaluation(self.evaluate), self.plain)

    def not_native(self, position: Root, limits: Limits) -> str | None:
        if not as_data(self.evaluate):
            return "evaluation but those that are data"
        return super().not_native(position, limits)

    def think(self, position: Root, limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        room_for_the_longest_game()
        watch, memory, leaf = Watch(limits, trace), self.memory(position), self.leaf()
        depth = nearer(self.depth, limits.depth) or TO_THE_END
        stopped = None
        try:
            score, line = self.explore(position, depth, leaf, memory, watch)
        except Stopped as stop:
            stopped = stop.reason
            score, line = best_so_far(position, leaf, watch)
        return result(score, line, leaf, memory, watch, stopped)


def result(
    score: int, line: tuple[Any, ...], leaf: Leaf, memory: Memory, watch: Watch, stopped: str | None
) -> SearchResult[Any]:
    """The answer as it stands. It is proven if nothing in it is an estimate, or if it tells an end."""
    proven = stopped is None and (leaf.estimates == 0 or abs(score) > HEURISTIC)
    hits = memory.table.hits if memory.table is not None else 0
    stats = SearchStats(watch.nodes, watch.depth, hits, watch.seconds)
    return SearchResult(score, line, proven, stopped, stats)


def best_so_far(root: Root, leaf: Leaf, watch: Watch) -> Scored:
    """The answer of a search that was stopped: the best reply that came back, else the first move."""
    if watch.answer is not None:
        answer: Scored = watch.answer
        return answer
    best, line = -INFINITY, tuple(root.moves()[:1])
    for child, (reply, rest) in watch.finished:
        if -reply > best:
            move = next(move for move in root.moves() if root.after(move) == child)
            best, line = -reply, (move, *rest)
    return (best, line) if watch.finished else (leaf(root, 0), line)


def room_for_the_longest_game() -> None:
    """Let a search go as deep as any game does."""
    room_to_recurse(FRAMES_A_PLY * LONGEST)
