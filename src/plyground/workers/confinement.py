"""Limits for other people's code: a process confines itself before it loads that code.

The limits hold for a process and all that it starts. It can write to its own folder, read what it needs,
and reach neither the network nor other processes, as far as the system can see to that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from plyground.errors import PlygroundError
from plyground.workers.disk_guard import MAX_MEGABYTES
from plyground.workers.landlock import (
    DEVICE,
    LIST,
    OWN,
    READ,
    SCOPES_SIGNALS,
    TRUNCATION,
    FileAccess,
    landlock_abi,
    landlock_gaps,
    merge_rights,
    restrict_self,
)
from plyground.workers.own_mounts import enter_own_mounts, why_no_own_mounts
from plyground.workers.privileges import drop_capabilities
from plyground.workers.readable import NAMES, NETWORK_SETTINGS, SETTINGS, SYSTEM
from plyground.workers.seccomp import CallFilter, has_seccomp

# Variables that are kept of the environment: how to find programs and modules, the language, and what
# the user names in PLYGROUND_KEEP.
KEPT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT")
NOBODY = 65_534
_DEVICES = ("null", "zero", "full", "random", "urandom")
_WITHOUT_SECCOMP = ("local sockets and UDP", "modes of your files", "limits of your other processes")
_CLOSED_BY_MOUNTS = (TRUNCATION, "modes of your files")
_STRANGERS = 2_000_000_000  # user numbers from here on belong to nobody


@dataclass(frozen=True)
class Confinement:
    """The limits of one process; a kind that the system does not know is not enforced."""

    memory_mb: int = 4_096  # address space
    cpu_seconds: int = 3_600  # CPU time of its whole life
    file_mb: int = 64  # the largest file that it can write
    processes: int = 64  # and threads, in addition to the user's existing ones; not enforced for root
    trust: bool = False  # it may do whatever the user may, within these limits
    sandbox: bool = False  # in a sandbox, where root becomes a user without rights
    allow_read: tuple[str, ...] = ()  # folders and files of the user that it may read
    allow_net: bool = False
    landlock: int = field(default_factory=landlock_abi)  # the version that holds it; 0: none does
    mounts: bool | None = None  # whether it gets mounts of its own; None: if the system lets it

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"mounts": self.mounted}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Confinement:
        return cls(**{**data, "allow_read": tuple(data["allow_read"])})

    def check(self) -> None:
        """Refuse to run other people's code as root where nothing would hold it."""
        if not (self.contained or self.trust or self.sandbox) and _is_root():
            raise PlygroundError(
                "this system has no Landlock, and you are root: an agent could do anything to the machine; "
                "play as another user, with --sandbox, or with --trust if you know its code"
            )

    @property
    def contained(self) -> bool:
        """Whether the code is kept from the user's files, processes and network."""
        return self.landlock > 0 and not self.trust

    @property
    def mounted(self) -> bool:
        """Whether it sees all mounted read-only, but for folders in memory. (bwrap does that itself.)"""
        if self.sandbox or not self.contained:
            return False
        return not why_no_own_mounts() if self.mounts is None else self.mounts

    @property
    def gaps(self) -> tuple[str, ...]:
        """What this system cannot contain, though it should; a sandbox has no gaps."""
        if self.trust or self.sandbox:
            return ()
        if not self.landlock:
            return ("your files", "the network", "your other processes")
        found = (*landlock_gaps(self.landlock), *(() if has_seccomp() else _WITHOUT_SECCOMP))
        return tuple(gap for gap in found if not (self.mounted and gap in _CLOSED_BY_MOUNTS))

    @property
    def about(self) -> dict[str, Any]:
        """What held the code, for the record of a run."""
        kind = (
            "none" if self.trust else "sandbox" if self.sandbox else "confined" if self.landlock else "none"
        )
        facts: dict[str, Any] = {"kind": kind, "landlock": self.landlock, "gaps": list(self.gaps)}
        facts["mounts"] = self.mounted
        return facts | {"allow_read": list(self.allow_read), "allow_net": self.allow_net}

    @property
    def note(self) -> str:
        """A sentence about what is not contained; empty if all is."""
        if self.trust:
            return "agents that are not ours may do whatever you may (--trust)"
        if not self.landlock and not self.sandbox:
            return (
                "this system has no Landlock: agents that are not ours run as you, and can read, change "
                "and delete your files (--sandbox contains them)"
            )
        return "; ".join(filter(None, (self._note_on_gaps, self._note_on_mounts)))

    @property
    def _note_on_gaps(self) -> str:
        if not self.gaps:
            return ""
        what = f"Landlock {self.landlock} of this kernel does not contain"
        return f"{what} {', '.join(self.gaps)} (--sandbox does)"

    @property
    def _note_on_mounts(self) -> str:
        if self.mounted or self.sandbox:
            return ""
        why = "they are turned off" if self.mounts is False else why_no_own_mounts()
        kept = f"what they write lies on your disk, {MAX_MEGABYTES} MB at most"
        return f"agents that are not ours get no mounts of their own ({why}): {kept}"

    def apply(self, folder: Path, files: Iterable[Path] = (), listed: Iterable[Path] = ()) -> None:
        """Confine this process; there is no way back.

        It may write to a folder, read some files, and list some folders.
        """
        limit_memory(self.memory_mb)
        if sys.platform == "win32":
            return
        import resource

        _limit(resource.RLIMIT_CPU, self.cpu_seconds)
        _limit(resource.RLIMIT_FSIZE, self.file_mb << 20)
        if self.sandbox and os.geteuid() == 0:
            _become_nobody()
        _limit(resource.RLIMIT_NPROC, tasks_of_user() + self.processes)
        if self.contained:
            self._contain(folder, _rights([*files], [*listed], map(Path, self.allow_read)))

    def _contain(self, folder: Path, rights: dict[Path, FileAccess]) -> None:
        own = [folder]
        if self.mounted:
            own = enter_own_mounts(folder, rights, min(self.memory_mb, MAX_MEGABYTES))
        drop_capabilities(reading=_is_root())
        if self.sandbox:
            rights = _sandbox_rights()
        if self.allow_net:
            rights = merge_rights(rights.items(), ((path, READ) for path in NETWORK_SETTINGS))
        rights = merge_rights(rights.items(), ((place, OWN) for place in own))
        restrict_self(rights, self.landlock, self.allow_net)
        if has_seccomp():
            scoped = self.landlock >= SCOPES_SIGNALS
            CallFilter(
                network=self.allow_net,
                local=self.sandbox,
                halting=scoped or self.sandbox,
                own_mounts=self.mounted or self.sandbox,
            ).install()


