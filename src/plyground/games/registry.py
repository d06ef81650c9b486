"""Games by name: `load_game("connect4(8,7,4)")`, and a user's own by `register` or by its path.

A scheme names games of another library: `openspiel:breakthrough`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any
from zlib import crc32

from plyground.errors import BadSpec, clip
from plyground.game import Game, Position
from plyground.games import line, tree
from plyground.games.custom import CustomGame, made_by
from plyground.spec import Spec, takes

Factory = Callable[..., Game[Any] | Position[Any]]

# Games of other libraries, by what a spec begins with. Each module has a function `factory` of a name.
SCHEMES = {"openspiel": "plyground.games.openspiel"}


@dataclass(frozen=True)
class Entry:
    """A registered game: how it is made, what it is in one line, and a spec that loads one."""

    name: str
    factory: Factory
    summary: str
    example: str

    @property
    def takes(self) -> str:
        """Its options and their defaults."""
        return takes(self.factory)


_entries: dict[str, Entry] = {}


def register(name: str, factory: Factory, *, summary: str = "", example: str = "") -> None:
    """Make a game known by name. The factory returns a Game, or the first Position of one."""
    if not name.isidentifier():
        what = f"no name for a game: {clip(name)}"
        raise BadSpec(what, name, None, "a name is letters, digits and _")
    if name in _entries:
        raise BadSpec(f"already a game called {name}", name, None, "choose another name")
    summary = summary or (factory.__doc__ or "").strip().partition("\n")[0]
    _entries[name] = Entry(name, factory, summary, example or name)


def registered() -> Mapping[str, Entry]:
    """Every registered game by name."""
    return MappingProxyType(_entries)


def load_game(spec: str) -> Game[Any]:
    """The game that a spec names: a registered name or the path of a class, with its options."""
    parsed = Spec.parse(spec)
    scheme, colon, name = parsed.name.partition(":")
    if colon and scheme in SCHEMES:
        return _made(parsed, importlib.import_module(SCHEMES[scheme]).factory(name))
    if colon:
        return _made(parsed, _imported(parsed.name))
    if parsed.name not in _entries:
        names = ", ".join(sorted(_entries))
        raise BadSpec(
            f"no game {clip(parsed.name)}", parsed.name, None, f"games are {names}, or module:Class"
        )
    return _made(parsed, _entries[parsed.name].factory)


def _made(spec: Spec, factory: Factory) -> Game[Any]:
    made = made_by(factory, spec)
    return CustomGame(str(spec), made) if isinstance(made, Position) else made


def _imported(path: str) -> Factory:
    where, _, name = path.rpartition(":")
    if not where or not name:
        raise BadSpec("no path of a game", path, None, "write module:Class or file.py:Class")
    try:
        module = _from_file(Path(where)) if where.endswith(".py") else _from_module(where)
    except (Exception, SystemExit) as error:
        raise BadSpec(f"{clip(where)} was not imported ({_told(error)})", path) from error
    found = getattr(module, name, None)
    if not (isinstance(found, type) and issubclass(found, Position | Game)):
        right = "a game is a class derived from Position or Game"
        raise BadSpec(f"no game {clip(name)}", path, len(where) + 1, right)
    factory: Factory = found
    return factory


def _from_module(name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:  # a command has its own folder on the path, and not the user's
        sys.path.append(here)
    return importlib.import_module(name)


def _from_file(path: Path) -> ModuleType:
    location = path.resolve()
    name = f"plyground_user_{location.stem}_{crc32(str(location).encode()):x}"
    if name in sys.modules:  # so that its classes stay the same, and positions of it equal
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, location)
    if spec is None or spec.loader is None or not location.is_file():
        raise FileNotFoundError("there is no such file")
    if str(location.parent) not in sys.path:  # so that it finds its neighbours, as when it is run
        sys.path.append(str(location.parent))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    writing, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # a user's folder is not ours to fill
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.dont_write_bytecode = writing
    return module


def _told(error: BaseException) -> str:
    return clip(f"{type(error).__name__}: {error}", 120)


register("tictactoe", line.tictactoe)
register("connect4", line.connect4)
register("mnk", line.mnk, example="mnk(5,5,4)")
register("gomoku", line.gomoku)
register("tree", tree.tree, example="tree(((5, 0), (-2, (7, -7, 1), 4), 3))")
register("textbook", tree.textbook)
