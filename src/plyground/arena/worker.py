"""A process that an agent plays in, seen from the arena: asked in lines of JSON, never beyond a deadline.

Whatever the process does – hang, flood, fork, die, answer late or nonsense – `ask` comes back in time, and
after `close` nothing of it is alive.
"""

from __future__ import annotations

import json
import math
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from plyground.arena.records import Cost, Told, Trouble
from plyground.errors import PlygroundError, clip
from plyground.processes import cpu_clock, death_of, signal_group, sweep

Message = dict[str, Any]

LONGEST_LINE = 65_536
MOST_PONDERED = 0.005  # seconds of a core in the other's time: collecting garbage is no crime
_CHUNK = 65_536
_decode = json.JSONDecoder().raw_decode  # twice as fast as `loads`
_MOST_CHUNKS = 16  # more than a pipe holds
_LAST_BREATH = 0.1  # seconds: who has closed its output may be about to end by itself
_LAST_WORDS = 2_000  # bytes of what an agent printed that are kept for when it dies
LONGEST_SAID = 4_000  # bytes of what it printed during a request


class Reply(Message):
    """What a process answered, with `cost` and what it printed meanwhile."""

    cost: Cost
    said: str | None = None


def host_command(parent: int | None = None) -> list[str]:
    """The command of a process that plays any agent of ours or of a user's, and dies with its parent."""
    owner = os.getpid() if parent is None else parent
    return [sys.executable, "-P", "-m", "plyground.agents.host", str(owner)]


class Worker:
    """One process, which leads a session and a process group of its own."""

    alive: ClassVar[set[int]] = set()  # the processes that `sweep` must let live

    def __init__(
        self,
        command: Sequence[str] | None = None,
        longest: int = LONGEST_LINE,
        env: Mapping[str, str] | None = None,
    ) -> None:
        if not hasattr(select, "poll"):  # pragma: no cover - Windows
            raise PlygroundError("agents cannot be isolated on this system: play with --in-process")
        command = list(command or host_command())
        told, tell = os.pipe() if command[0] == "bwrap" else (-1, -1)
        if tell >= 0:
            command[1:1] = ["--info-fd", str(tell)]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env={**(os.environ if env is None else env), "PYTHONHASHSEED": "0"},  # sets in the same order
            pass_fds=[tell] if tell >= 0 else [],
        )
        self.pid = self._process.pid
        Worker.alive.add(self.pid)
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._in, self._out, self._err = stdin.fileno(), stdout.fileno(), stderr.fileno()
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._death = death_of(self.pid)
        if self._death is not None:
            self._poll.register(self._death, select.POLLIN)
        self._meter = Meter(self.pid if told < 0 else _inside(told, tell) or self.pid)
        self._longest = longest
        self._heard = bytearray()  # grows in place, so that a long line is not copied with every part
        self._searched = 0  # how much of it is known to have no end of a line
        self._last_words = b""
        self._said = b""
        self._id = 0
        self._answered: Cost | None = None  # the meter after the last answer
        self._ponders = False
        self._ended = False  # by itself
        self.closed = False

    def ask(self, message: Message, allowance: float) -> Reply | Trouble:
        """The answer to a request, or what became of the process; after trouble it is no more."""
        self._id += 1
        self._said = b""
        line = json.dumps({"id": self._id, **message}).encode() + b"\n"
        began = self._meter.read()._replace(wall=time.perf_counter())
        pondered = self._pondered(began)
        deadline = began.wall + allowance
        try:
            self._send(line, deadline)
            reply = self._answer(deadline)
        except _Gone as gone:
            cost = self._meter.read().since(began)._replace(pondered=pondered)
            self.close()
            return Trouble(gone.reason, gone.detail or self._epitaph(), cost, Told(said=self._printed()))
        self._answered = self._meter.read()
        reply.cost = self._answered.since(began)._replace(pondered=pondered)
        self._overhear_all()
        reply.said = self._printed()
        if self._ponders:
            signal_group(self.pid, signal.SIGSTOP)
        return reply

    @property
    def spent(self) -> float:
        """Seconds of a core that it had taken when it answered last."""
        return (self._answered.cpu if self._answered else None) or 0.0

    def _pondered(self, now: Cost) -> float | None:
        """How long it has computed since it answered; who does is then halted after every answer."""
        if self._ponders:
            signal_group(self.pid, signal.SIGCONT)
        pondered = now.since(self._answered).cpu if self._answered else None
        self._ponders = self._ponders or (pondered is not None and pondered > MOST_PONDERED)
        return pondered

    def _send(self, line: bytes, deadline: float) -> None:
        """A process that reads nothing has a full pipe in the end: it has as long as for an answer."""
        while line:
            try:
                line = line[os.write(self._in, line) :]
            except BlockingIOError:
                if time.perf_counter() >= deadline:
                    raise _Gone("time", "it does not take requests") from None
                time.sleep(0.001)
            except OSError:
                raise _Gone("crash") from None

    def _answer(self, deadline: float) -> Reply:
        """The line that has the id of the last request; any other line answers nothing."""
        strange = 0
        while True:
            while 0 <= (end := self._heard.find(b"\n", self._searched)) <= self._longest:
                reply = _read(self._heard[:end])
                del self._heard[: end + 1]
                self._searched = 0
                if reply is not None and reply.get("id") == self._id:
                    return reply
                strange += 1
                if time.perf_counter() >= deadline:
                    break
            if len(self._heard) > self._longest:
                raise _Gone("answer", f"a line of more than {self._longest:,} bytes")
            self._searched = len(self._heard)
            left = deadline - time.perf_counter()
            if left <= 0:
                also = f", but {strange:,} lines that answer nothing" if strange else ""
                part = ", but a part of a line" if self._heard and not also else ""
                raise _Gone("time", f"nothing came{also}{part}")
            self._listen(left)

    def _listen(self, seconds: float) -> None:
        """Take what has come. Children of the process may hold its pipes: they do not speak for it."""
        ready = {descriptor for descriptor, _ in self._poll.poll(math.ceil(min(seconds, 3_600) * 1_000))}
        if self._out in ready:
            data = _read_some(self._out)
            if not data:
                raise _Gone("crash")
            self._heard += data
        elif self._death in ready:
            raise _Gone("crash")
        if self._err in ready and not self._overhear():  # it was closed: that is no crime
            self._poll.unregister(self._err)

    def _overhear(self) -> bool:
        """Keep the last of what was printed, if anything was."""
        data = _read_some(self._err)
        self._last_words = (self._last_words + data)[-_LAST_WORDS:]
        self._said += data[: LONGEST_SAID + 1 - len(self._said)]
        return bool(data)

    def _overhear_all(self) -> None:
        with suppress(OSError):
            for _ in range(_MOST_CHUNKS):  # and no more: who writes on may be out of its group
                if not self._overhear():
                    break

    def _printed(self) -> str | None:
        """What was printed since the last request, if anything, and not more than anybody would read."""
        text = self._said[:LONGEST_SAID].decode("utf-8", "replace").replace("\0", "�").strip()
        return text + (" […]" if len(self._said) > LONGEST_SAID else "") or None

    def _epitaph(self) -> str:
        """How the process ended, and the last line that it printed."""
        how = "it closed its pipes"
        if self._ended:
            status = self._process.returncode
            how = f"killed by signal {-status}" if status < 0 else f"exit status {status}"
        lines = [line for line in self._last_words.decode("utf-8", "replace").splitlines() if line.strip()]
        return f"{how}{': ' + clip(lines[-1].strip(), 200) if lines else ''}"

    def close(self) -> None:
        """End the process, its group, and whatever else it has left behind."""
        if self.closed:
            return
        self.closed = True
        self._ended = self._has_ended(_LAST_BREATH if self._hung_up() else 0)
        self._meter.close()
        signal_group(self.pid, signal.SIGKILL)
        self._overhear_all()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        self._has_ended(5)
        if self._death is not None:
            os.close(self._death)
        Worker.alive.discard(self.pid)
        sweep(Worker.alive)

    def _has_ended(self, seconds: float) -> bool:
        """Whether the process ends within a time. `wait` alone would look for that less and less often."""
        if self._death is not None:
            death = select.poll()
            death.register(self._death, select.POLLIN)
            death.poll(seconds * 1_000)
            seconds = 0
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.returncode is not None

    def _hung_up(self) -> bool:
        return any(event & select.POLLHUP for _, event in self._poll.poll(0))


