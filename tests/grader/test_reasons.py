"""What a student reads: each of these was once wrong, or said in words that the student does not use."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground import connect4, tictactoe
from plyground.grader.grade import grade
from plyground.grader.marks import Grade
from plyground.grader.notation import line_text, move_text, move_texts
from plyground.grader.rubric import read_rubric
from plyground.grader.submissions import StudentFile
from plyground.words import Tongue
from plyground.workers.confinement import Confinement
from plyground.workers.landlock import landlock_abi

NEEDS_LANDLOCK = pytest.mark.skipif(
    landlock_abi() == 0, reason="NOT TESTED: grades: there is no Landlock here, and programs run confined"
)


def graded(folder: Path, program: str, rubric: str) -> Grade:
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    return grade(StudentFile("student", file), read_rubric(rubric), Confinement())


def sentences(found: Grade, language: str = "en") -> list[str]:
    return [Tongue(language).message(reason) for mark in found.marks for reason in mark.reasons]


def check(kind: str, **keys: object) -> str:
    lines = [
        f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
        for key, value in keys.items()
    ]
    return "\n".join(["[[check]]", f'kind = "{kind}"', "points = 1", *lines]) + "\n"


# ------------------------------------------------------------ moves as the assignment writes them


def test_moves_are_written_as_the_interface_writes_them() -> None:
    """They were ours: `2` for CS50's (0, 1) and for Kaggle's column 1."""
    for interface, right in (("plain", "8"), ("cs50", "(2, 1)"), ("aima", "(2, 1)")):
        rubric = read_rubric(f'interface = "{interface}"\n' + check("legal"))
        assert move_text("8", tictactoe().start(), rubric) == right
    cs50 = read_rubric('interface = "cs50"\n' + check("legal"))
    assert move_texts(["1", "6"], tictactoe().start(), cs50) == "(0, 0), (1, 2)"
    assert line_text(["1", "6"], tictactoe().start(), cs50) == "(0, 0) (1, 2)"
    kaggle = read_rubric('interface = "kaggle"\ngame = "connect4"\n' + check("legal"))
    assert line_text(["1", "7", "7"], connect4().start(), kaggle) == "0 6 6"


KAGGLE_EDGE = "def agent(observation, configuration):\n    return next(c for c in range(7) if not observation.board[c])\n"
CS50_FIRST = """\
def minimax(board):
    return next((i, j) for i in range(3) for j in range(3) if board[i][j] is None)
"""


@NEEDS_LANDLOCK
@pytest.mark.slow
def test_reasons_have_the_moves_of_the_interface(tmp_path: Path) -> None:
    rubric = 'interface = "kaggle"\ngame = "connect4"\n' + check("tactics", each=1)
    said = sentences(graded(tmp_path, KAGGLE_EDGE, rubric))
    assert any("Your program played 0." in sentence for sentence in said), said
    rubric = (
        'interface = "cs50"\n'
        + check("values", positions=["XX./OO./X.."])
        + check("never-loses", positions=["5"])
    )
    said = sentences(graded(tmp_path, CS50_FIRST, rubric))
    assert "In XX./OO./X.. your program played (0, 2); best is (1, 2)." in said
    assert any("playing O, your program can be beaten: (0, 0) (0, 1)" in sentence for sentence in said), (
        said
    )


def test_a_bare_number_is_not_said_to_be_missing_among_the_legal_moves(tmp_path: Path) -> None:
    """It is there, for moves are numbers: what is not known is whether it was counted from 0."""
    program = "def choose(position):\n    return int(position.moves()[0])\n"
    said = sentences(graded(tmp_path, program, check("tactics", each=1)))
    assert any("return one of position.moves()" in sentence for sentence in said), said
    assert not any("not among the legal moves" in sentence for sentence in said)
    wrong = sentences(graded(tmp_path, "def choose(position):\n    return 99\n", check("tactics", each=1)))
    assert any("it is not among the legal moves" in sentence for sentence in wrong), wrong


# ------------------------------------------------------------ fail-soft and fail-hard

SOFT = """\
import math


def choose(position, limits):
    return search(position, limits.depth, -math.inf, math.inf)[1]


