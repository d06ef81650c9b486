"""Mounts of its own for a process: all that it sees is read-only, but for two folders in memory.

They are made with a mount namespace; who is not root makes a user namespace for that, in which it is itself
(https://man7.org/linux/man-pages/man7/user_namespaces.7.html). Not every system lets users do so.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from plyground.workers.disk_guard import MAX_FILES, MAX_MEGABYTES

SHARED_MEMORY = Path("/dev/shm")
_NEW_MOUNTS, _NEW_IPC, _NEW_USER = 0x20000, 0x8000000, 0x10000000  # of <linux/sched.h>
_NO_SETUID, _NO_DEVICES, _BIND, _RECURSIVE, _SLAVE = 2, 4, 4096, 16384, 1 << 19  # of <linux/mount.h>
_MOUNT_SETATTR, _AT_CWD, _AT_RECURSIVE, _READ_ONLY = 442, -100, 0x8000, 1
_SET_DUMPABLE = 4  # of <linux/prctl.h>
_SYS_ADMIN = 21  # of <linux/capability.h>
_MAX_TRIAL = 10.0  # seconds
# Where a system may forbid it, with the value that does; what remains shows only when it is tried.
_SWITCHES = {
    "user.max_user_namespaces": "0",
    "user.max_mnt_namespaces": "0",
    "kernel.unprivileged_userns_clone": "0",
    "kernel.apparmor_restrict_unprivileged_userns": "1",
}
_ERROR = re.compile(r"^\w+Error: (\[Errno \d+\] )?")  # before the words of an error
_TRIAL = (
    "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path; "
    "from plyground.workers.own_mounts import enter_own_mounts; enter_own_mounts(Path(sys.argv[2]))"
)


def enter_own_mounts(
    folder: Path, needed: Iterable[Path] = (), megabytes: int = MAX_MEGABYTES
) -> list[Path]:
    """Mount everything read-only for this process, but for the folders that are returned.

    They are new, empty and in memory, and have so many megabytes together: a folder, and the one of shared
    memory unless something that is needed lies there. It cannot be undone: try it elsewhere before.
    """
    user = not _is_mounter()
    flags = _NEW_MOUNTS | _NEW_IPC | (_NEW_USER if user else 0)
    number, group = os.geteuid(), os.getegid()
    _check("unshare", _system().unshare(flags))
    if user:  # it maps its own numbers to themselves, and has to give up other groups before
        _system().prctl(_SET_DUMPABLE, 1, 0, 0, 0)  # else who has changed users may not write there
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{number} {number} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            Path("/proc/self", name).write_text(text)
    _mount(None, Path("/"), _RECURSIVE | _SLAVE)  # a disk that the user unmounts leaves here, too
    attributes = (ctypes.c_uint64 * 4)(_READ_ONLY, 0, 0, 0)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    done = _system().syscall(_MOUNT_SETATTR, _AT_CWD, b"/", _AT_RECURSIVE, attributes, size)
    _check("mounting read-only", done)
    return _mount_memory(folder, [*needed], megabytes)


def _mount_memory(folder: Path, needed: list[Path], megabytes: int) -> list[Path]:
    """A file system in memory, seen as a folder and as the one of shared memory."""
    options = f"size={megabytes}m,nr_inodes={MAX_FILES},mode=0700"
    _mount("tmpfs", folder, _NO_SETUID | _NO_DEVICES, options)
    places = {folder: ("play", 0o700)}  # the last one, as it covers where they are made
    if SHARED_MEMORY.is_dir() and not any(path.is_relative_to(SHARED_MEMORY) for path in (folder, *needed)):
        places = {SHARED_MEMORY: ("shared", 0o1777)} | places
    for place, (name, mode) in places.items():
        inner = folder / name
        inner.mkdir()
        inner.chmod(mode)
        _mount(str(inner), place, _BIND)
    return list(places)


@cache
def why_no_own_mounts() -> str:
    """Why this system does not let a process have mounts of its own; empty if it does.

    It is tried once, in a process that is thrown away.
    """
    if sys.platform != "linux":
        return "only Linux has them"
    if not _is_mounter():
        for name, value in _SWITCHES.items():
            if _setting(name) == value:
                return f"{name} is {value}"
    source, command = str(Path(__file__).parents[2]), [sys.executable, "-I", "-S", "-c", _TRIAL]
    try:
        tried = subprocess.run(
            [*command, source, tempfile.gettempdir()],
            capture_output=True,
            text=True,
            timeout=_MAX_TRIAL,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    lines = tried.stderr.strip().splitlines() or [f"the trial ended with {tried.returncode}"]
    return _ERROR.sub("", lines[-1]) if tried.returncode else ""


def _setting(name: str) -> str:
    """A setting of the kernel; empty if it has none of that name."""
    try:
        return Path("/proc/sys", name.replace(".", "/")).read_text().strip()
    except OSError:
        return ""


def _is_mounter() -> bool:
    """Whether this process may mount, as root may who has not given it up."""
    for line in Path("/proc/self/status").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == "CapEff":
            return bool(int(value, 16) >> _SYS_ADMIN & 1)
    return False


@cache
def _system() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _mount(source: str | None, place: Path, flags: int, options: str | None = None) -> None:
    kind = None if source is None or flags & _BIND else source.encode()
    encoded = None if source is None else os.fsencode(source)
    told = None if options is None else options.encode()
    _check(f"mounting {place}", _system().mount(encoded, os.fsencode(place), kind, flags, told))


def _check(what: str, result: int) -> None:
    if result:
        number = ctypes.get_errno()
        full = what == "unshare" and number == errno.ENOSPC
        why = "user.max_user_namespaces is reached" if full else os.strerror(number)
        raise OSError(number, f"{what}: {why}")
