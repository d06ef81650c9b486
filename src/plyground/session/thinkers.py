"""Processes that think for sessions: a bounded number, kept warm; what is cancelled ends at once."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.arena.records import Trouble
from plyground.arena.worker import Reply, Worker
from plyground.errors import PlygroundError
from plyground.processes import signal_group

MOST_KNOWN = 1_000  # games
Request = tuple[dict[str, Any], float]  # a message, and the seconds that its answer may take
LONGEST_ANSWER = 1 << 24  # bytes: a search that is written down is long


def mind_command() -> list[str]:
    """The command of a process that thinks."""
    return [sys.executable, "-P", "-m", "plyground.session.mind", str(os.getpid())]


def started() -> Worker | Trouble:
    """A process that thinks, or why there is none."""
    try:
        return Worker(mind_command(), LONGEST_ANSWER)
    except (OSError, PlygroundError) as error:
        return Trouble("start", str(error))


@dataclass(eq=False)
class Thought:
    """Requests to be answered one after the other; the last answer counts, or the first trouble."""

    requests: Sequence[Request]
    wake: Callable[[], None]
    key: str | None = (
        None  # thoughts with the same one are best thought by the same process, which remembers
    )
    reply: Reply | Trouble | None = None  # when there is one
    cancelled: bool = False
    _process: int | None = None  # which one works on it
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def cancel(self) -> None:
        """Have nothing to do with it any more: the process that works on it is killed."""
        with self._lock:
            self.cancelled = True
            if self._process is not None:
                signal_group(self._process, signal.SIGKILL)
                self._process = None

    def fail(self, trouble: Trouble) -> None:
        """There is nobody to think it."""
        with self._lock:
            self.reply = None if self.cancelled else trouble
        self.wake()

    def be_thought(self, worker: Worker) -> None:
        """Ask the worker, and wake whoever waits, unless it was cancelled."""
        with self._lock:
            if self.cancelled:
                return
            self._process = worker.pid
        reply: Reply | Trouble | None = None
        for message, allowance in self.requests:
            reply = worker.ask(message, allowance)
            if isinstance(reply, Trouble) or "error" in reply:
                break
        with self._lock:
            self._process = None
            self.reply = None if self.cancelled else reply
        if self.cancelled:
            worker.close()  # it was killed, perhaps after its last answer: nobody else is to ask it
        else:
            self.wake()


class Thinkers:
    """At most so many processes, each with a thread that asks it."""

    def __init__(self, most: int = 2) -> None:
        self.most = most
        self._waiting: deque[Thought] = deque()
        self._news = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._current: dict[threading.Thread, Thought] = {}
        self._knows: dict[str, threading.Thread] = {}  # who has thought in which game
        self._idle = 0
        self._closed = False

    def warm(self) -> None:
        """Start one process now, so that the first answer does not wait for it."""
        with self._news:
            if not self._threads and not self._closed:
                self._start()

    def ask(self, requests: Sequence[Request], wake: Callable[[], None], key: str | None = None) -> Thought:
        """Have requests answered in their turn; `wake` is called from another thread when they are."""
        thought = Thought(requests, wake, key)
        with self._news:
            self._waiting.append(thought)
            if self._idle < len(self._waiting) and len(self._threads) < self.most and not self._closed:
                self._start()
            self._news.notify_all()
        return thought

    @property
    def load(self) -> int:
        """How many thoughts wait or are being thought."""
        with self._news:
            return sum(not t.cancelled for t in (*self._waiting, *self._current.values()))

    def close(self) -> None:
        """Kill every process, and wait until they are gone."""
        with self._news:
            self._closed = True
            pending = [*self._waiting, *self._current.values()]
            self._waiting.clear()
            self._news.notify_all()
        for thought in pending:
            thought.cancel()
        for thread in self._threads:
            thread.join(5)

    def __enter__(self) -> Thinkers:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _start(self) -> None:
        thread = threading.Thread(target=self._serve, name="plyground thinker", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _serve(self) -> None:
        worker = started()
        try:
            while (thought := self._next()) is not None:
                if isinstance(worker, Trouble):  # there was no room for a process: perhaps there is now
                    worker = started()
                if isinstance(worker, Trouble):
                    thought.fail(worker)
                else:
                    thought.be_thought(worker)
                with self._news:
                    del self._current[threading.current_thread()]
                if isinstance(worker, Worker) and worker.closed:  # so that the next need not wait for it
                    worker = started()
        finally:
            if isinstance(worker, Worker):
                worker.close()

    def _next(self) -> Thought | None:
        me = threading.current_thread()
        with self._news:
            self._idle += 1
            while (thought := self._for(me)) is None and not self._closed:
                self._news.wait()
            self._idle -= 1
            if thought is None or self._closed:
                return None
            self._waiting.remove(thought)
            self._current[me] = thought
            if thought.key is not None:
                self._knows[thought.key] = me
                if len(self._knows) > MOST_KNOWN:
                    del self._knows[next(iter(self._knows))]
            return thought

    def _for(self, me: threading.Thread) -> Thought | None:
        """The first thought that waits, unless somebody who knows its game is free to take it."""
        for thought in self._waiting:
            knows = self._knows.get(thought.key) if thought.key else None
            if knows in (None, me) or knows in self._current:
                return thought
        return None
