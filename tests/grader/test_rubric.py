"""Rubrics: what is wrong in one is said with its line."""

from __future__ import annotations

import pytest

from plyground import BadSpec
from plyground.grader.node_convention import wanted_convention
from plyground.grader.rubric import read_rubric
from plyground.grader.rubric_keys import KINDS

CHECK = '\n[[check]]\nkind = "{kind}"\npoints = 1\n'


def test_defaults_follow_the_interface() -> None:
    text = 'interface = "cs50"\n' + CHECK.format(kind="nodes") + 'positions = ["XOX/.O./..X"]'
    rubric = read_rubric(text, "first.toml")
    assert (rubric.title, rubric.function, rubric.view) == ("first", "minimax", "first")
    assert wanted_convention(rubric.checks[0], rubric).order == "own"
    assert rubric.points == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "rubric.toml: "),
        ("", "rubric.toml, line 1: no checks: a rubric has one [[check]] or more"),
        ("titel = 'x'" + CHECK.format(kind="legal"), "rubric.toml, line 1: no key titel: did you mean title?"),
        ("title = 'x'\ninterface = 'cs5'", "rubric.toml, line 2: bad interface cs5: it is one of plain, cs50, aima, kaggle"),
        ("game = 'ches'" + CHECK.format(kind="legal"), "rubric.toml, line 1: no game ches"),
        ("interface = 'cs50'\ngame = 'connect4'" + CHECK.format(kind="legal"), "line 2: interface cs50 with game connect4"),
        ("interface = 'kaggle'\n" + CHECK.format(kind="legal"), "interface kaggle with game tictactoe"),
        (CHECK.format(kind="noodles"), f"rubric.toml, line 3: no kind noodles of check: kinds are {', '.join(KINDS)}"),
        (CHECK.format(kind="legal") + "pints = 2", "rubric.toml, line 5: no key pints: did you mean points?"),
        ('[[check]]\nkind = "legal"', "rubric.toml, line 1: a check without points"),
        (CHECK.format(kind="nodes"), "rubric.toml, line 2: nodes without positions"),
        (CHECK.format(kind="nodes") + "positions = ['X']\n", "rubric.toml, line 5: "),
        (CHECK.format(kind="legal") + "positions = ['XXX/OO./...']\n", "rubric.toml, line 5: the game is over in XXX/OO./..."),
        (CHECK.format(kind="legal") + CHECK.format(kind="limits"), "rubric.toml, line 6: limits without a limit"),
        (CHECK.format(kind="nodes") + "positions = ['5']\nconvention = 'amia'", "rubric.toml, line 6: bad convention amia"),
        (CHECK.format(kind="match") + "against = 'nobody'", "rubric.toml, line 5: "),
        (CHECK.format(kind="match") + "games = 1", "rubric.toml, line 5: bad games 1: it is a whole number from 2"),
        (CHECK.format(kind="values") + "[[check.case]]\nposition = '5'", "rubric.toml, line 5: half a case"),
        (CHECK.format(kind="values") + "[[check.case]]\nposition = '5'\nvalue = 'good'", "rubric.toml, line 5: bad case"),
    ],
)  # fmt: skip
def test_errors_have_a_place(text: str, message: str) -> None:
    with pytest.raises(BadSpec) as caught:
        read_rubric(text)
    assert message in str(caught.value)
