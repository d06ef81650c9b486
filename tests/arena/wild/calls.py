"""Animals that look for a system call which the filter has forgotten, or for an argument that it does not see."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import struct
from typing import Any

from fence import HOME, SEGMENT, THESIS  # type: ignore[import-not-found]
from trying import SYSTEM, animal, call  # type: ignore[import-not-found]

_PRIVATE = 0o1600  # IPC_CREAT, and for the user only
_IO_SETUP, _UTIMENSAT = (0, 88) if os.uname().machine == "aarch64" else (206, 280)  # system calls
_SET_MEMORY_HOME = 450  # on every machine
_GET_FLAGS, _SET_FLAGS, _NO_DUMP = 0x80086601, 0x40086602, 0x40


# ------------------------------------------------------------------ memory of others, or of nobody


@animal
def writes_into_shared_memory(victim: int) -> None:
    """Of another process of the user, by its key: the agent read and changed it."""
    SYSTEM.shmat.restype = ctypes.c_void_p
    place = SYSTEM.shmat(call("shmget", SEGMENT, 4_096, 0), None, 0)
    ctypes.memmove(place, b"mine now", 8)


@animal
def makes_shared_memory(victim: int) -> None:
    """It stays when its process has ended, and no limit counts it."""
    call("shmget", 0, 4_096, _PRIVATE)


@animal
def makes_semaphores(victim: int) -> None:
    call("semget", 0, 1, _PRIVATE)


@animal
def makes_a_queue(victim: int) -> None:
    call("msgget", 0, _PRIVATE)


@animal
def takes_memory_without_a_name(victim: int) -> None:
    """Beside the limit of its addresses."""
    os.ftruncate(os.memfd_create("memory"), 1 << 20)


# ------------------------------------------------------------------ more than its share


@animal
def widens_its_cores(victim: int) -> None:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    if os.sched_getaffinity(0) == before:
        raise PermissionError(errno.EPERM, "as few cores as before")


@animal
def takes_a_ring_of_the_machine(victim: int) -> None:
    call("syscall", _IO_SETUP, 8, ctypes.byref(ctypes.c_ulong(0)))


@animal
def hides_from_its_meter(victim: int) -> None:
    """Then its entries in /proc are closed to a parent that is not root."""
    call("prctl", 4, 0, 0, 0, 0)
    call("prctl", 4, 1, 0, 0, 0)


@animal
def makes_a_call_that_nobody_knows(victim: int) -> None:
    """Newer than the filter was: what is not on the list is refused."""
    call("syscall", _SET_MEMORY_HOME, 0, 0, 0, 0)


# ------------------------------------------------------------------ files that it may only read, or not even that


@animal
def watches_the_home(victim: int) -> None:
    """It was told the names of files that the user touched."""
    call("inotify_add_watch", call("inotify_init1", 0), str(HOME).encode(), 0x100)


@animal
def watches_by_a_notification(victim: int) -> None:
    fcntl.fcntl(os.open(os.path.dirname(__file__), os.O_RDONLY), fcntl.F_NOTIFY, 4)


@animal
def keeps_others_from_opening(victim: int) -> None:
    """Whoever opens its file to write waits for the lease to be given back."""
    place = os.open(__file__, os.O_RDONLY)
    fcntl.fcntl(place, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    fcntl.fcntl(place, fcntl.F_SETLEASE, fcntl.F_UNLCK)


@animal
def asks_for_a_signal_at_another(victim: int) -> None:
    here, _ = os.pipe()
    fcntl.fcntl(here, 10, 0)  # F_SETSIG
    fcntl.fcntl(here, fcntl.F_SETOWN, victim)


@animal
def marks_an_open_file(victim: int) -> None:
    place = os.open(__file__, os.O_RDONLY)
    flags = struct.unpack("i", fcntl.ioctl(place, _GET_FLAGS, bytes(8))[:4])[0]
    fcntl.ioctl(place, _SET_FLAGS, struct.pack("q", flags | _NO_DUMP))


@animal
def forges_a_time_by_half_an_address(victim: int) -> None:
    """The name lies at an address whose lower half is 0: the filter looked at no more than that."""
    name, address = str(THESIS).encode() + b"\0", 1 << 32
    SYSTEM.mmap.restype = ctypes.c_void_p
    place = SYSTEM.mmap(ctypes.c_void_p(address), ctypes.c_size_t(4_096), 3, 0x32, -1, ctypes.c_long(0))
    if place != address:
        raise OSError(errno.ENOMEM, "the address is taken")
    ctypes.memmove(place, name, len(name))
    times: Any = (ctypes.c_long * 4)(1, 0, 1, 0)
    call("syscall", _UTIMENSAT, -100, ctypes.c_void_p(place), times, 0)
