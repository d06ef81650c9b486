"""Grades as files: each can be read by the program that it is for."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from plyground import tictactoe
from plyground.cli.app import app
from plyground.errors import BadSpec
from plyground.grader.diagnosis import first_difference
from plyground.grader.grade import grade
from plyground.grader.grade_files import grade_sheet, gradescope, junit_xml, write_grades
from plyground.grader.marks import CaseMark, CheckMark, Grade, TreePair
from plyground.grader.page import student_page, summary_page
from plyground.grader.reference import RightSearch
from plyground.grader.rubric import read_rubric
from plyground.grader.submissions import Likeness, StudentFile, find_likenesses, find_submissions
from plyground.grader.tree_pair import pair_svgs
from plyground.message import say
from plyground.searchers.convention import convention
from plyground.words import LANGUAGES, Tongue
from plyground.workers.confinement import Confinement

RUBRIC = read_rubric(
    'title = "Search"\n[[check]]\nkind = "legal"\npoints = 2\n'
    '[[check]]\nkind = "nodes"\npoints = 3\npositions = ["X.O/.X./..O"]\ntitle = "<Nodes>"\n'
)
EN = Tongue("en")


def tree_pair() -> TreePair:
    root = tictactoe().parse("X.O/.X./..O")
    yours, right = (RightSearch(root, convention(name)).tree({}) for name in ("cs50", "aima"))
    parting = first_difference(yours, right)
    assert parting is not None
    return TreePair(yours, right, parting.yours, parting.right)


def grades() -> list[Grade]:
    legal, nodes = RUBRIC.checks
    wrong = CaseMark(False, say("grade.tree.no-pruning"), figure=tree_pair())
    crash = CaseMark(False, say("grade.trouble.crash", detail="<b>\x07=1+1"))
    return [
        Grade("ana", Path("ana.py"), RUBRIC, [CheckMark(legal, [CaseMark(True)]), CheckMark(nodes, [CaseMark(True)])]),
        Grade("=bob", Path("bob.py"), RUBRIC, [CheckMark(legal, [CaseMark(True), crash]), CheckMark(nodes, [wrong])]),
    ]  # fmt: skip


def test_points_are_shared_among_cases() -> None:
    assert [each.points for each in grades()] == [5, 1]
    assert grades()[1].mistakes == ["grade.trouble.crash", "grade.tree.no-pruning"]


def test_the_sheet_is_a_table_and_no_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(grade_sheet(grades(), EN))))
    assert [row["student"] for row in rows] == ["ana", "'=bob"]
    assert [row["points"] for row in rows] == ["5", "1"]
    assert "cut off" in rows[1]["reasons"]


@pytest.mark.parametrize("name", [" =1+1", "\t=1", "a;=1", "＝1"])
def test_no_name_of_a_student_becomes_a_formula(name: str) -> None:
    """The sheet looked at the first letter only; the reports' files know better."""
    named = replace(grades()[0], student=name)
    (row,) = csv.DictReader(io.StringIO(grade_sheet([named], EN)))
    assert row["student"] != name
    assert "'" in row["student"]


def test_gradescope_reads_scores() -> None:
    told = gradescope(grades()[1], EN)
    assert told["score"] == sum(test["score"] for test in told["tests"]) == 1
    assert [test["max_score"] for test in told["tests"]] == [2, 3]
    assert told["tests"][1]["status"] == "failed"


def test_junit_is_xml() -> None:
    suites = ElementTree.fromstring(junit_xml(grades(), EN))
    assert [suite.get("failures") for suite in suites] == ["0", "2"]
    assert suites.find("./testsuite/testcase[@name='<Nodes>']") is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_in_both_languages_and_escape_names(language: str) -> None:
    speaker = Tongue(language)
    page = student_page(grades()[1], speaker)
    assert f'<html lang="{language}">' in page
    assert "<Nodes>" not in page
    assert "<b>" not in page
    assert speaker.say("grade.figure.not-visited") in page
    assert 'href="students/%3Dbob/index.html"' in summary_page(grades(), [], RUBRIC, speaker)
    summary = summary_page(grades(), [Likeness("ana", "bob", 0.9)], RUBRIC, speaker)
    assert speaker.say("grade.summary.percent", percent=90) in summary
    assert speaker.say("grade.tree.no-pruning") in summary


def test_files_stand_where_they_are_looked_for(tmp_path: Path) -> None:
    written = write_grades(grades(), [], RUBRIC, tmp_path / "out", EN)
    assert [path.name for path in written] == ["summary.html", "grades.csv", "junit.xml"]
    assert (tmp_path / "out/students/ana/results.json").is_file()
    assert (tmp_path / "out/students/ana/index.html").is_file()


