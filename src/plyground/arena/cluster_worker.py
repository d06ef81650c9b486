"""What a task does on a machine of a cluster: it has a player process of that machine play a pair.

Dask's own process only waits: agents must be killed, adopted and pinned, and for that they need a player.
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
from plyground.arena.pool import MOST_DEATHS, Digests, Job, Player, given_up
from plyground.arena.records import PairRecord, Trouble
from plyground.errors import PlygroundError

Answer = PairRecord | Trouble | PlygroundError | None
_LONGEST_GOODBYE = 10.0  # seconds, before a player is killed


@dataclass(frozen=True)
class Errand:
    """What a player anywhere has to know of a run."""

    run: str  # a name that no other has
    plan: Plan
    folder: str  # where the specs of users' files begin
    digests: Digests
    version: str = field(default_factory=lambda: version("plyground"))


def perform(errand: Errand, job: Job) -> Answer:
    """The task: an error is an answer too, so that Dask neither logs nor repeats it."""
    try:
        return _stable.perform(errand, job)
    except PlygroundError as error:
        return error


async def dismiss(run: str) -> None:
    """End the players of a run, without keeping Dask's loop waiting."""
    await asyncio.to_thread(_stable.dismiss, run)


class _Idle(NamedTuple):
    player: Player
    run: str
    since: float


class Stable:
    """The players of this process: one a task at a time, kept for the next pair of their run.

    One thread of our own starts them all, because they end with the thread that has started them.
    """

    def __init__(self, patience: float = 60.0) -> None:
        self._patience = patience  # seconds that nobody needs a player, before it is ended
        self._change = Condition()
        self._idle: list[_Idle] = []
        self._busy: dict[Player, str] = {}
        self._over: set[str] = set()  # runs; tasks of theirs may still come
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        self._keeper: Thread | None = None

    def perform(self, errand: Errand, job: Job) -> Answer:
        """Have a player do a job; another one, if it dies."""
        for _ in range(MOST_DEATHS):
            player = self._borrowed(errand) or self._kept(lambda: self._started(errand))
            try:
                if player.job is None and errand.digests:  # it is new
                    refusal: Answer = player.ask(errand.digests)
                    if isinstance(refusal, PlygroundError):
                        raise refusal
                answer: Answer = player.ask(job)
            except (EOFError, OSError):
                self._ended(player)
            except BaseException:
                self._ended(player)
                raise
            else:
                self._returned(player)
                return answer
        raise given_up(player)

    def dismiss(self, run: str) -> None:
        """End all players of a run, also those that play: who waits for them is told that it is over."""
        with self._change:
            self._over.add(run)
        if self._keeper is None:
            return
        self._kept(lambda: self._sent_home(run))
        with self._change:
            if self._change.wait_for(lambda: run not in self._busy.values(), _LONGEST_GOODBYE):
                return
            for player in (player for player, other in self._busy.items() if other == run):
                player.kill()
            self._change.wait_for(lambda: run not in self._busy.values(), _LONGEST_GOODBYE)

    def _borrowed(self, errand: Errand) -> Player | None:
        """A player that knows the run, if one is free."""
        with self._change:
            self._check_wanted(errand)
            for idle in self._idle:
                if idle.run == errand.run:
                    self._idle.remove(idle)
                    self._busy[idle.player] = errand.run
                    return idle.player
        return None

    def _check_wanted(self, errand: Errand) -> None:
        if errand.run in self._over:
            raise PlygroundError("the run is over")

    def _returned(self, player: Player) -> None:
        with self._change:
            run = self._busy[player]
            if run not in self._over:
                del self._busy[player]
                self._idle.append(_Idle(player, run, time.monotonic()))
                return
        self._ended(player)

    def _ended(self, player: Player) -> None:
        player.end()
        with self._change:
            self._busy.pop(player, None)
            self._change.notify_all()

    # ---------------------------------------------------------------- in the keeper's thread

    def _kept(self, call: Callable[[], Any]) -> Any:
        """What a call returns that the keeper makes."""
        with self._change:
            if self._keeper is None:
                self._keeper = Thread(target=self._keep, name="plyground players", daemon=True)
                self._keeper.start()
        done: Future[Any] = Future()
        self._calls.put((done, call))
        return done.result()

    def _keep(self) -> None:
        """Make calls one after the other, and end players that nobody has needed for long."""
        while True:
            with suppress(Empty):
                watching = self._idle or self._busy
                done, call = self._calls.get(timeout=self._patience / 4 if watching else None)
                try:
                    done.set_result(call())
                except BaseException as error:  # noqa: BLE001 - whoever has called gets it
                    done.set_exception(error)
                del done, call
            self._end_idle(lambda idle: time.monotonic() - idle.since > self._patience)

    def _started(self, errand: Errand) -> Player:
        """A new player; those of other runs leave, for they hold cores that it may need."""
        self._check_wanted(errand)
        self._end_idle(lambda idle: idle.run != errand.run)
        player = Player(errand.plan, folder=_folder(errand))
        with self._change:
            self._busy[player] = errand.run
        return player

    def _sent_home(self, run: str) -> None:
        with self._change:
            for player in (player for player, other in self._busy.items() if other == run):
                player.ask_to_end()  # and no more: somebody is reading from it
        self._end_idle(lambda idle: idle.run == run)

    def _end_idle(self, unwanted: Callable[[_Idle], bool]) -> None:
        with self._change:
            leaving = [idle.player for idle in self._idle if unwanted(idle)]
            self._idle = [idle for idle in self._idle if idle.player not in leaving]
        for player in leaving:
            player.ask_to_end()
        for player in leaving:
            player.end()


def _folder(errand: Errand) -> str:
    """Where to play here; without files of the user's, anywhere."""
    here = f"machine {platform.node()}"
    if (own := version("plyground")) != errand.version:
        raise PlygroundError(
            f"{here} has plyground {own}, not {errand.version}: it must be the same on all machines"
        )
    if Path(errand.folder).is_dir():
        return errand.folder
    if errand.digests:
        raise PlygroundError(f"{here} has no folder {errand.folder}: all machines need it, with its files")
    return "/"


_stable = Stable()
