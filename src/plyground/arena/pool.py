"""Pools that play the pairs of a plan: in worker processes on this machine, or in this process."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, Self

from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import Done, Job, Pair, PairRecord
from plyground.errors import Failed, PlygroundError
from plyground.workers.messages import Trouble
from plyground.workers.object_channel import ObjectWorker, wait_for_answers
from plyground.workers.scratch import sweep_scratch_folders

MAX_DEATHS = 3  # of workers at one job, before it is given up


def default_workers(plan: Plan) -> int:
    """As many workers as there are cores; where time counts, one core is left for the arena itself."""
    return max(1, count_cores() - 1 if plan.timed else count_cores())


def count_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pool(ABC):
    """Runs jobs, on this machine or on a cluster."""

    @abstractmethod
    def done(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """The jobs and their answers in the order in which they are done; few are begun ahead."""

    @abstractmethod
    def close(self) -> None:
        """End all workers and everything that they have started."""

    def play(self, pairs: Iterable[Pair]) -> Iterator[PairRecord]:
        """The pairs' records in the order in which they are done."""
        for _, record in self.done(pairs):
            assert isinstance(record, PairRecord)
            yield record

    def check(self, numbers: Iterable[int]) -> dict[int, Trouble | None]:
        """What keeps each agent from beginning a game, if anything."""
        return dict(self.check_each(numbers))

    def check_each(self, numbers: Iterable[int]) -> Iterator[tuple[int, Trouble | None]]:
        """The same one by one, in the order in which they are done."""
        for job, trouble in self.done(numbers):
            if isinstance(job, int) and not isinstance(trouble, PairRecord):
                yield job, trouble

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LocalPool(Pool):
    """A number of worker processes, started at once and ended together."""

    def __init__(self, plan: Plan, workers: int) -> None:
        self._plan = plan
        self._workers: list[PairWorker] = []
        sweep_scratch_folders()
        try:
            for _ in range(workers):
                self._workers.append(PairWorker(plan))
        except BaseException:
            self.close()
            raise

    def done(self, jobs: Iterable[Job]) -> Iterator[Done]:
        waiting = iter(jobs)
        for worker in self._workers:
            worker.take(next(waiting, None))
        while busy := [worker for worker in self._workers if worker.job is not None]:
            for worker in wait_for_answers(busy):
                job = worker.job
                assert job is not None
                try:
                    answer = worker.receive()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                if isinstance(answer, PlygroundError):
                    raise answer
                worker.deaths = 0
                worker.take(next(waiting, None))
                yield job, answer

    @property
    def processes(self) -> list[int]:
        """The numbers of the worker processes."""
        return [worker.pid for worker in self._workers]

    def _replace(self, dead: PairWorker) -> None:
        """Give the job of a dead worker to a new one: nothing of it was stored."""
        dead.end()
        sweep_scratch_folders()  # its agents cannot have been ended in order
        if dead.deaths + 1 >= MAX_DEATHS:
            raise too_many_deaths(dead)
        successor = PairWorker(self._plan, dead.deaths + 1)
        self._workers[self._workers.index(dead)] = successor
        successor.take(dead.job)

    def close(self) -> None:
        for worker in self._workers:
            worker.ask_to_end()
        for worker in self._workers:
            worker.end()
        self._workers.clear()
        sweep_scratch_folders()


class PairWorker(ObjectWorker):
    """One process that plays the pairs of a plan, in a folder where it finds users' files."""

    def __init__(self, plan: Plan, deaths: int = 0, folder: str | None = None) -> None:
        super().__init__("plyground.arena.pair_main", folder)
        self.plan = plan
        self.deaths = deaths
        self.job: Job | None = None
        self.send(plan)

    def take(self, job: Job | None) -> None:
        """Begin a job, or none."""
        self.job = job
        if job is not None:
            self.send(job)

    def ask(self, job: Job) -> Any:
        """The answer to a job; EOFError or OSError, if the process dies of it."""
        self.take(job)
        return self.receive()


def too_many_deaths(worker: PairWorker) -> Failed:
    """The error when one worker after the other has died at a job."""
    names = ""
    if isinstance(worker.job, Pair):
        names = ", of " + " and ".join(worker.plan.names[agent] for agent in worker.job.agents)
    return Failed(
        f"a player process died {MAX_DEATHS} times at the same pair (status {worker.status}){names}: "
        "an agent may have killed or halted it; in a --sandbox none can"
    )


class InProcessPool(Pool):
    """No other process at all: jobs are done in this one, for agents that are trusted."""

    def __init__(self, plan: Plan) -> None:
        self._player = PairPlayer(plan)

    def done(self, jobs: Iterable[Job]) -> Iterator[Done]:
        for job in jobs:
            yield job, self._player.do(job)

    def close(self) -> None:
        self._player.close()
