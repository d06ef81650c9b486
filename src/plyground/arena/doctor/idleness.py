"""Notices while an agent is waited for that nothing of it computes: it sleeps, or waits for something."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from plyground.processes import family

QUIET = 4.0  # seconds without computing, until it is told
_LOOK = 0.5  # seconds between two looks
_COMPUTES = 0.02  # seconds of a core between two looks


class IdleWatch:
    """Tells once if the processes of an agent have not computed for some seconds; only Linux knows."""

    def __init__(self, room: int, tell: Callable[[float], None]) -> None:
        self._room = room  # the process that asks the agent, its parent
        self._tell = tell
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="plyground idle watch", daemon=True)

    def __enter__(self) -> Self:
        if sys.platform == "linux":
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()

    def _watch(self) -> None:
        quiet, before = 0.0, _busy_seconds(self._room)
        while quiet < QUIET:
            if self._ended.wait(_LOOK):
                return
            now = _busy_seconds(self._room)
            quiet = quiet + _LOOK if abs(now - before) < _COMPUTES else 0.0
            before = now
        self._tell(quiet)


def _busy_seconds(room: int) -> float:
    """Seconds for which a process and its descendants have computed, the latter also waited for a core."""
    return sum(_seconds(process, waiting=process != room) for process in family(room))


def _seconds(process: int, waiting: bool) -> float:
    nanoseconds = 0
    for task in Path(f"/proc/{process}/task").glob("*"):
        with suppress(OSError, ValueError, IndexError):  # it has ended
            computed, waited, *_ = (task / "schedstat").read_text().split()
            nanoseconds += int(computed) + (int(waited) if waiting else 0)
    return nanoseconds / 1e9
