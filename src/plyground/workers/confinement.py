"""Limits for other people's code: a process confines itself before it loads that code.

The system's limits hold for a process and all that it starts. They contain accidents and most malice.
For the rest (reading files, the network) there is the sandbox.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from plyground.errors import Failed, PlygroundError, truncate

# Variables that are kept of the environment: how to find programs and modules, the language, and what
# the user names in PLYGROUND_KEEP.
KEPT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT")
NOBODY = 65_534
_STRANGERS = 2_000_000_000  # user numbers from here on belong to nobody


@dataclass(frozen=True)
class Confinement:
    """The limits of one process; a kind that the system does not know is not enforced."""

    memory_mb: int = 4_096  # address space
    cpu_seconds: int = 3_600  # CPU time of its whole life
    file_mb: int = 64  # the largest file that it can write
    processes: int = 64  # and threads, in addition to the user's existing ones; not enforced for root
    nobody: bool = False  # become a user without rights, where that is possible

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def apply(self) -> None:
        """Confine this process; there is no way back."""
        limit_memory(self.memory_mb)
        if sys.platform == "win32":
            return
        import resource

        _limit(resource.RLIMIT_CPU, self.cpu_seconds)
        _limit(resource.RLIMIT_FSIZE, self.file_mb << 20)
        if self.nobody and os.geteuid() == 0:
            _become_nobody()
        _limit(resource.RLIMIT_NPROC, tasks_of_user() + self.processes)


@dataclass
class ScratchFolder:
    """An empty folder for one process, known by its inode: a folder put in its place is never emptied."""

    folder: Path
    identity: tuple[int, int]

    @classmethod
    def of(cls, folder: Path) -> ScratchFolder:
        return cls(folder, _identity(folder.stat()))

    @classmethod
    def new(cls) -> ScratchFolder:
        try:
            return cls.of(Path(mkdtemp(prefix="plyground-")))
        except OSError as error:
            why = truncate(str(error.strerror), 200)
            raise Failed(
                f"no folder for an agent to play in ({why}): set TMPDIR to a writable one"
            ) from None

    def empty(self) -> None:
        """Remove everything in it, following no link; make it again if it was removed."""
        try:
            place = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except FileNotFoundError:
            self.folder.mkdir(0o700)
            self.identity = _identity(self.folder.stat())
            return
        except OSError:
            raise PlygroundError("the agent has put something else in the place of its folder") from None
        try:
            if _identity(os.fstat(place)) != self.identity:
                raise PlygroundError("the agent has put another folder in the place of its own")
            for name in os.listdir(place):  # noqa: PTH208 - of the open folder, whatever stands at its path now
                _remove(name, place)
        finally:
            os.close(place)

    def remove(self) -> None:
        """Remove it, if it is still the same."""
        with suppress(PlygroundError, OSError):
            self.empty()
            self.folder.rmdir()


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _remove(name: str, place: int) -> None:
    try:
        os.unlink(name, dir_fd=place)
    except IsADirectoryError:
        shutil.rmtree(name, ignore_errors=True, dir_fd=place)
    except OSError:  # it belongs to somebody else now
        pass


def _become_nobody() -> None:
    """Become a user number that nobody has, a different one in each process: limits are counted by user."""
    os.setgroups([])
    stranger = _STRANGERS + int.from_bytes(os.urandom(3), "big")
    for number in (stranger, NOBODY):  # in a container the first may be impossible
        with suppress(OSError):
            os.setresgid(number, number, number)
            os.setresuid(number, number, number)
            return
    raise OSError("root cannot become nobody here")


def limit_memory(megabytes: int) -> None:
    """Limit the memory of this process, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    _limit(resource.RLIMIT_AS, megabytes << 20)
    _limit(resource.RLIMIT_CORE, 0)


def clean_environment(environment: Mapping[str, str], folder: str) -> dict[str, str]:
    """A clean environment: no keys, no names of the user, and an empty folder as home."""
    wanted = (*KEPT, "PLYGROUND_KEEP", *environment.get("PLYGROUND_KEEP", "").replace(",", " ").split())
    kept = {name: environment[name] for name in wanted if name in environment}
    return kept | {"HOME": folder, "TMPDIR": folder, "PYTHONDONTWRITEBYTECODE": "1"}


def tasks_of_user() -> int:
    """The number of processes and threads of this user, as far as the system tells."""
    user, count = os.getuid(), 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if process.stat().st_uid == user:
                count += len(list((process / "task").iterdir()))
    return count


def _limit(kind: int, value: int) -> None:
    """Set a limit for good, or keep a stricter one."""
    import resource

    _, most = resource.getrlimit(kind)
    if most != resource.RLIM_INFINITY:
        value = min(value, most)
    resource.setrlimit(kind, (value, value))
