"""Conditions and guessing: what a program can do that does nothing gives no points."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.errors import BadSpec
from plyground.grader.grade_files import gradescope
from plyground.grader.marks import CaseMark, CheckMark, Grade
from plyground.grader.page import student_page
from plyground.grader.rubric import Rubric, read_rubric
from plyground.words import Tongue

RUBRIC = """
[[check]]
kind = "interface"
points = 1
condition = true

[[check]]
kind = "legal"
points = 2
condition = true

[[check]]
kind = "values"
points = 4
guessing = 0.2
positions = ["XO./.X./..O"]
"""


def graded(*right: tuple[int, int]) -> Grade:
    """A grade in which each check has so many right cases of so many."""
    rubric: Rubric = read_rubric(RUBRIC)
    marks = [
        CheckMark(check, [CaseMark(place < some) for place in range(of)])
        for check, (some, of) in zip(rubric.checks, right, strict=True)
    ]
    return Grade("ana", Path("ana.py"), rubric, marks)


def test_a_condition_gives_no_points_and_takes_some_off() -> None:
    assert graded((1, 1), (4, 4), (5, 5)).rubric.points == 4
    assert graded((1, 1), (4, 4), (5, 5)).points == 4
    assert graded((0, 1), (4, 4), (5, 5)).points == 3
    assert graded((1, 1), (3, 4), (5, 5)).points == 3.5
    assert graded((0, 1), (0, 4), (0, 5)).points == 0


def test_points_begin_above_what_guessing_gets() -> None:
    assert [graded((1, 1), (1, 1), (right, 5)).points for right in range(6)] == [0, 0, 1, 2, 3, 4]


def test_without_points_every_condition_has_to_be_met() -> None:
    rubric = read_rubric(RUBRIC.partition('[[check]]\nkind = "values"')[0])
    assert rubric.points == 0
    for met in (True, False):
        marks = [CheckMark(check, [CaseMark(met)]) for check in rubric.checks]
        assert Grade("ana", Path("ana.py"), rubric, marks).share == met


def test_pages_and_gradescope_say_what_a_condition_is() -> None:
    found = graded((1, 1), (1, 4), (5, 5))
    for language, met, lost in (
        ("en", "a condition, met", "a condition, not met: −1.5"),
        ("pt-BR", "uma condição, cumprida", "uma condição, não cumprida: −1,5"),
    ):
        page = student_page(found, Tongue(language))
        assert met in page
        assert lost in page
        first, second, third = gradescope(found, Tongue(language))["tests"]
        assert "score" not in first
        assert lost in second["name"]
        assert (third["score"], third["max_score"]) == (4, 4)


def test_a_bad_condition_is_refused() -> None:
    with pytest.raises(BadSpec, match="bad condition yes: it is true or false"):
        read_rubric(RUBRIC.replace("condition = true", 'condition = "yes"', 1))
    with pytest.raises(BadSpec, match="bad guessing 1"):
        read_rubric(RUBRIC.replace("0.2", "1"))
