from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import WIN, describe, win_in
from plyground.score import HEURISTIC, LONGEST, loss_in, plies_to_end

plies = st.integers(0, LONGEST)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (win_in(5), "wins in 5"),
        (loss_in(2), "loses in 2"),
        (win_in(0), "wins"),
        (loss_in(0), "loses"),
        (win_in(LONGEST), f"wins in {LONGEST}"),
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
