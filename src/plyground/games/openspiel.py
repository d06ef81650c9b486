"""OpenSpiel's games as ours: `openspiel:breakthrough(rows=6, columns=6)`, for two, with nothing hidden.

A position is told by the moves that led to it: whether two boards that look alike have the same future is
known to OpenSpiel alone. Where a side moves twice, the other says `pass` in between: our sides take turns.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from importlib import import_module
from inspect import Parameter, Signature
from math import isfinite
from typing import Any

from plyground.errors import BadSpec, PlygroundError, truncate
from plyground.game import Game, Outcome, Player, Position
from plyground.spec import Spec, flag, whole_number

MISSING = "OpenSpiel needs open_spiel: pip install 'plyground[openspiel]'"
PASS = -1  # no action of OpenSpiel's
LARGEST = 26  # of a size: columns are letters
BOUNDS = {  # beyond these, OpenSpiel 2.0 dies, runs out of moves or finds no letter for a column
    ("checkers", "columns"): (1, 8),
    ("checkers", "rows"): (8, LARGEST),
    ("gomoku", "dims"): (1, 3),
    ("havannah", "board_size"): (1, 13),
    ("hex", "board_size"): (2, LARGEST),
    ("hex", "num_cols"): (2, LARGEST),
    ("hex", "num_rows"): (2, LARGEST),
}
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r"^\S+\.(?:cc|h):\d+ ")
_PLAIN = str.maketrans("─╴╶│╵╷┌┐└┘├┤┬┴┼", "---|||+++++++++")


def library() -> Any:
    """The module pyspiel; where it is missing, how to get it."""
    try:
        return import_module("pyspiel")
    except ImportError:
        raise PlygroundError(MISSING) from None


@dataclass(frozen=True)
class OpenSpielGame(Game[int]):
    """A game of OpenSpiel's with its options, those that are not the usual ones, by name."""

    name: str
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def spec(self) -> str:
        return str(Spec(f"openspiel:{self.name}", (), dict(self.options)))

    @cached_property
    def rules(self) -> Any:
        """OpenSpiel's own game."""
        pyspiel = library()
        try:
            with _silence():
                made = pyspiel.load_game(self.name, dict(self.options))
                made.new_initial_state().legal_actions()  # some notice only here that they cannot be
        except Exception as error:  # noqa: BLE001 - besides its own errors it raises those of C++
            why = _PLACE.sub("", str(error)).partition("\n")[0]
            raise BadSpec(f"OpenSpiel refuses it ({truncate(why, 80)})", self.spec) from None
        return made

    @cached_property
    def first(self) -> int:
        """Who begins, by OpenSpiel's count: in chess, 1."""
        number: int = self.rules.new_initial_state().current_player()
        return number

    @cached_property
    def pays(self) -> bool:
        """Whether it pays in points, and not only for a win."""
        return (self.rules.min_utility(), self.rules.max_utility()) != (-1, 1)

    def start(self) -> OpenSpielPosition:
        return OpenSpielPosition(self, (), self.rules.new_initial_state())

    def along(self, path: tuple[int, ...]) -> Iterator[OpenSpielPosition]:
        """The positions that lead along moves known to be legal, from the start."""
        position = self.start()
        yield position
        for move in path:
            position = position.after(move)
            yield position

    def __reduce__(self) -> tuple[object, ...]:  # without OpenSpiel's own game, which can be made again
        return OpenSpielGame, (self.name, self.options)

    def __repr__(self) -> str:
        return f"load_game({self.spec!r})"


