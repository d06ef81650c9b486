"""Whole grades: right programs get all points, and each planted mistake gets its own reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.planted import PLANTED, PROGRAMS, RUBRICS, Planted, text_of
from plyground import connect4
from plyground.grader.game_values import game_value
from plyground.grader.grade import grade
from plyground.grader.marks import Grade
from plyground.grader.rubric import read_rubric
from plyground.grader.submissions import StudentFile
from plyground.words import LANGUAGES, Tongue
from plyground.workers.confinement import Confinement
from plyground.workers.landlock import landlock_abi

pytestmark = pytest.mark.skipif(
    landlock_abi() == 0, reason="NOT TESTED: grades: there is no Landlock here, and programs run confined"
)
QUICK = {
    "strict cut",
    "syntax error",
    "MAX never cuts",
}  # one for each program; all of them in make test-slow


def graded(folder: Path, program: str, rubric: str) -> Grade:
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    return grade(StudentFile("student", file), read_rubric(rubric), Confinement())


@pytest.mark.parametrize(
    "planted",
    [
        pytest.param(each, id=each.name, marks=[] if each.name in QUICK else [pytest.mark.slow])
        for each in PLANTED
    ],
)
def test_a_planted_mistake_gets_its_reason(planted: Planted, tmp_path: Path) -> None:
    found = graded(tmp_path, text_of(planted), RUBRICS[planted.program])
    assert planted.reason in found.mistakes
    assert found.points < found.rubric.points
    for mark in found.marks:
        for reason in mark.reasons:
            assert all(Tongue(language).message(reason) for language in LANGUAGES)


def test_every_wrong_program_is_another() -> None:
    assert len(PLANTED) == 37
    assert len({text_of(each) for each in PLANTED}) == len(PLANTED)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_right_program_gets_all_points(name: str, tmp_path: Path) -> None:
    found = graded(tmp_path, PROGRAMS[name], RUBRICS[name])
    assert found.mistakes == []
    assert found.points == found.rubric.points


@pytest.mark.slow
def test_the_same_program_gets_the_same_grade(tmp_path: Path) -> None:
    one, other = (graded(tmp_path, text_of(PLANTED[-2]), RUBRICS["plain"]) for _ in range(2))
    assert one.points == other.points
    assert [mark.reasons for mark in one.marks] == [mark.reasons for mark in other.marks]


FIRST_MOVE = "def choose(position):\n    return position.moves()[0]\n"
PERFECT = "import plyground as pg\n\n\ndef choose(position):\n    return pg.search(position, pg.AlphaBeta()).move\n"


def check(kind: str, **keys: object) -> str:
    lines = [f"{key} = {value!r}" for key, value in keys.items()]
    return "\n".join(["[[check]]", f'kind = "{kind}"', "points = 1", *lines])


@pytest.mark.slow
def test_who_plays_the_first_move_loses_and_misses_tactics(tmp_path: Path) -> None:
    rubric = "\n".join([check("never-loses"), check("tactics", each=2)])
    found = graded(tmp_path, FIRST_MOVE, rubric)
    assert found.marks[0].points == 0
    assert found.marks[0].reasons[0].key == "grade.loses"
    assert {"grade.tactics.win", "grade.tactics.block"} <= set(found.mistakes)


@pytest.mark.slow
def test_a_perfect_player_passes_every_kind_of_play(tmp_path: Path) -> None:
    rubric = [
        check("never-loses"),
        check("tactics", each=2),
        check("legal"),
        check("limits", seconds=600.0),
    ]
    found = graded(tmp_path, PERFECT, "\n".join(rubric))
    assert found.points == 4, found.mistakes


def test_values_of_large_games_come_from_the_solver() -> None:
    """They came from a search to the end of the game, which Connect Four has not seen."""
    assert [game_value(connect4().parse(text)) for text in ("-", "4453", "1212121")] == [1, -1, -1]


@pytest.mark.slow
def test_a_slow_win_is_told_from_no_win(tmp_path: Path) -> None:
    """A search without distances takes the first move that wins at last; tic-tac-toe has no such choice."""
    rubric = 'game = "mnk(4,3,3)"\n' + check("tactics", depth=5)
    found = graded(tmp_path, PROGRAMS["plain"], rubric)
    assert set(found.mistakes) == {"grade.tactics.win", "grade.tactics.later"}


@pytest.mark.slow
def test_a_depth_that_is_not_kept_is_told(tmp_path: Path) -> None:
    rubric = check("limits", depth=2, positions=["XO./.../..."])
    kept = graded(tmp_path, PROGRAMS["plain"], rubric)
    assert kept.points == 1, kept.mistakes
    broken = graded(tmp_path, PROGRAMS["plain"].replace("depth - 1", "depth"), rubric)
    (reason,) = broken.marks[0].reasons
    assert (reason.key, reason.facts["n"], reason.facts["depth"]) == ("grade.limits.depth", 7, 2)


@pytest.mark.slow
def test_a_loop_without_end_is_ended_by_its_computing_time(tmp_path: Path) -> None:
    """No call is made in the loop, so only a clock can end it: that of its own computing."""
    loop = "def choose(position):\n    while True:\n        pass\n"
    found = graded(tmp_path, loop, check("legal", positions=["XO./.../..."], seconds=1.0))
    assert found.mistakes == ["grade.trouble.time"]


@pytest.mark.slow
def test_a_program_cannot_read_the_submission_of_another(tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text("secret = 1\n")
    program = f"def choose(position):\n    return open({str(other)!r}).read()\n"
    found = graded(tmp_path, program, check("legal", positions=["5"]))
    (reason,) = found.marks[0].reasons
    assert "PermissionError" in reason.facts["detail"]


@pytest.mark.slow
def test_a_match_is_won_with_confidence_or_not(tmp_path: Path) -> None:
    perfect = graded(tmp_path, PERFECT, check("match", games=20, against="random"))
    assert perfect.points == 1, perfect.mistakes
    even = graded(tmp_path, FIRST_MOVE, check("match", games=4, against="alphabeta"))
    assert even.mistakes == ["grade.match.not-beaten"]


@pytest.mark.slow
def test_a_class_of_its_own_is_recorded_by_record(tmp_path: Path) -> None:
    program = PROGRAMS["plain"].replace("def search(position, depth", "def search(board, depth")
    program = program.replace("    end = position", "    position = board.position\n    end = position")
    program = program.replace("search(position, limits", "search(Board(position), limits")
    program = program.replace("search(position.after(move)", "search(Board(position.after(move))")
    program = program.replace("import math\n", "import math\n\nfrom plyground.grader import record\n")
    program += "\n\nclass Board:\n    def __init__(self, position):\n        self.position = position\n"
    assert graded(tmp_path, program, RUBRICS["plain"]).points < 2
    named = program.replace("def search(", "@record(lambda board, *rest: board.position)\ndef search(")
    found = graded(tmp_path, named, RUBRICS["plain"])
    assert found.points == 2, found.mistakes
