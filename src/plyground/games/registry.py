"""Games by name: `load_game("connect4(8,7,4)")`, and a user's own by `register` or by its path.

A scheme names games of another library: `openspiel:breakthrough`.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from plyground.errors import LONGEST_PATH, BadSpec, PlygroundError, truncate, unknown_name
from plyground.game import Game, Position
from plyground.games import line, tree
from plyground.games.custom import CustomGame, build_game
from plyground.spec import Spec, takes
from plyground.user_code import import_name

# What else people call them, and in Brazil: an error says which is meant.
_ALSO = {
    **dict.fromkeys(("velha", "jogodavelha", "tictac", "noughtsandcrosses"), "tictactoe"),
    **dict.fromkeys(("lig4", "ligue4", "forca4", "força4", "quatroemlinha", "4emlinha"), "connect4"),
    **dict.fromkeys(("connectfour", "fourinarow", "connectx", "c4"), "connect4"),
    "gobang": "gomoku",
}

Factory = Callable[..., Game[Any] | Position[Any]]

# Games of other libraries, by what a spec begins with. Each module has a function `factory` of a name.
SCHEMES = {"openspiel": "plyground.games.openspiel"}


@dataclass(frozen=True)
class GameEntry:
    """A registered game: how it is made, what it is in one line, and a spec that loads one."""

    name: str
    factory: Factory
    summary: str
    example: str
    ours: bool = False  # plyground's own: its rules are tested, and need no check when they are loaded

    @property
    def takes(self) -> str:
        """Its options and their defaults."""
        return takes(self.factory)


def _first_line(factory: Factory) -> str:
    return (factory.__doc__ or "").strip().partition("\n")[0]


def _our_entry(factory: Factory, example: str = "") -> GameEntry:
    name = factory.__name__
    return GameEntry(name, factory, _first_line(factory), example or name, ours=True)


_OURS = (
    _our_entry(line.tictactoe),
    _our_entry(line.connect4),
    _our_entry(line.mnk, "mnk(5,5,4)"),
    _our_entry(line.gomoku),
    _our_entry(tree.tree, "tree(((5, 0), (-2, (7, -7, 1), 4), 3))"),
    _our_entry(tree.textbook),
)
_entries: dict[str, GameEntry] = {entry.name: entry for entry in _OURS}


def register(name: str, factory: Factory, *, summary: str = "", example: str = "") -> None:
    """Make a game known by name. The factory returns a Game, or the first Position of one.

    >>> import plyground as pg
    >>> pg.register("tall4", lambda: pg.connect4(7, 9, 4))
    >>> pg.load_game("tall4").spec
    'connect4(7,9,4)'
    """
    if not name.isidentifier():
        what = f"no name for a game: {truncate(name)}"
        raise BadSpec(what, name, None, "a name is letters, digits and _")
    if name in _entries:
        raise BadSpec(f"already a game called {name}", name, None, "choose another name")
    _entries[name] = GameEntry(name, factory, summary or _first_line(factory), example or name)


def registered() -> Mapping[str, GameEntry]:
    """Every registered game by name.

    >>> import plyground as pg
    >>> sorted(pg.registered())[:3]
    ['connect4', 'gomoku', 'mnk']
    """
    return MappingProxyType(_entries)


_present: ContextVar[Mapping[str, Game[Any]]] = ContextVar("present games", default=MappingProxyType({}))


def is_known_elsewhere(game: Game[Any]) -> bool:
    """Whether the spec of a game loads it in any process: not that of an object, nor a registered name."""
    try:
        entry = _entries.get(Spec.parse(game.spec).name)
        return (entry is None or entry.ours) and load_game(game.spec) == game
    except PlygroundError:
        return False


@contextmanager
def present_game(game: Game[Any]) -> Iterator[None]:
    """Let the spec of a game name this very object within the block, if other processes do not know it."""
    known = is_known_elsewhere(game)
    token = _present.set(_present.get() if known else {**_present.get(), game.spec: game})
    try:
        yield
    finally:
        _present.reset(token)


def is_present(spec: str) -> bool:
    """Whether a spec names a game that only this program knows."""
    return spec in _present.get()


def known_game(spec: str) -> Game[Any] | None:
    """The game of a run; None where it is not known any more."""
    try:
        return load_game(spec)
    except PlygroundError:
        return None


def played_game(spec: str) -> Game[Any]:
    """The game of a run that was played, or why its positions cannot be made again."""
    game = known_game(spec)
    if game is None and ":" not in spec:
        right = "only the program that played knew it; name a game by its file, 'mine.py:MyGame'"
        raise BadSpec(f"no game {truncate(spec)}", spec, None, right)
    return game or load_game(spec)


def player_names(spec: str) -> tuple[str, str]:
    """What the two sides of a game are called, also where the game is not known any more."""
    return (known_game(spec) or Game).players


def load_game(spec: str) -> Game[Any]:
    """The game that a spec names: a registered name or the path of a class, with its options.

    >>> import plyground as pg
    >>> pg.load_game("connect4(8,7,4)") == pg.connect4(8, 7, 4)
    True
    """
    if isinstance(spec, str) and is_present(spec):
        return _present.get()[spec]
    parsed = Spec.parse(spec)
    scheme, colon, name = parsed.name.partition(":")
    if colon and scheme in SCHEMES:
        return _made(parsed, importlib.import_module(SCHEMES[scheme]).factory(name))
    if colon:
        return _made(parsed, _imported(parsed.name))
    if parsed.name not in _entries:
        raise _unknown(parsed.name)
    entry = _entries[parsed.name]
    return _made(parsed, entry.factory, checked=not entry.ours)


def _unknown(name: str) -> BadSpec:
    """The error about a game that is not known, and what may be meant by it."""
    what = f"no game {truncate(name)}"
    if name.endswith(".py"):
        found = [f"{truncate(name, LONGEST_PATH)}:{kind}" for kind in _classes(Path(name)) or ["Class"]]
        right = f"a game is called by its file and its class: {' or '.join(found)}"
        return BadSpec(what, name, None, right, "meant", {"name": found[0]})
    plain = "".join(letter for letter in name if letter.isalnum())
    right = f"games are {', '.join(sorted(_entries))}, or module:Class"
    return unknown_name(what, plain, _entries, right, name, _ALSO)


def _classes(file: Path) -> list[str]:
    """The classes of a file that may be games, read and not run."""
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return []
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return [kind.name for kind in classes if any(_is_game(base) for base in kind.bases)]


def _is_game(base: ast.expr) -> bool:
    return any(word in ast.dump(base) for word in ("Position", "Game"))


def _made(spec: Spec, factory: Factory, checked: bool = True) -> Game[Any]:
    made = build_game(factory, spec, checked, tried=checked)
    return CustomGame(str(spec), made) if isinstance(made, Position) else made


def _imported(path: str) -> Factory:
    found = import_name(path, "a game")
    if not (isinstance(found, type) and issubclass(found, Position | Game)):
        where, _, name = path.rpartition(":")
        right = "a game is a class derived from Position or Game"
        raise BadSpec(f"no game {truncate(name)}", path, len(where) + 1, right)
    factory: Factory = found
    return factory
