"""The ladder: every rung is an exercise that can be made, and is known again by its options."""

from __future__ import annotations

import pytest

from plyground.errors import BadSpec
from plyground.exercises import KINDS, make_exercise
from plyground.exercises.difficulty import LADDERS, level_of, next_level, options_at


def test_every_rung_is_an_exercise_and_known_again() -> None:
    assert LADDERS.keys() == KINDS.keys()
    for kind, rungs in LADDERS.items():
        for level, options in enumerate(rungs, 1):
            assert options_at(kind, level) == options
            assert level_of(kind, options) == level
            if kind != "win":  # the solver would take its time
                assert make_exercise(kind, 1, **options).tasks


def test_the_ladder_goes_from_small_to_large() -> None:
    for kind in ("minimax", "alphabeta", "depth"):
        leaves = [rung["branching"] ** rung["depth"] for rung in LADDERS[kind]]
        assert leaves[0] < leaves[-1]
        assert max(leaves) <= 64
    assert [rung["plies"] for rung in LADDERS["win"]] == [3, 5, 7, 9, 11]


@pytest.mark.parametrize(
    ("level", "right", "of", "after"),
    [(3, 4, 4, 4), (3, 3, 4, 3), (3, 2, 4, 3), (3, 1, 4, 2), (3, 0, 0, 3), (1, 0, 4, 1), (11, 4, 4, 11)],
)
def test_up_after_all_right_and_down_after_less_than_half(
    level: int, right: int, of: int, after: int
) -> None:
    assert next_level("alphabeta", level, right, of) == after


def test_a_kind_that_is_none_is_told_the_kinds() -> None:
    with pytest.raises(BadSpec, match="exercises are minimax, alphabeta, depth, mcts, win"):
        next_level("nonsense", 1, 0, 0)
