"""A stand-in for the package kaggle_environments: what agents for ConnectX import of it, and no more.

It takes the package's name only where that is not installed. The environments are not in it: a file
that plays matches while it is imported is told so.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from plyground.games.line import connect4

PACKAGE = "kaggle_environments"
VERSION = "1.0.0+plyground"
_ERRORS = (
    "Cancelled Unknown InvalidArgument DeadlineExceeded NotFound AlreadyExists PermissionDenied "
    "Unauthenticated ResourceExhausted FailedPrecondition Aborted OutOfRange Unimplemented Internal "
    "Unavailable DataLoss"
)


class Struct(dict[str, Any]):
    """A dictionary whose entries can be read and written as attributes too."""

    def __init__(self, **entries: Any) -> None:
        super().__init__(entries)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no {name} here: there are {', '.join(self)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __delattr__(self, name: str) -> None:
        try:
            del self[name]
        except KeyError:
            raise AttributeError(f"no {name} here") from None


def structify(value: Any) -> Any:
    """A copy in which every dictionary is a Struct, however deep."""
    if isinstance(value, list):
        return [structify(item) for item in value]
    if isinstance(value, dict):
        return Struct(**{name: structify(item) for name, item in value.items()})
    return value


def read_file(path: str, fallback: Any = None) -> Any:
    """The text of a file, or what is given in its place if there is no such file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        if fallback is not None:
            return fallback
        raise NotFound(f"no file {path}") from None


class CanonicalError(Exception):
    """The root of the package's errors."""


ERRORS: dict[str, type[CanonicalError]] = {
    name: type(name, (CanonicalError,), {"__module__": f"{PACKAGE}.errors"}) for name in _ERRORS.split()
}
NotFound, Unimplemented = ERRORS["NotFound"], ERRORS["Unimplemented"]


def make(*_: Any, **__: Any) -> NoReturn:
    _refuse("make")


def evaluate(*_: Any, **__: Any) -> NoReturn:
    _refuse("evaluate")


def _refuse(name: str) -> NoReturn:
    raise Unimplemented(
        f"{PACKAGE} is not installed here, and plyground's stand-in has no {name}: "
        "keep what plays matches out of the file, or behind `if __name__ == '__main__':`"
    )


def play(board: list[int], column: int, mark: int, config: Any) -> None:
    """Drop a disc into a column of a board."""
    board[_lowest_empty(board, column, config)] = mark


def is_win(board: list[int], column: int, mark: int, config: Any, has_played: bool = True) -> bool:
    """Whether a player's topmost disc of a column wins, or one that is still to be dropped there."""
    game = connect4(config.columns, config.rows, config.inarow)
    cells = range(column, game.cells, game.columns)
    if has_played:
        cell = min(cell for cell in cells if board[cell] == mark)
    else:
        cell = _lowest_empty(board, column, config)
    own = sum(1 << place for place, disc in enumerate(board) if disc == mark) | 1 << cell
    return any(own & line == line for line in game.through[cell])


def _lowest_empty(board: list[int], column: int, config: Any) -> int:
    """Where a disc comes to lie; a full column is a ValueError, as it is in the package."""
    cells = range(column, config.columns * config.rows, config.columns)
    return max(cell for cell in cells if board[cell] == 0)


def install() -> None:
    """Have `import kaggle_environments` find the stand-in, unless the package itself is there."""
    if PACKAGE in sys.modules or importlib.util.find_spec(PACKAGE):
        return
    contents: dict[str, dict[str, Any]] = {
        "": {"make": make, "evaluate": evaluate, "version": VERSION, "__version__": VERSION},
        "utils": {"Struct": Struct, "structify": structify, "read_file": read_file},
        "errors": {"CanonicalError": CanonicalError, **ERRORS},
        "envs": {},
        "envs.connectx": {},
        "envs.connectx.connectx": {"EMPTY": 0, "play": play, "is_win": is_win},
    }
    for place, names in contents.items():
        _add(f"{PACKAGE}.{place}".rstrip("."), names)


def _add(name: str, names: dict[str, Any]) -> None:
    """A module without a file: those that have one are imported anew for every game."""
    module = ModuleType(name, "plyground's stand-in")
    module.__path__ = []  # a package, in which nothing else is found
    vars(module).update(names)
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)
