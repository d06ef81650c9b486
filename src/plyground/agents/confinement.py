"""What other people's code may take of the machine: a process confines itself before it reads that code.

Limits of the system hold for a process and all that it starts. They contain accidents, and most malice:
what they do not contain (reading files, the network) is for the sandbox of the arena.
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

from plyground.errors import PlygroundError

# What is kept of the environment: how to find programs and modules, which language is spoken, and
# what the user names in PLYGROUND_KEEP.
KEPT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT")
NOBODY = 65_534
_STRANGERS = 2_000_000_000  # user numbers from here on belong to nobody


@dataclass(frozen=True)
class Confinement:
    """Limits of one process; those of a kind that the system does not know are not kept."""

    memory_mb: int = 4_096  # address space
    cpu_seconds: int = 3_600  # of a core, in a process's whole life
    file_mb: int = 64  # the largest file that it can write
    processes: int = 64  # and threads, beyond those that the user has already; root is not held to it
    nobody: bool = False  # be a user without rights, where one has the right to become one

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
class Cell:
    """The folder of an agent, known by its identity: what the agent puts in its place is never emptied."""

    folder: Path
    identity: tuple[int, int]

    @classmethod
    def of(cls, folder: Path) -> Cell:
        return cls(folder, _identity(folder.stat()))

    @classmethod
    def new(cls) -> Cell:
        return cls.of(Path(mkdtemp(prefix="plyground-")))

    def empty(self) -> None:
        """Remove all that is in it, following no link; make it again if the agent has removed it."""
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
            for name in os.listdir(place):  # noqa: PTH208 - of what was looked at, whatever is there now
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
    except OSError:  # not ours any more
        pass


def _become_nobody() -> None:
    """Take a number that no user has, each process its own: limits of processes are counted by user."""
    os.setgroups([])
    stranger = _STRANGERS + int.from_bytes(os.urandom(3), "big")
    for number in (stranger, NOBODY):  # the first may be out of reach in a container
        with suppress(OSError):
            os.setresgid(number, number, number)
            os.setresuid(number, number, number)
            return
    raise OSError("root cannot become nobody here")


def limit_memory(megabytes: int) -> None:
    """Let this process have so much memory, and no more, where the system can see to it."""
    if sys.platform == "win32":
        return
    import resource

    _limit(resource.RLIMIT_AS, megabytes << 20)
    _limit(resource.RLIMIT_CORE, 0)


def clean_environment(environment: Mapping[str, str], folder: str) -> dict[str, str]:
    """What is left of an environment: no keys, no names, and a home that is an empty folder."""
    wanted = (*KEPT, "PLYGROUND_KEEP", *environment.get("PLYGROUND_KEEP", "").replace(",", " ").split())
    kept = {name: environment[name] for name in wanted if name in environment}
    return kept | {"HOME": folder, "TMPDIR": folder, "PYTHONDONTWRITEBYTECODE": "1"}


def tasks_of_user() -> int:
    """How many processes and threads the user of this process has, as far as the system tells."""
    user, count = os.getuid(), 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if process.stat().st_uid == user:
                count += len(list((process / "task").iterdir()))
    return count


def _limit(kind: int, value: int) -> None:
    """Set a limit for good, or keep the one that is stricter already."""
    import resource

    _, most = resource.getrlimit(kind)
    if most != resource.RLIM_INFINITY:
        value = min(value, most)
    resource.setrlimit(kind, (value, value))
