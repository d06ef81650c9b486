"""Searches for sessions in a browser: Web Workers, which can be ended at any time, in place of processes.

The page's own worker must stay free for the next click, and Python in a browser has no threads and hears no
signals. So a search runs in a worker of its own (search_worker.py), a cancelled one is ended at once, and
another stands ready, because Python takes a second or more to start.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from plyground.session.search_pool import Request, SearchPool, SearchTask
from plyground.workers.channel import Reply
from plyground.workers.messages import Cost, Trouble

SPARE_DELAY = 1.0  # seconds before another worker is started that nobody waits for yet


class BrowserWorker(Protocol):
    """A Web Worker that answers the messages of a search process."""

    def send(self, text: str) -> None: ...
    def end(self) -> None: ...


StartWorker = Callable[[Callable[[str], None]], BrowserWorker]  # is given what to call with each message


@dataclass(eq=False)
class WorkerTask(SearchTask):
    """Requests that a worker answers one after the other."""

    drop: Callable[[WorkerTask], None] = lambda task: None

    def cancel(self) -> None:
        """Cancel the task; its worker is ended."""
        if not self.cancelled:
            self.cancelled = True
            self.drop(self)


@dataclass(eq=False)
class SearchWorker:
    """A worker, and what it does now."""

    browser: BrowserWorker | None = None
    is_ready: bool = False
    task: WorkerTask | None = None
    asked: int = 0  # requests of the task that were sent
    since: float = 0.0
    timer: asyncio.TimerHandle | None = None
    keys: set[str | None] = field(default_factory=set)  # of the games whose agents it keeps


class WorkerPool(SearchPool):
    """One search at a time, and a worker to spare."""

    def __init__(self, start: StartWorker) -> None:
        super().__init__(size=1)
        self._start_worker = start
        self._loop = asyncio.get_event_loop()
        self._workers: list[SearchWorker] = []
        self._tasks: deque[WorkerTask] = deque()

    def warm(self) -> None:
        """Start a worker now, so that the first answer does not wait for it."""
        if not self._workers:
            self._add_worker()

    def ask(
        self, requests: Sequence[Request], wake: Callable[[], None], key: str | None = None
    ) -> SearchTask:
        """A new task for these requests; `wake` is called when it is done."""
        task = WorkerTask(requests, wake, key, drop=self._drop)
        self._tasks.append(task)
        self._go_on()
        return task

    @property
    def load(self) -> int:
        """How many tasks wait or run."""
        return len(self._tasks) + sum(worker.task is not None for worker in self._workers)

    def close(self) -> None:
        """End all workers."""
        self._tasks.clear()
        for worker in list(self._workers):
            self._end(worker)

    def _add_worker(self) -> None:
        worker = SearchWorker()
        self._workers.append(worker)
        worker.browser = self._start_worker(lambda text: self._take(worker, json.loads(text)))

    def _go_on(self) -> None:
        """Give the next task to a worker, if none is at work."""
        if not self._tasks or any(worker.task for worker in self._workers):
            return
        self.warm()
        key = self._tasks[0].key
        ready = [worker for worker in self._workers if worker.is_ready] or self._workers
        worker = next((worker for worker in ready if key in worker.keys), ready[0])
        worker.task, worker.asked = self._tasks.popleft(), 0
        worker.keys.add(key)
        if worker.is_ready:
            self._send_next(worker)

    def _send_next(self, worker: SearchWorker) -> None:
        assert worker.task is not None
        assert worker.browser is not None
        message, allowance = worker.task.requests[worker.asked]
        worker.asked, worker.since = worker.asked + 1, time.perf_counter()
        worker.timer = self._loop.call_later(allowance, self._late, worker)
        worker.browser.send(json.dumps({"id": worker.asked, **message}))

    def _take(self, worker: SearchWorker, message: dict[str, Any]) -> None:
        """A message of a worker: that it is there, that it has failed, or an answer."""
        if worker not in self._workers:
            return
        if "failed" in message:
            self._finish(worker, Trouble("crash", message["failed"]))
            self._end(worker)
        elif "ready" in message:
            worker.is_ready = True
            if worker.task is not None:
                self._send_next(worker)
            for other in [other for other in self._workers if other.task and other.task.cancelled]:
                self._end(other)
            self._loop.call_later(SPARE_DELAY, self._add_spare)
        elif worker.task is not None:
            self._take_answer(worker, message)
        self._go_on()

    def _take_answer(self, worker: SearchWorker, message: dict[str, Any]) -> None:
        assert worker.task is not None
        if worker.timer is not None:
            worker.timer.cancel()
        if "error" in message or worker.task.cancelled or worker.asked == len(worker.task.requests):
            reply = Reply(message)
            reply.cost = Cost(time.perf_counter() - worker.since)
            self._finish(worker, reply)
        else:
            self._send_next(worker)

    def _finish(self, worker: SearchWorker, reply: Reply | Trouble) -> None:
        task, worker.task = worker.task, None
        if task is not None and not task.cancelled:
            task.reply = reply
            task.wake()

    def _late(self, worker: SearchWorker) -> None:
        self._finish(worker, Trouble("time", "no answer in time"))
        self._end(worker)
        self._go_on()

    def _drop(self, task: WorkerTask) -> None:
        """End the worker of a task that was cancelled; the spare one takes its place."""
        if task in self._tasks:
            self._tasks.remove(task)
        for worker in [worker for worker in self._workers if worker.task is task]:
            if not worker.asked:
                worker.task = None
            elif any(other.is_ready for other in self._workers if other is not worker):
                self._end(worker)
            else:
                self._add_spare()  # nobody can take its place yet: until then it may go on
        self._loop.call_soon(self._go_on)

    def _end(self, worker: SearchWorker) -> None:
        if worker.timer is not None:
            worker.timer.cancel()
        self._workers.remove(worker)
        if worker.browser is not None:
            worker.browser.end()
        self._loop.call_later(SPARE_DELAY if self._workers else 0, self._add_spare)

    def _add_spare(self) -> None:
        if len(self._workers) < 2 and all(worker.is_ready for worker in self._workers):
            self._add_worker()
