"""A worker process, seen from its parent: asked in lines of JSON, never beyond a deadline.

Whatever the process does – hang, flood, fork, die, answer late or nonsense – `ask` returns in time, and
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
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

from plyground.errors import PlygroundError, truncate
from plyground.processes import (
    ChildList,
    adopts_orphans,
    children,
    death_descriptor,
    signal_group,
    sweep,
)
from plyground.workers.disk_guard import DiskGuard
from plyground.workers.hash_seed import HASH_SEED
from plyground.workers.memory_guard import MemoryGuard
from plyground.workers.messages import Cost, Trouble, last_words
from plyground.workers.meter import Deadline, Meter, Relatives, computed_since
from plyground.workers.rest import BREATH
from plyground.workers.scratch import ScratchFolder
from plyground.workers.serve import Message

MAX_LINE = 65_536
MAX_PONDERED = 0.005  # CPU seconds tolerated on the opponent's clock (garbage collection)
_CHUNK = 65_536
_decode = json.JSONDecoder().raw_decode  # twice as fast as `loads`
_MAX_CHUNKS = 16  # more than a pipe holds
_LAST_BREATH = 0.1  # seconds: a process that has closed its output may be about to end
_TICK = 0.01  # seconds: times of ended children are not told more finely
_LOOK = 0.1  # seconds between two looks at what it takes of the disk and of memory
_LAST_WORDS = 2_000  # bytes of its output that are kept for the case that it dies
MAX_PRINTED = 4_000  # bytes of its output during a request that are kept


class Reply(Message):
    """The answer of a process, with its `cost` and what it printed meanwhile."""

    cost: Cost
    said: str | None = None


class Worker:
    """One process, which leads a session and a process group of its own."""

    alive: ClassVar[set[int]] = set()  # the processes that `sweep` must not kill

    def __init__(
        self,
        command: Sequence[str],
        longest: int = MAX_LINE,
        env: Mapping[str, str] | None = None,
        *,
        stranger: bool = False,  # it runs other people's code, whose processes are watched, too
        scratch: ScratchFolder | None = None,  # what it can write to; it is removed with the process
        memory_mb: int = 0,  # for all its processes together; 0: as much as they like
    ) -> None:
        if not hasattr(select, "poll"):  # pragma: no cover - Windows
            raise PlygroundError("agents cannot be isolated on this system: play with --in-process")
        command = list(command)
        info_in, info_out = os.pipe() if command[0] == "bwrap" else (-1, -1)
        if info_out >= 0:
            command[1:1] = ["--info-fd", str(info_out)]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env={**(os.environ if env is None else env), **HASH_SEED},
            pass_fds=[info_out] if info_out >= 0 else [],
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
        self._death = death_descriptor(self.pid)
        if self._death is not None:
            self._poll.register(self._death, select.POLLIN)
        self._meter = Meter(self.pid if info_in < 0 else _pid_in_sandbox(info_in, info_out) or self.pid)
        self._longest = longest
        self._stranger = stranger
        self._own = ChildList(os.getpid())
        self._scratch = scratch
        self._guards: list[DiskGuard | MemoryGuard] = []
        if scratch:
            self._guards.append(DiskGuard(scratch.folder, self.pid))
        if memory_mb:
            self._guards.append(MemoryGuard(self.pid, scratch.folder if scratch else None, memory_mb))
        self._looked = time.monotonic()
        self._buried = 0.0  # CPU seconds of its children that have ended
        self._kin: Relatives = {}  # what its own processes had used when it answered last
        self._buffer = bytearray()  # grows in place: a long line is not copied again and again
        self._searched = 0  # how much of it is known to hold no line end
        self._last_words = b""
        self._printed = b""
        self._id = 0
        self._answered: Cost | None = None  # the meter after the last answer
        self._ponders = False
        self._programs = False  # whether it runs another program, such as an engine
        self._ended = False  # by itself
        self.closed = False

    def ask(self, message: Message, allowance: float) -> Reply | Trouble:
        """The answer to a request, or what happened to the process; after trouble it is closed."""
        self._wait_for_rest()
        self._id += 1
        self._printed = b""
        line = json.dumps({"id": self._id, **message}).encode() + b"\n"
        before = self._meter.relatives() if self._programs or self._stranger else {}
        began = self._meter.read()._replace(wall=time.perf_counter())
        pondered = self._measure_pondering(began, before)
        deadline = Deadline(began, allowance, partial(self._withheld, began, before))
        try:
            self._send(line, began.wall + allowance)
            reply = self._answer(deadline)
        except _Gone as gone:
            cost = deadline.on(self._meter.read().since(began)._replace(pondered=pondered))
            self.close()
            detail = gone.detail or self._how_it_ended()
            return Trouble(gone.reason, detail, cost, printed=self._printed_text())
        self._answered = self._meter.read()
        if self._stranger:
            self._end_strays()
            self._kin = self._meter.relatives()
        cost = self._answered.since(began)._replace(pondered=pondered)
        self._programs = "computed" in reply
        if self._stranger and not self._programs and cost.cpu is not None:  # a program tells its own
            cost = cost._replace(cpu=cost.cpu + self._computed_by_others(cost.wall, before))
        reply.cost = deadline.on(cost)
        self._drain_errors()
        reply.said = self._printed_text()
        if self._ponders:
            self._signal_family(signal.SIGSTOP)
        return reply

    def _computed_by_others(self, seconds: float, before: Relatives) -> float:
        """CPU seconds of its children in a request, of those that have ended meanwhile, too."""
        computed = computed_since(before, self._kin)
        if seconds >= _TICK:
            buried = self._meter.buried()
            computed += buried - self._buried
            self._buried = buried
        return computed

    def _wait_for_rest(self) -> None:
        """Give a program its moment of rest before its time begins."""
        if self._programs and self._answered:
            time.sleep(max(0.0, self._answered.wall + BREATH - time.perf_counter()))

    def _withheld(self, began: Cost, before: Relatives) -> float:
        """For how long it waited for a core; what its own children computed does not count as waiting."""
        return self._meter.withheld(began, before, _strays())

    @property
    def spent(self) -> float:
        """CPU seconds that it had used when it answered last."""
        return (self._answered.cpu if self._answered else None) or 0.0

    def _measure_pondering(self, now: Cost, kin: Relatives) -> float | None:
        """CPU seconds since its last answer; a process that computes then is halted after every answer."""
        if self._ponders:
            self._signal_family(signal.SIGCONT)
        pondered = now.since(self._answered).cpu if self._answered else None
        if pondered is not None:
            pondered += 0.0 if self._programs else computed_since(self._kin, kin)  # it counts that itself
        self._ponders = self._ponders or (pondered is not None and pondered > MAX_PONDERED)
        return pondered

    def _end_strays(self) -> None:
        """End what it has left behind: that would compute on the opponent's clock, and be nobody's."""
        if self._own.read() - Worker.alive:
            sweep(Worker.alive)

    def _signal_family(self, number: int) -> None:
        """Send a signal to its group, and to those of its processes that have left the group."""
        signal_group(self.pid, number)
        for process in self._meter.relatives():
            with suppress(OSError):
                os.kill(process, number)

    def _send(self, line: bytes, deadline: float) -> None:
        """Write a request; a process that does not read it has as long as for an answer."""
        while line:
            try:
                line = line[os.write(self._in, line) :]
            except BlockingIOError:
                if time.perf_counter() >= deadline:
                    raise _Gone("time", "it does not take requests") from None
                time.sleep(0.001)
            except OSError:
                raise _Gone("crash") from None

    def _answer(self, deadline: Deadline) -> Reply:
        """The line with the id of the last request; all other lines are ignored."""
        strange = 0
        while True:
            while 0 <= (end := self._buffer.find(b"\n", self._searched)) <= self._longest:
                reply = _read(self._buffer[:end])
                del self._buffer[: end + 1]
                self._searched = 0
                if reply is not None and reply.get("id") == self._id:
                    return reply
                strange += 1
                if deadline.left() <= 0:
                    break
            if len(self._buffer) > self._longest:
                raise _Gone("answer", f"a line of more than {self._longest:,} bytes")
            self._searched = len(self._buffer)
            left = deadline.left()
            if left <= 0:
                also = f", but {strange:,} lines that answer nothing" if strange else ""
                part = ", but a part of a line" if self._buffer and not also else ""
                raise _Gone("time", f"nothing came{also}{part}")
            self._listen(min(left, _LOOK) if self._guards else left)
            self._look()

    def _look(self) -> None:
        """See what it takes of the disk and of memory, unless somebody has just done so."""
        now = time.monotonic()
        if not self._guards or now < self._looked + _LOOK:
            return
        self._looked, strays = now, _strays()
        for guard in self._guards:
            if trouble := guard.trouble(strays):
                raise _Gone("crash", trouble)

    def _listen(self, seconds: float) -> None:
        """Read what has come. Its children may hold its pipes open, so its own death is watched, too."""
        ready = {descriptor for descriptor, _ in self._poll.poll(math.ceil(min(seconds, 3_600) * 1_000))}
        if self._out in ready:
            data = _read_some(self._out)
            if not data:
                raise _Gone("crash")
            self._buffer += data
        elif self._death in ready:
            raise _Gone("crash")
        if self._err in ready and not self._read_errors():  # it was closed, which is allowed
            self._poll.unregister(self._err)

    def _read_errors(self) -> bool:
        """Keep the end of what it printed; whether there was anything."""
        data = _read_some(self._err)
        self._last_words = (self._last_words + data)[-_LAST_WORDS:]
        self._printed += data[: MAX_PRINTED + 1 - len(self._printed)]
        return bool(data)

    def _drain_errors(self) -> None:
        with suppress(OSError):
            for _ in range(_MAX_CHUNKS):  # a limit: a process outside its group may write for ever
                if not self._read_errors():
                    break

    def _printed_text(self) -> str | None:
        """The beginning of what it printed since the last request, if anything."""
        text = self._printed[:MAX_PRINTED].decode("utf-8", "replace").replace("\0", "�").strip()
        return text + (" […]" if len(self._printed) > MAX_PRINTED else "") or None

    def _how_it_ended(self) -> str:
        """How the process ended, and the last line that it printed."""
        how = "it closed its pipes"
        if self._ended:
            status = self._process.returncode
            how = f"killed by signal {-status}" if status < 0 else f"exit status {status}"
        last = last_words(self._last_words.decode("utf-8", "replace"))
        return f"{how}{': ' + truncate(last, 200) if last else ''}"

    def close(self) -> None:
        """End the process, its group, and everything else that it has started."""
        if self.closed:
            return
        self.closed = True
        self._ended = self._has_ended(_LAST_BREATH if self._hung_up() else 0)
        self._meter.close()
        self._own.close()
        signal_group(self.pid, signal.SIGKILL)
        if self._process.poll() is None:  # where it could not lead a group of its own
            self._process.kill()
        self._drain_errors()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        self._has_ended(5)
        if self._death is not None:
            os.close(self._death)
        Worker.alive.discard(self.pid)
        sweep(Worker.alive)
        if self._scratch is not None:
            self._scratch.remove()

    def _has_ended(self, seconds: float) -> bool:
        """Whether the process ends within some seconds. (`wait` alone would poll less and less often.)"""
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
    """Why the process cannot be asked any more; without a detail it ended by itself."""

    def __init__(self, reason: Any, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


def _strays() -> set[int]:
    """What processes of ours have left behind, if this process adopts that."""
    return children() - Worker.alive if adopts_orphans() else set()


def _pid_in_sandbox(info_in: int, info_out: int) -> int | None:
    """The number of the process in a sandbox, which bwrap writes to a pipe."""
    os.close(info_out)
    with os.fdopen(info_in, "rb", 0) as pipe:
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
