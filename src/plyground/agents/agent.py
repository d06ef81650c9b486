"""What an agent is: whoever chooses a move in a position, under limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from plyground.game import Position
from plyground.search.limits import Limits
from plyground.search.result import SearchResult


@dataclass(frozen=True)
class MoveLimits(Limits):
    """Limits of one move; where a clock runs for the whole game, `seconds` is a fair share of it."""

    remaining: float | None = None  # seconds that are left on the clock, if one runs for the whole game
    increment: float = 0.0  # seconds that come back with every move


@dataclass(frozen=True)
class Choice:
    """The move that an agent chose and, if it searched, what it found."""

    move: Any
    result: SearchResult[Any] | None = None


class Agent(Protocol):
    """One player in one game."""

    @property
    def name(self) -> str: ...

    def choose(self, position: Position[Any], limits: Limits) -> Choice: ...


@dataclass(frozen=True)
class Entrant:
    """A kind of player: what it is called, and how one is made for each new game.

    Whatever chance an agent uses is decided by the seed that it gets for a game.
    """

    spec: str
    trusted: bool  # our own code: it keeps to its limits and does no harm
    enter: Callable[[int], Agent]
    files: tuple[Path, ...] = ()  # what it is read from, if it is a user's
