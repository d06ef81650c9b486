"""The loop of an engine: one thread reads, one thinks, and the main one does all that they hand to it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Protocol

from plyground.agents.host import told
from plyground.errors import PlygroundError
from plyground.search import Random
from plyground.ui.engine.thinking import Found, Mind, Reply, Thought
from plyground.ui.engine.wire import Wire

Task = Callable[[], None]
STACK = 64 << 20  # bytes: a search goes deep, and some systems give threads little room
_TO_LEAVE = 5.0  # seconds


class Dialog(Protocol):
    """What a protocol makes of what happens; called in the main thread only."""

    def obey(self, line: str) -> None: ...

    def refuse_long_line(self) -> None: ...

    def found(self, thought: Thought, found: Found) -> None: ...

    def answered(self, thought: Thought, reply: Reply) -> None: ...


class Serving:
    """Lines of a tool are obeyed in their order, also while a thought is being thought."""

    def __init__(self, mind: Mind, wire: Wire) -> None:
        self.mind = mind
        self.say = wire.say
        self.thought: Thought | None = None  # the one being thought
        self._wire = wire
        self._tasks: SimpleQueue[Task] = SimpleQueue()
        self._thoughts: SimpleQueue[Thought | None] = SimpleQueue()
        self._turn = threading.Semaphore(1)  # of the reader: a tool that floods is not read ahead
        self._gives_up: float | None = None  # when a thought that is to stop is given up
        self._leaving = False

    def run(self, dialog: Dialog) -> None:
        """Serve until the tool leaves or has enough; no thought is left behind."""
        self._dialog = dialog
        self._start("plyground reader", self._read)
        self._thinks = self._start("plyground mind", partial(self._think, self._thoughts))
        try:
            while not self._leaving:
                self._next()()
        finally:
            self._close()

    def leave(self) -> None:
        """Obey nothing more."""
        self._leaving = True

    def think(self, thought: Thought) -> None:
        """Have a thought thought; the dialog is told what comes of it."""
        assert self.thought is None, "one at a time"
        self.thought = thought
        self._gives_up = self._in_a_while() if thought.stop.is_set() else None
        self._thoughts.put(thought)

    def stop(self) -> None:
        """Have the answer now; who cannot stop is waited for a little."""
        if self.thought is not None and not self.thought.stop.is_set():
            self.thought.stop.set()
            self._gives_up = self._in_a_while()

    def _in_a_while(self) -> float:
        return time.monotonic() + self.mind.patience

    def _next(self) -> Task:
        left = None if self._gives_up is None else max(0.0, self._gives_up - time.monotonic())
        try:
            return self._tasks.get(timeout=left)
        except Empty:
            return self._give_up

    def _give_up(self) -> None:
        """Answer for an agent that does not: a legal move by chance, and why."""
        thought = self.thought
        assert thought is not None
        thought.dropped.set()
        if not self.mind.kill():  # the old thread ends with its thought, whenever that is
            self._thoughts.put(None)
            self._thoughts = SimpleQueue()
            self._thinks = self._start("plyground mind", partial(self._think, self._thoughts))
        chance = Random(seed=thought.seed).search(thought.position)
        text = thought.position.write(chance.move)
        why = f"the agent did not stop in {self.mind.patience:g} s: a random move is made in its place"
        self._answered(thought, Reply(text, why))

    def _answered(self, thought: Thought, reply: Reply) -> None:
        if thought is self.thought:
            self.thought = self._gives_up = None
            self._dialog.answered(thought, reply)

    def _found(self, thought: Thought, found: Found) -> None:
        if thought is self.thought:
            self._dialog.found(thought, found)

    def _obey(self, line: str | None) -> None:
        self._turn.release()
        if line is None:
            self._dialog.refuse_long_line()
        elif line:
            self._dialog.obey(line)

    def _read(self) -> None:
        """What the thread that reads does."""
        with suppress(OSError):  # a terminal that is gone
            for line in self._wire.lines():
                self._turn.acquire()
                self._tasks.put(partial(self._obey, line))
        self._tasks.put(self.leave)

    def _think(self, thoughts: SimpleQueue[Thought | None]) -> None:
        """What the thread that thinks does."""
        while (thought := thoughts.get()) is not None:
            try:
                reply = self.mind.think(thought, partial(self._report, thought))
            except PlygroundError as error:
                reply = Reply(None, str(error))
            except Exception as error:  # noqa: BLE001 - a thought that fails is answered, as any other
                reply = Reply(None, told(error))
            self._tasks.put(partial(self._answered, thought, reply))

    def _report(self, thought: Thought, found: Found) -> None:
        self._tasks.put(partial(self._found, thought, found))

    def _start(self, name: str, target: Callable[[], None]) -> threading.Thread:
        usual = threading.stack_size(STACK)
        thread = threading.Thread(target=target, name=name, daemon=True)
        thread.start()
        threading.stack_size(usual)
        return thread

    def _close(self) -> None:
        self._thoughts.put(None)
        if self.thought is not None:
            self.thought.stop.set()
            self.thought.dropped.set()
        until = time.monotonic() + _TO_LEAVE
        while self._thinks.is_alive() and time.monotonic() < until:
            if self.thought is not None:  # again and again: its process may just be starting
                self.mind.kill()
            self._thinks.join(0.05)
        self.mind.close()
