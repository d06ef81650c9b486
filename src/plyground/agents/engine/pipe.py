"""A program at the other end of a pipe: lines go out and come in, and nothing lasts beyond a deadline."""

from __future__ import annotations

import math
import os
import re
import select
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from plyground.errors import PlygroundError, clip
from plyground.processes import cpu_clock, die_with_parent

LONGEST_LINE = 65_536  # bytes
_CHUNK = 65_536
_ENDS = re.compile(rb"[\r\n]+")  # some end their lines with both, in either order
_TAKEN = 5.0  # seconds that a program has to take what it is told
_LAST_BREATH = 0.2  # seconds: who has closed its output may be about to end
_LEAVING = 0.5  # seconds to end by itself, when it is asked to
_LONGEST_SHOWN = 120


class EngineFault(PlygroundError):
    """What an engine did wrong, in one line."""


class Lines:
    """Cuts bytes into lines. It never holds more than it was fed last and one unfinished line."""

    def __init__(self, longest: int = LONGEST_LINE) -> None:
        self._longest = longest
        self._part = bytearray()
        self._whole: deque[str] = deque()

    def feed(self, data: bytes) -> None:
        """Take bytes as they came; a line without an end in sight is a fault."""
        first, *others = _ENDS.split(data)
        self._part += first
        for piece in others:
            self._finish()
            self._part += piece
        self._check()

    def next(self) -> str | None:
        """The next whole line, if there is one; empty lines are none."""
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
        """What there is of a line that has not ended yet."""
        return self._part.decode("utf-8", "replace").strip()


class Pipe:
    """A running program. It ends when it is closed, when nobody holds it any more, or with this process."""

    def __init__(self, command: Sequence[str], farewell: str) -> None:
        if not hasattr(select, "poll"):  # pragma: no cover - Windows
            raise EngineFault("engines cannot be played on this system: it has no poll()")
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,  # what it writes to standard error is kept by the arena
                bufsize=0,
                preexec_fn=partial(die_with_parent, os.getpid()),
            )
        except (OSError, subprocess.SubprocessError) as error:
            told = getattr(error, "strerror", None) or str(error)
            raise EngineFault(f"{clip(command[0], 80)} cannot be started: {clip(told, 80)}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        for descriptor in (self._in, self._out):
            os.set_blocking(descriptor, False)
        self._lines = Lines()
        self._last = ""
        self._end = weakref.finalize(self, _end, self._process, f"{farewell}\n".encode())

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def computed(self) -> float:
        """Seconds of a core that the program has taken, as far as the system tells."""
        clock = cpu_clock(self.pid)
        with suppress(OSError):  # it has ended
            return 0.0 if clock is None else time.clock_gettime(clock)
        return 0.0

    def tell(self, *lines: str) -> None:
        """Send lines; a program that takes none, or is gone, is a fault."""
        if not self._end.alive:
            raise EngineFault("the engine has been ended after its fault")
        data = "".join(f"{' '.join(line.splitlines())}\n" for line in lines).encode("utf-8", "replace")
        deadline = time.monotonic() + _TAKEN
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
        """The next line, or None if none comes until then (by `time.monotonic`).

        Who talks on and on is not heard for ever: after the deadline lines are left where they are.
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
        """The error that says what the engine did, and what it said last."""
        said = f"half a line, {clip(self._lines.part, _LONGEST_SHOWN)}" if self._lines.part else ""
        said = said or clip(self._last, _LONGEST_SHOWN) or "nothing"
        return EngineFault(f"the engine {what}; it said last: {said}")

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(_LAST_BREATH)
        except subprocess.TimeoutExpired:
            return "closed its pipes"
        return f"was killed by signal {-status}" if status < 0 else f"ended with exit status {status}"

    def halt(self) -> None:
        """Have it wait until it is asked again: the other's time is not for thinking."""
        self._signal("SIGSTOP")

    def wake(self) -> None:
        """Have it go on."""
        self._signal("SIGCONT")

    def _signal(self, name: str) -> None:
        self._process.send_signal(getattr(signal, name))

    def close(self) -> None:
        """End the program: in order if it will, else at once."""
        self._end()


def _end(process: subprocess.Popen[bytes], farewell: bytes) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.send_signal(signal.SIGCONT)
    with suppress(OSError):
        os.write(process.stdin.fileno(), farewell)
    process.stdin.close()
    process.stdout.close()  # who goes on writing is ended by that
    try:
        process.wait(_LEAVING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
