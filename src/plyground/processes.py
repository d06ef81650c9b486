"""What Linux lets a process ask for, so that none of ours is left behind: done where it can be.

Elsewhere these do nothing, and a process group that is killed as a whole has to be enough.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

_SET_DEATH_SIGNAL = 1  # the numbers of <linux/prctl.h>
_SET_CHILD_SUBREAPER = 36
_GET_CHILD_SUBREAPER = 37
_LONGEST_SWEEP = 2.0  # seconds


def die_with_parent(parent: int, number: int = signal.SIGKILL) -> None:
    """Be sent a signal when the parent ends, however it ends; end now if that has happened already."""
    _prctl(_SET_DEATH_SIGNAL, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def adopt_orphans() -> None:
    """Become the parent of every descendant that loses its own, so that `sweep` finds it."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def adopts_orphans() -> bool:
    """Whether this process has asked for that: only then is a child that it does not know a stray."""
    adopts = ctypes.c_int(0)
    _prctl(_GET_CHILD_SUBREAPER, ctypes.byref(adopts))
    return bool(adopts)


def signal_group(leader: int, number: int) -> None:
    """Send a signal to a process and all of its group at once."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def sweep(known: Collection[int]) -> None:
    """Kill and bury every child that is not one of the known ones: what killed processes left behind."""
    if not adopts_orphans():
        return
    until = time.monotonic() + _LONGEST_SWEEP
    spared = set(known)
    while (strays := children() - spared) and time.monotonic() < until:
        for stray in strays:
            try:
                os.kill(stray, signal.SIGKILL)
            except ProcessLookupError:
                pass
            except PermissionError:  # it has become another user's: to wait for its end may take for ever
                spared.add(stray)
        for stray in strays - spared:
            with suppress(ChildProcessError):
                os.waitpid(stray, 0)


def children() -> set[int]:
    """The children of this process, as far as the system tells."""
    found: set[int] = set()
    with suppress(OSError):
        for thread in Path("/proc/self/task").iterdir():
            found.update(map(int, (thread / "children").read_text().split()))
    return found


def claim_core() -> socket.socket | None:
    """Run on a core that no other process of ours has claimed, as long as the returned claim is kept.

    Who asks and who answers take turns: on one core the one wakes the other in a tenth of the time.
    """
    if sys.platform != "linux":
        return None
    import socket  # slow to load, and needed by few

    for core in sorted(os.sched_getaffinity(0)):
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0plyground core {core}")  # no file: it is gone when the process is
            os.sched_setaffinity(0, {core})
        except OSError:
            claim.close()
        else:
            return claim
    return None


def cpu_clock(process: int) -> int | None:
    """The number of the clock that tells how long a process has computed, for `time.clock_gettime`."""
    return (~process << 3) | 2 if sys.platform == "linux" else None  # MAKE_PROCESS_CPUCLOCK(pid, SCHED)


def death_of(process: int) -> int | None:
    """A descriptor that can be read from when a process has ended, where there are such."""
    try:
        return os.pidfd_open(process) if sys.platform == "linux" else None
    except OSError:  # an old system
        return None


def _prctl(option: int, value: object) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
