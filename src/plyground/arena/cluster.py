"""Players on any number of machines: the same pairs as tasks of Dask, which looks after dead machines.

Only the process that asked for the run writes its store. Few pairs are on their way at a time, and the
cluster forgets at once what has arrived.
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

from plyground.arena.cluster_link import LOCAL, LOST, check_address, connected, talking
from plyground.arena.cluster_local import local_cluster
from plyground.arena.cluster_worker import Answer, Errand, dismiss, perform
from plyground.arena.plan import Plan
from plyground.arena.pool import Done, Job, Pool
from plyground.arena.records import Pair
from plyground.arena.run import digests, usual_workers
from plyground.errors import Failed, PlygroundError

if TYPE_CHECKING:
    from distributed import Client

AHEAD = 2  # pairs on their way for every thread of the cluster: one is played, one waits
MOST_KILLS = 3  # times that Dask gives a pair up because its workers die, before we do
_WITHOUT_WORKERS = 300.0  # seconds in the middle of a run: machines may be started again
_LOOK = 2.0  # how often workers are counted
_GOODBYE = 30.0


class ClusterPool(Pool):
    """The workers of a cluster; with a number of workers, at most so many pairs at a time."""

    def __init__(self, plan: Plan, address: str, workers: int | None = None) -> None:
        check_address(address)
        self._errand = Errand(uuid4().hex, plan, str(Path.cwd()), digests(plan))
        self._most = workers
        with ExitStack() as opened:
            if address == LOCAL:
                wanted = min(workers or usual_workers(plan), plan.total_pairs)
                address, self._most = opened.enter_context(local_cluster(wanted)), None
            self._client = opened.enter_context(connected(address))
            opened.callback(self._dismiss)
            self._opened = opened.pop_all()

    def done(self, jobs: Iterable[Job]) -> Iterator[Done]:
        waiting, census = iter(jobs), Census(self._client)
        flight = Flight(self._client.get_executor(pure=False), self._errand)
        job = next(waiting, None)
        try:
            while job is not None or len(flight):
                most = AHEAD * census.threads
                while job is not None and len(flight) < min(most, self._most or most):
                    flight.begin(job)
                    job = next(waiting, None)
                yield from flight.land(_LOOK)
                census.renew()
        finally:
            flight.end()

    def _dismiss(self) -> None:
        """Have players end now; who does not hear it has some that end by themselves in a while."""
        if self._client.status != "running":
            return

        def say() -> None:
            with suppress(Exception):
                self._client.run(dismiss, self._errand.run, on_error="ignore")

        saying = Thread(target=say, daemon=True)
        saying.start()
        saying.join(_GOODBYE)

    def close(self) -> None:
        """End the players everywhere, and a cluster of our own as a whole."""
        self._opened.close()


class Flight:
    """Jobs that are on their way through an executor."""

    def __init__(self, executor: Executor, errand: Errand) -> None:
        self._executor = executor
        self._errand = errand
        self._flying: dict[Future[Answer], tuple[Job, int]] = {}
        self._landed: SimpleQueue[Future[Answer]] = SimpleQueue()

    def __len__(self) -> int:
        return len(self._flying)

    def begin(self, job: Job, kills: int = 0) -> None:
        """Send a job off; so often has Dask given it up before."""
        with talking():
            future = self._executor.submit(perform, self._errand, job)
        self._flying[future] = job, kills
        future.add_done_callback(self._landed.put)

    def land(self, seconds: float) -> Iterator[Done]:
        """The next job that is done and its answer, or nothing if none is within some seconds."""
        from distributed import KilledWorker

        try:
            future = self._landed.get(timeout=seconds)
        except Empty:
            return
        job, kills = self._flying.pop(future)
        if not future.cancelled() and isinstance(future.exception(), KilledWorker):
            if kills + 1 >= MOST_KILLS:
                raise Failed(f"{_named(job)} was given up: one worker after the other died of it")
            self.begin(job, kills + 1)
            return
        with talking():
            answer = future.result()
        del future  # nobody holds it any more: the cluster forgets what it holds
        if isinstance(answer, PlygroundError):
            raise answer
        yield job, answer

    def end(self) -> None:
        """Forget what has not landed."""
        with suppress(Exception):  # the cluster is gone, and the jobs with it
            self._executor.shutdown(wait=False)


class Census:
    """How many threads a cluster has, looked up now and then."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._last_seen = time.monotonic()
        self._count()

    def renew(self) -> None:
        """Count again, if the last time is long ago; a cluster without anybody is given up in the end."""
        if time.monotonic() - self._counted > _LOOK:
            self._count()
        if time.monotonic() - self._last_seen > _WITHOUT_WORKERS:
            raise Failed(LOST.format(f"it has had no workers for {_WITHOUT_WORKERS:.0f} s"))

    def _count(self) -> None:
        with talking():
            self.threads = sum(self._client.nthreads().values())
        self._counted = time.monotonic()
        if self.threads:
            self._last_seen = self._counted


def _named(job: Job) -> str:
    return f"pair {job.number}" if isinstance(job, Pair) else f"the check of agent {job}"
