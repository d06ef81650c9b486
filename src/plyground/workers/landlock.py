"""Landlock: a Linux process gives up rights for itself and all that it starts, and for good.

No privilege is needed, and root is held to it, too (https://docs.kernel.org/userspace-api/landlock.html).
Every kernel knows the rights of one version of the interface, its ABI; an older one is given fewer.
"""

from __future__ import annotations

import ctypes
import os
import stat
import sys
from collections.abc import Iterable, Mapping
from enum import IntFlag
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # system calls, the same on all processors
_ASK_VERSION = 1
_PATH_BENEATH = 1
_SET_NO_NEW_PRIVS = 38  # of <linux/prctl.h>


class FileAccess(IntFlag):
    """What may be done with files."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13  # move or link between folders
    TRUNCATE = 1 << 14
    IOCTL_DEV = 1 << 15


READ = FileAccess.EXECUTE | FileAccess.READ_FILE | FileAccess.READ_DIR
LIST = FileAccess.READ_DIR
DEVICE = FileAccess.READ_FILE | FileAccess.WRITE_FILE
_DEVICES = FileAccess.MAKE_CHAR | FileAccess.MAKE_BLOCK  # root could make itself a disk
EVERYTHING = FileAccess(0xFFFF)
OWN = EVERYTHING & ~_DEVICES & ~FileAccess.IOCTL_DEV
_OF_FILES = (
    FileAccess.EXECUTE
    | FileAccess.WRITE_FILE
    | FileAccess.READ_FILE
    | FileAccess.TRUNCATE
    | FileAccess.IOCTL_DEV
)  # folders have more
_BIND_TCP, _CONNECT_TCP = 1, 2
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1, 2

SCOPES_SIGNALS = 6  # the first version that does
TRUNCATION = "cutting your files short"
# What is not contained before a version of the interface.
_SINCE = {
    3: TRUNCATION,
    SCOPES_SIGNALS: "signals to your other processes",
}


class _RulesetAttributes(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def landlock_abi() -> int:
    """The version of Landlock that this kernel has; 0 if it has none."""
    if sys.platform != "linux":
        return 0
    return max(0, int(ctypes.CDLL(None).syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)))


def landlock_gaps(abi: int) -> tuple[str, ...]:
    """What a version of Landlock does not contain."""
    return tuple(what for since, what in _SINCE.items() if abi < since)


def forbid_new_privileges() -> None:
    """From now on no program that this process runs has more rights than it, not even a set-user-ID one."""
    if ctypes.CDLL(None, use_errno=True).prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise _error("no_new_privs")


def restrict_self(allowed: Mapping[Path, FileAccess], abi: int, network: bool = False) -> None:
    """Give up every right that is not allowed by name: for files, TCP, signals and abstract sockets.

    What is allowed for a folder is allowed for all in it. Only the calling thread is held to it, and those
    that it starts: call this while there is no other thread.
    """
    if not has_one_thread():
        raise OSError("threads run already: they would not be confined")
    handled = _handled(abi)
    attributes = _RulesetAttributes(handled, *_network_and_scope(abi, network))
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    system = ctypes.CDLL(None, use_errno=True)
    ruleset = system.syscall(_CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), 0)
    if ruleset < 0:
        raise _error("landlock_create_ruleset")
    try:
        for path, access in allowed.items():
            _allow(system, ruleset, path, access & handled)
        forbid_new_privileges()
        if system.syscall(_RESTRICT_SELF, ruleset, 0):
            raise _error("landlock_restrict_self")
    finally:
        os.close(ruleset)


def has_one_thread() -> bool:
    """Whether this process can confine itself: other threads would not be confined."""
    return sys.platform != "linux" or len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208 - to count


def _handled(abi: int) -> FileAccess:
    """The rights that a version knows."""
    newer = {2: FileAccess.REFER, 3: FileAccess.TRUNCATE, 5: FileAccess.IOCTL_DEV}
    return EVERYTHING & ~sum((right for since, right in newer.items() if abi < since), FileAccess(0))


def _network_and_scope(abi: int, network: bool) -> tuple[int, int]:
    net = _BIND_TCP | _CONNECT_TCP if abi >= 4 and not network else 0
    return net, _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if abi >= SCOPES_SIGNALS else 0


def _allow(system: ctypes.CDLL, ruleset: int, path: Path, access: FileAccess) -> None:
    """Allow something for a path, if it is there."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        folder = stat.S_ISDIR(os.fstat(place).st_mode)
        rule = _PathBeneath(access if folder else access & _OF_FILES, place)
        if rule.allowed and system.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0):
            raise _error(f"landlock_add_rule for {path}")
    finally:
        os.close(place)


def merge_rights(*rights: Iterable[tuple[Path, FileAccess]]) -> dict[Path, FileAccess]:
    """Rights by path: what several lists allow for one path is allowed together."""
    merged: dict[Path, FileAccess] = {}
    for path, access in (each for some in rights for each in some):
        merged[path] = merged.get(path, FileAccess(0)) | access
    return merged


def _error(what: str) -> OSError:
    number = ctypes.get_errno()
    return OSError(number, f"{what}: {os.strerror(number)}")
