"""What an agent is: it chooses a move in a position, under limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from plyground.game import Position
from plyground.rng import SplitMix64
from plyground.searchers.searcher import Searcher
from plyground.searchers.types import Limits, SearchResult


@dataclass(frozen=True)
class MoveLimits(Limits):
    """Limits of one move; where a clock runs for the whole game, `seconds` is a fair share of it."""

    remaining: float | None = None  # seconds left on the clock, if one runs for the whole game
    increment: float = 0.0  # seconds added after every move
    overage: float | None = None  # seconds left for the game beyond the time of moves, if any


@dataclass(frozen=True)
class Choice:
    """The move that an agent chose and, if it searched, the result."""

    move: Any
    result: SearchResult[Any] | None = None


class Agent(Protocol):
    """One player in one game."""

    @property
    def name(self) -> str: ...

    def choose(self, position: Position[Any], limits: Limits) -> Choice: ...


@dataclass(frozen=True)
class Entrant:
    """A kind of agent: its name, and how one is made for each new game.

    The seed that it gets for a game decides all its random choices.
    """

    spec: str
    trusted: bool  # our own code: it keeps its limits and does no harm
    enter: Callable[[int], Agent]
    files: tuple[Path, ...] = ()  # its code, if it is a user's
    folders: tuple[Path, ...] = ()  # folders that it needs as a whole
    note: str = ""  # a hint for the user
    here: Any = None  # the object of this program that plays, if it is one
    pickled: bytes | None = None  # that object as bytes, if it is to play in a process of its own


@dataclass(frozen=True)
class SearcherAgent:
    """Plays the move that its searcher finds."""

    searcher: Searcher

    @property
    def name(self) -> str:
        return self.searcher.spec

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        found = self.searcher.search(position, limits)
        return Choice(found.move, found)


def searcher_entrant(searcher: Searcher) -> Entrant:
    """An entrant that plays with a searcher; a searcher with a seed gets another seed in each game."""

    def enter(seed: int) -> SearcherAgent:
        own = getattr(searcher, "seed", None)
        if own is None:
            return SearcherAgent(searcher)
        return SearcherAgent(replace(searcher, seed=SplitMix64(own ^ seed).next()))  # type: ignore[call-arg]

    return Entrant(searcher.spec, True, enter)


MOVES_TO_GO = 20  # time is shared as if so many moves were still to come
