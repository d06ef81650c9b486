"""What the functions of the door take: positions, games and agents, checked with the house's errors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from plyground.agents.defaults import with_default_limit
from plyground.agents.objects import AgentLike, searcher_of
from plyground.errors import BadSpec, truncate
from plyground.game import Game, Position
from plyground.games.custom import CustomGame
from plyground.games.registry import load_game
from plyground.native import Core
from plyground.searchers.searcher import Searcher
from plyground.searchers.types import Limits


def game_of(position: Position[Any]) -> Game[Any]:
    """The game of a position; of a user's position that does not know it, the game that begins there."""
    game = getattr(position, "game", None)
    return game if isinstance(game, Game) else CustomGame(type(position).__name__, position)


def check_game(game: object) -> Game[Any]:
    """A game: by its spec, as it is, or by the position where it begins."""
    if isinstance(game, str):
        return load_game(game)
    if isinstance(game, Game):
        return game
    if isinstance(game, Position):
        return game_of(game)
    given = truncate(repr(game))
    raise BadSpec(f"no game {given}", given, None, "give a game or its spec: connect4() or 'connect4'")


def limited_searcher(
    agent: AgentLike, position: Position[Any], limits: Limits, core: Core | None = None
) -> tuple[Searcher, bool]:
    """An agent as a searcher, with a limit that suits the game if none is given; whether one was added."""
    given = searcher_of(agent)
    if core is not None:
        given = replace(given, core=core)
    found = with_default_limit(given, game_of(position), limits)
    return found, found is not given
