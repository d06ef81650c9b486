"""Meters of a process (clock, CPU time, waiting for a core) and the deadline of a request."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from plyground.processes import ChildList, cpu_clock, family
from plyground.workers.messages import Cost

Relatives = dict[int, tuple[float, float]]  # by process number: its CPU seconds, and how long it waited
MAX_FORGIVEN = 9  # times the allowance may be added for waiting: nothing may hang for ever
_WORTH_WAITING = 0.005  # seconds


class Meter:
    """Reads what one process has used so far."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._clock = cpu_clock(process)
        try:  # of the main thread: the system counts this by thread
            self._waits = os.open(f"/proc/{process}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._waits = -1
        self._children = ChildList(process)

    def read(self) -> Cost:
        wall, cpu, waited = time.perf_counter(), None, None
        try:
            if self._clock is not None:
                cpu = time.clock_gettime(self._clock)
            if self._waits >= 0:
                waited = int(os.pread(self._waits, 64, 0).split(None, 2)[1]) / 1e9
        except (OSError, ValueError, IndexError):  # it has ended: return what is known
            pass
        return Cost(wall, cpu, waited)

    def close(self) -> None:
        if self._waits >= 0:
            os.close(self._waits)
            self._waits = -1
        self._children.close()

    def relatives(self, strays: Collection[int] = ()) -> Relatives:
        """What each descendant of the process has used so far."""
        if not strays and not self._children.read():
            return {}
        found = (process for root in (self._process, *strays) for process in family(root))
        return {process: _cpu_and_wait(process) for process in found if process != self._process}

    def buried(self) -> float:
        """CPU seconds of its children that have ended, as it has been told."""
        return _ended(self._process)

    def withheld(self, began: Cost, before: Relatives, strays: Collection[int] = ()) -> float:
        """For how many seconds since then the process had to wait for a core that others used.

        Sleeping is not waiting. What its own threads and children computed meanwhile does not count either:
        no agent gets more time by blocking itself. For a child whose start is not known, all its CPU time
        is counted.
        """
        cost = self.read().since(began)
        if cost.cpu is None or cost.waited is None or (cost.waited < _WORTH_WAITING and not before):
            return 0.0
        computed, waited = cost.cpu, cost.waited
        for process, (cpu, delay) in self.relatives(strays).items():
            earlier = before.get(process, (0.0, delay))
            computed += max(0.0, cpu - earlier[0])
            waited += max(0.0, delay - earlier[1])
        return max(0.0, min(waited, cost.wall - computed))


def computed_since(before: Relatives, now: Relatives) -> float:
    """CPU seconds that processes have used since then; for a new one, all its CPU time."""
    return sum(max(0.0, cpu - before.get(process, (0.0, 0.0))[0]) for process, (cpu, _) in now.items())


class Deadline:
    """The time when an answer must be there; waiting for a core extends it, but not for ever."""

    def __init__(self, began: Cost, allowance: float, withheld: Callable[[], float]) -> None:
        self._began, self._allowance, self._withheld = began.wall, allowance, withheld
        self.forgiven = 0.0  # seconds

    def left(self) -> float:
        """Seconds that are left; at zero, the time spent waiting for a core is added."""
        left = self._began + self._allowance + self.forgiven - time.perf_counter()
        if left > 0:
            return left
        forgiven = min(self._withheld(), MAX_FORGIVEN * self._allowance)
        if forgiven < self.forgiven + _WORTH_WAITING:
            return left
        left += forgiven - self.forgiven
        self.forgiven = forgiven
        return left

    def on(self, cost: Cost) -> Cost:
        """A cost, with the seconds that were forgiven."""
        if not self.forgiven:
            return cost
        return cost._replace(waited=max(cost.waited or 0.0, self.forgiven), forgiven=self.forgiven)


def _ended(process: int) -> float:
    """CPU seconds of the children of a process that have ended; the system counts them in hundredths."""
    with suppress(OSError, ValueError, IndexError):  # it has ended itself
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _cpu_and_wait(process: int) -> tuple[float, float]:
    """CPU seconds of a process and its ended children, and seconds that it waited for a core."""
    cpu = waited = 0.0
    with suppress(OSError, ValueError, IndexError):  # it has ended
        cpu = _ended(process)
        clock = cpu_clock(process)
        cpu += time.clock_gettime(clock) if clock is not None else 0.0
        waited = int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    return cpu, waited
