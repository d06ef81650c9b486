"""A process that plays pairs: `python -P -m plyground.arena.player PARENT`, fed through its standard input.

It gets a plan, then pairs to play, numbers of agents to check or digests of the files that must be there,
and answers each. It ends with its parent, and all that agents have started ends with it.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import nullcontext
from multiprocessing.connection import Connection
from typing import Any

from plyground.arena.plan import Plan
from plyground.arena.pool import Job
from plyground.arena.records import Pair, PairRecord, Trouble
from plyground.arena.table import Table
from plyground.arena.worker import Worker
from plyground.errors import PlygroundError
from plyground.processes import adopt_orphans, claim_core, die_with_parent, sweep


def serve(jobs: Connection[Any, Any], answers: Connection[Any, Any]) -> None:
    """Play what comes until nothing more comes."""
    plan: Plan = jobs.recv()
    claim = claim_core() if plan.pinned else None
    with Table(plan) as table, claim or nullcontext():
        while True:
            try:
                job = jobs.recv()
            except EOFError:
                return
            try:
                answers.send(_done(table, job))
            except PlygroundError as error:
                answers.send(error)


def _done(table: Table, job: Job) -> PairRecord | Trouble | None:
    if isinstance(job, Pair):
        return table.play(job)
    if isinstance(job, int):
        return table.check(job)
    from plyground.arena.run import check_files  # slow to load, and needed on other machines only

    check_files(table.plan, job)
    return None


def _end(*_: object) -> None:
    """Leave in order, ending the processes of agents first; no second signal may disturb that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)


def main() -> None:
    """What the process runs."""
    signal.signal(signal.SIGTERM, _end)
    die_with_parent(int(sys.argv[1]), signal.SIGTERM)
    adopt_orphans()
    sys.path.append(os.getcwd())  # noqa: PTH109 - where games of the user's are
    jobs, answers = Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # a game of the user's may read and print
    os.dup2(2, 1)
    try:
        serve(jobs, answers)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        Worker.alive.clear()
        sweep(())


if __name__ == "__main__":
    main()
