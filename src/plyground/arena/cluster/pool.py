"""A pool on any number of machines: pairs are tasks of Dask, which handles dead machines.

Only the process that began the run writes its store. Few pairs are submitted at a time, and the cluster
forgets results as soon as they have arrived.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING
from uuid import uuid4

from plyground.arena.cluster.connection import (
    LOCAL,
    LOST,
    check_address,
    cluster_errors,
    connect,
    local_cluster,
)
from plyground.arena.cluster.worker import Answer, RunTask, dismiss, perform
from plyground.arena.plan import Plan
from plyground.arena.pool import Pool, default_workers
from plyground.arena.records import Done, Job, Pair
from plyground.arena.user_files import digests
from plyground.errors import Failed, PlygroundError

if TYPE_CHECKING:
    from distributed import Client

AHEAD = 2  # pairs for every thread of the cluster: one is played, one waits
MAX_KILLS = 3  # times that Dask may give up a pair because its workers die
_WITHOUT_WORKERS = 300.0  # seconds without any worker in a run: machines may be restarting
_LOOK = 2.0  # seconds between two counts of the workers
_GOODBYE = 30.0


class ClusterPool(Pool):
    """The workers of a cluster; with a number of workers, at most so many pairs at a time."""

    def __init__(self, plan: Plan, address: str, workers: int | None = None) -> None:
        check_address(address)
        self._task = RunTask(uuid4().hex, plan, str(Path.cwd()), digests(plan))
        self._most = workers
        with ExitStack() as opened:
            if address == LOCAL:
                wanted = min(workers or default_workers(plan), plan.total_pairs)
                address, self._most = opened.enter_context(local_cluster(wanted)), None
            self._client = opened.enter_context(connect(address))
            opened.callback(self._dismiss)
            self._opened = opened.pop_all()

    def done(self, jobs: Iterable[Job]) -> Iterator[Done]:
        waiting, count = iter(jobs), ThreadCount(self._client)
        pending = PendingJobs(self._client.get_executor(pure=False), self._task)
        job = next(waiting, None)
        try:
            while job is not None or len(pending):
                most = AHEAD * count.threads
                while job is not None and len(pending) < min(most, self._most or most):
                    pending.begin(job)
                    job = next(waiting, None)
                yield from pending.finish_next(_LOOK)
                count.renew()
        finally:
            pending.end()

    def _dismiss(self) -> None:
        """End the players of all machines; unreachable ones end by themselves after a while."""
        if self._client.status != "running":
            return

        def say() -> None:
            with suppress(Exception):
                self._client.run(dismiss, self._task.run, on_error="ignore")

        saying = Thread(target=say, daemon=True)
        saying.start()
        saying.join(_GOODBYE)

    def close(self) -> None:
        """End all players, and a cluster of our own."""
        self._opened.close()


class PendingJobs:
    """Jobs that were submitted to an executor."""

    def __init__(self, executor: Executor, task: RunTask) -> None:
        self._executor = executor
        self._task = task
        self._pending: dict[Future[Answer], tuple[Job, int]] = {}
        self._finished: SimpleQueue[Future[Answer]] = SimpleQueue()

    def __len__(self) -> int:
        return len(self._pending)

    def begin(self, job: Job, kills: int = 0) -> None:
        """Submit a job; `kills` counts how often Dask has given it up."""
        with cluster_errors():
            future = self._executor.submit(perform, self._task, job)
        self._pending[future] = job, kills
        future.add_done_callback(self._finished.put)

    def finish_next(self, seconds: float) -> Iterator[Done]:
        """The next finished job with its answer, if one finishes within some seconds."""
        from distributed import KilledWorker

        try:
            future = self._finished.get(timeout=seconds)
        except Empty:
            return
        job, kills = self._pending.pop(future)
        if not future.cancelled() and isinstance(future.exception(), KilledWorker):
            if kills + 1 >= MAX_KILLS:
                raise Failed(f"{_describe(job)} was given up: one worker after the other died of it")
            self.begin(job, kills + 1)
            return
        with cluster_errors():
            answer = future.result()
        del future  # without references, the cluster frees the result
        if isinstance(answer, PlygroundError):
            raise answer
        yield job, answer

    def end(self) -> None:
        """Forget all jobs that have not finished."""
        with suppress(Exception):  # the cluster is gone, and the jobs with it
            self._executor.shutdown(wait=False)


class ThreadCount:
    """The number of threads of a cluster, updated now and then."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._last_seen = time.monotonic()
        self._count()

    def renew(self) -> None:
        """Count again after a while; a cluster without workers is given up in the end."""
        if time.monotonic() - self._counted > _LOOK:
            self._count()
        if time.monotonic() - self._last_seen > _WITHOUT_WORKERS:
            raise Failed(LOST.format(f"it has had no workers for {_WITHOUT_WORKERS:.0f} s"))

    def _count(self) -> None:
        with cluster_errors():
            self.threads = sum(self._client.nthreads().values())
        self._counted = time.monotonic()
        if self.threads:
            self._last_seen = self._counted


def _describe(job: Job) -> str:
    return f"pair {job.number}" if isinstance(job, Pair) else f"the check of agent {job}"
