"""The folder that Kaggle unpacks submissions into, for code that contains its path.

`/kaggle_simulations/agent` is not created on this machine. In the process of an agent, Python's functions
for files (`open`, those of `os`, and imports) are redirected from there to the real folder of the
submission. Files that are written there go to the folder that the agent plays in. A file without a folder
in its name is looked for beside the submission, if it is not in the folder that the agent plays in.
Programs that an agent starts, and libraries that open files themselves, are not redirected.
"""

from __future__ import annotations

import builtins
import io
import os
import sys
from collections.abc import Callable
from importlib import machinery
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from plyground.agents.neighbours import KAGGLE_HOME

_LOADERS = (
    (machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES),
    (machinery.SourceFileLoader, machinery.SOURCE_SUFFIXES),
    (machinery.SourcelessFileLoader, machinery.BYTECODE_SUFFIXES),
)
_LOOKING = ("stat", "lstat", "access", "listdir", "scandir", "chdir")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Home:
    """Where a submission really is, and where it may write."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.desk = str(folder), gettempdir()
        self.stat = os.stat  # before it is replaced

    def real(self, path: Any, writing: bool = False, dir_fd: int | None = None) -> Any:
        """The real path; a path that is not Kaggle's, or names an existing file, stays.

        So does a name in an open folder, `dir_fd`: it is looked for nowhere else.
        """
        if not isinstance(path, str | os.PathLike) or dir_fd is not None:
            return path
        name = os.fspath(path)
        if not isinstance(name, str):
            return path
        inner = name.removeprefix(KAGGLE_HOME)
        if inner != name and inner[:1] in ("", "/"):
            own = f"{self.desk}/{inner.strip('/')}"
            return own if writing or (inner.strip("/") and self._is(own)) else f"{self.folder}{inner}"
        if writing or name.startswith("/") or not name or self._is(name):
            return path
        beside = f"{self.folder}/{name}"
        return beside if self._is(beside) else path

    def _is(self, name: str) -> bool:
        try:
            self.stat(name)
        except (OSError, ValueError):
            return False
        return True


def plays_apart() -> bool:
    """Whether this is the process of an agent, which plays in the folder for temporary files."""
    return Path.cwd() == Path(gettempdir())


def redirect_home(folder: Path, file: Path | None) -> None:
    """Make this process find a submission at the path where Kaggle has it.

    This is done in the process of an agent. In other processes it is done only if the submission names
    Kaggle's folder.
    """
    if not plays_apart() and not (file and KAGGLE_HOME.encode() in _text(file)):
        return
    replaced = getattr(builtins.open, "home", None)
    if isinstance(replaced, list):
        replaced[0].folder, replaced[0].desk = str(folder), gettempdir()
    else:
        _replace([Home(folder)])
    for entry in [entry for entry in sys.path_importer_cache if entry.startswith(KAGGLE_HOME)]:
        del sys.path_importer_cache[entry]


def _text(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _replace(home: list[Home]) -> None:
    """Replace Python's functions for files by functions that redirect paths."""
    plain_open, plain_os_open = builtins.open, os.open

    def open_file(file: Any, mode: str = "r", *args: Any, **named: Any) -> Any:
        writing = isinstance(mode, str) and any(sign in mode for sign in "wax+")
        return plain_open(home[0].real(file, writing), mode, *args, **named)

    def os_open(path: Any, flags: int, *args: Any, **named: Any) -> int:
        real = home[0].real(path, bool(flags & _WRITING), named.get("dir_fd"))
        return plain_os_open(real, flags, *args, **named)

    def redirect(plain: Callable[..., Any]) -> Callable[..., Any]:
        def look(path: Any = ".", *args: Any, **named: Any) -> Any:
            return plain(home[0].real(path, dir_fd=named.get("dir_fd")), *args, **named)

        return look

    def find_importer(entry: str) -> machinery.FileFinder:
        if not entry.startswith(KAGGLE_HOME):
            raise ImportError(entry)
        return machinery.FileFinder(home[0].real(entry), *_LOADERS)

    open_file.home = home  # type: ignore[attr-defined]
    builtins.open = io.open = open_file
    os.open = os_open
    for name in _LOOKING:
        setattr(os, name, redirect(getattr(os, name)))
    sys.path_hooks.insert(0, find_importer)
