"""How far a search may go: plies, nodes, seconds, any of them together."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from plyground.errors import BadSpec, clip
from plyground.score import LONGEST
from plyground.spec import whole_number

MOST_NODES = 2**63 - 1


class Stop(Protocol):
    """What another thread can stop a search with, such as a threading.Event."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Limits:
    """None is no limit. The clock may be another one, so that time can be tested."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] = field(default=time.perf_counter, compare=False, repr=False)
    stop: Stop | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.depth is not None:
            whole_number("depth", self.depth, 1, LONGEST)
        if self.nodes is not None:
            whole_number("nodes", self.nodes, 1, MOST_NODES)
        if self.seconds is not None:
            duration("seconds", self.seconds)
        if self.stop is not None and not callable(getattr(self.stop, "is_set", None)):
            given = f"stop={clip(repr(self.stop))}"
            raise BadSpec("bad stop", given, None, "stop has is_set(), as a threading.Event does")


def duration(name: str, value: object) -> float:
    """The value, if it is a number of seconds above zero; a BadSpec says so if not."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= sys.float_info.max:
        given = f"{name}={clip(repr(value))}"
        raise BadSpec(f"bad {name}", given, None, f"{name} is a number above 0")
    return value


def nearer(one: int | None, other: int | None) -> int | None:
    """The stricter of two limits."""
    return other if one is None else one if other is None else min(one, other)
