"""The loop of an engine: one thread reads, one searches, and the main one does what they hand to it."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Protocol

from plyground.agents.remedies import describe_error
from plyground.engines.search_task import EngineAnswer, EngineTask, TaskRunner
from plyground.errors import Failed, PlygroundError, printable
from plyground.searchers import Random
from plyground.searchers.types import SearchReport

Action = Callable[[], None]
STACK = 64 << 20  # bytes: a search recurses deeply, and some systems give threads a small stack
_MAX_END = 5.0  # seconds


class ProtocolServer(Protocol):
    """One protocol: called for every event, in the main thread only."""

    def on_line(self, line: str) -> None: ...

    def on_long_line(self) -> None: ...

    def on_info(self, task: EngineTask, report: SearchReport) -> None: ...

    def on_answer(self, task: EngineTask, reply: EngineAnswer) -> None: ...


class ServerLoop:
    """Carries out the lines of a tool in their order, also during a search."""

    def __init__(self, runner: TaskRunner, wire: LineStream) -> None:
        self._runner = runner
        self.say = wire.say
        self.task: EngineTask | None = None  # the one that runs
        self._wire = wire
        self._actions: SimpleQueue[Action] = SimpleQueue()
        self._tasks: SimpleQueue[EngineTask | None] = SimpleQueue()
        self._turn = threading.Semaphore(
            1
        )  # of the reader: lines are not read ahead, in case a tool floods us
        self._gives_up: float | None = None  # when a task that was told to stop is given up
        self._leaving = False

    def run(self, protocol: ProtocolServer) -> None:
        """Serve until the tool leaves; no task goes on after that."""
        self._protocol = protocol
        self._start("plyground reader", self._read)
        self._searcher = self._start("plyground search", partial(self._search, self._tasks))
        try:
            while not self._leaving:
                self._next()()
        finally:
            self._close()

    def leave(self) -> None:
        """Carry out no more lines."""
        self._leaving = True

    def begin(self, task: EngineTask) -> None:
        """Begin a task; the protocol is called with what comes of it."""
        assert self.task is None, "one at a time"
        self.task = task
        self._gives_up = self._in_a_while() if task.stop.is_set() else None
        self._tasks.put(task)

    def stop(self) -> None:
        """Ask for the answer now, and wait a little for an agent that cannot stop."""
        if self.task is not None and not self.task.stop.is_set():
            self.task.stop.set()
            self._gives_up = self._in_a_while()

    def _in_a_while(self) -> float:
        return time.monotonic() + self._runner.patience

    def _next(self) -> Action:
        left = None if self._gives_up is None else max(0.0, self._gives_up - time.monotonic())
        try:
            return self._actions.get(timeout=left)
        except Empty:
            return self._give_up

    def _give_up(self) -> None:
        """Answer in place of an agent that does not: a random legal move, and why."""
        task = self.task
        assert task is not None
        task.dropped.set()
        if not self._runner.kill():  # the old thread ends with its task, whenever that is
            self._tasks.put(None)
            self._tasks = SimpleQueue()
            self._searcher = self._start("plyground search", partial(self._search, self._tasks))
        chance = Random(seed=task.seed).search(task.position)
        text = task.position.write(chance.move)
        why = f"the agent did not stop in {self._runner.patience:g} s: a random move is made in its place"
        self._pass_answer(task, EngineAnswer(text, why))

    def _pass_answer(self, task: EngineTask, reply: EngineAnswer) -> None:
        if task is self.task:
            self.task = self._gives_up = None
            self._protocol.on_answer(task, reply)

    def _pass_info(self, task: EngineTask, report: SearchReport) -> None:
        if task is self.task:
            self._protocol.on_info(task, report)

    def _obey(self, line: str | None) -> None:
        self._turn.release()
        if line is None:
            self._protocol.on_long_line()
        elif line:
            self._protocol.on_line(line)

    def _read(self) -> None:
        """The reader thread."""
        with suppress(OSError):  # a terminal that is gone
            for line in self._wire.lines():
                self._turn.acquire()
                self._actions.put(partial(self._obey, line))
        self._actions.put(self.leave)

    def _search(self, tasks: SimpleQueue[EngineTask | None]) -> None:
        """The search thread."""
        while (task := tasks.get()) is not None:
            try:
                reply = self._runner.run(task, partial(self._report, task))
            except PlygroundError as error:
                reply = EngineAnswer(None, str(error))
            except Exception as error:  # noqa: BLE001 - a failed task is answered, too
                reply = EngineAnswer(None, describe_error(error))
            self._actions.put(partial(self._pass_answer, task, reply))

    def _report(self, task: EngineTask, report: SearchReport) -> None:
        self._actions.put(partial(self._pass_info, task, report))

    def _start(self, name: str, target: Callable[[], None]) -> threading.Thread:
        usual = threading.stack_size(STACK)
        thread = threading.Thread(target=target, name=name, daemon=True)
        thread.start()
        threading.stack_size(usual)
        return thread

    def _close(self) -> None:
        self._tasks.put(None)
        if self.task is not None:
            self.task.stop.set()
            self.task.dropped.set()
        until = time.monotonic() + _MAX_END
        while self._searcher.is_alive() and time.monotonic() < until:
            if self.task is not None:  # repeat it: its process may only just be starting
                self._runner.kill()
            self._searcher.join(0.05)
        self._runner.close()


MAX_LINE = 65_536  # bytes: a longer line is no command, and must not fill the memory
_CHUNK = 65_536


@dataclass(frozen=True)
class LineStream:
    """The descriptors that commands come from and answers go to; without commands the end comes at once."""

    commands: int | None
    answers: int

    @classmethod
    @contextmanager
    def take_over(cls) -> Iterator[LineStream]:
        """Standard input and output, taken away from all other code of this process.

        What a game or an agent prints goes to standard error; what it reads is empty.
        """
        if sys.stdout is None:
            raise Failed("standard output is closed: there is no way to answer")
        commands, answers = None if sys.stdin is None else os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing if sys.stderr is None else 2, 1)
        os.close(nothing)
        try:
            yield cls(commands, answers)
        finally:
            with suppress(OSError, ValueError):
                sys.stdout.flush()
            os.dup2(answers, 1)
            os.close(answers)
            if commands is not None:  # and it stays open: a thread may be reading from it
                os.dup2(commands, 0)

    def say(self, line: str) -> None:
        """Send one line, at once."""
        data = printable(line).encode("utf-8", "replace") + b"\n"
        while data:
            data = data[os.write(self.answers, data) :]

    def lines(self) -> Iterator[str | None]:
        """The lines as they come, whatever bytes they are; None for one that is too long to be read."""
        if self.commands is None:
            return
        heard, too_long = bytearray(), False
        while data := os.read(self.commands, _CHUNK):
            heard += data
            *whole, last = heard.split(b"\n")
            for line in whole:
                yield None if too_long or len(line) > MAX_LINE else _text(line)
                too_long = False
            too_long = too_long or len(last) > MAX_LINE
            heard = bytearray() if too_long else last
        if heard or too_long:
            yield None if too_long else _text(heard)


def _text(line: bytearray) -> str:
    return line.decode("utf-8", "replace").strip()
