"""What all searchers share: options that are data, a repr that loads back, and answers under limits."""

from __future__ import annotations

import inspect
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from plyground.errors import BadSpec, NoNativeCore, PlygroundError
from plyground.evaluation import AUTO, Evaluate, choose_evaluation, is_data, load_evaluation
from plyground.game import Position
from plyground.native import HAS_CORE, Core, check_core, is_native, missing_rules, no_core
from plyground.score import HEURISTIC, LONGEST, WIN, Score, payoff, raise_recursion_limit
from plyground.searchers.native import Twin, twin_of
from plyground.searchers.order import Order, order_names
from plyground.searchers.table import MAX_ENTRIES, TranspositionTable, table_policy
from plyground.searchers.trace import Trace
from plyground.searchers.types import TO_THE_END, Limits, MoveValue, SearchResult, SearchStats, stricter
from plyground.searchers.watch import Stopped, Watch
from plyground.spec import Spec, flag, whole_number

Scored = tuple[int, tuple[Any, ...]]  # the value for the side to move, and the line that leads to it

INFINITY = 2 * WIN
FRAMES_A_PLY = 4


class NoValues(PlygroundError):
    """Raised when a searcher that does not value moves is asked for their values."""


@dataclass(frozen=True, repr=False)
class Searcher(ABC):
    """An algorithm and its options; the repr shows the options that are not the default ones.

    >>> import plyground as pg
    >>> class First(pg.Searcher):
    ...     def think(self, position, limits, trace):
    ...         return pg.SearchResult(0, position.moves()[:1])
    >>> pg.search(pg.connect4().start(), First()).move
    '1'
    """

    name: ClassVar[str]  # in specs
    no_values: ClassVar[str] = "it tells only the move that it plays"
    leaves_trace: ClassVar[bool] = False  # whether its nodes can be recorded
    traced_in_python: ClassVar[bool] = False  # whether only its Python records them

    core: Core = field(default="auto", kw_only=True)

    def __post_init__(self) -> None:
        check_core(self.core)

    def search(
        self, position: Position[Any], limits: Limits = Limits(), trace: Trace | None = None
    ) -> SearchResult[Any]:
        """The best move found, under limits; with a trace, every node is recorded."""
        if trace is not None and not self.can_trace:
            right = "minimax, alphabeta, memo, table_alphabeta, pvs, mtdf, deepening, mcts"
            right += " and proof(method='best_first') leave one, and so does a TreeSearcher of your own"
            raise BadSpec(f"no trace of {self.spec}", self.spec, None, right)
        in_python = trace is not None and self.traced_in_python
        if in_python and self.core == "native":
            if not HAS_CORE:
                raise no_core("trace")
            raise NoNativeCore(f"the compiled core leaves no trace of {self.spec}: use core python or auto")
        twin = None if in_python else self.twin(position, limits)
        if twin is None:
            return self.think(position, limits, trace)
        *_, last = twin(self, position, limits, trace)
        return last

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        """The value of every legal move, by which it chooses; NoValues if it has none."""
        raise NoValues(f"{self.spec} tells no values of moves: {self.no_values}")

    @abstractmethod
    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        """The search itself, in Python."""

    def twin(self, position: Position[Any], limits: Limits) -> Twin | None:
        """The compiled search that answers in place of this one; None if Python has to search."""
        if self.core == "python":
            return None
        missing = self.not_native(position, limits)
        if missing is None:
            return twin_of(type(self))
        if self.core == "native":
            raise no_core(missing)
        return None

    def not_native(self, position: Position[Any], limits: Limits) -> str | None:
        """What the compiled core lacks for this search, if anything."""
        if twin_of(type(self)) is None:
            return f"searcher {type(self).__name__}"
        if not is_native(position):
            return missing_rules(position)
        return None if limits.clock is time.perf_counter else "clock but its own"

    @property
    def can_trace(self) -> bool:
        """Whether a search with these options can be recorded."""
        return self.leaves_trace

    @property
    def counts_plies(self) -> bool:
        """Whether a quicker win has a higher score."""
        return False

    @property
    def spec(self) -> str:
        """The text from which `load_searcher` makes this searcher."""
        return str(self._as_spec())

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({', '.join(f'{k}={_written(v)}' for k, v in self._chosen().items())})"
        )

    def _as_spec(self) -> Spec:
        options = {k: v._as_spec() if isinstance(v, Searcher) else v for k, v in self._chosen().items()}
        named = {k: Spec(v.__name__.strip("<>")) if inspect.isroutine(v) else v for k, v in options.items()}
        return Spec(getattr(self, "name", type(self).__name__), (), named)

    def _chosen(self) -> dict[str, Any]:
        values = {option.name: (getattr(self, option.name), option.default) for option in fields(self)}
        return {name: value for name, (value, default) in values.items() if value != default}


def _written(value: object) -> str:
    """An option in a repr: a function by its name, which evaluates back where the name is known."""
    return value.__name__ if inspect.isroutine(value) else repr(value)


class Leaf:
    """The value of a position where a search goes no deeper, for the side to move.

    A finished game is worth its payoff: a win at ply n is WIN - n, or WIN if `plain`. Anything else is an
    estimate. Estimates are counted: a result without any is proven.
    """

    def __init__(self, evaluate: Callable[[Position[Any]], int], plain: bool, name: str = "") -> None:
        self.evaluate = evaluate
        self.plain = plain
        self.name = name  # of the evaluation, for the result
        self.estimates = 0

    def __call__(self, position: Position[Any], ply: int) -> int:
        outcome = position.outcome()
        if outcome:
            return payoff(outcome, position.to_move, 0 if self.plain else ply)
        self.estimates += 1
        return max(-HEURISTIC, min(HEURISTIC, self.evaluate(position)))


