"""The process that plays pairs: `python -P -m plyground.arena.pair_main PARENT`.

It is sent a plan and then jobs, and answers each.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import nullcontext

from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.processes import adopt_orphans, claim_core, die_with_parent, sweep
from plyground.workers.channel import Worker
from plyground.workers.object_channel import serve_objects, take_over_streams


def serve_jobs() -> None:
    """Receive a plan, and do the jobs that come until no more come."""
    jobs, answers = take_over_streams()
    plan: Plan = jobs.recv()
    claim = claim_core() if plan.pinned else None
    with PairPlayer(plan) as player, claim or nullcontext():
        serve_objects(jobs, answers, player.do)


def _end(*_: object) -> None:
    """End in order, the processes of agents first; ignore further signals meanwhile."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)


def main() -> None:
    """Serve the parent process until it ends."""
    signal.signal(signal.SIGTERM, _end)
    die_with_parent(int(sys.argv[1]), signal.SIGTERM)
    adopt_orphans()
    sys.path.append(os.getcwd())  # noqa: PTH109 - for the user's games
    try:
        serve_jobs()
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        Worker.alive.clear()
        sweep(())


if __name__ == "__main__":
    main()
