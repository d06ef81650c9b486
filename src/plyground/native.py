"""The typed face of the compiled core: its rules of line games on our positions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeGuard, cast, get_args

from plyground import _core
from plyground.errors import BadSpec, NoNativeCore, clip
from plyground.game import Outcome, Player, Position
from plyground.games.line import LineGame, LinePosition

Core = Literal["auto", "python", "native"]
CORES = get_args(Core)
Board = tuple[bytes, bytes, int]


def use_native(position: Position[Any], core: Core) -> TypeGuard[LinePosition]:
    """Whether a choice of core means the compiled one; NoNativeCore if it does and there is none."""
    checked_core(core)
    covered = is_native(position)
    if core == "native" and not covered:
        game = type(position).__name__
        raise NoNativeCore(f"the compiled core has no rules for {game}: use core python or auto")
    return core != "python" and covered


def checked_core(core: object) -> Core:
    """The name of a core, checked."""
    if core not in CORES:
        raise BadSpec("bad core", f"core={clip(repr(core))}", None, f"core is one of {', '.join(CORES)}")
    return cast(Core, core)


def is_native(position: Position[Any]) -> TypeGuard[LinePosition]:
    """Whether the compiled core knows the rules; a class derived from ours may have others."""
    return type(position) is LinePosition and type(position.game) is LineGame


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


def key(position: LinePosition) -> int:
    """`position.key()`, by the compiled core."""
    return rules(position.game).key(*board(position))


def outcome(position: LinePosition) -> Outcome | None:
    """`position.outcome()`, by the compiled rules."""
    ended = rules(position.game).outcome(*board(position))
    if ended is None:
        return None
    winner, lines = ended
    return Outcome(None if winner is None else Player(winner), tuple(map(tuple, lines)))
