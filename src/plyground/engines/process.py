"""The process of an engine: lines go to it and come back, never beyond a deadline."""

from __future__ import annotations

import math
import os
import re
import select
import signal
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from plyground.errors import PlygroundError, truncate
from plyground.processes import cpu_clock
from plyground.workers.messages import SILENT
from plyground.workers.process import CannotStart, Process, end_process, exit_status, start_program
from plyground.workers.rest import BOOKS, BREATH, is_asleep, wait_for_rest

MAX_LINE = 65_536  # bytes
_CHUNK = 65_536
_ENDS = re.compile(rb"[\r\n]+")  # some engines end their lines with both, in either order
_MAX_SENDING = 5.0  # seconds that a program has to read what it is sent
_LAST_BREATH = 0.2  # seconds: a program that has closed its output may be about to end
_LEAVING = 0.5  # seconds to end by itself when it is asked to
_MAX_SHOWN = 120
_UNFINISHED = 0.05  # CPU seconds of its own time that a program has to finish what it was halted in


class EngineFault(PlygroundError):
    """What an engine did wrong, in one line."""


class LineBuffer:
    """Cuts bytes into lines. It never holds more than the last bytes and one unfinished line."""

    def __init__(self, longest: int = MAX_LINE) -> None:
        self._longest = longest
        self._part = bytearray()
        self._whole: deque[str] = deque()

    def feed(self, data: bytes) -> None:
        """Add bytes as they came; a line that is too long is a fault."""
        first, *others = _ENDS.split(data)
        self._part += first
        for piece in others:
            self._finish()
            self._part += piece
        self._check()

    def next(self) -> str | None:
        """The next whole line, if there is one; empty lines are skipped."""
        return self._whole.popleft() if self._whole else None

    def _finish(self) -> None:
        self._check()
        if line := self._part.decode("utf-8", "replace").strip():
            self._whole.append(line)
        self._part.clear()

    def _check(self) -> None:
        if len(self._part) > self._longest:
            raise EngineFault(f"the engine wrote a line of more than {self._longest:,} bytes")

    @property
    def part(self) -> str:
        """The beginning of a line that has not ended yet."""
        return self._part.decode("utf-8", "replace").strip()


class EngineProcess:
    """A running program. It ends when it is closed, when it is garbage collected, or with this process."""

    def __init__(self, command: Sequence[str], farewell: str, folder: Path | None = None) -> None:
        if not hasattr(select, "poll"):  # pragma: no cover - Windows
            raise EngineFault("engines cannot be played on this system: it has no poll()")
        home = folder if folder and folder.is_dir() else None  # in a sandbox it may not be there
        try:  # the arena keeps what it writes to standard error
            self._process = start_program(command, home)
        except CannotStart as error:
            why = truncate(str(error), 80)
            raise EngineFault(f"{truncate(command[0], 80)} cannot be started: {why}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        for descriptor in (self._in, self._out):
            os.set_blocking(descriptor, False)
        self._lines = LineBuffer()
        self._last = ""
        self._settled = True  # it has not answered yet
        self._halted = self._ponders = self._never_rests = False
        self._answered = 0.0  # its CPU seconds after its last answer
        self._rested = 0.0  # the time when it was seen to rest
        self.pondered = 0.0  # CPU seconds on the opponent's clock, before it was last asked
        self._end = weakref.finalize(self, _end, self._process, f"{farewell}\n".encode())

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def computed(self) -> float:
        """CPU seconds that the program has used, as far as the system tells."""
        clock = cpu_clock(self.pid)
        with suppress(OSError):  # it has ended
            return 0.0 if clock is None else time.clock_gettime(clock)
        return 0.0

    def send(self, *lines: str) -> None:
        """Send lines; a program that does not read them, or has ended, is a fault."""
        if not self._end.alive:
            raise EngineFault("the engine has been ended after its fault")
        data = "".join(f"{' '.join(line.splitlines())}\n" for line in lines).encode("utf-8", "replace")
        deadline = time.monotonic() + _MAX_SENDING
        ready = select.poll()
        ready.register(self._in, select.POLLOUT)
        while data:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise self.fault("does not read what it is told") from None
                ready.poll(math.ceil(left * 1_000))
            except OSError:
                raise self.fault(self._how_it_ended()) from None

    def line(self, deadline: float) -> str | None:
        """The next line, or None if none comes before the deadline (by `time.monotonic`).

        After the deadline no line is read, even if the program goes on writing.
        """
        while (left := deadline - time.monotonic()) > 0:
            if (line := self._lines.next()) is not None:
                self._last = line
                return line
            self._listen(left)
        return None

    def _listen(self, seconds: float) -> None:
        ready = select.poll()
        ready.register(self._out, select.POLLIN)
        if not ready.poll(math.ceil(min(seconds, 3_600) * 1_000)):
            return
        with suppress(BlockingIOError):
            data = os.read(self._out, _CHUNK)
            if not data:
                raise self.fault(self._how_it_ended())
            self._lines.feed(data)

    def fault(self, what: str) -> EngineFault:
        """The error that says what the engine did, and its last line."""
        said = f"half a line, {truncate(self._lines.part, _MAX_SHOWN)}" if self._lines.part else ""
        said = said or truncate(self._last, _MAX_SHOWN)
        return EngineFault(
            f"the engine {what}; it said last: {said}" if said else f"the engine {what}{SILENT}"
        )

    def _how_it_ended(self) -> str:
        status = exit_status(self._process, _LAST_BREATH)
        if status is None:
            return "closed its pipes"
        return f"was killed by signal {-status}" if status < 0 else f"ended with exit status {status}"

    def rest(self) -> None:
        """Wait until it rests after its answer. A program that computes on is halted: nobody may ponder."""
        if self._settled or not self._end.alive:
            return
        self._settled = True
        if not wait_for_rest(self.pid, lambda: self.computed) or self._ponders:
            self._ponders = self._halted = True
            self._signal("SIGSTOP")
        self._rested = time.monotonic()

    def wake(self) -> float:
        """Let it continue, after a moment of rest: an earlier command might be lost.

        Who was halted first finishes what it was busy with, on its own clock; the seconds that this took.
        """
        self.rest()
        if self._rested:
            time.sleep(max(0.0, self._rested + BREATH - time.monotonic()))
            wait_for_rest(
                self.pid, lambda: self.computed
            )  # it may have slept first, and now wait for a core
        self.pondered = self.computed - self._answered
        self._ponders = self._ponders or self.pondered > BOOKS
        if not self._halted:
            return 0.0
        self._halted, began = False, time.monotonic()
        self._signal("SIGCONT")
        if self._never_rests or is_asleep(self.pid):
            return 0.0
        self._never_rests = not wait_for_rest(self.pid, lambda: self.computed, _UNFINISHED)
        if not self._never_rests:
            time.sleep(BREATH)
        return time.monotonic() - began

    def note_answer(self) -> None:
        """Note that its answer has been read to the end."""
        self._settled = False
        self._answered = self.computed

    def _signal(self, name: str) -> None:
        self._process.send_signal(getattr(signal, name))

    def close(self) -> None:
        """End the program: in order if possible, else by killing it."""
        self._end()


def _end(process: Process, farewell: bytes) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.send_signal(signal.SIGCONT)
    with suppress(OSError):
        os.write(process.stdin.fileno(), farewell)
    process.stdin.close()
    process.stdout.close()  # a program that goes on writing ends by that
    end_process(process, _LEAVING)
