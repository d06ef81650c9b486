"""Counting and stopping, from outside: a node *is* one call of the function under `@watch.node`.

With `trace.py` this is the only instrumented file. An algorithm is written without counters and clocks, and
stopping is an exception that goes through it and never leaves the searcher.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, TypeVar

from plyground.game import Position
from plyground.search.limits import Limits
from plyground.search.trace import Trace

R = TypeVar("R")
Value = Callable[..., R]

NODES_BETWEEN_LOOKS = 32  # at the clock: well under a millisecond, even in Python


class Stopped(Exception):
    """A limit was reached; `reason` is the name of the limit."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Watch:
    """Counts the nodes of one search, keeps its limits, and remembers what it found below the root."""

    __slots__ = ("_look_at", "answer", "depth", "finished", "limits", "nodes", "started", "trace")

    def __init__(self, limits: Limits, trace: Trace | None = None) -> None:
        self.limits = limits
        self.trace = trace
        self.started = limits.clock()
        self.nodes = 0
        self.depth = 0
        self.answer: Any = None  # of the last call at the root that came back
        self.finished: list[tuple[Position[Any], Any]] = []  # the root's replies, as they come back
        self._look_at = 0  # the node at which to look at the limits again

    @property
    def seconds(self) -> float:
        """How long the search has been going on."""
        return self.limits.clock() - self.started

    def node(self, value: Value[R]) -> Value[R]:
        """Make every call of a value function count as a node."""

        def counted(position: Position[Any], ply: int, alpha: int, beta: int) -> R:
            if self.nodes >= self._look_at:
                self.look()
            self.nodes += 1
            if ply > self.depth:
                self.depth = ply
            result = value(position, ply, alpha, beta)
            return self._keep(position, ply, result) if ply < 2 else result

        # The same without a window: passing on any number of arguments costs twice as much (make bench).
        def counted_without_window(position: Position[Any], ply: int) -> R:
            if self.nodes >= self._look_at:
                self.look()
            self.nodes += 1
            if ply > self.depth:
                self.depth = ply
            result = value(position, ply)
            return self._keep(position, ply, result) if ply < 2 else result

        windowed = len(signature(value).parameters) == 4
        counting: Value[R] = counted if windowed else counted_without_window
        return counting if self.trace is None else self.trace.recording(counting)

    def _keep(self, position: Position[Any], ply: int, result: R) -> R:
        if ply == 1:
            self.finished.append((position, result))
        else:
            self.answer = result
            self.finished = []
        return result

    def look(self) -> None:
        """Stop if a limit is reached; else say when to look again."""
        limits = self.limits
        self._look_at = self.nodes + NODES_BETWEEN_LOOKS
        if limits.nodes is not None:
            if self.nodes >= limits.nodes:
                raise Stopped("nodes")
            self._look_at = min(self._look_at, limits.nodes)
        if limits.seconds is not None and self.seconds >= limits.seconds:
            raise Stopped("seconds")
