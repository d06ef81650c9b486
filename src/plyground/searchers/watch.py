"""Counting and stopping, from outside: a node *is* one call of the function under `@watch.node`.

Only this file and `trace.py` measure a search. The algorithms have no counters and no clocks. A search is
stopped by an exception, which never leaves the searcher.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, Protocol, TypeVar

from plyground.errors import PlygroundError, with_reason
from plyground.game import Position
from plyground.score import LONGEST
from plyground.searchers.types import Limits

R = TypeVar("R")
Value = Callable[..., R]

NODES_BETWEEN_LOOKS = 32  # at the clock: well under a millisecond, even in Python


class Stopped(Exception):
    """A limit was reached; `reason` is the name of the limit."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Recorder(Protocol):
    """What writes the nodes of a search down: a trace."""

    def recording(self, value: Callable[..., Any]) -> Callable[..., Any]:
        """A value function whose calls are recorded."""


class Watch:
    """Counts the nodes of one search, checks its limits, and remembers what it found below the root.

    Tree-building searches reserve `teardown_share` of their time for freeing the tree.
    """

    __slots__ = (
        "_look_at",
        "answer",
        "deadline",
        "depth",
        "finished",
        "limits",
        "look_every",
        "nodes",
        "started",
        "trace",
    )

    def __init__(
        self,
        limits: Limits,
        trace: Recorder | None = None,
        look_every: int = NODES_BETWEEN_LOOKS,
        teardown_share: float = 0.0,
    ) -> None:
        self.limits = limits
        self.look_every = look_every
        self.deadline = None if limits.seconds is None else limits.seconds * (1 - teardown_share)
        self.trace = trace
        self.started = limits.clock()
        self.nodes = 0
        self.depth = 0
        self.answer: Any = None  # the result of the last finished call at the root
        self.finished: list[
            tuple[Position[Any], Any]
        ] = []  # the root's replies that were finished since then
        self._look_at = 0  # the node at which to look at the limits again

    @property
    def seconds(self) -> float:
        """How long the search has been going on."""
        return self.limits.clock() - self.started

    def node(self, value: Value[R]) -> Value[R]:
        """A value function whose calls count as nodes, and are recorded if there is a trace."""
        inner = self.uncounted(value)

        def counted(position: Position[Any], ply: int, alpha: int, beta: int) -> R:
            if self.nodes >= self._look_at:
                self.look()
            self.nodes += 1
            if ply > self.depth:
                self._deeper(ply)
            result = inner(position, ply, alpha, beta)
            return self._keep(position, ply, result) if ply < 2 else result

        # The same without a window: one function with *args would cost twice as much (make bench).
        def counted_without_window(position: Position[Any], ply: int) -> R:
            if self.nodes >= self._look_at:
                self.look()
            self.nodes += 1
            if ply > self.depth:
                self._deeper(ply)
            result = inner(position, ply)
            return self._keep(position, ply, result) if ply < 2 else result

        return counted if len(signature(value).parameters) == 4 else counted_without_window

    def uncounted(self, value: Value[R]) -> Value[R]:
        """A value function whose calls are recorded if there is a trace, and are no nodes."""
        return value if self.trace is None else self.trace.recording(value)

    def _deeper(self, ply: int) -> None:
        if ply > LONGEST:
            error = PlygroundError(f"play goes on for more than {LONGEST} plies: give the search a depth")
            raise with_reason(error, "endless", plies=LONGEST)
        self.depth = ply

    def _keep(self, position: Position[Any], ply: int, result: R) -> R:
        if ply == 1:
            self.finished.append((position, result))
        else:
            self.answer = result
            self.finished = []
        return result

    def look(self) -> None:
        """Stop if a limit is reached; else decide when to look again."""
        limits = self.limits
        self._look_at = self.nodes + self.look_every
        if limits.nodes is not None:
            if self.nodes >= limits.nodes:
                raise Stopped("nodes")
            self._look_at = min(self._look_at, limits.nodes)
        self.look_at_clock()

    def look_at_clock(self) -> None:
        """Stop if time is up, or somebody has said so."""
        if self.deadline is not None and self.seconds >= self.deadline:
            raise Stopped("seconds")
        if self.limits.stop is not None and self.limits.stop.is_set():
            raise Stopped("stop")
