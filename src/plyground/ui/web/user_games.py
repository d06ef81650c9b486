"""Games of the person who starts the server. Pages know them by name; where their files are stays here."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.errors import BadSpec, PlygroundError
from plyground.game import Game
from plyground.games.custom import CustomGame
from plyground.games.registry import load_game
from plyground.spec import Spec
from plyground.ui.offers import GAME_NAMES
from plyground.user_code import is_installed

_OURS = Path(__file__).parents[2]


@dataclass(frozen=True)
class UserGames:
    """The games that a server was started with, besides ours."""

    specs: Mapping[str, str] = field(default_factory=dict)  # by the name that pages use

    @classmethod
    def load(cls, specs: Iterable[str]) -> UserGames:
        """Load every game once: one that cannot be loaded is an error when the server starts."""
        found: dict[str, str] = {}
        for given in specs:
            spec = Spec.parse(given)
            if ":" not in spec.name:
                load_game(given)  # a word that is no game at all has an error of its own
                right = "a game of your own is called by its file and its class: mine.py:Mine"
                raise BadSpec(f"{spec.name} is offered anyway", given, None, right)
            game = load_game(_absolute(spec))
            found.setdefault(_new_name(spec, game.spec, found), game.spec)
        return cls(found)

    def name_of(self, spec: str) -> str:
        """What pages call a game; any other spec is its own name."""
        return next((name for name, own in self.specs.items() if own == spec), spec)

    def games(self) -> Iterable[tuple[str, Game[Any]]]:
        """Every game with its name."""
        return ((name, load_game(spec)) for name, spec in self.specs.items())

    def raised(self, error: BaseException) -> bool:
        """Whether an error comes from rules of users: from code that is neither ours nor a library's."""
        files = [Path(step.filename) for step in traceback.extract_tb(error.__traceback__)]
        written = [file for file in files if not str(file).startswith("<")]
        foreign = any(_OURS not in file.parents and not is_installed(file) for file in written)
        return bool(self.specs) and foreign


def summary_of(game: Game[Any]) -> str:
    """What a user's game is, in the first line of its class's docstring; "" if it has none."""
    kind = type(game.begin) if isinstance(game, CustomGame) else type(game)
    first = (kind.__doc__ or "").strip().partition("\n")[0]
    return "" if first.startswith(f"{kind.__name__}(") else first  # that of a dataclass without one


def _absolute(spec: Spec) -> str:
    """The spec with the whole path of its file, so that `plyground resume` finds it from any folder."""
    where, _, name = spec.name.rpartition(":")
    if not where.endswith(".py"):
        return str(spec)
    whole = str(Spec(f"{Path(where).absolute()}:{name}", spec.args, spec.options))
    try:
        Spec.parse(whole)
    except PlygroundError:  # a folder with brackets in its name, which a spec cannot have
        return str(spec)
    return whole


def _new_name(spec: Spec, loaded: str, known: Mapping[str, str]) -> str:
    """The class with its options; with a number behind the class if something else is called so."""
    kind, number = spec.name.rpartition(":")[2], 1
    while True:
        called = kind if number == 1 else f"{kind}-{number}"
        name = str(Spec(called, spec.args, spec.options))
        if called not in GAME_NAMES and known.get(name, loaded) == loaded:
            return name
        number += 1
