"""Who has filled the disk: named when a run cannot be written any more."""

from __future__ import annotations

import math
import os
import shlex

from plyground.arena.plan import Plan
from plyground.errors import truncate
from plyground.processes import family
from plyground.workers.disk_guard import bytes_written
from plyground.workers.scratch import signed_folders

_MAX_PROCESSES = 10_000
_WORTH_TELLING = 1 << 20  # bytes written to the disk


def biggest_writer(plan: Plan) -> str:
    """Which agent of a run has written most to the disk of those that live, and how to go on without it."""
    ours = set(family(os.getpid(), _MAX_PROCESSES))
    written = {spec: bytes_written([process]) for process, spec in signed_folders() if process in ours}
    spec, most = max(written.items(), key=lambda each: _or_all(each[1]), default=("", 0))
    names = [name for name, agent in zip(plan.names, plan.agents, strict=True) if agent == spec]
    if not names or _or_all(most) < _WORTH_TELLING:
        return ""
    what = "hides what it writes" if most is None else f"wrote {most >> 20:,} MB to the disk"
    way = f" (--without {shlex.quote(names[0])} goes on without it)" if len(plan.names) > 2 else ""
    return f"; {' or '.join(map(truncate, names))} {what}{way}"


def _or_all(written: int | None) -> float:
    """What is hidden counts as more than all else."""
    return math.inf if written is None else written
