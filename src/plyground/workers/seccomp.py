"""A filter of system calls, for what Landlock leaves open: sockets, modes of files, limits of others.

A process installs it for itself and all that it starts, for good; no privilege is needed
(https://docs.kernel.org/userspace-api/seccomp_filter.html). It is a list of what is refused.
"""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass

_SET_SECCOMP, _MODE_FILTER = 22, 2  # of <linux/prctl.h>
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_REFUSE = _ERRNO | errno.EPERM
_NO_ACCESS = _ERRNO | errno.EACCES
_UNKNOWN = _ERRNO | errno.ENOSYS  # libraries then take an older way
_IGNORE = _ERRNO  # returns 0, as if it had been done

# Instructions of the kernel's filter machine: load a word, mask it, and jump by its value.
_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # places in what the filter is shown
_NEW_NAMESPACES = 0x7E020000  # flags of clone
_X32 = 0x40000000  # numbers from here on are of another interface of x86-64

_MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# Numbers of system calls on x86-64 and on 64-bit ARM; None where there is no such call.
_REFUSED: dict[str, tuple[int | None, int | None]] = {
    # other processes, and the kernel's own workings
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # file systems and namespaces
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "chroot": (161, 51),
    "setns": (308, 268),
    "unshare": (272, 97),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    # the machine, for root
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "acct": (163, 89),
    "syslog": (103, 116),
    "iopl": (172, None),
    "ioperm": (173, None),
    "vhangup": (153, 58),
    # times of files, by name; pretending to change them would mislead `Path.touch`
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
}
# Calls with arguments in memory, which a filter does not see.
_HIDDEN = {
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "clone3": (435, 435),
}
# Modes, owners and attributes of files are changed by name, whatever Landlock says. In an agent's
# own folder they mean nothing, so nothing is done. Leaving the process group would outrun those who end it.
_IGNORED = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "setsid": (112, 157),
    "setpgid": (109, 154),
}
# What a process may do to itself, which is process 0, and not to others: the first arguments that do that.
_OWN_ONLY = {
    "prlimit64": ((302, 261), (0,), _REFUSE),
    "setpriority": ((141, 140), (0, 0), _REFUSE),
    "sched_setaffinity": ((203, 122), (0,), _IGNORE),
    "sched_setscheduler": ((144, 119), (0,), _IGNORE),
    "sched_setparam": ((142, 118), (0,), _IGNORE),
    "sched_setattr": ((314, 274), (0,), _IGNORE),
    "ioprio_set": ((251, 30), (1, 0), _IGNORE),
}
# The number of the argument that names a signal.
_SIGNALS = {
    "kill": ((62, 129), 1),
    "tkill": ((200, 130), 1),
    "tgkill": ((234, 131), 2),
    "rt_sigqueueinfo": ((129, 138), 1),
    "rt_tgsigqueueinfo": ((297, 240), 2),
    "pidfd_send_signal": ((424, 424), 1),
}
_SOCKET, _SOCKETPAIR, _CLONE, _UTIMENSAT = (41, 198), (53, 199), (56, 220), (280, 88)
_IOCTL, _TYPING = (
    (16, 29),
    (0x5412, 0x541C),
)  # TIOCSTI and TIOCLINUX type into a terminal, as if by the user
_LOCAL, _INTERNET = (1,), (2, 10, 16)  # families: AF_UNIX; AF_INET, AF_INET6, AF_NETLINK
_STREAMS = (1, 5)  # kinds: SOCK_STREAM, SOCK_SEQPACKET; others can still be sent elsewhere

_Instruction = tuple[int, int, int, int]  # code, steps to jump if true and if false, value


class _Filter(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("true", ctypes.c_uint8),
        ("false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filters", ctypes.POINTER(_Filter)))


