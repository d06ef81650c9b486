"""Players on the local cores: processes of ours that play pairs side by side."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Self

from plyground.arena.plan import Plan
from plyground.arena.records import Pair, PairRecord, Trouble
from plyground.errors import Failed, PlygroundError

MOST_DEATHS = 3  # of players at one job, before it is given up
Digests = dict[str, str]
Job = Pair | int | Digests  # a pair to play, the number of an agent to check, files that must be there


Done = tuple[Job, PairRecord | Trouble | None]


class Pool(ABC):
    """Whoever has jobs done, here or elsewhere."""

    @abstractmethod
    def done(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """The jobs and their answers in the order in which they are done; few are begun ahead."""

    @abstractmethod
    def close(self) -> None:
        """End all players and everything that they have started."""

    def play(self, pairs: Iterable[Pair]) -> Iterator[PairRecord]:
        """The pairs' records in the order in which they are done."""
        for _, record in self.done(pairs):
            assert isinstance(record, PairRecord)
            yield record

    def check(self, numbers: Iterable[int]) -> dict[int, Trouble | None]:
        """What keeps each agent from beginning a game, if anything."""
        done = self.done(numbers)
        return {
            job: found for job, found in done if isinstance(job, int) and not isinstance(found, PairRecord)
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LocalPool(Pool):
    """So many players, started at once and ended together."""

    def __init__(self, plan: Plan, workers: int) -> None:
        self._plan = plan
        self._players: list[Player] = []
        try:
            for _ in range(workers):
                self._players.append(Player(plan))
        except BaseException:
            self.close()
            raise

    def done(self, jobs: Iterable[Job]) -> Iterator[Done]:
        waiting = iter(jobs)
        for player in self._players:
            player.take(next(waiting, None))
        while busy := [player for player in self._players if player.job is not None]:
            ready = wait([player.answers for player in busy])
            for player in (player for player in busy if player.answers in ready):
                job = player.job
                assert job is not None
                try:
                    answer = player.answers.recv()
                except (EOFError, OSError):
                    self._replace(player)
                    continue
                if isinstance(answer, PlygroundError):
                    raise answer
                player.deaths = 0
                player.take(next(waiting, None))
                yield job, answer

    def _replace(self, player: Player) -> None:
        """Another player takes up the job of one that died: nothing of it was stored."""
        player.end()
        if player.deaths + 1 >= MOST_DEATHS:
            raise given_up(player)
        successor = Player(self._plan, player.deaths + 1)
        self._players[self._players.index(player)] = successor
        successor.take(player.job)

    def close(self) -> None:
        for player in self._players:
            player.ask_to_end()
        for player in self._players:
            player.end()
        self._players.clear()


class Player:
    """One process that plays, in a folder where it finds users' files.

    The thread that makes it has to outlive it: when that ends, Linux takes the parent for dead.
    """

    def __init__(self, plan: Plan, deaths: int = 0, folder: str | None = None) -> None:
        self.plan = plan
        self.deaths = deaths
        self.job: Job | None = None
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "plyground.arena.player", str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            start_new_session=True,  # Ctrl-C is for us: players are ended in order
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._jobs: Connection[Any, Any] = Connection(os.dup(self._process.stdin.fileno()), readable=False)
        self.answers: Connection[Any, Any] = Connection(
            os.dup(self._process.stdout.fileno()), writable=False
        )
        self._process.stdin.close()
        self._process.stdout.close()
        self._send(plan)

    @property
    def status(self) -> int | None:
        return self._process.returncode

    def take(self, job: Job | None) -> None:
        """Begin a job, or none."""
        self.job = job
        if job is not None:
            self._send(job)

    def ask(self, job: Job) -> Any:
        """The answer to a job; EOFError or OSError, if the process dies of it."""
        self.take(job)
        return self.answers.recv()

    def _send(self, value: Any) -> None:
        with suppress(BrokenPipeError):  # it has died: its silence will tell
            self._jobs.send(value)

    def ask_to_end(self) -> None:
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        self.ask_to_end()
        self._jobs.close()
        self.answers.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def given_up(player: Player) -> Failed:
    """What is said when one player after the other has died at a job."""
    who = ""
    if isinstance(player.job, Pair):
        who = ", of " + " and ".join(player.plan.names[agent] for agent in player.job.agents)
    return Failed(
        f"a player process died {MOST_DEATHS} times at the same pair (status {player.status}){who}: "
        "an agent may have killed it; in a --sandbox none can"
    )


@dataclass(frozen=True)
class HerePool:
    """No process at all: pairs are played in this one, for agents that are trusted."""

    plan: Plan

    def play(self, pairs: Iterable[Pair]) -> Iterator[PairRecord]:
        from plyground.arena.table import Table

        with Table(self.plan) as table:
            yield from map(table.play, pairs)

    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...
