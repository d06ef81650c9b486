"""The typed face of the compiled core: its rules of line games, which take our positions.

A wheel without the core holds everything else. This module alone knows whether there is one: whoever needs
it takes `_core` from here and asks `use_native` or `HAS_CORE` first.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeGuard, cast, get_args

from plyground.errors import NoNativeCore, with_reason
from plyground.game import Game, Outcome, Player, Position
from plyground.games.line import LineGame, LinePosition
from plyground.spec import one_of

Core = Literal["auto", "python", "native"]
CORES = get_args(Core)
Board = tuple[bytes, bytes, int]
MAX_NATIVE_CELLS = 256  # as native/any_line_game.hpp has it; only Python knows larger boards


class AbsentCore:
    """Stands where the compiled core would be: whatever is asked of it is refused in words."""

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # asked by Python itself, which expects this
            raise AttributeError(name)
        raise no_core(name)


def load_core() -> Any:
    """The compiled core, or what stands in its place. A core that is there and broken is an error."""
    try:
        return import_module("plyground._core")
    except ModuleNotFoundError as error:
        if error.name != "plyground._core":
            raise
        return AbsentCore()


if TYPE_CHECKING:
    from plyground import _core as _core
else:
    _core = load_core()
HAS_CORE = not isinstance(_core, AbsentCore)


def use_native(position: Position[Any], core: Core) -> TypeGuard[LinePosition]:
    """Whether to use the compiled core. Raises NoNativeCore if that was asked for and it cannot be used."""
    check_core(core)
    covered = is_native(position)
    if core == "native" and not covered:
        raise no_core(missing_rules(position))
    return core != "python" and covered


def no_core(missing: str) -> NoNativeCore:
    """The error about something that the compiled core lacks: everything, if there is none."""
    if not HAS_CORE:
        return absent_core("use core python or auto")
    error = NoNativeCore(f"the compiled core has no {missing}: use core python or auto")
    return with_reason(error, "no-core")


def absent_core(instead: str) -> NoNativeCore:
    """The error about a core that this installation lacks, and what to do instead."""
    error = NoNativeCore(f"this installation of plyground has no compiled core: {instead}")
    return with_reason(error, "absent-core")


def check_core(core: object) -> Core:
    """The same, if it is the name of a core; else raises BadSpec."""
    return cast(Core, one_of("core", core, CORES))


def is_native(position: Position[Any]) -> TypeGuard[LinePosition]:
    """Whether there is a compiled core that knows the rules and the board is not too large for it."""
    return HAS_CORE and has_line_rules(position) and position.game.cells <= MAX_NATIVE_CELLS


def has_line_rules(position: Position[Any]) -> TypeGuard[LinePosition]:
    """Whether a position has the rules of our line games. A class derived from ours may have others."""
    return type(position) is LinePosition and type(position.game) is LineGame


def is_native_game(game: Game[Any]) -> TypeGuard[LineGame]:
    """The same of a game, whatever is played in it; a class derived from ours is taken for ours here."""
    return HAS_CORE and isinstance(game, LineGame) and game.cells <= MAX_NATIVE_CELLS


def missing_rules(position: Position[Any]) -> str:
    """What the compiled core lacks for a position that is not native."""
    if has_line_rules(position):
        return f"board of {position.game.cells} cells, but {MAX_NATIVE_CELLS} at most"
    return f"rules for {type(position).__name__}"


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
