"""Import of a user's code by its path: `mine.py:Name`, `folder/mine.py:Name`, `module:Name`.

A file runs in this process, and only once: so its classes stay the same, and its positions equal.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

from plyground.errors import BadSpec, PlygroundError, truncate


def import_name(path: str, kind: str) -> Any:
    """The object that a path names; None if the code has no such name. Errors say that it is no `kind`."""
    where, _, name = path.rpartition(":")
    if not where or not name:
        raise BadSpec(f"no path of {kind}", path, None, "write module:Name or file.py:Name")
    try:
        module = _from_file(Path(where)) if where.endswith(".py") else _from_module(where)
    except (Exception, SystemExit) as error:
        described = truncate(f"{type(error).__name__}: {error}", 120)
        raise BadSpec(f"{truncate(where)} was not imported ({described})", path) from error
    return getattr(module, name, None)


_imported: ContextVar[Path | None] = ContextVar("imported", default=None)


@contextmanager
def importing(file: Path) -> Iterator[None]:
    """While the code of a user's file is imported."""
    token = _imported.set(file)
    try:
        yield
    finally:
        _imported.reset(token)


def refuse_to_play_while_imported() -> None:
    """Raise an error if a user's file is just being imported.

    Every process that plays imports it: each would begin the same match, with processes of its own.
    """
    if file := _imported.get():
        name = truncate(file.name, 40)
        raise PlygroundError(
            f"{name} begins a match while it is imported: put that behind if __name__ == '__main__':"
        )


def is_path(name: str) -> bool:
    """Whether a name is the path of something in a file, or in a module that there is."""
    where, colon, inside = name.rpartition(":")
    if ":" in where[2:]:  # a scheme, and not the letter of a disk
        return False
    if not colon or not inside or where.endswith(".py"):
        return bool(colon and inside)
    _look_here()
    try:
        return importlib.util.find_spec(where.partition(".")[0]) is not None
    except (ImportError, ValueError):
        return False


def _from_module(name: str) -> ModuleType:
    _look_here()
    return importlib.import_module(name)


def _look_here() -> None:
    here = str(Path.cwd())
    if here not in sys.path:  # a command has its own folder on the path, and not the user's
        sys.path.append(here)


def _from_file(path: Path) -> ModuleType:
    location = path.resolve()
    name = f"plyground_user_{location.stem}_{crc32(str(location).encode()):x}"
    if name in sys.modules:
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
        with importing(location):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.dont_write_bytecode = writing
    return module


@cache
def is_installed(file: Path) -> bool:
    """Whether a file belongs to Python or to a library."""
    paths = sysconfig.get_paths()
    homes = [Path(paths[key]).resolve() for key in ("stdlib", "platstdlib", "purelib", "platlib")]
    return "site-packages" in file.parts or any(home in file.resolve().parents for home in homes)
