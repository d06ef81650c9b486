"""Assignments: what students get fails their tests, the solution passes them and gets all points."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.command import COMMAND, complaint
from helpers.samples import some_slow
from plyground import connect4
from plyground.assignments import ASSIGNMENTS, write_assignment
from plyground.assignments.folder import assignment_files
from plyground.cli.app import app
from plyground.errors import BadSpec, Failed
from plyground.grader.game_values import game_value
from plyground.grader.grade import grade
from plyground.grader.submissions import StudentFile
from plyground.words import LANGUAGES
from plyground.workers.confinement import Confinement
from plyground.workers.landlock import landlock_abi

NEEDS_LANDLOCK = pytest.mark.skipif(
    landlock_abi() == 0, reason="NOT TESTED: grades: there is no Landlock here, and programs run confined"
)
QUICK_FIRST = [
    pytest.param(kind, marks=[] if kind == "minimax" else [pytest.mark.slow]) for kind in ASSIGNMENTS
]


def run_tests(folder: Path, module: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, f"test_{module}.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("kind", QUICK_FIRST)
@pytest.mark.parametrize("language", LANGUAGES)
def test_students_tests_fail_on_the_starter_and_pass_on_the_solution(
    kind: str, language: str, tmp_path: Path
) -> None:
    made = ASSIGNMENTS[kind]
    write_assignment(made, tmp_path / "new", language)
    student, file = tmp_path / "new/student", f"{made.module}.py"
    starter = run_tests(student, made.module)
    assert starter.returncode == 1
    assert "FAILED" in starter.stderr
    assert "errors=" not in starter.stderr  # it runs: it is only wrong
    shutil.copy(tmp_path / "new/teacher/solution" / file, student / file)
    solution = run_tests(student, made.module)
    assert solution.returncode == 0, solution.stderr


@NEEDS_LANDLOCK
@pytest.mark.slow
@pytest.mark.parametrize("kind", ASSIGNMENTS)
def test_the_solution_gets_all_points_and_the_starter_none(kind: str, tmp_path: Path) -> None:
    made = ASSIGNMENTS[kind]
    rubric, file = made.rubric("en"), tmp_path / f"{made.module}.py"
    assert rubric.points == 10
    file.write_text(made.solution("en"))
    right = grade(StudentFile("right", file), rubric, Confinement())
    assert (right.points, right.mistakes) == (10, [])
    file.write_text(made.student_files("en")[file.name])
    starter = grade(StudentFile("starter", file), rubric, Confinement())
    assert starter.points == 0
    assert not [key for key in starter.mistakes if key.startswith("grade.trouble")]


@pytest.mark.parametrize("kind", some_slow(ASSIGNMENTS, {"connect4-agent"}))
def test_both_handouts_show_the_same_values(kind: str) -> None:
    files = ASSIGNMENTS[kind].student_files("en")
    rows = [
        [
            re.findall(r"`[^`]+`|−?\d+", re.sub(r"(?<=\d)[.,](?=\d{3})", "", row))
            for row in files[name].split("\n")
            if re.match(r"\| `[XO./]+`", row)
        ]
        for name in ("HANDOUT.md", "HANDOUT.pt-BR.md")
    ]
    assert len(rows[0]) >= 4
    assert rows[0] == rows[1]
    assert not any("$" in text for text in files.values())


def test_examples_are_true() -> None:
    """Counted by hand elsewhere: the tree of tic-tac-toe, and alpha-beta's part of it by either cut."""
    assert "| 549,946 |" in ASSIGNMENTS["minimax"].student_files("en")["HANDOUT.md"]
    handout = ASSIGNMENTS["alphabeta"].student_files("en")["HANDOUT.md"]
    assert "18,297" in handout
    assert "18.297" in ASSIGNMENTS["alphabeta"].student_files("en")["HANDOUT.pt-BR.md"]
    assert "146,120" in handout
    rows = re.findall(
        r"\| `([XO./]+)` \| [XO] \| (wins|loses)",
        ASSIGNMENTS["heuristic"].student_files("en")["HANDOUT.md"],
    )
    assert rows
    assert all((game_value(connect4().parse(text)) > 0) == (word == "wins") for text, word in rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_zip_is_as_gradescope_wants_it(language: str) -> None:
    files = assignment_files(ASSIGNMENTS["alphabeta"], language)
    data = files["teacher/gradescope.zip"]
    assert data == assignment_files(ASSIGNMENTS["alphabeta"], language)["teacher/gradescope.zip"]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in archive.infolist()}
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert modes == {"run_autograder": 0o755, "setup.sh": 0o755, "rubric.toml": 0o644}
    assert f"--lang {language}" in texts["run_autograder"]
    assert re.search(r'pip" install .*"plyground==\d', texts["setup.sh"])
    assert not re.search(r"https?:|index", texts["setup.sh"])  # what is installed is found by its name
    assert all(
        text.startswith("#!/usr/bin/env bash\n") for name, text in texts.items() if modes[name] == 0o755
    )
    for name in ("run_autograder", "setup.sh"):
        subprocess.run(["bash", "-n"], input=texts[name], text=True, check=True)


