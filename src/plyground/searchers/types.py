"""What goes into a search and what comes out: Limits in, SearchResult out, SearchReport as text.

A SearchResult has moves; it stays in its process. A SearchReport is the same answer in texts and numbers:
it goes through pipes, into the store and to the page.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, Literal, Protocol, TypeVar, get_args

from plyground.errors import BadSpec, PlygroundError, truncate
from plyground.game import Position
from plyground.score import LONGEST, Score
from plyground.spec import bad_option, whole_number

MAX_NODES = 2**63 - 1
TO_THE_END = LONGEST + 1  # a depth that no game reaches


class Stop(Protocol):
    """A flag with which another thread can stop a search, such as a threading.Event."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Limits:
    """How far a search may go: plies, nodes, seconds, any of them together; None is no limit.

    A test may give another clock.

    >>> import plyground as pg
    >>> pg.MCTS(rounds=10**9).search(pg.gomoku().start(), pg.Limits(nodes=50)).stopped
    'nodes'
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] = field(default=time.perf_counter, compare=False, repr=False)
    stop: Stop | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.depth is not None:
            whole_number("depth", self.depth, 1, LONGEST)
        if self.nodes is not None:
            whole_number("nodes", self.nodes, 1, MAX_NODES)
        if self.seconds is not None:
            duration("seconds", self.seconds)
        if self.stop is not None and not callable(getattr(self.stop, "is_set", None)):
            given = f"stop={truncate(repr(self.stop))}"
            raise BadSpec("bad stop", given, None, "stop has is_set(), as a threading.Event does")


def duration(name: str, value: object) -> float:
    """The value, if it is a number of seconds above zero; else a BadSpec."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= sys.float_info.max:
        raise bad_option(name, value, f"{name} is a number above 0", "above-zero")
    return value


M = TypeVar("M", bound=Hashable)
Limit = TypeVar("Limit", int, float)
Remark = Literal["counts-zero", "no-depth"]


def stricter(one: Limit | None, other: Limit | None) -> Limit | None:
    """The stricter of two limits."""
    return other if one is None else one if other is None else min(one, other)


@dataclass(frozen=True)
class SearchStats:
    """What a search cost; two that differ only by the clock are equal.

    >>> import plyground as pg
    >>> pg.SearchStats(nodes=9, seconds=0.1) == pg.SearchStats(nodes=9, seconds=0.2)
    True
    """

    nodes: int = 0  # calls of the value function: the root counts, and so do table hits
    depth: int = 0  # the last finished depth, 0 if there is none; for MCTS and proofs the deepest ply
    table_hits: int = 0
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class MoveValue:
    """A move, and what it is worth to the side that plays it."""

    move: Any
    score: Score
    line: tuple[Any, ...]  # that begins with the move
    proven: bool
    stopped: str | None
    stats: SearchStats
    visits: int | None = None  # for MCTS, which plays the most visited move
    parts: tuple[tuple[str, int], ...] = ()  # what the score is made of, by name, where a player tells it


@dataclass(frozen=True)
class SearchResult(Generic[M]):
    """The value of a position for the side to move, and the line of play that leads to it.

    >>> import plyground as pg
    >>> found = pg.AlphaBeta(depth=4).search(pg.connect4().start())
    >>> found.move, found.line[0] == found.move, found.proven
    (37, True, False)
    """

    score: Score
    line: tuple[M, ...]
    proven: bool = False  # the score is the value of the game, and no estimate
    stopped: str | None = None  # "nodes", "seconds" or "stop" if that limit cut the search short
    stats: SearchStats = SearchStats()
    core: str = "python"
    evaluation: str = field(default="", compare=False)  # of unfinished positions; "" if there were none

    def __post_init__(self) -> None:
        if isinstance(self.score, int) and not isinstance(self.score, Score):  # of a user's searcher
            object.__setattr__(self, "score", Score(self.score))

    @property
    def remark(self) -> Remark | None:
        """A warning about the score: no depth was finished, or unfinished positions count 0."""
        if self.stopped is not None and self.stats.depth == 0:
            return "no-depth"
        return "counts-zero" if self.evaluation == "zero" and not self.proven else None

    @property
    def move(self) -> M:
        """The move to play."""
        if not self.line:
            raise PlygroundError("the game is over: there is no move to play")
        return self.line[0]


@dataclass(frozen=True)
class MoveOnly(SearchResult[M]):
    """A move without a value: the agent reports nothing else."""


CORES = ("python", "native")


@dataclass(frozen=True)
class SearchReport:
    """The answer of a search as text and numbers; of an agent that told nothing, all is None.

    `score` is for the side that moves. `depth` is 0 where no depth was finished.
    """

    move: str | None = None
    line: tuple[str, ...] = ()  # that is expected, the move first; () where it was not asked for
    score: Score | None = None
    proven: bool = False
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = field(default=None, compare=False)
    core: str | None = None
    stopped: str | None = None
    remark: Remark | None = None

    @classmethod
    def of(cls, position: Position[M], result: SearchResult[M], *, with_line: bool = True) -> SearchReport:
        """The report of a search from a position, on request without the move and the line."""
        line = position.line_text(result.line) if with_line else ()
        stats = result.stats
        return cls(
            line[0] if line else None,
            line,
            result.score,
            bool(result.proven),
            stats.depth,
            stats.nodes,
            stats.seconds,
            result.core,
            result.stopped,
            result.remark,
        )

    @property
    def finished_depth(self) -> int | None:
        """The depth to show and to store; None if no depth was finished."""
        return None if self.remark == "no-depth" else self.depth

    def to_json(self) -> dict[str, Any]:
        """All fields, by name."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return values | {"line": list(self.line)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SearchReport:
        """The report that another process wrote; a field that is not what it should be is left out."""
        score, depth, nodes = (_stored_number(data.get(key)) for key in ("score", "depth", "nodes"))
        line, seconds = data.get("line"), data.get("seconds")
        return cls(
            _text(data.get("move")),
            tuple(word for word in line if isinstance(word, str)) if isinstance(line, list) else (),
            None if score is None else Score(score),
            data.get("proven") is True,
            depth,
            nodes,
            seconds if isinstance(seconds, float) and math.isfinite(seconds) else None,
            _one_of(data.get("core"), CORES),
            _text(data.get("stopped")),
            _one_of(data.get("remark"), get_args(Remark)),
        )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _one_of(value: object, known: tuple[Any, ...]) -> Any:
    return value if isinstance(value, str) and value in known else None


def _stored_number(value: object) -> int | None:
    """A whole number that the store has room for."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_NODES:
        return value
    return None
