"""Sets of texts have one order wherever users' code runs."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from helpers.command import COMMAND
from plyground.cli import runs_users_code
from plyground.workers.landlock import landlock_abi

STUDENT = """\
def choose(position):
    return next(iter({position.write(move) for move in position.moves()}))
"""
RUBRIC = '[[check]]\nkind = "tactics"\npoints = 1\neach = 4\n'


def told_by_seed(*arguments: str) -> set[str]:
    """What a command prints in processes whose own hashes differ."""
    told = set()
    for seed in ("1", "2", "random"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        ran = subprocess.run(
            [*COMMAND, *arguments], env=environment, capture_output=True, text=True, check=True
        )
        told.add(ran.stdout)
    return told


@pytest.mark.slow
@pytest.mark.skipif(landlock_abi() == 0, reason="NOT TESTED: grades: there is no Landlock here")
def test_a_student_whose_moves_come_out_of_a_set_gets_the_same_grade(tmp_path: Path) -> None:
    """Its confined process was a copy of the grader's, whose hashes were others in every run."""
    (tmp_path / "ana.py").write_text(STUDENT)
    (tmp_path / "rubric.toml").write_text(RUBRIC)
    assert (
        len(told_by_seed("grade", str(tmp_path / "rubric.toml"), str(tmp_path / "ana.py"), "--json")) == 1
    )


@pytest.mark.slow
def test_a_search_of_users_code_is_the_same_in_every_process(tmp_path: Path) -> None:
    """`search`, `compare` and `explain` had the same gap; matches had not."""
    (tmp_path / "ana.py").write_text(STUDENT)
    told = told_by_seed("search", "tictactoe", "5", "--agent", f"python:{tmp_path / 'ana.py'}", "--json")
    assert len({json.loads(each)["move"] for each in told}) == 1


def test_a_command_without_users_code_does_not_begin_again() -> None:
    assert not runs_users_code(["match", "connect4", "random", "greedy"])
    assert runs_users_code(["compare", "tictactoe", "--agent", "python:ana.py"])
    assert runs_users_code(["grade", "rubric.toml", "submissions"])
