"""Players in the manner of the textbook's Python code: `aima:players.py:alpha_beta_player`.

A player is a function f(game, state), or f(state, game) where its parameters are called so, or a class with
`set_game` and `get_action`. It sees our game in AIMA's shape and answers one of game.actions(state).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.agents.agent import Agent, Choice, Entrant
from plyground.agents.foreign.aima_view import AimaGame, State, legal
from plyground.agents.foreign.answers import NoMove, accepts, wrongly_made
from plyground.agents.user import Source
from plyground.errors import BadSpec
from plyground.game import Position
from plyground.search.limits import Limits
from plyground.spec import Spec, takes

HOW = "a player is a function f(game, state)"
Player = Callable[[AimaGame, State], Any]


@dataclass
class AimaAgent:
    """A player in one game, which it knows from its first move on."""

    name: str
    player: Player
    game: AimaGame | None = field(default=None, init=False)

    def choose(self, position: Position[Any], limits: Limits) -> Choice:
        self.game = self.game or AimaGame(position)
        return Choice(move(position, self.player(self.game, State(position))))


def entrant(spec: Spec) -> Entrant:
    """The entrant that a spec names: `aima:FILE.py:FUNCTION` or `aima:MODULE:FUNCTION`."""
    source = Source.of(spec)
    if not source.name:
        right = f"name the player: aima:{source.where}:function"
        raise BadSpec("no name of a player", source.spec, None, right)

    def enter(seed: int) -> Agent:
        found = getattr(source.module(seed), source.name, None)
        if isinstance(found, type):
            found = _made(found, source)
        elif source.options:
            what = f"options for the function {source.name}"
            raise BadSpec(what, source.spec, None, "only a class takes some")
        return AimaAgent(source.spec, _player(found, source))

    return Entrant(source.spec, False, enter, source.files)


def _made(kind: type[Any], source: Source) -> Any:
    try:
        inspect.signature(kind).bind(**source.options)
    except TypeError as error:
        raise BadSpec(str(error), source.spec, None, f"{kind.__name__} takes {takes(kind)}") from None
    return kind(**source.options)


def _player(found: Any, source: Source) -> Player:
    """What was found, as a function of the game and the state."""
    if callable(getattr(found, "get_action", None)):
        return _of_methods(found)
    if not callable(found):
        raise BadSpec(f"no {source.name}", Path(source.where).name, None, HOW)
    if not accepts(found, 2):
        raise BadSpec(wrongly_made(found), Path(source.where).name, None, HOW)
    if _parameters(found)[:2] == ["state", "game"]:
        return lambda game, state: found(state, game)
    player: Player = found
    return player


def _of_methods(player: Any) -> Player:
    """A player that is told of its game once and then asked for actions."""
    known: AimaGame | None = None

    def ask(game: AimaGame, state: State) -> Any:
        nonlocal known
        if game is not known and callable(getattr(player, "set_game", None)):
            player.set_game(game)
        known = game
        return player.get_action(state)

    return ask


def _parameters(function: Callable[..., Any]) -> list[str]:
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):  # compiled code may not tell
        return []


def move(position: Position[Any], answer: Any) -> Any:
    """The move of ours that an answer is; searches of the fourth edition answer a value and a move."""
    found = legal(position, answer)
    if isinstance(found, NoMove) and isinstance(answer, tuple) and len(answer) == 2:
        behind = legal(position, answer[1])
        return found if isinstance(behind, NoMove) else behind
    return found
