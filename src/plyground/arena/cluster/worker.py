"""Tasks on a machine of a cluster: a player process of that machine does the job.

Dask's own process only waits: a player can kill its agents, adopt their orphans and pin them to a core.
"""

from __future__ import annotations

import asyncio
import platform
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Condition, Thread
from typing import Any, NamedTuple

from plyground.arena.plan import Plan
from plyground.arena.pool import MAX_DEATHS, PairWorker, too_many_deaths
from plyground.arena.records import Digests, Job, PairRecord
from plyground.errors import PlygroundError
from plyground.workers.messages import Trouble
from plyground.workers.scratch import sweep_scratch_folders

Answer = PairRecord | Trouble | PlygroundError | None
_MAX_GOODBYE = 10.0  # seconds, before a player is killed


@dataclass(frozen=True)
class RunTask:
    """What a player on any machine has to know about a run."""

    run: str  # a unique name
    plan: Plan
    folder: str  # where relative paths of users' files begin
    digests: Digests
    version: str = field(default_factory=lambda: version("plyground"))


def perform(task: RunTask, job: Job) -> Answer:
    """The function of a task: an error is returned, so that Dask neither logs nor repeats it."""
    try:
        return _pool.perform(task, job)
    except PlygroundError as error:
        return error


async def dismiss(run: str) -> None:
    """End the players of a run, without blocking Dask's event loop."""
    await asyncio.to_thread(_pool.dismiss, run)


class _Idle(NamedTuple):
    player: PairWorker
    run: str
    since: float


class PlayerPool:
    """The players of this process: each does one task at a time, and is kept for the next pair of its run.

    One thread of ours, the keeper, starts them all, because they end with the thread that started them.
    """

    def __init__(self, patience: float = 60.0) -> None:
        self._patience = patience  # seconds after which an idle player is ended
        self._change = Condition()
        self._idle: list[_Idle] = []
        self._busy: dict[PairWorker, str] = {}
        self._over: set[str] = set()  # runs that are over, though tasks may still come
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        self._keeper: Thread | None = None

    def perform(self, task: RunTask, job: Job) -> Answer:
        """Do a job with a player; with another one, if it dies."""
        for _ in range(MAX_DEATHS):
            player = self._take_idle(task) or self._call_keeper(lambda: self._start(task))
            try:
                if player.job is None and task.digests:  # it is new
                    refusal: Answer = player.ask(task.digests)
                    if isinstance(refusal, PlygroundError):
                        raise refusal
                answer: Answer = player.ask(job)
            except (EOFError, OSError):
                self._end(player)
                sweep_scratch_folders()
            except BaseException:
                self._end(player)
                raise
            else:
                self._give_back(player)
                return answer
        raise too_many_deaths(player)

    def dismiss(self, run: str) -> None:
        """End all players of a run, busy ones included; their callers get an error."""
        with self._change:
            self._over.add(run)
        if self._keeper is None:
            return
        self._call_keeper(lambda: self._end_run(run))
        with self._change:
            if self._change.wait_for(lambda: run not in self._busy.values(), _MAX_GOODBYE):
                return
            for player in (player for player, other in self._busy.items() if other == run):
                player.kill()
            self._change.wait_for(lambda: run not in self._busy.values(), _MAX_GOODBYE)

    def _take_idle(self, task: RunTask) -> PairWorker | None:
        """A player that knows the run, if one is free."""
        with self._change:
            self._check_not_over(task)
            for idle in self._idle:
                if idle.run == task.run:
                    self._idle.remove(idle)
                    self._busy[idle.player] = task.run
                    return idle.player
        return None

    def _check_not_over(self, task: RunTask) -> None:
        if task.run in self._over:
            raise PlygroundError("the run is over")

    def _give_back(self, player: PairWorker) -> None:
        with self._change:
            run = self._busy[player]
            if run not in self._over:
                del self._busy[player]
                self._idle.append(_Idle(player, run, time.monotonic()))
                return
        self._end(player)

    def _end(self, player: PairWorker) -> None:
        player.end()
        with self._change:
            self._busy.pop(player, None)
            self._change.notify_all()

    # ---------------------------------------------------------------- in the keeper's thread

    def _call_keeper(self, call: Callable[[], Any]) -> Any:
        """Make a call in the keeper's thread; its result."""
        with self._change:
            if self._keeper is None:
                self._keeper = Thread(target=self._keep, name="plyground players", daemon=True)
                self._keeper.start()
        done: Future[Any] = Future()
        self._calls.put((done, call))
        return done.result()

    def _keep(self) -> None:
        """The keeper's thread: make calls one after the other, and end idle players."""
        while True:
            with suppress(Empty):
                watching = self._idle or self._busy
                done, call = self._calls.get(timeout=self._patience / 4 if watching else None)
                try:
                    done.set_result(call())
                except BaseException as error:  # noqa: BLE001 - the caller gets it
                    done.set_exception(error)
                del done, call
            self._end_idle(lambda idle: time.monotonic() - idle.since > self._patience)

    def _start(self, task: RunTask) -> PairWorker:
        """A new player; idle players of other runs are ended first, because they hold cores."""
        self._check_not_over(task)
        self._end_idle(lambda idle: idle.run != task.run)
        player = PairWorker(task.plan, folder=_folder(task))
        with self._change:
            self._busy[player] = task.run
        return player

    def _end_run(self, run: str) -> None:
        with self._change:
            for player in (player for player, other in self._busy.items() if other == run):
                player.ask_to_end()  # only ask: another thread is reading from it
        self._end_idle(lambda idle: idle.run == run)

    def _end_idle(self, unwanted: Callable[[_Idle], bool]) -> None:
        with self._change:
            leaving = [idle.player for idle in self._idle if unwanted(idle)]
            self._idle = [idle for idle in self._idle if idle.player not in leaving]
        for player in leaving:
            player.ask_to_end()
        for player in leaving:
            player.end()


def _folder(task: RunTask) -> str:
    """The folder to play in on this machine; any folder, if no files are needed."""
    here = f"machine {platform.node()}"
    if (own := version("plyground")) != task.version:
        raise PlygroundError(
            f"{here} has plyground {own}, not {task.version}: it must be the same on all machines"
        )
    if Path(task.folder).is_dir():
        return task.folder
    if task.digests:
        raise PlygroundError(f"{here} has no folder {task.folder}: all machines need it, with its files")
    return "/"


_pool = PlayerPool()
