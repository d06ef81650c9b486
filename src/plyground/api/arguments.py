"""What the functions of the door take as agents, checked with the house's errors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.agents.defaults import with_default_limit
from plyground.agents.objects import AgentLike, searcher_of
from plyground.game import Position
from plyground.games.given import game_of
from plyground.native import Core
from plyground.searchers.searcher import Searcher
from plyground.searchers.types import Limits


def limited_searcher(
    agent: AgentLike, position: Position[Any], limits: Limits, core: Core | None = None
) -> tuple[Searcher, bool]:
    """An agent as a searcher, with a limit that suits the game if none is given; whether one was added."""
    given = searcher_of(agent)
    if core is not None:
        given = replace(given, core=core)
    found = with_default_limit(given, game_of(position), limits)
    return found, found is not given
