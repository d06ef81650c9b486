from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import WIN, describe, win_in
from plyground.score import HEURISTIC, LONGEST, Score, loss_in, plies_to_end, previous_ply

plies = st.integers(0, LONGEST)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (win_in(5), "wins in 5 plies"),
        (loss_in(2), "loses in 2 plies"),
        (win_in(1), "wins in 1 ply"),
        (win_in(0), "wins"),
        (loss_in(0), "loses"),
        (win_in(LONGEST), f"wins in {LONGEST} plies"),
        (0, "draw"),
        (12, "+12"),
        (-3, "-3"),
        (HEURISTIC, f"+{HEURISTIC}"),
        (-HEURISTIC, f"-{HEURISTIC}"),
    ],
)
def test_scores_in_words(score: int, words: str) -> None:
    assert describe(score) == words


@given(plies, plies)
def test_a_quicker_win_and_a_later_loss_are_worth_more(sooner: int, later: int) -> None:
    if sooner < later:
        assert win_in(sooner) > win_in(later) > HEURISTIC > -HEURISTIC > loss_in(later) > loss_in(sooner)


@given(plies)
def test_the_other_side_sees_the_negative(ply: int) -> None:
    assert win_in(ply) == WIN - ply == -loss_in(ply)
    assert plies_to_end(win_in(ply)) == plies_to_end(loss_in(ply)) == ply


@pytest.mark.parametrize("ply", [-1, LONGEST + 1])
def test_no_game_is_that_long(ply: int) -> None:
    with pytest.raises(ValueError, match=f"not {ply}"):
        win_in(ply)


@given(st.integers(-WIN, WIN))
def test_a_score_is_its_number_and_its_repr_evaluates_back(number: int) -> None:
    score = Score(number)
    assert score == number == eval(repr(score), {"WIN": WIN})  # noqa: S307 - our own text
    assert json.dumps(score) == json.dumps(number)
    assert f"{score:+d}" == f"{number:+d}"
    assert pickle.loads(pickle.dumps(score)) == score
    assert isinstance(-score, Score)
    assert str(score) == describe(number)


def test_a_win_beats_every_estimate_and_an_estimate_beats_a_loss() -> None:
    best_first = [
        win_in(1),
        win_in(9),
        Score(HEURISTIC),
        Score(0),
        Score(-HEURISTIC),
        loss_in(8),
        loss_in(2),
    ]
    assert sorted(best_first, reverse=True) == best_first
    assert [score.kind(proven=True) for score in best_first] == [
        *("wins", "wins", "estimate", "draws", "estimate", "loses", "loses")
    ]
    assert Score(0).kind(proven=False) == "estimate"


def test_an_estimate_says_so_unless_it_is_proven() -> None:
    assert [Score(12).words(proven) for proven in (True, False)] == ["+12", "+12 (estimate)"]
    assert Score(0).words(proven=False) == "+0 (estimate)"
    assert win_in(3).words(proven=False) == "wins in 3 plies"


def test_previous_ply_is_one_ply_farther_from_the_end() -> None:
    assert (previous_ply(win_in(3)), previous_ply(loss_in(2)), previous_ply(7)) == (
        win_in(4),
        loss_in(3),
        7,
    )
