"""What the seals of a run cost: writing them with each game, and comparing them when a run is opened."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play
from plyground.arena.seals import seal
from plyground.arena.store import Store
from plyground.report.summary import report

GAMES = 20_000
SEALED = 500  # pairs whose sealing is timed


@dataclass(frozen=True)
class SealTimes:
    """Seconds: of a game, for its seal and in all; of a run with GAMES games, to compare and to report."""

    sealing: float
    playing: float
    comparing: float
    reporting: float


def processor_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def seal_again(db: sqlite3.Connection) -> None:
    """Seal some pairs as it is done when they are stored, and take it back."""
    for pair in range(SEALED):
        seal(db, "pair", pair)
    db.rollback()


def time_seals() -> SealTimes:
    """The fastest games that there are: random players of tic-tac-toe in this process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "seals.run")
        plan = Plan("tictactoe", ("random", "random"), games=GAMES, in_process=True)
        with begin(plan, path) as store:
            began = time.process_time()
            play(store, 1)
            playing = (time.process_time() - began) / GAMES
        comparing = reporting = sealing = 1e9
        for _ in range(3):
            with Store(path, check=False) as store:
                comparing = min(comparing, processor_seconds(store.check_seals))
                reporting = min(reporting, processor_seconds(lambda: report(store)))
            with closing(sqlite3.connect(path)) as db:
                sealing = min(sealing, processor_seconds(lambda: seal_again(db)) / SEALED / 2)
    found = SealTimes(sealing, playing, comparing, reporting)
    print(f"a seal: {1e6 * sealing:.0f} µs of a game, which takes {1e3 * playing:.2f} ms; "
          f"{GAMES:,} games: {comparing:.2f} s to compare, {reporting:.2f} s to report")  # fmt: skip
    return found
