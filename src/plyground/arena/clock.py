"""Time control: limits for each move, an overage beyond them for the game, or a clock."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from plyground.agents import MoveLimits
from plyground.agents.agent import MOVES_TO_GO
from plyground.errors import BadSpec
from plyground.searchers.types import Limits, duration

PATIENCE = 60.0  # seconds for a move that has no limit of time: nothing may hang for ever


@dataclass(frozen=True)
class Clock:
    """Seconds for a whole game, and seconds that are added after every move: `60+0.5`."""

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
class TimeControl:
    """The limits of a game, and how strictly the arena applies them."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: Clock | None = None
    tolerance: float = 0.03  # seconds beyond the limit before an agent is stopped
    handshake: float = 10.0  # seconds to start a process and to begin a game
    warmup: float = 0.0  # extra seconds for the first move of a game
    patience: float = PATIENCE
    overage: float = 0.0  # extra seconds for a whole game, as on Kaggle

    def __post_init__(self) -> None:
        Limits(self.depth, self.nodes, self.seconds)
        if self.seconds is not None and self.clock is not None:
            raise BadSpec("a time for each move and a clock", "", None, "give one or the other")
        if self.overage and self.seconds is None:
            right = "give the time for each move too: --time 2 --overage 60"
            raise BadSpec("overage without a time", f"overage={self.overage!r}", None, right)
        for name in ("handshake", "patience"):
            duration(name, getattr(self, name))
        for name in ("tolerance", "warmup", "overage"):
            if not 0 <= getattr(self, name) < math.inf:
                raise BadSpec(
                    f"bad {name}", f"{name}={getattr(self, name)!r}", None, f"{name} is 0 or more"
                )

    @property
    def limits(self) -> Limits:
        """The limits of each move; a clock for the whole game counts as a limit of time."""
        seconds = self.clock.base if self.clock is not None else self.seconds
        return Limits(self.depth, self.nodes, seconds)


@dataclass
class AgentClock:
    """The clock of one agent in one game."""

    control: TimeControl
    remaining: float = field(init=False)
    overage: float = field(init=False)
    moved: bool = False

    def __post_init__(self) -> None:
        self.remaining = self.control.clock.base if self.control.clock else math.inf
        self.overage = self.control.overage

    def limits(self) -> MoveLimits:
        """The limits that the agent gets before a move."""
        control, clock = self.control, self.control.clock
        if clock is None:
            overage = self.overage if control.overage else None
            return MoveLimits(control.depth, control.nodes, control.seconds, overage=overage)
        left = max(0.0, self.remaining)
        share = left / MOVES_TO_GO + 0.75 * clock.increment
        seconds = max(0.001, min(share, 0.9 * left))
        return MoveLimits(control.depth, control.nodes, seconds, remaining=left, increment=clock.increment)

    def allowance(self) -> float:
        """After how many seconds the agent is stopped."""
        control = self.control
        warmup = 0.0 if self.moved else control.warmup
        if control.clock:
            return self.remaining + control.tolerance + warmup
        if control.seconds is None:
            return control.patience + warmup
        return control.seconds + self.overage + control.tolerance + warmup

    def spend(self, seconds: float) -> None:
        """Subtract the time of a move from the clock or the overage; the warm-up is free."""
        charged = seconds if self.moved else max(0.0, seconds - self.control.warmup)
        if self.control.clock:
            self.remaining += (
                self.control.clock.increment - charged
            )  # it may be negative, within the tolerance
        if self.control.seconds is not None:
            self.overage = max(0.0, self.overage - max(0.0, charged - self.control.seconds))
        self.moved = True
