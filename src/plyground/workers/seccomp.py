"""A filter of system calls: only those in workers/system_calls.py are for other people's code.

A process installs it for itself and all that it starts, for good; no privilege is needed
(https://docs.kernel.org/userspace-api/seccomp_filter.html). It closes what Landlock leaves open: sockets,
modes and times of files, memory and limits of others. It sees numbers, not what an address leads to.
"""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import struct
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from plyground.workers import system_calls as calls

_SET_SECCOMP, _MODE_FILTER = 22, 2  # of <linux/prctl.h>
ALLOW, _ERROR = 0x7FFF0000, 0x00050000
PRETEND = _ERROR  # returns 0, as if it had been done
REFUSE, NO_ACCESS, UNKNOWN, INVALID, NO_TERMINAL, UNSUPPORTED = (
    _ERROR | number
    for number in (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EINVAL, errno.ENOTTY, errno.EOPNOTSUPP)
)

# Instructions of the kernel's filter machine: load a word, mask it, and jump by its value.
_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # places in what the filter is shown
_HIGH = 4  # bytes from the lower half of an argument to the upper one

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

_NEW_NAMESPACES = 0x7E020000  # flags of clone
_LOCAL, _INTERNET = (1,), (2, 10, 16)  # families: AF_UNIX; AF_INET, AF_INET6, AF_NETLINK
_STREAMS = (1, 5)  # kinds: SOCK_STREAM, SOCK_SEQPACKET; others can still be sent elsewhere
_SIGNAL_PLACES = dict.fromkeys(calls.SIGNALS, 1) | {"tgkill": 2, "rt_tgsigqueueinfo": 2}

Instruction = tuple[int, int, int, int]  # code, steps to jump if true and if false, value


