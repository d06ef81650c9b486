"""Normalized Elo: other programs' published numbers, its limits, and what its interval holds."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from plyground import SplitMix64
from plyground.stats.elo import PAIR_SCORES, Elo, Unit, estimate
from plyground.stats.normalized_elo import normalized_elo

NOTHING = Elo(None, None, None)


def units_of(counts: Sequence[int], size: int = 2) -> list[Unit]:
    """Results of `size` games each that brought no, a quarter, half, three quarters and all of the points."""
    return [
        Unit(size * score, size)
        for count, score in zip(counts, PAIR_SCORES, strict=True)
        for _ in range(count)
    ]


def normalized(counts: Sequence[int], size: int = 2) -> Elo:
    units = units_of(counts, size)
    return normalized_elo(estimate(units), units, size)


# The tests of fastchess (app/tests/elo_test.cpp), of game pairs and of single games. Its errors take the deviation
# for known, which makes a difference only where one side is much better: there ours is not compared.
@pytest.mark.parametrize(
    ("counts", "size", "difference", "error"),
    [
        ((34, 54, 31 + 32, 64, 75), 2, 57.94, 28.28),
        ((332, 433, 457 + 41, 333, 334), 2, -9.17, 10.96),
        ((96, 0, 111, 0, 136), 1, 49.77, 36.77),
        ((356, 0, 0, 0, 34), 1, -508.44, None),
    ],
)
def test_as_other_programs_compute_it(
    counts: Sequence[int], size: int, difference: float, error: float | None
) -> None:
    found = normalized(counts, size)
    assert found.low is not None
    assert found.high is not None
    assert found.difference == pytest.approx(difference, rel=2e-3)
    if error is not None:
        assert (found.high - found.low) / 2 == pytest.approx(error, rel=0.05)


def test_by_hand() -> None:
    # Scores of 0, ½ and 1: mean 5/8, squares 2·(5/8)² + 2·(1/8)² + 4·(3/8)², divided by 7.
    squares = 2 * 25 / 64 + 2 / 64 + 4 * 9 / 64
    expected = 800 / math.log(10) * (1 / 8) / math.sqrt(2 * squares / 7)
    assert normalized((2, 0, 2, 0, 4)).difference == pytest.approx(expected)


def test_it_is_logistic_elo_of_nearly_equal_coins() -> None:
    units = units_of((4_980, 0, 0, 0, 5_020), 1)
    found = estimate(units)
    assert normalized_elo(found, units, 1).difference == pytest.approx(found.elo.difference, rel=1e-3)


def test_draws_make_it_larger() -> None:
    clear, drawish = normalized((5, 0, 10, 0, 10)), normalized((1, 0, 18, 0, 6))
    assert clear.difference is not None
    assert drawish.difference is not None
    assert clear.difference < drawish.difference  # at the same score


def test_it_agrees_with_the_score_on_whether_equals_are_possible() -> None:
    chance = SplitMix64(4)
    for _ in range(300):
        units = units_of([chance.below(6) for _ in range(5)])
        found = estimate(units)
        told = normalized_elo(found, units, 2)
        plain = found.elo
        assert (told.low is None, told.high is None) == (plain.low is None, plain.high is None)
        assert told.low is None or plain.low is None or (told.low > 0) == (plain.low > 0)
        assert told.high is None or plain.high is None or (told.high < 0) == (plain.high < 0)
        if told.difference is not None:
            assert told.low is None or told.low <= told.difference
            assert told.high is None or told.difference <= told.high


def test_the_other_seat_sees_the_opposite() -> None:
    one, other = normalized((1, 2, 5, 7, 3)), normalized((3, 7, 5, 2, 1))
    for mine, yours in ((one.difference, other.difference), (one.low, other.high), (one.high, other.low)):
        assert mine is not None
        assert yours is not None
        assert mine == pytest.approx(-yours)


def test_results_that_do_not_vary_have_a_bound_at_most() -> None:
    assert normalized((0, 0, 0, 0, 0)) == normalized((0, 0, 1, 0, 0)) == NOTHING
    won, lost, even = normalized((0, 0, 0, 0, 9)), normalized((9, 0, 0, 0, 0)), normalized((0, 0, 9, 0, 0))
    assert (won.difference, won.high) == (lost.difference, lost.low) == (None, None)
    assert won.low is not None
    assert won.low > 0
    assert even.difference == 0
    assert even.low is not None
    assert even.low < 0


# Pairs with 0, ½, 1, 1½, 2 points; taking the deviation for known held 45 to 69 % of the one-sided ones at 50.
@pytest.mark.parametrize(
    "probabilities",
    [
        (0.25, 0, 0.5, 0, 0.25),
        (0.35, 0.05, 0.1, 0.05, 0.45),
        (0.05, 0.1, 0.65, 0.1, 0.1),
        (0.03, 0.1, 0.74, 0.1, 0.03),
        (0.02, 0.05, 0.13, 0.2, 0.6),
        (0.01, 0.02, 0.07, 0.2, 0.7),
    ],
)
@pytest.mark.parametrize(
    ("size", "matches"),
    [(10, 150), *(pytest.param(size, 4_000, marks=pytest.mark.campaign) for size in (10, 20, 50, 150))],
)
def test_its_interval_holds_the_truth(probabilities: Sequence[float], size: int, matches: int) -> None:
    mean = sum(p * score for p, score in zip(probabilities, PAIR_SCORES, strict=True))
    variance = sum(p * (score - mean) ** 2 for p, score in zip(probabilities, PAIR_SCORES, strict=True))
    truth = 800 / math.log(10) * (mean - 0.5) / math.sqrt(2 * variance)
    chance, held = SplitMix64(23), 0
    for _ in range(matches):
        counts = [0] * 5
        for _ in range(size):
            drawn, place = chance.next() / 2**64, 0
            while drawn >= probabilities[place] and place < 4:
                drawn -= probabilities[place]
                place += 1
            counts[place] += 1
        found = normalized(counts)
        held += (found.low is None or found.low <= truth) and (found.high is None or truth <= found.high)
    assert held / matches > 0.94 - 3 * math.sqrt(0.95 * 0.05 / matches)
