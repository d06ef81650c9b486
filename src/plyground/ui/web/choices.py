"""What pages may choose from: games, agents and their options."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from functools import cache
from typing import Any

from plyground.agents import AGENTS
from plyground.games.line import LineGame
from plyground.games.registry import load_game, registered
from plyground.search import Searcher
from plyground.ui.web.allowed import GAMES

Data = dict[str, Any]


@cache
def game_list() -> list[Data]:
    """The games, each with a spec that works."""
    return [_game(name) for name in GAMES]


def _game(name: str) -> Data:
    entry = registered()[name]
    game = load_game(entry.example)
    size = {key: getattr(game, key, None) for key in ("columns", "rows", "k", "gravity")}
    return {"spec": entry.example, "name": name, "summary": entry.summary, **size}


@cache
def agent_list() -> list[Data]:
    """The agents with their options, and which games each plays."""
    return [
        {
            "name": name,
            "spec": name,
            "summary": (kind.__doc__ or "").strip().partition("\n")[0],
            "options": [_option(option) for option in fields(kind)],
            "works": works_in(name),
        }
        for name, kind in sorted(AGENTS.items())
    ]


def works_in(agent: str) -> list[str]:
    """The games that an agent plays: those of the papers play one, others need a board, or a small one."""
    paper, dot, _ = agent.partition(".")
    if dot:
        return ["connect4" if paper == "p4" else "tictactoe"]
    boards = [name for name in GAMES if isinstance(load_game(registered()[name].example), LineGame)]
    if agent == "greedy":
        return boards
    return [name for name in GAMES if agent != "perfect" or name != "gomoku"]


def _option(option: Field[Any]) -> Data:
    default = None if option.default is MISSING else option.default
    if isinstance(default, Searcher):
        return {"name": option.name, "kind": "agent", "default": default.spec}
    kinds = ((bool, "flag"), (int, "whole"), (float, "number"))
    kind = next((name for type_, name in kinds if isinstance(default, type_)), None)
    kind = kind or {"depth": "whole", "size": "whole", "seconds": "number"}.get(option.name, "text")
    shown = default if default is None or isinstance(default, bool | int | float | str) else repr(default)
    return {"name": option.name, "kind": kind, "default": shown}