def test_submissions_are_files_and_folders(tmp_path: Path) -> None:
    for name in ("ana.py", "bob/tictactoe.py", "bob/runner.py", "cleo/src/tictactoe.py", "dan/notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    found = {each.student: each.file for each in find_submissions(tmp_path, "tictactoe.py")}
    assert {name: file and str(file.relative_to(tmp_path)) for name, file in found.items()} == {
        "ana": "ana.py", "bob": "bob/tictactoe.py", "cleo": "cleo/src/tictactoe.py", "dan": None,
    }  # fmt: skip
    (single,) = find_submissions(tmp_path / "bob", "tictactoe.py")
    assert single.student == "bob"
    with pytest.raises(BadSpec, match="no submissions at"):
        find_submissions(tmp_path / "nowhere", "")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadSpec, match="no submissions in"):
        find_submissions(tmp_path / "empty", "")


def test_a_missing_file_is_the_reason_everywhere() -> None:
    found = grade(StudentFile("dan", None), RUBRIC, Confinement())
    assert found.points == 0
    assert found.mistakes == ["grade.no-file"]


def test_renamed_copies_are_alike_and_other_programs_are_not(tmp_path: Path) -> None:
    source = Path(find_likenesses.__code__.co_filename).read_text()
    files = {
        "ana": source,
        "bob": "# mine\n" + source.replace("found", "result").replace("marks", "prints"),
        "cleo": Path(read_rubric.__code__.co_filename).read_text(),
    }
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    (pair,) = find_likenesses(find_submissions(tmp_path, ""))
    assert (pair.one, pair.other) == ("ana", "bob")
    assert pair.share > 0.95


def test_a_bad_rubric_is_bad_usage(tmp_path: Path) -> None:
    (tmp_path / "rubric.toml").write_text("check = 1")
    ran = CliRunner().invoke(app, ["grade", str(tmp_path / "rubric.toml"), str(tmp_path)])
    assert ran.exit_code == 2
    assert "rubric.toml, line 1: bad check 1" in ran.output
    ran = CliRunner().invoke(app, ["grade", str(tmp_path / "none.toml"), str(tmp_path)])
    assert ran.exit_code == 2


def test_relative_paths_are_those_of_the_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A student's process starts in another folder; `subs/ana.py` was not found there."""
    (tmp_path / "subs").mkdir()
    (tmp_path / "subs/ana.py").write_text("def choose(position):\n    return position.moves()[0]\n")
    (tmp_path / "rubric.toml").write_text('[[check]]\nkind = "legal"\npoints = 1\npositions = ["5"]')
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, ["grade", "rubric.toml", "subs", "--pass", "100"])
    assert ran.stdout == "ana: 1 of 1 points\n"
    assert "plyground: ana is graded, 1 of 1\n" in ran.stderr  # where the grades go to a file or a pipe
    assert ran.exit_code == 0
    (tmp_path / "subs/ana.py").write_text("def choose(position):\n    return 'z9'\n")
    ran = CliRunner().invoke(app, ["grade", "rubric.toml", "subs", "--pass", "100"])
    assert ran.exit_code == 1


def test_an_interrupt_keeps_the_grades_that_are_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after a quarter of an hour left nothing: all grades were printed and written at the end."""

    def interrupted(*_: object) -> Iterator[tuple[int, Grade]]:
        yield 0, grades()[0]
        raise KeyboardInterrupt

    monkeypatch.setattr("plyground.cli.grade.grade_all", interrupted)
    (tmp_path / "ana.py").write_text("x = 1\n")
    (tmp_path / "rubric.toml").write_text('[[check]]\nkind = "legal"\npoints = 1\n')
    ran = CliRunner().invoke(
        app,
        ["grade", str(tmp_path / "rubric.toml"), str(tmp_path / "ana.py"), "--out", str(tmp_path / "out")],
    )
    assert ran.exit_code != 0
    assert "ana: 5 of 5 points" in ran.output
    assert "ana" in (tmp_path / "out/grades.csv").read_text()


def test_the_figure_begins_at_the_root_and_says_what_is_left_out() -> None:
    """It began some plies below, as if that were the root; and both trees were one picture, wider than a telephone."""
    root = tictactoe().parse("XO./.../...")
    yours, right = (RightSearch(root, convention(name), 6).tree({}) for name in ("cs188", "aima"))
    parting = first_difference(yours, right)
    assert parting is not None
    assert parting.yours is not None
    assert yours[parting.yours].level == 6
    pictures = pair_svgs(TreePair(yours, right, parting.yours, parting.right), RUBRIC, EN)
    assert len(pictures) == 2
    for picture, title in zip(pictures, ("Your search", "The right search"), strict=True):
        assert f">{title}<" in picture
        assert "3 nodes left out" in picture
        boards = re.findall(r"<rect[^>]*>.*?(?=<rect|</svg>)", picture, re.DOTALL)
        assert re.findall(r">([XO])</text>", boards[1])[:2] == ["X", "O"]  # after the ground, the root
        assert len(re.findall(r">([XO])</text>", boards[1])) == 2
