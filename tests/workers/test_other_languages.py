"""What agents start: processes in the ways of Python, and programs of other languages with their settings."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from helpers.keeper import caged
from plyground.arena.clock import TimeControl
from plyground.arena.pair_player import PairPlayer
from plyground.arena.plan import Plan
from plyground.arena.records import Pair
from plyground.workers.landlock import landlock_abi

PRISONERS = Path("tests/workers/prisoners/trying.py").absolute()
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not landlock_abi(), reason="NOT TESTED: Landlock"
)


def said(agent: str) -> list[str]:
    """What an agent said at its first move."""
    agents = (f"python:{PRISONERS}:{agent}", "random")
    control = TimeControl(seconds=60)
    plan = Plan("tictactoe", agents, control=control, memory_mb=65_536, in_process=True, pinned=False)
    with caged(), PairPlayer(plan) as table:
        (played,) = table.play(Pair(0, (0, 1), "-", 1)).games
    assert played.ending == "rules", played.detail
    return (played.moves[0].printed or "").splitlines()


def test_processes_are_started_by_fork_and_spawn_and_not_by_a_server() -> None:
    """The page said that `multiprocessing.Process` works: Python 3.14 starts it by a server, at a local socket."""
    fork, spawn, server = (line for line in said("start_processes") if line.startswith(("done", "refused")))
    assert (fork, spawn) == ("done: 0", "done: 0")
    assert server.startswith("refused: PermissionError")


@pytest.mark.parametrize(("program", "answer"), [("node", "done: 42"), ("java", "done: 32")])
def test_programs_of_other_languages_find_their_settings(program: str, answer: str) -> None:
    """Node ended at once, Java where it looked for its providers of security."""
    if not shutil.which(program) or (program == "java" and not shutil.which("javac")):
        pytest.skip(f"NOT TESTED: agents that start {program}, which is not here")
    assert said(f"run_{program}")[:1] == [answer]
