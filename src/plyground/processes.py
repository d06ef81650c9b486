"""Facilities of Linux that make sure that no process of ours is left behind.

On other systems these functions do nothing: there, killing a whole process group has to be enough.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

_SET_DEATH_SIGNAL = 1  # the numbers of <linux/prctl.h>
_SET_CHILD_SUBREAPER = 36
_GET_CHILD_SUBREAPER = 37
_MAX_SWEEP = 10.0  # seconds
_MAX_FAMILY = 256
_ONE_THREAD = 3  # links of a folder with one folder in it
_CHUNK = 65_536


def die_with_parent(parent: int, number: int = signal.SIGKILL) -> None:
    """Ask for a signal to this process when its parent ends; end now if that has happened already."""
    _prctl(_SET_DEATH_SIGNAL, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def adopt_orphans() -> None:
    """Become the parent of every descendant that loses its parent, so that `sweep` finds it."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def adopts_orphans() -> bool:
    """Whether this process has asked for that: only then is an unknown child a stray."""
    adopts = ctypes.c_int(0)
    _prctl(_GET_CHILD_SUBREAPER, ctypes.byref(adopts))
    return bool(adopts)


def signal_group(leader: int, number: int) -> None:
    """Send a signal to a process and all of its group at once."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def kill_family(process: int) -> None:
    """Kill a process with all its descendants, and the groups that they lead."""
    for member in list(family(process)):
        signal_group(member, signal.SIGKILL)
        with suppress(ProcessLookupError, PermissionError):
            os.kill(member, signal.SIGKILL)


def is_halted(process: int) -> bool:
    """Whether a process was stopped by a signal, or by a debugger."""
    with suppress(OSError, IndexError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "Tt"
    return False


def sweep(known: Collection[int]) -> bool:
    """Kill every child that is not known, and wait for its end: killed processes have left it behind.

    Whether none is left. Processes that fork and end may be faster than we are: their whole group is killed
    at once, which none of it can outrun.
    """
    if not adopts_orphans():
        return True
    until = time.monotonic() + _MAX_SWEEP
    spared = set(known) | {os.getpid()}
    while strays := children() - spared:
        if time.monotonic() > until:
            return False
        for stray in strays:
            with suppress(ProcessLookupError, PermissionError):
                group = os.getpgid(stray)
                if group not in spared and group != os.getpgrp():
                    signal_group(group, signal.SIGKILL)
            try:
                os.kill(stray, signal.SIGKILL)
            except ProcessLookupError:
                pass
            except PermissionError:  # another user's now: do not wait for it
                spared.add(stray)
        for stray in strays - spared:
            with suppress(ChildProcessError):
                os.waitpid(stray, 0)
    return True


def children(process: int | str = "self") -> set[int]:
    """The children of a process (by default of this one), as far as the system tells."""
    found: set[int] = set()
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):  # the thread has ended meanwhile
                found.update(map(int, (thread / "children").read_text().split()))
    return found


class ChildList:
    """The children of a process, read many times: a file that stays open is ten times as fast."""

    def __init__(self, process: int) -> None:
        self._process = process
        try:
            self._file = os.open(f"/proc/{process}/task/{process}/children", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._file = -1

    def read(self) -> set[int]:
        """The children of its main thread; of all threads, if it has more."""
        with suppress(OSError, ValueError):
            threads = os.stat(f"/proc/{self._process}/task").st_nlink  # noqa: PTH116 - in a hurry
            if self._file >= 0 and threads <= _ONE_THREAD:
                return set(map(int, os.pread(self._file, _CHUNK, 0).split()))
        return children(self._process)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def family(process: int, most: int = _MAX_FAMILY) -> Iterator[int]:
    """A process and its descendants, up to a limit."""
    waiting = [process]
    for _ in range(most):
        if not waiting:
            return
        one = waiting.pop()
        yield one
        waiting += children(one)


def claim_core() -> socket.socket | None:
    """Run on a core that no other process of ours has claimed, as long as the returned claim is kept.

    A worker and its agent take turns: on one core, one wakes the other ten times as fast.
    """
    if sys.platform != "linux":
        return None
    import socket  # slow to load, and rarely needed

    for core in sorted(os.sched_getaffinity(0)):
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0plyground core {core}")  # not a file: it disappears with the process
            os.sched_setaffinity(0, {core})
        except OSError:
            claim.close()
        else:
            return claim
    return None


def cpu_clock(process: int) -> int | None:
    """The clock of the CPU time of a process, for `time.clock_gettime`."""
    return (~process << 3) | 2 if sys.platform == "linux" else None  # MAKE_PROCESS_CPUCLOCK(pid, SCHED)


def death_descriptor(process: int) -> int | None:
    """A descriptor that becomes readable when a process ends, where the system has such."""
    try:
        return os.pidfd_open(process) if sys.platform == "linux" else None
    except OSError:  # an old system
        return None


def _prctl(option: int, value: object) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
