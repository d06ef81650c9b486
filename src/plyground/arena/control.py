"""How long agents may think: limits for each move, or a clock for the whole game."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from plyground.agents import MoveLimits
from plyground.errors import BadSpec
from plyground.search.limits import Limits, duration

PATIENCE = 60.0  # seconds for a move that has no limit of time: nothing may hang for ever
MOVES_TO_GO = 20  # a clock is shared out as if so many moves were still to come


@dataclass(frozen=True)
class Clock:
    """Seconds for a whole game, and seconds that come back with every move: `60+0.5`."""

    base: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        duration("base", self.base)
        if self.increment:
            duration("increment", self.increment)

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Read `60` or `60+0.5`."""
        base, plus, increment = text.partition("+")
        try:
            return cls(float(base), float(increment) if plus else 0.0)
        except (ValueError, BadSpec):
            raise BadSpec("no clock", text, None, "write seconds, or seconds+increment: 60+0.5") from None

    def __str__(self) -> str:
        return f"{self.base:g}+{self.increment:g}"


@dataclass(frozen=True)
class Control:
    """The limits of a game, and how strictly the arena takes them."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: Clock | None = None
    tolerance: float = 0.03  # seconds beyond the limit before an agent is ended
    handshake: float = 10.0  # seconds to start a process and to begin a game
    warmup: float = 0.0  # seconds more for the first move of a game
    patience: float = PATIENCE

    def __post_init__(self) -> None:
        Limits(self.depth, self.nodes, self.seconds)
        if self.seconds is not None and self.clock is not None:
            raise BadSpec("a time for each move and a clock", "", None, "give one or the other")
        for name in ("handshake", "patience"):
            duration(name, getattr(self, name))
        for name in ("tolerance", "warmup"):
            if not 0 <= getattr(self, name) < math.inf:
                raise BadSpec(
                    f"bad {name}", f"{name}={getattr(self, name)!r}", None, f"{name} is 0 or more"
                )


@dataclass
class Hourglass:
    """The time of one agent in one game."""

    control: Control
    remaining: float = field(init=False)
    moved: bool = False

    def __post_init__(self) -> None:
        self.remaining = self.control.clock.base if self.control.clock else math.inf

    def limits(self) -> MoveLimits:
        """What the agent is told before a move."""
        control, clock = self.control, self.control.clock
        if clock is None:
            return MoveLimits(control.depth, control.nodes, control.seconds)
        left = max(0.0, self.remaining)
        share = left / MOVES_TO_GO + 0.75 * clock.increment
        seconds = max(0.001, min(share, 0.9 * left))
        return MoveLimits(control.depth, control.nodes, seconds, remaining=left, increment=clock.increment)

    def allowance(self) -> float:
        """After how many seconds the agent is ended."""
        control = self.control
        warmup = 0.0 if self.moved else control.warmup
        if control.clock:
            return self.remaining + control.tolerance + warmup
        if control.seconds is None:
            return control.patience + warmup
        return control.seconds + control.tolerance + warmup

    def spend(self, seconds: float) -> None:
        """Take what a move took off the clock; only the warm-up is not charged for."""
        if self.control.clock:
            charged = seconds if self.moved else max(0.0, seconds - self.control.warmup)
            self.remaining += self.control.clock.increment - charged  # below zero it is the tolerance's
        self.moved = True
