"""The table of wrong submissions: each gets the reason that a good teaching assistant would give."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.planted_assignments import WRONG_SUBMISSIONS, WrongSubmission, program_of
from plyground.assignments import ASSIGNMENTS
from plyground.grader.grade import grade
from plyground.grader.marks import Grade
from plyground.grader.submissions import StudentFile
from plyground.words import LANGUAGES, Tongue
from plyground.workers.confinement import Confinement
from plyground.workers.landlock import landlock_abi

pytestmark = pytest.mark.skipif(
    landlock_abi() == 0, reason="NOT TESTED: grades: there is no Landlock here, and programs run confined"
)
QUICK = {("minimax", "sign error"), ("heuristic", "always for X")}  # all of them in make test-slow
# The mistakes that every course sees; which assignments have them depends on what is asked.
EXPECTED = {
    "wrong name": 4,
    "prints": 4,
    "sign error": 4,
    "infinite recursion": 3,
    "mutated board": 2,
    "ties broken otherwise": 2,
    "MAX takes the least": 1,
    "no depth": 2,
    "cut on the wrong side": 1,
    "α and β not passed on": 1,
    "table without depth": 1,
}


def graded(folder: Path, kind: str, program: str, check: str) -> Grade:
    """The grade in the checks of one kind: a match takes its time."""
    rubric = ASSIGNMENTS[kind].rubric("en")
    rubric = replace(rubric, checks=tuple(each for each in rubric.checks if each.kind == check))
    file = folder / rubric.file
    file.write_text(program, encoding="utf-8")
    return grade(StudentFile("student", file), rubric, Confinement())


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        pytest.param(
            kind,
            wrong,
            id=f"{kind}: {wrong.name}",
            marks=[] if (kind, wrong.name) in QUICK else [pytest.mark.slow],
        )
        for kind, table in WRONG_SUBMISSIONS.items()
        for wrong in table
    ],
)
def test_a_wrong_submission_gets_its_reason(kind: str, wrong: WrongSubmission, tmp_path: Path) -> None:
    found = graded(tmp_path, kind, program_of(kind, wrong), wrong.kind)
    told = {language: _sentences(found, language) for language in LANGUAGES}
    assert wrong.reason in found.mistakes, told["en"]
    assert found.share < 1
    assert all(told[language] for language in LANGUAGES)
    assert told["en"] != told["pt-BR"]


def _sentences(found: Grade, language: str) -> list[str]:
    return [Tongue(language).message(reason) for mark in found.marks for reason in mark.reasons]


def test_the_table_has_the_mistakes_that_every_course_sees() -> None:
    names = Counter(wrong.name for table in WRONG_SUBMISSIONS.values() for wrong in table)
    assert {name: names[name] for name in EXPECTED} == EXPECTED
    assert names.total() == 69


_SOFT = """\
        if value > best:
            best, chosen = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, chosen
"""
_RAISE, _CUT = "        alpha = max(alpha, best)\n", "        if alpha >= beta:\n            break\n"
_HARD = """\
        if value >= beta:
            return beta, move
        if value > alpha:
            alpha, chosen = value, move
    return alpha, chosen
"""
# Submissions that got other points or another reason than they should, as a reviewer handed them in.
MISJUDGED = [
    ("minimax", WrongSubmission("an empty line wins", "line[0] is not EMPTY and ", "", "never-loses", "grade.loses")),
    ("alphabeta", WrongSubmission("fail-hard", _SOFT, _HARD, "nodes", "grade.tree.fail-soft")),
    ("alphabeta", WrongSubmission("return in the loop", "    return best, chosen", "        return best, chosen", "nodes", "grade.tree.first-move")),
    ("alphabeta", WrongSubmission("return in the loop, by its values", "    return best, chosen", "        return best, chosen", "values", "grade.tree.first-move")),
    ("minimax", WrongSubmission("return in the loop", "    return value\n", "        return value\n", "nodes", "grade.tree.first-move")),
    ("alphabeta", WrongSubmission("cached", "def search(", "import functools\n\n@functools.lru_cache(maxsize=None)\ndef search(", "nodes", "grade.tree.cached")),
    ("minimax", WrongSubmission("O takes the greatest", "-max_value(result", "max_value(result", "values", "grade.values.root-min")),
    ("minimax", WrongSubmission("mutated board, by its nodes", "new = [list(row) for row in board]", "new = board", "nodes", "grade.changed")),
    ("alphabeta", WrongSubmission("cut before α is raised", _RAISE + _CUT, _CUT + _RAISE, "nodes", "grade.tree.late-cut")),
    ("alphabeta", WrongSubmission("best begins with 0", "best, chosen = -math.inf, None", "best, chosen = 0, None", "values", "grade.trouble.none")),
    ("alphabeta", WrongSubmission("the middle first", "in position.moves():", "in sorted(position.moves(), key=lambda m: m != 4):", "values", "grade.values.tie-order")),
    ("alphabeta", WrongSubmission("does not load", "alpha >= beta:", "alpha >= beta", "match", "grade.trouble.syntax")),
    ("alphabeta", WrongSubmission("fails in every game", "best, chosen = value, move", "best, chosen = value, mov", "match", "grade.match.forfeit")),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "wrong"), [pytest.param(*each, id=f"{each[0]}: {each[1].name}") for each in MISJUDGED]
)
def test_a_misjudged_submission_gets_its_reason(kind: str, wrong: WrongSubmission, tmp_path: Path) -> None:
    found = graded(tmp_path, kind, program_of(kind, wrong), wrong.kind)
    assert wrong.reason in found.mistakes, _sentences(found, "en")
    assert found.share < 1
    if wrong.kind == "match":  # what kept it from playing, and nothing about its play
        assert found.mistakes == [wrong.reason]


@pytest.mark.slow
@pytest.mark.parametrize("program", ["", "def search(position, depth, alpha, beta): ..."])
def test_a_program_that_does_not_answer_has_no_points_for_silence(program: str, tmp_path: Path) -> None:
    """A file without choose printed nothing, and had a third of the points of the names for that."""
    found = graded(tmp_path, "alphabeta", program, "interface")
    assert found.marks[0].points == (-0.67 if program else -1)
    assert found.points == 0
    assert set(found.mistakes) == {"grade.name.missing"}


@pytest.mark.slow
def test_why_a_move_is_illegal_is_said_in_portuguese(tmp_path: Path) -> None:
    wrong = next(each for each in WRONG_SUBMISSIONS["minimax"] if each.name == "returns the value")
    said = _sentences(graded(tmp_path, "minimax", program_of("minimax", wrong), "legal"), "pt-BR")
    assert all("(uma jogada é uma linha e uma coluna)" in sentence for sentence in said), said