@dataclass(frozen=True)
class CallFilter:
    """Which system calls are refused."""

    network: bool = False  # whether sockets of the internet are allowed
    local: bool = False  # whether local sockets are, which reach every service of the machine
    halting: bool = False  # whether others may be halted: where Landlock scopes signals it refuses that

    def install(self) -> None:
        """Hold this process, and all that it starts, to the filter; it needs `no_new_privs`."""
        steps = list(self._steps())
        filters = (_Filter * len(steps))(*(_Filter(*step) for step in steps))
        program = _Program(len(steps), filters)
        system = ctypes.CDLL(None, use_errno=True)
        if system.prctl(_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0):
            number = ctypes.get_errno()
            raise OSError(number, f"seccomp: {os.strerror(number)}")

    def _steps(self) -> Iterator[_Instruction]:
        column = list(_MACHINES).index(os.uname().machine)
        yield _LOAD, 0, 0, _MACHINE
        yield _EQUAL, 1, 0, _MACHINES[os.uname().machine]
        yield _RETURN, 0, 0, _REFUSE  # a program for another machine, such as a 32-bit one
        yield _LOAD, 0, 0, _NUMBER
        if column == 0:
            yield from _when(_AT_LEAST, _X32, [(_RETURN, 0, 0, _REFUSE)])
        for numbers, body in self._rules():
            if (number := numbers[column]) is not None:
                yield from _when(_EQUAL, number, body)
        yield _RETURN, 0, 0, _ALLOW

    def _rules(self) -> Iterator[tuple[tuple[int | None, int | None], list[_Instruction]]]:
        for calls, verdict in ((_REFUSED, _REFUSE), (_HIDDEN, _UNKNOWN), (_IGNORED, _IGNORE)):
            yield from ((numbers, [(_RETURN, 0, 0, verdict)]) for numbers in calls.values())
        for numbers, arguments, verdict in _OWN_ONLY.values():
            yield numbers, [*_unless_all(arguments, verdict), (_RETURN, 0, 0, _ALLOW)]
        if not self.halting:
            for numbers, place in _SIGNALS.values():
                yield numbers, [_argument(place), *_on((signal.SIGSTOP,), _REFUSE)]
        yield _IOCTL, [_argument(1), *_on(_TYPING, _REFUSE)]
        families = (*(_INTERNET if self.network else ()), *(_LOCAL if self.local else ()))
        yield _SOCKET, [_argument(0), *_unless(families, _NO_ACCESS)]
        yield _UTIMENSAT, [_argument(1), *_unless((0,), _REFUSE)]  # of an open file: without a name
        yield _SOCKETPAIR, [_argument(1), (_AND, 0, 0, 0xF), *_unless(_STREAMS, _NO_ACCESS)]
        yield (
            _CLONE,
            [
                _argument(0),
                (_ANY_BIT, 0, 1, _NEW_NAMESPACES),
                (_RETURN, 0, 0, _REFUSE),
                (_RETURN, 0, 0, _ALLOW),
            ],
        )


def has_seccomp() -> bool:
    """Whether the filter can be used here: on Linux, on processors whose calls we know."""
    return (
        sys.platform == "linux"
        and os.uname().machine in _MACHINES
        and sys.maxsize > 2**32
        and ctypes.CDLL(None).prctl(21, 0, 0, 0, 0) in (0, 2)  # PR_GET_SECCOMP: -1 if the kernel has none
    )


def _when(test: int, value: int, body: list[_Instruction]) -> Iterator[_Instruction]:
    """A body that is run if the number of the call passes a test, and ends the program."""
    yield test, 0, len(body), value
    yield from body


def _argument(place: int) -> _Instruction:
    return _LOAD, 0, 0, _ARGUMENTS + 8 * place


def _unless(values: tuple[int, ...], verdict: int) -> Iterator[_Instruction]:
    """A verdict on every value but some."""
    for value in values:
        yield _EQUAL, 0, 1, value
        yield _RETURN, 0, 0, _ALLOW
    yield _RETURN, 0, 0, verdict


def _unless_all(arguments: tuple[int, ...], verdict: int) -> Iterator[_Instruction]:
    """A verdict, unless the first arguments of a call are these."""
    for place, value in enumerate(arguments):
        yield _argument(place)
        yield _EQUAL, 1, 0, value
        yield _RETURN, 0, 0, verdict


def _on(values: tuple[int, ...], verdict: int) -> Iterator[_Instruction]:
    """A verdict on some values."""
    for value in values:
        yield _EQUAL, 0, 1, value
        yield _RETURN, 0, 0, verdict
    yield _RETURN, 0, 0, _ALLOW