@NEEDS_LANDLOCK
@pytest.mark.slow
def test_run_autograder_writes_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In folders like Gradescope's, but elsewhere: nothing is written to /autograder."""
    write_assignment(ASSIGNMENTS["minimax"], tmp_path / "new", "en")
    home = tmp_path / "autograder"
    for name in ("source", "submission", "results"):
        (home / name).mkdir(parents=True)
    subprocess.run(
        ["unzip", "-q", tmp_path / "new/teacher/gradescope.zip", "-d", home / "source"], check=True
    )
    shutil.copy(home / "source/run_autograder", home)
    monkeypatch.setenv("AUTOGRADER", str(home))
    monkeypatch.setenv("PLYGROUND", COMMAND[0])

    def results() -> dict[str, object]:
        subprocess.run([home / "run_autograder"], cwd=home, check=True, capture_output=True)
        found: dict[str, object] = json.loads((home / "results/results.json").read_text())
        return found

    shutil.copy(tmp_path / "new/teacher/solution/minimax.py", home / "submission")
    right = results()
    assert right["score"] == 10
    tests = right["tests"]
    assert isinstance(tests, list)
    told = {"name", "status", "output"}
    assert {frozenset(test) for test in tests} == {
        frozenset(told),  # a condition has no points of its own
        frozenset(told | {"score", "max_score"}),
    }
    (home / "submission/minimax.py").rename(home / "submission/mine.py")
    missing = results()
    assert missing["score"] == 0
    assert "minimax.py" in str(missing["tests"])
    (home / "source/rubric.toml").write_text("nonsense = ")
    (home / "results/results.json").unlink()
    with pytest.raises(subprocess.CalledProcessError):
        results()
    assert not (home / "results/results.json").exists()  # no student gets 0 because a rubric is broken


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_text("keep")
    with pytest.raises(BadSpec, match="is there already"):
        write_assignment(ASSIGNMENTS["minimax"], tmp_path / "mine", "en")
    with pytest.raises(BadSpec, match="is there already"):
        write_assignment(ASSIGNMENTS["minimax"], tmp_path / "mine/notes.txt", "en")
    with pytest.raises(Failed, match="cannot be written"):
        write_assignment(ASSIGNMENTS["minimax"], tmp_path / "mine/notes.txt/new", "en")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_the_command_says_what_is_for_whom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, ["new-assignment", "minimax", "--lang", "pt-BR"])
    assert ran.exit_code == 0
    assert "minimax/teacher tem a solução" in ran.output
    assert "a sua parte" in (tmp_path / "minimax/student/minimax.py").read_text()
    assert not list((tmp_path / "minimax/student").rglob("*solution*"))
    assert "did you mean minimax?" in complaint("new-assignment", "minmax")