class _Gone(Exception):
    """The process cannot be asked any more, and why; without a detail it ended by itself."""

    def __init__(self, reason: Any, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class Meter:
    """What a process has taken so far: seconds of the clock, of a core, and of waiting for one."""

    def __init__(self, process: int) -> None:
        self._clock = cpu_clock(process)
        try:  # of the main thread: the system tells it of threads
            self._waits = os.open(f"/proc/{process}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._waits = -1

    def read(self) -> Cost:
        wall, cpu, waited = time.perf_counter(), None, None
        try:
            if self._clock is not None:
                cpu = time.clock_gettime(self._clock)
            if self._waits >= 0:
                waited = int(os.pread(self._waits, 64, 0).split(None, 2)[1]) / 1e9
        except (OSError, ValueError, IndexError):  # it is gone: what is known is enough
            pass
        return Cost(wall, cpu, waited)

    def close(self) -> None:
        if self._waits >= 0:
            os.close(self._waits)
            self._waits = -1


def _inside(told: int, tell: int) -> int | None:
    """The number of the process in a sandbox, which bwrap tells through a pipe."""
    os.close(tell)
    with os.fdopen(told, "rb", 0) as pipe:
        poll, text = select.poll(), b""
        poll.register(pipe, select.POLLIN)
        while poll.poll(5_000) and (data := pipe.read(_CHUNK)):
            text += data
    found = re.search(rb'"child-pid": *(\d+)', text)
    return int(found[1]) if found else None


def _read_some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return b""


def _read(line: bytearray) -> Reply | None:
    try:
        value, _ = _decode(line.decode().strip())
    except (ValueError, RecursionError):
        return None
    return Reply(value) if isinstance(value, dict) else None
