"""Answers as people write them: what is judged, and what cannot be read."""

from __future__ import annotations

import pytest

from plyground.exercises import make_exercise
from plyground.exercises.task import Task
from plyground.games.tree import TEXTBOOK


def task(name: str) -> Task:
    made = make_exercise("alphabeta", 1, tree=TEXTBOOK)
    return next(task for task in made.tasks if task.name == name)


@pytest.mark.parametrize("given", ["abc", "12a", "1/2", "-", "--3", "nan", "0x3", "٣", "1e999"])
def test_what_is_not_a_number_is_not_judged(given: str) -> None:
    root, move = task("root").check({"A": given, "move": "C"})
    assert (root.state, move.state) == ("open", "open")
    assert root.mistake is not None
    assert root.mistake.key == "exercise.misread.number"
    assert move.mistake is None


def test_of_alpha_and_beta_it_is_said_that_infinity_may_be_written() -> None:
    first, *others = task("windows").check({"A.alpha": "none", "B.alpha": "3"})
    assert first.mistake is not None
    assert first.mistake.key == "exercise.misread.end"
    assert {mark.state for mark in (first, *others)} == {"open"}


@pytest.mark.parametrize("given", ["3", " 3 ", "+3", "3.0", "3,0"])
def test_a_number_may_be_written_in_several_ways(given: str) -> None:
    assert [mark.state for mark in task("root").check({"A": given, "move": "B"})] == ["right", "right"]


def test_infinity_is_judged_where_a_number_belongs() -> None:
    assert task("root").check({"A": "∞"})[0].state == "wrong"


def test_a_hint_passes_over_what_is_right_though_another_answer_cannot_be_read() -> None:
    found = task("windows").hint({"A.alpha": "-inf", "A.beta": "x"})
    assert found is not None
    assert found[0].name == "A.beta"
