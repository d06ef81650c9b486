"""Processes that search for sessions: a limited number, kept ready. A cancelled task is killed at once."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.agents import load_entrant
from plyground.agents.rules_files import rules_files
from plyground.agents.seats import confinement_message, entrant_files
from plyground.data_folder import runs_environment
from plyground.errors import PlygroundError
from plyground.processes import signal_group
from plyground.workers.channel import Reply, Worker
from plyground.workers.confinement import Confinement, clean_environment
from plyground.workers.messages import Trouble
from plyground.workers.process import module_command
from plyground.workers.scratch import ScratchFolder
from plyground.workers.serve import Message

MAX_KEYS = 1_000
Request = tuple[dict[str, Any], float]  # a message, and the seconds its answer may take
OCCUPIED = "occupied"  # the answer of a process that is confined to another agent's files
MAX_ANSWER = 1 << 24  # bytes: the trace of a search is long


def search_command(folder: Path) -> list[str]:
    """The command line of a search process, and the folder that users' agents in it can write to."""
    return module_command("plyground.session.search_main", os.getpid(), folder)


def start_worker() -> Worker | Trouble:
    """A new search process, or the reason why it did not start."""
    try:
        scratch = ScratchFolder.new()
        env = clean_environment(os.environ, str(scratch.folder))
        return Worker(search_command(scratch.folder), MAX_ANSWER, env, stranger=True, scratch=scratch)
    except (OSError, PlygroundError) as error:
        return Trouble("start", str(error))


@dataclass(eq=False)
class SearchTask:
    """Requests that are answered one after the other. The last answer counts, or the first trouble."""

    requests: Sequence[Request]
    wake: Callable[[], None]
    key: str | None = None  # tasks with the same key prefer the same worker, whose agent may keep state
    reply: Reply | Trouble | None = None  # None until the task is done
    cancelled: bool = False
    _process: int | None = None  # the worker's process id, while it works on this task
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def cancel(self) -> None:
        """Cancel the task; its worker process is killed."""
        with self._lock:
            self.cancelled = True
            if self._process is not None:
                signal_group(self._process, signal.SIGKILL)
                self._process = None

    def fail(self, trouble: Trouble) -> None:
        """End the task without a worker: none could be started."""
        with self._lock:
            self.reply = None if self.cancelled else trouble
        self.wake()

    def run(self, worker: Worker) -> bool:
        """Have the worker answer the requests, then call `wake`, unless the task was cancelled.

        False if it needs another process: this one is confined to another agent's files.
        """
        with self._lock:
            if self.cancelled:
                return True
            self._process = worker.pid
        reply: Reply | Trouble | None = None
        for message, allowance in self.requests:
            reply = worker.ask(message, allowance)
            if isinstance(reply, Trouble) or "error" in reply or OCCUPIED in reply:
                break
        with self._lock:
            self._process = None
            occupied = reply is not None and OCCUPIED in reply and not self.cancelled
            self.reply = None if self.cancelled or occupied else reply
        if self.cancelled or occupied:
            worker.close()  # it was killed, perhaps after its last answer: no other task may use it
        else:
            self.wake()
        return not occupied


class SearchPool:
    """A limited number of search processes, each with a thread that gives it tasks."""

    def __init__(self, size: int = 2, confinement: Confinement | None = None) -> None:
        self.size = size
        self.confinement = confinement or Confinement()  # of users' agents
        self._waiting: deque[SearchTask] = deque()
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._current: dict[threading.Thread, SearchTask] = {}
        self._last_thread: dict[str, threading.Thread] = {}  # which thread worked last on a key
        self._idle = 0
        self._closed = False

    def warm(self) -> None:
        """Start one process now, so that the first answer does not wait for it."""
        with self._changed:
            if not self._threads and not self._closed:
                self._start()

    def ask(
        self, requests: Sequence[Request], wake: Callable[[], None], key: str | None = None
    ) -> SearchTask:
        """A new task for these requests; `wake` is called from another thread when it is done."""
        task = SearchTask([(self._confined(message), seconds) for message, seconds in requests], wake, key)
        with self._changed:
            self._waiting.append(task)
            if self._idle < len(self._waiting) and len(self._threads) < self.size and not self._closed:
                self._start()
            self._changed.notify_all()
        return task

    def _confined(self, message: Message) -> Message:
        """A message; where it names a user's agent, with what the process has to confine itself to.

        Our own agents are told where trainings are kept.
        """
        if "trace" in message:
            return message | {"runs": runs_environment()}
        if "prepare" not in message:
            return message
        with suppress(PlygroundError):  # then the process says what is wrong with the agent
            entrant = load_entrant(message["prepare"])
            if not entrant.trusted:
                files = (*entrant_files(entrant), *rules_files(message["game"]))
                return message | confinement_message(self.confinement, files)
            return message | {"runs": runs_environment()}
        return message

    @property
    def load(self) -> int:
        """How many tasks wait or run."""
        with self._changed:
            return sum(not t.cancelled for t in (*self._waiting, *self._current.values()))

    def close(self) -> None:
        """Kill all processes, and wait until they have ended."""
        with self._changed:
            self._closed = True
            pending = [*self._waiting, *self._current.values()]
            self._waiting.clear()
            self._changed.notify_all()
        for task in pending:
            task.cancel()
        for thread in self._threads:
            thread.join(5)

    def __enter__(self) -> SearchPool:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _start(self) -> None:
        thread = threading.Thread(target=self._serve, name="plyground search", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _serve(self) -> None:
        worker = start_worker()
        try:
            while (task := self._next()) is not None:
                if isinstance(worker, Trouble):  # no process could be started: try again
                    worker = start_worker()
                while isinstance(worker, Worker) and not task.run(worker):
                    worker = start_worker()
                if isinstance(worker, Trouble):
                    task.fail(worker)
                with self._changed:
                    del self._current[threading.current_thread()]
                if isinstance(worker, Worker) and worker.closed:  # now, so that the next task need not wait
                    worker = start_worker()
        finally:
            if isinstance(worker, Worker):
                worker.close()

    def _next(self) -> SearchTask | None:
        me = threading.current_thread()
        with self._changed:
            self._idle += 1
            while (task := self._task_for(me)) is None and not self._closed:
                self._changed.wait()
            self._idle -= 1
            if task is None or self._closed:
                return None
            self._waiting.remove(task)
            self._current[me] = task
            if task.key is not None:
                self._last_thread[task.key] = me
                if len(self._last_thread) > MAX_KEYS:
                    del self._last_thread[next(iter(self._last_thread))]
            return task

    def _task_for(self, me: threading.Thread) -> SearchTask | None:
        """The first task that waits, unless another free thread worked on its key before."""
        for task in self._waiting:
            last = self._last_thread.get(task.key) if task.key else None
            if last in (None, me) or last in self._current:
                return task
        return None