@dataclass(frozen=True)
class OpenSpielPosition(Position[int]):
    """The moves played so far; a move is the number of OpenSpiel's action, or PASS."""

    game: OpenSpielGame
    path: tuple[int, ...]
    state: Any = field(compare=False)  # OpenSpiel's, which is never changed

    @property
    def to_move(self) -> Player:
        return Player.SECOND if len(self.path) % 2 else Player.FIRST

    @property
    def player(self) -> int:
        """Who is to move, by OpenSpiel's count."""
        return self.game.first ^ len(self.path) % 2

    def outcome(self) -> Outcome | None:
        if not self.state.is_terminal():
            return None
        gained: float = self.state.returns()[self.game.first]
        winner = None if gained == 0 else Player.FIRST if gained > 0 else Player.SECOND
        if not self.game.pays:
            return Outcome(winner)
        if gained != int(gained):
            raise PlygroundError(f"{self.game.spec} paid {gained}: points are whole numbers")
        return Outcome(winner, points=int(gained))

    def moves(self) -> tuple[int, ...]:
        state = self.state
        if state.is_terminal():
            return ()
        return tuple(state.legal_actions()) if state.current_player() == self.player else (PASS,)

    def after(self, move: int) -> OpenSpielPosition:
        state = self.state if move == PASS else self.state.child(move)
        return OpenSpielPosition(self.game, (*self.path, move), state)

    @cached_property
    def _words(self) -> dict[int, str]:
        """The moves as OpenSpiel spells them, each in one word, and none like another."""
        spell = self.state.action_to_string
        words = {m: "pass" if m == PASS else _one_word(spell(m)) for m in self.moves()}
        spelt = list(words.values())
        return {m: word if spelt.count(word) == 1 else f"{word}#{m}" for m, word in words.items()}

    def write(self, move: int) -> str:
        return self._words.get(move, str(move))

    def text(self) -> str:
        positions = self.game.along(self.path)
        return " ".join(p.write(move) for p, move in zip(positions, self.path, strict=False)) or "-"

    def key(self) -> int:
        return int.from_bytes(blake2b(repr(self.path).encode(), digest_size=8).digest(), "little")

    def draw(self, *, unicode: bool = False) -> str:
        board = _COLOUR.sub("", str(self.state)).strip("\n") or self.text()
        return board if unicode else board.translate(_PLAIN).encode("ascii", "replace").decode()

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        return f"{self.game!r}.parse({self.text()!r})"

    def __hash__(self) -> int:
        return hash(self.path)

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.game, self.path)


def factory(name: str) -> Callable[..., OpenSpielGame]:
    """What makes a game of OpenSpiel's, by its name there; it takes the options that OpenSpiel's takes."""
    kinds = {kind.short_name: kind for kind in library().registered_games()}
    if name not in kinds:
        names = ", ".join(kind.short_name for kind in kinds.values() if not _unfit(kind))
        raise BadSpec(f"no game of OpenSpiel's called {truncate(name)}", name, None, f"games are {names}")
    if why := _unfit(kinds[name]):
        raise BadSpec(f"no game for plyground: {name}", name, None, why)
    usual = dict(kinds[name].parameter_specification)

    def made(**options: Any) -> OpenSpielGame:
        checked = {key: _checked(name, key, value, usual[key]) for key, value in sorted(options.items())}
        game = OpenSpielGame(name, tuple((k, v) for k, v in checked.items() if v != usual[k]))
        _ = game.rules  # what cannot be played is refused now
        return game

    parameters = [Parameter(key, Parameter.KEYWORD_ONLY, default=value) for key, value in usual.items()]
    made.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return made


def _unfit(kind: Any) -> str:
    """Why a game is none that ours could be, if so."""
    has = library().GameType
    fit = {
        "its rules come from elsewhere": kind.is_concrete,
        "it is not for two": kind.min_num_players <= 2 <= kind.max_num_players,
        "both sides move at once": kind.dynamics == has.Dynamics.SEQUENTIAL,
        "something in it is left to chance": kind.chance_mode == has.ChanceMode.DETERMINISTIC,
        "something is hidden from the players": kind.information == has.Information.PERFECT_INFORMATION,
        "what one side gains the other does not lose": kind.utility == has.Utility.ZERO_SUM,
        "it pays before its end": kind.reward_model == has.RewardModel.TERMINAL,
    }
    return next((why for why, is_fit in fit.items() if not is_fit), "")


def _checked(game: str, name: str, value: object, usual: object) -> Any:
    """An option's value, if it is of the same kind as the usual one and not too large."""
    given = f"{name}={truncate(repr(value))}"
    if name == "players" and value != 2:
        raise BadSpec(f"bad {name}", given, None, "plyground's games are for 2")
    if isinstance(usual, bool):
        return flag(name, value)
    if isinstance(usual, int):
        bounds = BOUNDS.get((game, name)) or (min(usual, 1), max(usual, LARGEST))
        return whole_number(name, value, *bounds)
    if isinstance(usual, float):
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise BadSpec(f"bad {name}", given, None, f"{name} is a number")
        return float(value)
    if not isinstance(value, str):
        raise BadSpec(f"bad {name}", given, None, f"{name} is a string")
    return value


def _one_word(text: str) -> str:
    """OpenSpiel's `X To (2, 7)` as `X_To_(2,7)`: in texts of many moves, spaces stand between moves."""
    return re.sub(r"\s+", "_", re.sub(r",\s+", ",", text.strip()))


def _restored(game: OpenSpielGame, path: tuple[int, ...]) -> OpenSpielPosition:
    *_, last = game.along(path)
    return last


@contextmanager
def _silence() -> Iterator[None]:
    """Keep OpenSpiel from writing onto the screen: it says there what it raises, too."""
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # there is no screen
        yield
        return
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