@dataclass
class Memory:
    """What a search learns, and iterative deepening keeps from depth to depth."""

    order: Order
    table: TranspositionTable | None = None
    guess: int = 0

    def next_depth(self, root: Position[Any], score: int, line: tuple[Any, ...]) -> None:
        """Remember an answer for the search that goes one ply deeper."""
        self.guess = score
        self.order.follow(root, line)
        if self.table is not None:
            self.table.next_generation()


@dataclass(frozen=True, repr=False)
class TreeSearcher(Searcher):
    """A searcher of the game tree, to a depth or to the end.

    `explore` searches; what stands under `@watch.node` in it is a node, which is counted and traced.

    >>> import plyground as pg
    >>> class Blind(pg.TreeSearcher):
    ...     def explore(self, root, depth, leaf, memory, watch):
    ...         @watch.node
    ...         def value(position, ply):
    ...             if ply == depth or position.outcome():
    ...                 return leaf(position, ply), ()
    ...             move = position.moves()[0]
    ...             reply, line = value(position.after(move), ply + 1)
    ...             return -reply, (move, *line)
    ...         return value(root, 0)
    >>> answer = pg.search(pg.tictactoe().start(), Blind())
    >>> answer.line, answer.nodes
    (('1', '2', '3', '4', '5', '6', '7'), 8)
    """

    leaves_trace: ClassVar[bool] = True

    depth: int | None = None
    evaluate: Evaluate = AUTO
    plain: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.depth is not None:
            whole_number("depth", self.depth, 1, LONGEST)
        if self.evaluate != AUTO:
            load_evaluation(self.evaluate)
        flag("plain", self.plain)

    @property
    def counts_plies(self) -> bool:
        return not self.plain

    @abstractmethod
    def explore(self, root: Position[Any], depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        """The value of the root to a depth, and the line of play."""

    @property
    def max_depth(self) -> int | None:
        """The depth of the search; None is to the end of the game."""
        return self.depth

    def memory(self, root: Position[Any]) -> Memory:
        """What this searcher keeps while it searches."""
        return Memory(Order("given", root))

    def leaf(self, root: Position[Any], depth: int) -> Leaf:
        """The value function for the ends of lines from a root to a depth."""
        evaluate, name = self.valued_by(root, depth)
        return Leaf(load_evaluation(evaluate), self.plain, name)

    def valued_by(self, root: Position[Any], depth: int) -> tuple[Evaluate, str]:
        """The evaluation of a search from a root to a depth, and its name in the result."""
        return choose_evaluation(self.evaluate, root, None if depth >= TO_THE_END else depth)

    def not_native(self, position: Position[Any], limits: Limits) -> str | None:
        if not is_data(self.evaluate):
            return "evaluation but those that are data"
        return super().not_native(position, limits)

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        allow_longest_game()
        depth = stricter(self.depth, limits.depth) or TO_THE_END
        watch, memory, leaf = Watch(limits, trace), self.memory(position), self.leaf(position, depth)
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
    """The result of a search. It is proven if it contains no estimate, or is a win or a loss.

    A search that was stopped has finished no depth, however deep it has looked.
    """
    proven = stopped is None and (leaf.estimates == 0 or abs(score) > HEURISTIC)
    hits = memory.table.hits if memory.table is not None else 0
    stats = SearchStats(watch.nodes, 0 if stopped else watch.depth, hits, watch.seconds)
    return SearchResult(Score(score), line, proven, stopped, stats, evaluation=leaf.name)


def best_so_far(root: Position[Any], leaf: Leaf, watch: Watch) -> Scored:
    """The answer of a search that was stopped: the best reply that was finished, else the first move."""
    if watch.answer is not None:
        answer: Scored = watch.answer
        return answer
    best, line = -INFINITY, tuple(root.moves()[:1])
    for child, (reply, rest) in watch.finished:
        if -reply > best:
            move = next(move for move in root.moves() if root.after(move) == child)
            best, line = -reply, (move, *rest)
    return (best, line) if watch.finished else (leaf(root, 0), line)


def allow_longest_game() -> None:
    """Allow recursion as deep as the longest game."""
    raise_recursion_limit(FRAMES_A_PLY * LONGEST)


@dataclass(frozen=True, repr=False)
class Ordered(TreeSearcher):
    """A tree searcher whose node count depends on the order of moves."""

    order: str | tuple[str, ...] = "given"

    def __post_init__(self) -> None:
        super().__post_init__()
        order_names(self.order)

    def memory(self, root: Position[Any]) -> Memory:
        return Memory(Order(self.order, root))


@dataclass(frozen=True, repr=False)
class Tabled(TreeSearcher):
    """A tree searcher with a transposition table of `size` entries; None is as many as memory holds."""

    size: int | None = None
    policy: str = "always"
    symmetry: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.size is not None:
            whole_number("size", self.size, 1, MAX_ENTRIES)
        table_policy(self.policy)
        flag("symmetry", self.symmetry)

    def memory(self, root: Position[Any]) -> Memory:
        return Memory(Order("given", root), self.new_table())

    def new_table(self) -> TranspositionTable:
        """An empty table, with the options of this searcher."""
        return TranspositionTable(self.size, self.policy, self.symmetry, self.plain)

    def table_for(self, depth: int, memory: Memory) -> TranspositionTable:
        """The table of the memory, ready for a search to a depth."""
        assert memory.table is not None
        memory.table.begin_search(depth)
        return memory.table
