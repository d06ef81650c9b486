"""A program that sleeps, or computes without end, costs the class its own minute and no more."""

from __future__ import annotations

import csv
import io
import time
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
from plyground.words import Tongue
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
    found = graded(tmp_path, SLEEPS, "wall = 2\n" + CHECKS)
    assert found.points == 0
    assert told(found) == [["grade.trouble.late", "grade.trouble.not-tried"], [], []]
    assert len(calls) == 1
    assert 0 < calls[0] <= 2 + examiner._GRACE


def test_after_a_time_out_positions_are_not_tried_one_by_one(tmp_path: Path, calls: list[float]) -> None:
    """All were asked again, one by one, up to the first that took too long; those before it count."""
    found = graded(tmp_path, LOOPS, CHECKS[: CHECKS.index('[[check]]\nkind = "tactics"')])
    assert [case.passed for case in found.marks[0].cases] == [True, False, False, False]
    assert told(found) == [["grade.trouble.time", "grade.trouble.not-tried"]]
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("work", "trouble"),
    [("time.sleep(0.01)", "grade.trouble.late"), ("pass", "grade.trouble.time")],
    ids=["waits", "computes"],
)
def test_who_swallows_the_end_of_its_time_is_killed(
    work: str, trouble: str, tmp_path: Path, calls: list[float]
) -> None:
    endless = f"""\
import time


def choose(position):
    while True:
        try:
            while True:
                {work}
        except BaseException:
            continue
"""
    found = graded(tmp_path, endless, "wall = 1\n" + CHECKS)
    assert told(found) == [[trouble, "grade.trouble.not-tried"], [], []]
    assert found.points == 0
    assert len(calls) == 1


@pytest.mark.slow
def test_all_checks_together_have_one_budget(tmp_path: Path) -> None:
    """Each check had 60 s of its own: forty minutes for a loop in a long rubric."""
    legal = CHECKS[: CHECKS.index('[[check]]\nkind = "tactics"')].replace("seconds = 1.0", "")
    began = time.monotonic()
    found = graded(
        tmp_path, "def choose(position):\n    while True:\n        pass\n", "wall = 2\n" + 8 * legal
    )
    assert time.monotonic() - began < 40
    assert found.mistakes == ["grade.trouble.time", "grade.trouble.not-tried"]


@pytest.mark.slow
def test_a_match_of_a_sleeper_ends_with_its_budget(tmp_path: Path) -> None:
    """The two games of a pair took a patience each, of a minute and more."""
    match = CHECKS[CHECKS.index('[[check]]\nkind = "match"') :].replace("games = 4", "games = 20")
    began = time.monotonic()
    found = graded(tmp_path, SLEEPS, "wall = 2\n" + match)
    assert time.monotonic() - began < 50
    assert found.mistakes == ["grade.trouble.late"]


def test_the_wall_is_of_the_rubric() -> None:
    assert read_rubric(CHECKS).wall == DEFAULT_WALL == 60
    assert read_rubric(CHECKS.replace("seconds = 1.0", "seconds = 300")).wall == 300
    assert read_rubric("wall = 90\n" + CHECKS.replace("seconds = 1.0", "seconds = 300")).wall == 90
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