def search(position, depth, alpha, beta):
    end = position.outcome()
    if end:
        return (0 if end.winner is None else WIN if end.winner is position.to_move else -WIN), None
    best, chosen = -math.inf, None
    for move in position.moves():
        value = -search(position.after(move), depth - 1, -beta, -alpha)[0]
        if value > best:
            best, chosen = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, chosen


WIN = 1
"""
HARD = SOFT.replace("    return best, chosen", "    return max(low, min(best, beta)), chosen").replace(
    "    best, chosen = -math.inf, None\n", "    best, chosen, low = -math.inf, None, alpha\n"
)


@NEEDS_LANDLOCK
@pytest.mark.slow
@pytest.mark.parametrize("worth", [1, 100])
def test_the_convention_says_what_is_returned_outside_of_the_window(worth: int, tmp_path: Path) -> None:
    """Cuts at equality look at the same nodes, so either program had all points under either convention."""
    found = {}
    for name, program in (("soft", SOFT), ("hard", HARD)):
        for convention in ("aima", "fail-hard"):
            rubric = check("nodes", positions=["X.O/.../..X"], depth=9, convention=convention)
            given = graded(tmp_path, program.replace("WIN = 1", f"WIN = {worth}"), rubric)
            found[name, convention] = (given.points, given.mistakes)
    assert found == {
        ("soft", "aima"): (1, []),
        ("hard", "aima"): (0, ["grade.tree.fail-soft"]),
        ("soft", "fail-hard"): (0, ["grade.tree.fail-hard"]),
        ("hard", "fail-hard"): (1, []),
    }


@NEEDS_LANDLOCK
@pytest.mark.slow
def test_a_class_without_record_is_told_about_it(tmp_path: Path) -> None:
    program = SOFT.replace(
        "def search(position, depth, alpha, beta):",
        "def value(self, depth, alpha, beta):\n    position = self.position",
    )
    program = program.replace("-search(position.after(move),", "-Board(position.after(move)).value(")
    program = program.replace("search(position, limits", "Board(position).value(limits")
    program += "\n\nclass Board:\n    def __init__(self, position):\n        self.position = position\n\n    value = value\n"
    found = graded(tmp_path, program, check("nodes", positions=["X.O/.X./..O"], depth=9))
    assert found.mistakes == ["grade.tree.none-record"]


INDEX = """\
def choose(position, limits):
    return search(position, limits.depth)[1]


def search(position, depth):
    end = position.outcome()
    if end:
        return (0 if end.winner is None else 1 if end.winner is position.to_move else -1), None
    if depth == 0:
        return 0, None
    values = [(-search(position.after(move), depth - 1)[0], move) for move in position.moves()]
    value, move = max(values, key=lambda pair: pair[0])
    if depth == 2:
        value = position.moves().index(move)
    return value, move
"""


@NEEDS_LANDLOCK
def test_a_wrong_sign_is_not_said_of_one_node_that_happens_to_look_so(tmp_path: Path) -> None:
    """It turns every sign around, and at depth 2 returns the index of its move: in one node that is 0."""
    rubric = check("nodes", positions=["XO./.../...", "X.O/.X./..O"], depth=4)
    said = sentences(graded(tmp_path, INDEX, rubric))
    assert not any("turning the sign" in sentence for sentence in said), said
    assert any("so the node is worth" in sentence for sentence in said), said


@NEEDS_LANDLOCK
def test_a_sign_that_is_missing_everywhere_is_said_as_a_fact(tmp_path: Path) -> None:
    unturned = INDEX.replace("(-search(", "(search(").replace("if depth == 2", "if depth == -1")
    rubric = check("nodes", positions=["XO./.../..."], depth=4)
    said = sentences(graded(tmp_path, unturned, rubric))
    assert any("without turning the sign around" in sentence for sentence in said), said


@NEEDS_LANDLOCK
def test_a_sign_that_one_node_could_show_is_said_as_a_guess(tmp_path: Path) -> None:
    """Only the root is asked for its value here, and there is no other node of its level."""
    unturned = INDEX.replace(
        "values = [(-search(", "turn = 1 if depth == 4 else -1\n    values = [(turn * search("
    )
    unturned = unturned.replace("if depth == 2", "if depth == -1")
    said = sentences(graded(tmp_path, unturned, check("nodes", positions=["X.O/.X./..O"], depth=4)))
    assert any("as if the sign had not been turned around" in sentence for sentence in said), said
