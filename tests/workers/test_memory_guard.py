"""`--memory` holds for all that an agent has, in all its processes together."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.keeper import caged
from plyground.arena.clock import TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import GameRecord, Pair
from plyground.workers.landlock import landlock_abi
from plyground.workers.own_mounts import why_no_own_mounts

PRISONERS = Path("tests/workers/prisoners/trying.py").absolute()
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="NOT TESTED: /proc, which only Linux has")


def game(memory_mb: int) -> GameRecord:
    """One game of an agent that takes 500 MB in two ways."""
    if not landlock_abi() or (why := why_no_own_mounts()):
        pytest.skip(f"NOT TESTED: mounts of its own: {why if landlock_abi() else 'no Landlock'}")
    plan = Plan("tictactoe", (f"python:{PRISONERS}:share_memory", "random"), in_process=True, pinned=False)
    plan = replace(plan, memory_mb=memory_mb, control=TimeControl(seconds=60))
    with caged(), PairPlayer(plan) as table:
        (played,) = table.play(Pair(0, (0, 1), "-", 1)).games
    return played


def test_memory_in_a_folder_and_in_children_counts_together() -> None:
    """Each process could take as much as was allowed for one, and more beside it."""
    played = game(400)
    assert (played.ending, played.reason) == ("forfeit", "crash")
    assert played.detail == "the agent failed: its processes took more than 400 MB of memory together"


def test_what_is_allowed_is_taken() -> None:
    assert game(4_096).ending == "rules"