@dataclass(frozen=True)
class CallFilter:
    """What is answered to each system call."""

    network: bool = False  # whether sockets of the internet are allowed
    local: bool = False  # whether local sockets are, which reach every service of the machine
    halting: bool = False  # whether others may be halted: where Landlock scopes signals it refuses that
    own_mounts: bool = False  # whether all folders but its own are mounted read-only
    machine: str = os.uname().machine if hasattr(os, "uname") else ""

    def install(self) -> None:
        """Hold this process, and all that it starts, to the filter; it needs `no_new_privs`."""
        steps = b"".join(struct.pack("=HBBI", *step) for step in self.steps())
        memory = ctypes.create_string_buffer(steps)
        program = struct.pack("@HP", len(steps) // 8, ctypes.addressof(memory))
        system = ctypes.CDLL(None, use_errno=True)
        if system.prctl(_SET_SECCOMP, _MODE_FILTER, ctypes.create_string_buffer(program), 0, 0):
            number = ctypes.get_errno()
            raise OSError(number, f"seccomp: {os.strerror(number)}")

    def steps(self) -> list[Instruction]:
        """The program that the kernel runs at each call."""
        column = list(MACHINES).index(self.machine)
        steps = [
            (_LOAD, 0, 0, _MACHINE),
            (_EQUAL, 1, 0, MACHINES[self.machine]),
            (_RETURN, 0, 0, REFUSE),  # a program for another machine, such as a 32-bit one
            (_LOAD, 0, 0, _NUMBER),
        ]
        known = calls.BY_ARGUMENT | calls.TIMES | calls.SIGNALS
        for name, body in self._by_argument():
            if (number := known[name][column]) is not None:
                steps += [(_EQUAL, 0, len(body), number), *body]
        return steps + _search(_edges(self._verdicts(column)))

    def _verdicts(self, column: int) -> dict[int, int]:
        """What is answered to calls by their number, whatever their arguments."""
        connecting = ALLOW if self.network or self.local else NO_ACCESS
        mounted = self.own_mounts
        answers = (
            (calls.ALLOWED | calls.SIGNALS, ALLOW),
            (calls.CONNECTING, connecting),
            (calls.PRETENDED, PRETEND),
            (calls.MODES, ALLOW if mounted else PRETEND),
            (calls.TIMES, ALLOW if mounted else REFUSE),
            (calls.ROOM, ALLOW if mounted else UNSUPPORTED),
            (calls.REFUSED, REFUSE),
        )
        return {
            number: verdict
            for table, verdict in answers
            for numbers in table.values()
            if (number := numbers[column]) is not None
        }

    def _by_argument(self) -> Iterator[tuple[str, list[Instruction]]]:
        families = (*(_INTERNET if self.network else ()), *(_LOCAL if self.local else ()))
        ioctl = (*calls.IOCTL, *(calls.IOCTL_NETWORK if self.network else ()))
        yield "clone", [_argument(0), (_ANY_BIT, 0, 1, _NEW_NAMESPACES), *_returns(REFUSE, ALLOW)]
        yield "ioctl", [_argument(1), *_only(ioctl, NO_TERMINAL)]
        yield "fcntl", [_argument(1), *_only(calls.FCNTL, INVALID)]
        yield "prctl", [_argument(0), *_only(calls.PRCTL, INVALID)]
        yield "socket", [_argument(0), *_only(families, NO_ACCESS)]
        yield "socketpair", [_argument(1), (_AND, 0, 0, 0xF), *_only(_STREAMS, NO_ACCESS)]
        # What a process may do to itself, which is process 0, and not to others.
        yield "prlimit64", [_argument(0), *_only((0,), REFUSE)]
        yield "setpriority", [*_unless(_argument(0), 0, REFUSE), _argument(1), *_only((0,), REFUSE)]
        yield "ioprio_set", [*_unless(_argument(0), 1, PRETEND), _argument(1), *_only((0,), PRETEND)]
        if not self.own_mounts:  # only without a name: both halves of its address are 0
            high = _argument(1, _HIGH)
            yield "utimensat", [*_unless(high, 0, REFUSE), _argument(1), *_only((0,), REFUSE)]
        if not self.halting:
            for name, place in _SIGNAL_PLACES.items():
                yield name, [_argument(place), (_EQUAL, 0, 1, signal.SIGSTOP), *_returns(REFUSE, ALLOW)]


def has_seccomp() -> bool:
    """Whether the filter can be used here: on Linux, on processors whose calls we know."""
    return (
        sys.platform == "linux"
        and os.uname().machine in MACHINES
        and sys.maxsize > 2**32
        and ctypes.CDLL(None).prctl(21, 0, 0, 0, 0) in (0, 2)  # PR_GET_SECCOMP: -1 if the kernel has none
    )


def _argument(place: int, half: int = 0) -> Instruction:
    return _LOAD, 0, 0, _ARGUMENTS + 8 * place + half


def _returns(*verdicts: int) -> Iterable[Instruction]:
    return ((_RETURN, 0, 0, verdict) for verdict in verdicts)


def _only(values: tuple[int, ...], verdict: int) -> Iterator[Instruction]:
    """A verdict on every value of an argument but some, which are allowed."""
    for place, value in enumerate(values):
        yield _EQUAL, len(values) - place, 0, value
    yield from _returns(verdict, ALLOW)


def _unless(argument: Instruction, value: int, verdict: int) -> Iterable[Instruction]:
    """A verdict unless an argument has a value; then the next instructions decide."""
    return argument, (_EQUAL, 1, 0, value), (_RETURN, 0, 0, verdict)


def _edges(verdicts: dict[int, int]) -> list[tuple[int, int]]:
    """The numbers from which on another verdict holds; all above the last one are unknown."""
    edges = [(0, verdicts.get(0, UNKNOWN))]
    for number in range(1, max(verdicts) + 2):
        verdict = verdicts.get(number, UNKNOWN)
        if verdict != edges[-1][1]:
            edges.append((number, verdict))
    return edges


def _search(edges: list[tuple[int, int]]) -> list[Instruction]:
    """A search by halves: the verdict of the last edge that is not above the number."""
    if len(edges) == 1:
        return list(_returns(edges[0][1]))
    middle = len(edges) // 2
    below, above = _search(edges[:middle]), _search(edges[middle:])
    return [(_AT_LEAST, len(below), 0, edges[middle][0]), *below, *above]
