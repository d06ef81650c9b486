"""A program that sleeps, or takes too long in one position, costs the class one wait and no more."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plyground.cli.grade import _print_grade
from plyground.errors import BadSpec
from plyground.grader import examiner
from plyground.grader.grade import grade
from plyground.grader.grade_files import grade_sheet
from plyground.grader.marks import Grade
from plyground.grader.rubric import DEFAULT_WALL, read_rubric
from plyground.grader.submissions import StudentFile
from plyground.ui.i18n import Tongue
from plyground.workers.confinement import Confinement
from plyground.workers.landlock import landlock_abi

pytestmark = pytest.mark.skipif(
    landlock_abi() == 0, reason="NOT TESTED: grades: there is no Landlock here, and programs run confined"
)
POSITIONS = ["XO./.../...", "XOX/.../O..", "XOX/OX./O..", "XO./X../..O"]
CHECKS = f"""
[[check]]
kind = "legal"
points = 4
positions = {POSITIONS}
seconds = 1.0
[[check]]
kind = "tactics"
points = 1
[[check]]
kind = "match"
points = 1
games = 4
"""
SLEEPS = "import time\n\n\ndef choose(position):\n    time.sleep(1000)\n"
LOOPS = f"""\
def choose(position):
    while position.text() == {POSITIONS[1]!r}:
        pass
    return position.moves()[0]
"""


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that each confined process of the examiner may take, as they are asked for."""
    waits: list[float] = []
    call: Callable[..., Any] = vars(examiner)["call_confined"]

    def counted(*args: Any) -> Any:
        waits.append(args[-1])
        return call(*args)

    monkeypatch.setattr(examiner, "call_confined", counted)
    return waits


def graded(folder: Path, program: str, rubric: str) -> Grade:
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    return grade(StudentFile("student", file), read_rubric(rubric), Confinement())


def told(found: Grade) -> list[list[str]]:
    return [[reason.key for reason in mark.reasons] for mark in found.marks]


def test_a_program_that_sleeps_is_waited_for_once(tmp_path: Path, calls: list[float]) -> None:
    """Each position of each check was waited for again: 270 s a call, and perhaps an hour."""
    found = graded(tmp_path, SLEEPS, "wall = 0.5\n" + CHECKS)
    assert found.points == 0
    assert told(found) == [["grade.trouble.late", "grade.trouble.not-tried"], [], []]
    assert len(calls) == 1
    assert 0 < calls[0] <= 0.5


def test_after_a_time_out_other_positions_are_not_tried(tmp_path: Path, calls: list[float]) -> None:
    found = graded(tmp_path, LOOPS, CHECKS[: CHECKS.index('[[check]]\nkind = "tactics"')])
    assert [case.passed for case in found.marks[0].cases] == [True, False, False, False]
    assert told(found) == [["grade.trouble.time", "grade.trouble.not-tried"]]
    assert len(calls) == 3  # all together, and then one by one, up to the one that takes too long


def test_the_wall_is_of_the_rubric() -> None:
    assert read_rubric(CHECKS).wall == DEFAULT_WALL
    with pytest.raises(BadSpec, match="bad wall 0"):
        read_rubric("wall = 0\n" + CHECKS)


def test_one_syntax_error_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was printed once for each check, in the sheet as well."""
    found = graded(tmp_path, "def choose(position limits):\n    return 1\n", CHECKS)
    assert told(found) == [["grade.trouble.syntax"], [], []]
    _print_grade(found, Tongue("en"), as_json=False)
    printed = capsys.readouterr().out
    assert printed.count("Python cannot read") == printed.count("same reason") == 1
    assert "As above" not in printed
    (_, row) = csv.reader(io.StringIO(grade_sheet([found], Tongue("en"))))
    assert row[-1] == "Python cannot read your file: line 1, invalid syntax."
