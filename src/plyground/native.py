"""The typed face of the compiled core: its rules of line games on our positions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeGuard

from plyground import _core
from plyground.errors import NoNativeCore
from plyground.game import Outcome, Player, Position
from plyground.games.line import LineGame, LinePosition

Core = Literal["auto", "python", "native"]
Board = tuple[bytes, bytes, int]


def covers(position: Position[Any]) -> TypeGuard[LinePosition]:
    """Whether the compiled core knows the game of this position."""
    return isinstance(position, LinePosition)


def use_native(core: Core, position: Position[Any]) -> bool:
    """Whether a choice of core means the compiled one; NoNativeCore if it does and there is none."""
    if core == "native" and not covers(position):
        game = type(position).__name__
        raise NoNativeCore(f"the compiled core has no rules for {game}: use core python or auto")
    return core != "python" and covers(position)


@lru_cache(maxsize=64)
def rules(game: LineGame) -> _core.LineRules:
    """The compiled rules of a game."""
    return _core.LineRules(game.columns, game.rows, game.k, game.gravity)


def board(position: LinePosition) -> Board:
    """A position as the compiled core takes it: 256 bits of X, 256 bits of O, who moves."""
    first, second = (stones.to_bytes(32, "little") for stones in position.stones)
    return first, second, position.to_move.value


def moves(position: LinePosition) -> tuple[int, ...]:
    """`position.moves()`, by the compiled rules."""
    return tuple(rules(position.game).moves(*board(position)))


def outcome(position: LinePosition) -> Outcome | None:
    """`position.outcome()`, by the compiled rules."""
    ended = rules(position.game).outcome(*board(position))
    if ended is None:
        return None
    winner, lines = ended
    return Outcome(None if winner is None else Player(winner), tuple(map(tuple, lines)))
