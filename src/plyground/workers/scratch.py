"""Folders for processes that run other people's code: empty at first, and gone in the end.

    plyground-agent-x1y2z3/    in the system's temporary folder
        plyground.lock         locked as long as the process lives that made the folder; in it the number of
                               the agent's process, and the agent's spec
        play/                  the only place that the agent can write to
            1/  2/  …          where it plays, another one for each game

Whatever an agent leaves there is removed without following a link, and without recursion: folders may be
nested thousands deep. If the maker was killed, the lock is free, and the next run removes the folder.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

from plyground.errors import Failed, PlygroundError, truncate

PREFIX = "plyground-agent-"
_LOCK, _PLACE = "plyground.lock", "play"
_MARK = b"a folder of plyground, for one agent\n"
# In the process of an agent these may be replaced, by its code or for it (agents/kaggle/folder.py).
_open, _listdir, _stat, _rename = os.open, os.listdir, os.stat, os.rename
_unlink, _rmdir, _mkdir = os.unlink, os.rmdir, os.mkdir
_OPEN_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


@dataclass
class ScratchFolder:
    """A folder for one process, known by its inode: what is put in its place is left alone."""

    outer: Path
    identity: tuple[int, int]
    _lock: int

    @classmethod
    def new(cls) -> ScratchFolder:
        try:
            outer = Path(mkdtemp(prefix=PREFIX))
        except OSError as error:
            why = truncate(str(error.strerror), 200)
            raise Failed(
                f"no folder for an agent to play in ({why}): set TMPDIR to a writable one"
            ) from None
        (outer / _PLACE).mkdir(0o700)
        lock = _open(outer / _LOCK, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        _try_lock(lock)
        os.write(lock, _MARK)  # only now: who finds the mark can tell by the lock whether it is in use
        return cls(outer, _identity(outer.lstat()), lock)

    @property
    def folder(self) -> Path:
        """What its process can write to."""
        return self.outer / _PLACE

    def sign(self, process: int, spec: str) -> None:
        """Write down, where the agent cannot, whose it is."""
        with suppress(OSError):  # a full disk keeps no agent from playing
            os.pwrite(self._lock, f"{process} {spec}".encode("utf-8", "replace"), len(_MARK))

    def remove(self) -> None:
        """Remove it with all that is in it, if it is still the same."""
        if self._lock >= 0:
            _remove(self.outer, self.identity)
            os.close(self._lock)
            self._lock = -1


@dataclass
class GameFolders:
    """Gives an agent another empty folder in each game, inside the one that is its own.

    The outer folder stays open: whatever the agent does to its name, the next folder is made in it.
    """

    root: Path
    current: Path | None = None
    _place: int = field(init=False)
    _number: int = 0

    def __post_init__(self) -> None:
        self._place = _open(self.root, _OPEN_FOLDER | os.O_CLOEXEC)

    def enter_next(self) -> Path:
        """Remove the folders of earlier games, and go to an empty one, which is home now."""
        os.umask(0o077)  # the agent may have changed it
        clear_folder(self._place)
        self._number += 1
        name = str(self._number)
        try:
            _mkdir(name, 0o700, dir_fd=self._place)
            entered = _open(name, _OPEN_FOLDER, dir_fd=self._place)
        except OSError as error:
            raise PlygroundError(f"the agent has spoilt its folder ({error.strerror})") from None
        try:
            os.fchdir(entered)
        finally:
            os.close(entered)
        self.current = folder = self.root / name
        os.environ |= {"HOME": str(folder), "TMPDIR": str(folder)}
        tempfile.tempdir = None  # it is found anew
        return folder


def clear_folder(place: int) -> None:
    """Remove what is in an open folder, as far as that is possible.

    A folder inside is emptied by moving its own folders up: so nothing is nested any more when it is their
    turn, two folders are open at most, and no path is ever long.
    """
    waiting = _listdir(place)
    serial = 0
    while waiting:
        name = waiting.pop()
        if _unlinked(name, place):
            continue
        try:
            inner = _open_folder(name, place)
        except OSError:
            continue
        try:
            for child in _listdir(inner):  # of the open folder, whatever stands at its path now
                if not _unlinked(child, inner):
                    serial += 1
                    with suppress(OSError):
                        waiting.append(_move_up(child, inner, place, serial))
        finally:
            os.close(inner)
        with suppress(OSError):
            _rmdir(name, dir_fd=place)


def _unlinked(name: str, place: int) -> bool:
    """Remove what is no folder; whether it is gone, or cannot be removed."""
    try:
        _unlink(name, dir_fd=place)
    except (IsADirectoryError, PermissionError):
        return not _is_folder(name, place)
    except OSError:
        pass
    return True


def _is_folder(name: str, place: int) -> bool:
    with suppress(OSError):
        return stat.S_ISDIR(_stat(name, dir_fd=place, follow_symlinks=False).st_mode)
    return False


def _open_folder(name: str, place: int) -> int:
    """Open a folder, even if its mode forbids that."""
    with suppress(PermissionError):
        found = _open(name, _OPEN_FOLDER, dir_fd=place)
        if os.fstat(found).st_mode & 0o700 == 0o700:
            return found
        os.fchmod(found, 0o700)
        return found
    if sys.platform == "linux":
        path = _open(name, os.O_PATH | os.O_NOFOLLOW | os.O_DIRECTORY, dir_fd=place)
        try:
            Path(f"/proc/self/fd/{path}").chmod(0o700)
        finally:
            os.close(path)
    return _open(name, _OPEN_FOLDER, dir_fd=place)


def _move_up(name: str, inner: int, place: int, serial: int) -> str:
    os.close(_open_folder(name, inner))  # makes it writable, which moving needs
    new = f"moved-{os.urandom(4).hex()}-{serial}"
    _rename(name, new, src_dir_fd=inner, dst_dir_fd=place)
    return new


def signed_folders() -> Iterator[tuple[int, str]]:
    """The processes of agents that have a folder now, with their specs."""
    with suppress(OSError):
        for lock in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{_LOCK}"):
            with suppress(OSError, ValueError):
                if lock.stat().st_uid == os.geteuid():
                    process, spec = lock.read_bytes().removeprefix(_MARK).decode().split(" ", 1)
                    yield int(process), spec


def sweep_scratch_folders() -> None:
    """Remove the folders of runs that were killed, and end what is left of their processes.

    Only folders that are ours without doubt: by name, owner, mode and mark, and with a lock that is free.
    """
    if sys.platform == "win32":
        return
    try:
        found = list(Path(tempfile.gettempdir()).glob(f"{PREFIX}*"))
    except OSError:  # there is no temporary folder: then there is nothing in it
        return
    for outer in found:
        with suppress(OSError):
            status = outer.lstat()
            private = stat.S_ISDIR(status.st_mode) and not status.st_mode & 0o077
            if private and status.st_uid == os.geteuid():
                _sweep(outer, _identity(status))


def _sweep(outer: Path, identity: tuple[int, int]) -> None:
    lock = _open(outer / _LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        if _try_lock(lock) and os.pread(lock, len(_MARK), 0) == _MARK:
            for process in _processes_at_home(outer):
                with suppress(OSError):
                    os.kill(process, signal.SIGKILL)
            _remove(outer, identity)
    finally:
        os.close(lock)


def _processes_at_home(outer: Path) -> Iterator[int]:
    """The processes of this user that were started with a home in a folder."""
    home = f"HOME={outer}/".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if process.stat().st_uid == os.geteuid() and any(
                variable.startswith(home) for variable in (process / "environ").read_bytes().split(b"\0")
            ):
                yield int(process.name)


def _remove(outer: Path, identity: tuple[int, int]) -> None:
    with suppress(OSError):
        place = _open(outer, _OPEN_FOLDER | os.O_CLOEXEC)
        try:
            if _identity(os.fstat(place)) != identity:
                return
            clear_folder(place)
        finally:
            os.close(place)
        outer.rmdir()


def _try_lock(lock: int) -> bool:
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
