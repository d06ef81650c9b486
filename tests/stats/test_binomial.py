"""The binomial distribution against its own sum, and against published intervals."""

from __future__ import annotations

import itertools
import math

import pytest

from plyground.stats.binomial import at_least, clopper_pearson, sign_tail


def summed(successes: int, trials: int, rate: float) -> float:
    return math.fsum(
        math.comb(trials, each) * rate**each * (1 - rate) ** (trials - each)
        for each in range(successes, trials + 1)
    )


def test_tails_are_those_of_the_sum() -> None:
    for trials in (1, 2, 5, 24, 150):
        for successes in range(trials + 1):
            for rate in (0.01, 0.3, 0.5, 0.9):
                found = at_least(successes, trials, rate)
                assert found == pytest.approx(summed(successes, trials, rate), abs=1e-12), (
                    successes,
                    trials,
                )


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2527, 0.3676),  # this one and the next three: Newcombe 1998, table I, method 5
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0, 0.1684),
        (1, 29, 0.0009, 0.1776),
        (6, 6, 0.5407, 1.0),
        (0, 24, 0.0, 0.1425),
    ],
)
def test_intervals_as_published(successes: int, trials: int, low: float, high: float) -> None:
    assert clopper_pearson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_draws_lie_between_whole_numbers() -> None:
    lows = [clopper_pearson(half / 2, 8)[0] for half in range(17)]
    assert lows == sorted(lows)
    assert len(set(lows)) == 17
    for half in range(17):
        low, high = clopper_pearson(half / 2, 8)
        mirrored = clopper_pearson(8 - half / 2, 8)
        assert (low, high) == pytest.approx((1 - mirrored[1], 1 - mirrored[0]))


@pytest.mark.parametrize(("successes", "trials"), [(-0.5, 3), (3.5, 3), (1, 0), (math.nan, 3)])
def test_what_is_no_rate_is_refused(successes: float, trials: int) -> None:
    with pytest.raises(ValueError, match=f"{successes} successes of {trials} trials"):
        clopper_pearson(successes, trials)


def test_signs_by_lot_are_counted_exactly() -> None:
    """As enumeration does, for sums of different sizes; zeros have no sign."""
    for margins in ((2, 2, -1), (1, 2, 3, 4), (0, 5, -5, 3), (2,) * 6, (-2, -2, 1, 0, 1)):
        seen = abs(sum(margins))
        lots = [
            sum(sign * size for sign, size in zip(signs, margins, strict=True))
            for signs in itertools.product((-1, 1), repeat=len(margins))
        ]
        assert sign_tail(margins) == pytest.approx(sum(lot >= seen for lot in lots) / len(lots))
    assert sign_tail((0, 0)) == 1
