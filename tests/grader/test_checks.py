"""Checks by the keys of a rubric: conventions, ties, openings, lost positions, Kaggle's boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.planted import PROGRAMS
from plyground.grader.examiner import Examiner
from plyground.grader.grade import grade
from plyground.grader.marks import Grade
from plyground.grader.match_check import match_plan
from plyground.grader.node_convention import NodeConvention, wanted_convention
from plyground.grader.rubric import read_rubric
from plyground.grader.submissions import StudentFile
from plyground.searchers.convention import CONVENTIONS, Convention
from plyground.workers.confinement import Confinement
from plyground.workers.landlock import landlock_abi

NEEDS_LANDLOCK = pytest.mark.skipif(
    landlock_abi() == 0, reason="NOT TESTED: grades: there is no Landlock here, and programs run confined"
)
NODES = '[[check]]\nkind = "nodes"\npoints = 1\npositions = ["X.O/.X./..O"]\n'
PERFECT = "import plyground as pg\n\n\ndef choose(position):\n    return pg.search(position, pg.AlphaBeta()).move\n"
KAGGLE = """\
def agent(observation, configuration):
    return search(list(observation.board), observation.mark, configuration)[1]


def search(board, mark, configuration):
    columns, rows = configuration.columns, configuration.rows
    if won(board, 3 - mark, configuration):
        return -1, None
    free = [column for column in range(columns) if board[column] == 0]
    if not free:
        return 0, None
    best, chosen = -2, None
    for column in free:
        after = list(board)
        row = max(row for row in range(rows) if board[row * columns + column] == 0)
        after[row * columns + column] = mark
        value = -search(after, 3 - mark, configuration)[0]
        if value > best:
            best, chosen = value, column
    return best, chosen


def won(board, mark, configuration):
    columns, rows, length = configuration.columns, configuration.rows, configuration.inarow
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * n, column + right * n) for n in range(length)]
                if all(0 <= r < rows and 0 <= c < columns and board[r * columns + c] == mark for r, c in cells):
                    return True
    return False
"""


def graded(folder: Path, program: str, rubric: str) -> Grade:
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    return grade(StudentFile("student", file), read_rubric(rubric), Confinement())


@pytest.mark.parametrize(
    ("keys", "right"),
    [
        ("", CONVENTIONS["aima"]),
        ('convention = "cs188"', CONVENTIONS["cs188"]),
        ('convention = "cs188"\ncount_root = true', Convention(cut="strict")),
        ('cut = "strict"\nfail = "hard"', Convention(cut="strict", fail="hard")),
        ("count_ends = false", CONVENTIONS["expanded"]),
    ],
)
def test_a_convention_is_named_and_changed_by_keys(keys: str, right: Convention) -> None:
    rubric = read_rubric(NODES + keys)
    assert wanted_convention(rubric.checks[0], rubric) == NodeConvention.of(right, "rules")


@pytest.mark.parametrize(
    ("interface", "keys", "order"),
    [
        ("plain", "", "rules"),
        ("plain", 'order = "centre"', "centre"),
        ("cs50", "", "own"),
        ("cs50", 'order = "rules"', "rules"),
        ("aima", 'convention = "cs188"', "aima"),
        ("aima", 'order = "given"', "aima"),
    ],
)
def test_the_order_of_moves_is_part_of_the_convention(interface: str, keys: str, order: str) -> None:
    """It was a key of the check alone, beside the convention that says all else."""
    rubric = read_rubric(f'interface = "{interface}"\n{NODES}{keys}')
    assert wanted_convention(rubric.checks[0], rubric).order == order


@NEEDS_LANDLOCK
@pytest.mark.slow
def test_the_cut_of_a_rubric_decides_what_is_right(tmp_path: Path) -> None:
    keys = NODES + "depth = 4\n"
    strict = PROGRAMS["plain"].replace("alpha >= beta", "alpha > beta")
    assert graded(tmp_path, strict, keys).points == 0
    assert graded(tmp_path, strict, keys + 'cut = "strict"').points == 1
    told = graded(tmp_path, PROGRAMS["plain"], keys + 'cut = "strict"\ncount_root = false')
    assert told.mistakes == ["grade.tree.other-cut-strict", "grade.tree.counts"]
    (_, counts) = told.marks[0].reasons
    assert (counts.facts["n"], counts.facts["right"]) == (71, 101)  # without the root


@NEEDS_LANDLOCK
@pytest.mark.slow
def test_a_kaggle_agent_is_recorded_by_its_boards(tmp_path: Path) -> None:
    rubric = 'interface = "kaggle"\ngame = "connect4(3,3,3)"\n[[check]]\nkind = "nodes"\npoints = 1\n'
    rubric += 'positions = ["12"]\nconvention = "cs50"\n'
    assert graded(tmp_path, KAGGLE, rubric).mistakes == []
    late = graded(tmp_path, KAGGLE.replace("if won(board, 3 - mark", "if won(board, mark"), rubric)
    assert "grade.tree.after-end" in late.mistakes


@NEEDS_LANDLOCK
@pytest.mark.slow
def test_nobody_is_blamed_for_a_position_that_is_lost(tmp_path: Path) -> None:
    """X in the middle and O at an edge is lost for O, which a perfect player cannot change."""
    rubric = '[[check]]\nkind = "never-loses"\npoints = 1\npositions = ["52"]'
    assert graded(tmp_path, PERFECT, rubric).points == 1


def test_a_match_without_chance_is_not_the_same_game_again_and_again(tmp_path: Path) -> None:
    """It began at the start every time: two games of two players without chance counted as twenty."""
    (tmp_path / "program.py").write_text(PERFECT)
    text = '[[check]]\nkind = "match"\npoints = 1\nagainst = "alphabeta(depth=1)"\ngames = 8\n'
    openings = []
    for keys in ("", "openings = \"list('5')\""):
        rubric = read_rubric(text + keys)
        plan = match_plan(rubric.checks[0], Examiner(tmp_path / "program.py", rubric))
        openings.append({pair.opening for pair in plan.pairs()})
    assert [len(each) for each in openings] == [4, 1]
