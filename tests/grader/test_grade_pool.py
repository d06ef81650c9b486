"""Students are graded side by side, and told in their order."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
from pathlib import Path

import pytest

from helpers.command import COMMAND, PATIENCE, hear_ctrl_c, run, wait_until
from plyground.grader.grade_pool import grade_all
from plyground.grader.rubric import read_rubric
from plyground.grader.submissions import StudentFile, find_submissions
from plyground.message import refuse, say
from plyground.workers.confinement import Confinement
from plyground.workers.landlock import landlock_abi

pytestmark = pytest.mark.skipif(
    landlock_abi() == 0, reason="NOT TESTED: grades: there is no Landlock here, and programs run confined"
)
RUBRIC = """\
wall = 3
[[check]]
kind = "legal"
points = 1
positions = ["XO./.../...", "XOX/.../O.."]
"""
RIGHT = "def choose(position):\n    return position.moves()[0]\n"
SLEEPS = "import time\n\n\ndef choose(position):\n    time.sleep(1000)\n"
LOOPS = "def choose(position):\n    while True:\n        pass\n"
CLASS = {"ana": SLEEPS, "bob": RIGHT, "cleo": LOOPS, "dan": RIGHT, "eva": RIGHT.replace("[0]", "[99]")}


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    folder = tmp_path / "submissions"
    folder.mkdir()
    for name, program in CLASS.items():
        (folder / f"{name}.py").write_text(program)
    (tmp_path / "rubric.toml").write_text(RUBRIC)
    return folder


def test_the_order_is_that_of_the_submissions_whatever_is_done_first(submissions: Path) -> None:
    """They were graded one after the other: a class waited for each of its endless programs."""
    out = submissions.parent / "out"
    ran = run(
        "grade",
        str(submissions.parent / "rubric.toml"),
        str(submissions),
        "--out",
        str(out),
        "--workers",
        "2",
    )
    assert ran.returncode == 0, ran.stderr
    names = [line.partition(":")[0] for line in ran.stdout.splitlines() if line[:1].isalpha()]
    assert names == list(CLASS)
    rows = (out / "grades.csv").read_text().splitlines()[1:]
    assert [row.partition(",")[0] for row in rows] == list(CLASS)
    assert "Your program waits" in ran.stdout
    assert "Your program computes" in ran.stdout
    done = [line.split()[1] for line in ran.stderr.splitlines() if " is graded, " in line]
    assert sorted(done) == list(CLASS)
    assert done.index("bob") < done.index("ana")  # a line for each as it is done


@pytest.mark.slow
def test_one_at_a_time_gives_the_same_grades(submissions: Path) -> None:
    found, rubric = find_submissions(submissions, ""), read_rubric(RUBRIC)
    quick = [each for each in found if CLASS[each.student] not in (SLEEPS, LOOPS)]
    told = [
        [
            grade
            for _, grade in sorted(grade_all(quick, rubric, Confinement(), workers), key=lambda one: one[0])
        ]
        for workers in (1, 3)
    ]
    assert [[grade.points for grade in grades] for grades in told] == [[1, 1, 0], [1, 1, 0]]
    assert [grade.mistakes for grade in told[0]] == [grade.mistakes for grade in told[1]]


def test_no_submissions_start_no_process() -> None:
    assert list(grade_all([], read_rubric(RUBRIC), Confinement())) == []
    missing = StudentFile("dan", None)
    ((place, grade),) = grade_all([missing], read_rubric(RUBRIC), Confinement())
    assert (place, grade.mistakes) == (0, ["grade.no-file"])


def test_rubrics_and_messages_go_to_other_processes_and_back() -> None:
    rubric = read_rubric(RUBRIC)
    again = pickle.loads(pickle.dumps(rubric))
    assert again == rubric
    assert again.game == rubric.game
    for message in (say("grade.trouble.time", n=3), refuse("x", what=say("y"))):
        assert pickle.loads(pickle.dumps(message)) == message


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_keeps_what_is_finished_and_leaves_nothing(
    number: signal.Signals, code: int, submissions: Path
) -> None:
    """SIGTERM left a folder in TMPDIR, and wrote no files of the students who were finished."""
    scratch, out = submissions.parent / "scratch", submissions.parent / "out"
    scratch.mkdir()
    (submissions.parent / "rubric.toml").write_text(RUBRIC.replace("wall = 3", "wall = 300"))
    command = [*COMMAND, "grade", str(submissions.parent / "rubric.toml"), str(submissions)]
    with subprocess.Popen(
        [*command, "--out", str(out), "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
        env={**os.environ, "TMPDIR": str(scratch)},
    ) as process:
        assert process.stderr is not None
        assert "bob is graded, 1 of 5" in process.stderr.readline()
        wait_until(lambda: len(list(scratch.iterdir())) == 2)  # a sleeper and a loop
        process.send_signal(number)
        told, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert "Traceback" not in said
    assert "bob: 1 of 1 points" in told
    assert "bob" in (out / "grades.csv").read_text()
    assert list(scratch.iterdir()) == []