def _rights(files: list[Path], listed: list[Path], allowed: Iterable[Path]) -> dict[Path, FileAccess]:
    """What code may do outside of its folder: read the system and its own files, and list where they are.

    (Python lists a folder before it imports anything from there.)
    """
    return merge_rights(
        ((path, READ) for path in (*SYSTEM, *SETTINGS, *NAMES, *files, *allowed)),
        ((path.resolve().parent, LIST) for path in files if path.is_file()),
        ((path, LIST) for path in listed),
        (
            (Path(path), READ & ~FileAccess.EXECUTE)
            for path in ("/proc", "/sys/devices/system", "/sys/fs/cgroup")
        ),
        ((Path("/dev") / name, DEVICE) for name in _DEVICES),
    )


def _sandbox_rights() -> dict[Path, FileAccess]:
    """Inside a sandbox: read what is there, and write to its folders in memory."""
    writable = [(Path(path), OWN) for path in ("/tmp", "/dev/shm")]
    return merge_rights([(Path("/"), READ)], writable, ((Path("/dev") / name, DEVICE) for name in _DEVICES))


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


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


ProcessLimits = tuple[tuple[int, int], ...]


def limits_of_process() -> ProcessLimits:
    """The system's limits of this process: agents of the same user could change them from outside."""
    if sys.platform == "win32":
        return ()
    import resource

    kinds = sorted(kind for name, kind in vars(resource).items() if name.startswith("RLIMIT_"))
    return tuple(map(resource.getrlimit, kinds))


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
