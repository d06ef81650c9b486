"""A store that cannot be written: agents are stopped, what was played stays, and who wrote most is named."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.command import printed, wait_until
from plyground.arena import runner
from plyground.arena.full_disk import biggest_writer
from plyground.arena.plan import Plan
from plyground.arena.pool import InProcessPool
from plyground.arena.records import PairRecord
from plyground.arena.runner import begin, play, reopen
from plyground.arena.store import Store
from plyground.errors import BadSpec, Failed
from plyground.processes import children
from plyground.workers.disk_guard import bytes_written

HOG = Path("tests/workers/prisoners/trying.py").absolute()
PLAN = Plan(
    "tictactoe",
    ("random", f"python:{HOG}:write_and_hold", "greedy"),
    ("ana", "hog", "eva"),
    games=2,
    format="round-robin",
)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[int]:
    """The first pair of the hog cannot be stored as long as an agent lives."""
    true_add, true_confinement = Store.add, Plan.__dict__["confinement"].fget
    refused: list[int] = []

    def add(store: Store, pair: PairRecord) -> None:
        if 1 in pair.agents and not refused:
            refused.append(pair.number)
            raise Failed(f"{store.path} cannot be written (database or disk is full)")
        true_add(store, pair)

    monkeypatch.setattr(Store, "add", add)
    monkeypatch.setattr(
        Plan, "confinement", property(lambda plan: replace(true_confinement(plan), mounts=False))
    )
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = bytes_written([os.getpid()])
    with (tmp_path / "probe").open("wb") as file:
        file.write(bytes(1 << 20))
        os.fsync(file.fileno())
    if bytes_written([os.getpid()]) == before:
        pytest.skip(f"NOT TESTED: who filled the disk, because {tmp_path} is on none")
    return refused


def stop(store: Store) -> str:
    """The sentence that a run ends with. (In this process, whose plan believes that nobody mounts.)"""
    with pytest.raises(Failed) as caught, store:
        play(store, workers=1)
    return str(caught.value)


def pairs(path: Path) -> set[tuple[Any, ...]]:
    with Store(path) as store:
        return set(store.query("SELECT one, other FROM pairs"))


def test_who_filled_the_disk_is_named_and_what_was_played_stays(
    full: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One agent ended everybody's run; nobody was named, and the games just played were lost."""
    monkeypatch.setattr(runner, "pool_for", lambda plan, *_: InProcessPool(plan))
    path, before = tmp_path / "1.run", children()
    told = stop(begin(replace(PLAN, in_process=True), path))
    full_disk = r"cannot be written \(database or disk is full\)"
    assert re.search(
        full_disk + r"; hog wrote \d\d MB to the disk \(--without hog goes on without it\)$", told
    )
    assert len(full) == 1
    assert (0, 1) in pairs(path)
    wait_until(lambda: children() <= before)
    with reopen(path) as store:
        play(store, workers=1, without=["hog"])
        assert store.about("finished") == "all games played but those of hog"
    assert pairs(path) == {(0, 1), (0, 2)}


def test_nobody_is_named_who_has_written_nothing() -> None:
    assert biggest_writer(PLAN) == ""


def test_a_run_goes_on_without_an_agent_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "2.run"
    plan = Plan(
        "tictactoe", ("random", "greedy", "minimax(depth=1)"), ("ana", "bob", "eva"), format="round-robin"
    )
    begin(plan, path).close()
    told = printed("resume", str(path), "--without", "bob", "--no-blunders")
    assert "all games played but those of bob" in told
    assert pairs(path) == {(0, 2)}


@pytest.mark.parametrize(
    ("names", "told"), [(["zoe"], "the run has ana, hog, eva"), (["ana", "eva"], "two have to be left")]
)
def test_names_that_make_no_sense_are_refused(names: list[str], told: str, tmp_path: Path) -> None:
    plan = replace(PLAN, agents=("random", "minimax(depth=1)", "greedy"), format="round-robin")
    with begin(plan, tmp_path / "3.run") as store, pytest.raises(BadSpec, match=told):
        play(store, workers=1, without=names)
