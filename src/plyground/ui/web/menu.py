"""What pages offer: the games, ours and users', and the players with their options."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any

from plyground.agents import AGENTS
from plyground.arena.openings import random_openings
from plyground.game import Game
from plyground.games.registry import load_game, registered
from plyground.searchers import Searcher
from plyground.ui.offers import (
    GAME_NAMES,
    NAMES,
    agent_about,
    agent_name,
    default_openings,
    default_opponent,
    games_of,
    group_of,
    plays,
    strength_of,
)
from plyground.ui.web.serialize import Data
from plyground.ui.web.user_games import UserGames, summary_of
from plyground.words import LANGUAGES, tongue


def offered_json(users: UserGames) -> tuple[list[Data], list[Data]]:
    """All games and players that pages offer. The first time takes a while."""
    return games_json(users), agents_json(users)


def games_json(users: UserGames) -> list[Data]:
    """The games that pages offer, each with a spec that works; users' own last."""
    own = [
        _game_json(name, name, summary_of(game), game, random_openings(game))
        for name, game in users.games()
    ]
    return [*_our_games_json(), *own]


@cache
def _our_games_json() -> list[Data]:
    entries = [registered()[name] for name in GAME_NAMES]
    games = [load_game(entry.example) for entry in entries]
    return [
        _game_json(entry.example, entry.name, entry.summary, game, default_openings(game))
        for entry, game in zip(entries, games, strict=True)
    ]


def _game_json(spec: str, name: str, summary: str, game: Game[Any], openings: str) -> Data:
    size = {key: getattr(game, key, None) for key in ("columns", "rows", "k", "gravity")}
    opponent = default_opponent(game).name
    return {
        "spec": spec,
        "name": name,
        "summary": summary,
        "openings": openings,
        "opponent": opponent,
        **size,
    }


def agents_json(users: UserGames) -> list[Data]:
    """The players that pages offer: names, options, and the games that each plays."""
    own = [(name.partition("(")[0], game) for name, game in users.games()]
    return [
        agent | {"works": [*agent["works"], *(name for name, game in own if plays(agent["name"], game))]}
        for agent in _our_agents_json()
    ]


@cache
def _our_agents_json() -> list[Data]:
    return [
        {
            "name": name,
            "spec": name,
            "group": group_of(name),
            "strength": strength_of(name),
            "title": {language: agent_name(tongue(language), name) for language in LANGUAGES},
            "about": {language: agent_about(tongue(language), name) for language in LANGUAGES},
            "summary": (AGENTS[name].__doc__ or "").strip().partition("\n")[0],
            "options": [_option_json(option) for option in fields(AGENTS[name])],
            "works": games_of(name),
        }
        for name in NAMES
    ]


def _option_json(option: Field[Any]) -> Data:
    default = None if option.default is MISSING else option.default
    if isinstance(default, Searcher):
        return {"name": option.name, "kind": "agent", "default": default.spec}
    kinds = ((bool, "flag"), (int, "whole"), (float, "number"))
    kind = next((name for type_, name in kinds if isinstance(default, type_)), None)
    limits = {"depth": "whole", "nodes": "whole", "size": "whole", "seconds": "number"}
    kind = kind or limits.get(option.name, "text")
    plain = default is None or isinstance(default, bool | int | float | str)
    return {"name": option.name, "kind": kind, "default": default if plain else repr(default)}
