"""The teacher's summary: a sentence for each mistake that is true of all who made it."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from helpers.words import catalogue
from plyground.grader.common_mistakes import COMMON, common_mistakes, common_sentence
from plyground.grader.marks import CaseMark, CheckMark, Grade
from plyground.grader.page import summary_page
from plyground.grader.rubric import read_rubric
from plyground.message import Message, say
from plyground.words import LANGUAGES, Tongue

RUBRIC = read_rubric('[[check]]\nkind = "legal"\npoints = 1\n')
REASONS = ("name", "trouble", "tactics", "values", "value", "tree", "limits", "evaluation", "match")
LOST = say("grade.match.not-beaten", against="random", wins=0, draws=0, losses=20, percent=95)
CRASH = say("grade.trouble.crash", detail="NameError: name 'mov' is not defined")


def made(student: str, *reasons: Message) -> Grade:
    marks = [CheckMark(RUBRIC.checks[0], [CaseMark(False, reason) for reason in reasons])]
    return Grade(student, Path(f"{student}.py"), RUBRIC, marks)


def test_nobody_reads_the_words_of_the_first_student() -> None:
    """All who crashed were told the NameError of the first, and a lost match was the commonest mistake."""
    other = say("grade.trouble.crash", detail="TypeError: no")
    grades = [made("ana", CRASH, LOST), made("bob", other, LOST), made("cleo", LOST)]
    found = common_mistakes(grades)
    assert [(mistake.key, [grade.student for grade in who]) for mistake, who in found] == [
        ("grade.common.crash", ["ana", "bob"]),
        ("grade.common.match", ["cleo"]),
    ]
    assert "NameError" not in summary_page(grades, [], RUBRIC, Tongue("en"))


def test_one_side_of_a_mistake_keeps_its_words() -> None:
    (mistake, _), *_ = common_mistakes(
        [made("ana", say("grade.tree.at-max", what=say("grade.tree.no-pruning")))]
    )
    assert Tongue("en").message(mistake).startswith("At MAX only: Nothing is ever cut off")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_can_be_said_of_a_class(language: str) -> None:
    keys = [key for key in catalogue() if key.startswith("grade.") and key.split(".")[1] in REASONS]
    assert COMMON.keys() <= {*catalogue()}
    for key in {*keys, *COMMON} - {"grade.tree.counts", "grade.tree.at-max", "grade.tree.at-min"}:
        said = catalogue()[common_sentence(key).key][language]
        assert isinstance(said, str), key
        assert not [name for _, name, _, _ in string.Formatter().parse(said) if name], key
