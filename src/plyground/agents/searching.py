"""A searcher as an agent: it plays the first move of the line that it finds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from plyground.agents.agent import Choice, Entrant
from plyground.game import Position
from plyground.rng import SplitMix64
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher


@dataclass(frozen=True)
class SearchingAgent:
    """Plays what its searcher finds."""

    searcher: Searcher

    @property
    def name(self) -> str:
        return self.searcher.spec

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        found = self.searcher.search(position, limits)
        return Choice(found.move, found)


def searching(searcher: Searcher) -> Entrant:
    """Plays every game with that searcher; one with a seed draws other numbers in each game."""

    def enter(seed: int) -> SearchingAgent:
        own = getattr(searcher, "seed", None)
        if own is None:
            return SearchingAgent(searcher)
        return SearchingAgent(replace(searcher, seed=SplitMix64(own ^ seed).next()))  # type: ignore[call-arg]

    return Entrant(searcher.spec, True, enter)
