"""Whether a program rests: an engine that has answered may still be busy for a moment.

Some engines have one thread that reads and one that searches. A command that comes too early is lost,
because such an engine believes that it is still searching. Most managers are slow enough not to notice, or
wait a little. A sleeping engine may not be ready yet: some sleep before they mark their search as done.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from plyground.processes import family

BOOKS = 0.005  # CPU seconds after an answer; more than that is pondering
BREATH = 0.005  # seconds of rest before the next command
_PATIENCE = 20  # times as long by the clock: others may use the core
_PAUSES = 0.0001, 0.002  # seconds between two checks: the first and the longest


def wait_for_rest(pid: int, computed: Callable[[], float], most: float = BOOKS) -> bool:
    """Wait until a program rests; False if it computes on instead, for more than so many seconds."""
    if sys.platform != "linux":  # other systems do not tell
        return True
    began, until, pause = computed(), time.monotonic() + _PATIENCE * most, _PAUSES[0]
    while not is_asleep(pid):
        if computed() - began > most or time.monotonic() > until:
            return False
        time.sleep(pause)
        pause = min(2 * pause, _PAUSES[1])
    return True


def is_asleep(pid: int) -> bool:
    """Whether every thread of a program, and of what it has started, sleeps."""
    return all(_state(thread) not in "RD" for process in family(pid) for thread in _threads(process))


def _threads(process: int) -> list[Path]:
    with suppress(OSError):  # it has ended
        return list(Path(f"/proc/{process}/task").iterdir())
    return []


def _state(thread: Path) -> str:
    """The state of a thread: R runs or is ready, D waits for a disk, S sleeps, T is halted."""
    with suppress(OSError):
        return (thread / "stat").read_text().rpartition(")")[2].split()[0]
    return "S"
