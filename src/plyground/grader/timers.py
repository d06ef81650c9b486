"""The time of a student's program, kept by timers in its own process: what it has answered before counts.

A program that swallows what they raise is killed from outside a little later, and nothing of it counts.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from types import FrameType
from typing import Any

COMPUTING = (
    0.03  # part of the time by the clock: seen from outside, who uses less of a core waits for something
)
_AGAIN = 1.0  # seconds, for programs that swallow it


def is_computing(cpu: float, wall: float) -> bool:
    """Whether a program that used so many seconds of a core was computing, and not waiting."""
    return cpu >= COMPUTING * wall


class TimeUp(BaseException):
    """The time of a program is over; no `except Exception` of a student's stops this."""

    def __init__(self, error: str, seconds: float) -> None:
        super().__init__(error)
        self.told = {"error": error, "detail": f"{seconds:g}"}


class Timers:
    """Limits of computing and of waiting, which end what runs in a `with` of them."""

    def __init__(self, computing: float, waiting: float) -> None:
        self._computing, self._waiting = computing, waiting
        self._inside = False
        self.over = False
        self._began = 0.0
        self._waits = -1

    def start(self) -> None:
        if sys.platform == "win32":
            return
        self._began = time.monotonic()
        with suppress(OSError):
            self._waits = os.open("/proc/self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        signal.signal(signal.SIGPROF, self._end)
        signal.signal(signal.SIGALRM, self._end)
        signal.setitimer(signal.ITIMER_PROF, self._computing, _AGAIN)
        signal.setitimer(signal.ITIMER_REAL, self._waiting, _AGAIN)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.over = True
        if not self._inside:
            return
        cpu, wall = time.process_time(), time.monotonic() - self._began
        if cpu >= self._computing:
            raise TimeUp("time", self._computing)
        if cpu + self._waited_for_a_core() >= wall / 2:  # it ran, or was ready to
            raise TimeUp("time", cpu)
        raise TimeUp("late", self._waiting)

    def _waited_for_a_core(self) -> float:
        """Seconds for which this process could have computed: a busy machine is not the program's fault."""
        if self._waits < 0:
            return 0.0
        return int(os.pread(self._waits, 64, 0).split()[1]) / 1e9

    def __enter__(self) -> None:
        self._inside = True

    def __exit__(self, *_: Any) -> None:
        self._inside = False
