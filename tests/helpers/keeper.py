"""The keeper of the zoo: lets nobody out, and counts who is there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from helpers.command import wait_until
from plyground import processes
from plyground.arena.records import PairRecord
from plyground.workers.channel import Worker
from plyground.workers.messages import Cost

MARK = "PLYGROUND_ZOO"  # in the environment of every process that a test starts, with a token of the test


def animal(name: str) -> str:
    """The spec of an agent of the zoo: `hanging.py:asleep`."""
    return f"python:tests/arena/zoo/{name}"


@contextmanager
def marked(*, at_once: bool = True) -> Iterator[str]:
    """Give all processes that are started meanwhile a mark, and make sure that none is left.

    Not at once where a player was killed: nobody waits for the end of its agents.
    """
    token = uuid4().hex
    os.environ |= {MARK: token, "PLYGROUND_KEEP": MARK}
    try:
        yield token
    finally:
        del os.environ[MARK], os.environ["PLYGROUND_KEEP"]
    assert not at_once or not survivors(token)
    wait_until(lambda: not survivors(token))


@contextmanager
def caged() -> Iterator[str]:
    """The same, with this process as the one that adopts what agents leave behind, as players do.

    Processes of other tests, such as a laboratory that many share, are spared: players have no such children.
    """
    others = processes.children()
    Worker.alive |= others
    processes.adopt_orphans()
    try:
        with marked() as token:
            yield token
            assert processes.children() <= others
    finally:
        processes._prctl(processes._SET_CHILD_SUBREAPER, 0)
        Worker.alive -= others


def without_clocks(record: PairRecord) -> PairRecord:
    """A record without what clocks say: the same whenever the same is played."""
    games = (
        replace(game, seconds=0.0, moves=tuple(move._replace(cost=Cost(0.0)) for move in game.moves))
        for game in record.games
    )
    return replace(record, games=tuple(games))


def survivors(token: str) -> dict[int, str]:
    """The processes that bear a mark, wherever they have gone, and what they run."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={token}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_text().replace("\0", " ")
    found.pop(os.getpid(), None)
    return found
