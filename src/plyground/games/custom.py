"""A user's game, made from nothing but the class of its positions."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from plyground.errors import BadSpec, NotationError, clip
from plyground.game import Game, Player, Position
from plyground.spec import Spec

_PLAYERS = {repr(player): player for player in Player}


@dataclass(frozen=True)
class CustomGame(Game[Any]):
    """The game that begins at a position and goes on by the rules of the position's class.

    Besides moves it parses the `repr` of a position, where the class is a dataclass of literals and
    players: `Nim(heaps=(3, 4), to_move=Player.SECOND)`. That is read, not evaluated.
    """

    spec_text: str
    begin: Position[Any]

    @property
    def spec(self) -> str:
        return self.spec_text

    def start(self) -> Position[Any]:
        return self.begin

    def parse(self, text: str) -> Position[Any]:
        kind = type(self.begin)
        if not (dataclasses.is_dataclass(kind) and text.strip().startswith(f"{kind.__name__}(")):
            return super().parse(text)
        try:
            given = Spec.parse(text)
            made = _with_players(given).build(kind)
        except BadSpec as error:
            raise NotationError(error.what, text, error.at, error.right) from None
        except Exception as error:
            raise NotationError(clip(f"{type(error).__name__}: {error}", 120), text) from error
        return made

    def __repr__(self) -> str:
        return f"load_game({self.spec_text!r})"


def _with_players(spec: Spec) -> Spec:
    args = tuple(map(_player, spec.args))
    return Spec(spec.name, args, {key: _player(value) for key, value in spec.options.items()})


def _player(value: object) -> object:
    return _PLAYERS.get(value.name, value) if isinstance(value, Spec) else value
