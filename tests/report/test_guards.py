"""A report says what held agents that are not ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plyground.arena.plan import Plan
from plyground.arena.store import Store
from plyground.report.conditions import conditions
from plyground.workers.confinement import Confinement

PLAN = Plan("tictactoe", ("random", "greedy"))


def told(about: dict[str, Any] | None, tmp_path: Path) -> list[str]:
    known = {"created": "2026-11-19", "folder": ".", "versions": "{}"}
    if about is not None:
        known["confinement"] = json.dumps(about)
    with Store.create(tmp_path / "1.run", PLAN, known, {}) as store:
        rows = conditions(store).rows
    place = next((n for n, (what, _) in enumerate(rows) if what == "agents of others held by"), None)
    if place is None:
        return []
    return [rows[place][1], *([rows[place + 1][1]] if not rows[place + 1][0] else [])]


@pytest.mark.parametrize(
    ("confinement", "lines"),
    [
        (
            Confinement(landlock=7, mounts=True),
            ["Landlock 7, a list of system calls, mounts of their own, a watch on memory"],
        ),
        (
            Confinement(landlock=5, mounts=False),
            [
                "Landlock 5, a list of system calls, a watch on the disk (no mounts of their own), a watch on memory",
                "not held: signals to your other processes",
            ],
        ),
        (Confinement(sandbox=True), ["a sandbox of bwrap, Landlock, a list of system calls"]),
        (Confinement(trust=True), ["nothing but limits on memory, time and number of processes"]),
    ],
)
def test_the_guards_of_a_run_are_told(confinement: Confinement, lines: list[str], tmp_path: Path) -> None:
    assert told(confinement.about, tmp_path) == lines


def test_a_run_of_an_earlier_version_has_no_mounts(tmp_path: Path) -> None:
    about = {
        name: value
        for name, value in Confinement(landlock=7, mounts=True).about.items()
        if name != "mounts"
    }
    assert "no mounts of their own" in told(about, tmp_path)[0]


def test_our_own_agents_need_no_guard(tmp_path: Path) -> None:
    assert told(None, tmp_path) == []
