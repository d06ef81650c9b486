"""Differences and ratios: their intervals hold as often as they say."""

from __future__ import annotations

from random import Random

import pytest

from plyground.stats.differences import independent_difference, independent_ratio, paired_difference
from plyground.stats.elo import Interval, Unit, estimate
from plyground.stats.means import mean_of


def pair_scores(rng: Random, mean: float, pairs: int) -> list[float]:
    """Pairs of games whose mean score is known: two tosses of a coin each."""
    return [sum(rng.random() < mean for _ in range(2)) / 2 for _ in range(pairs)]


def held(trials: int, *ends: tuple[Interval | None, float]) -> float:
    return sum(each is not None and each.low <= truth <= each.high for each, truth in ends) / trials


@pytest.mark.parametrize("pairs", [10, 40])
def test_paired_differences_hold_95_percent_of_the_time(pairs: int) -> None:
    rng, ends = Random(3), []
    for _ in range(600):
        one, other = pair_scores(rng, 0.4, pairs), pair_scores(rng, 0.55, pairs)
        ends.append((paired_difference([b - a for a, b in zip(one, other, strict=True)]), 0.15))
    assert 0.93 <= held(600, *ends) <= 0.985


@pytest.mark.parametrize("pairs", [10, 40])
def test_independent_differences_hold_95_percent_of_the_time(pairs: int) -> None:
    rng, ends = Random(4), []
    for _ in range(600):
        found = [
            estimate(Unit(2 * score, 2.0) for score in pair_scores(rng, mean, pairs))
            for mean in (0.4, 0.55)
        ]
        (one, of_one), (other, of_other) = ((each.score, each.interval) for each in found)
        assert one is not None
        assert other is not None
        assert of_one is not None
        assert of_other is not None
        ends.append((independent_difference(other, of_other, one, of_one), 0.15))
    assert 0.93 <= held(600, *ends) <= 0.985


def test_differences_of_too_few_or_one_sided_results() -> None:
    assert paired_difference([]) is None
    assert paired_difference([0.5]) is None
    zero = paired_difference([0.0] * 10)
    assert zero is not None
    assert zero.low < 0 < zero.high  # ten equal results do not make it certain
    most = paired_difference([1.0] * 6)  # fewer may all go one way by chance
    assert most is not None
    assert 0 < most.low < most.high == 1
    copies = paired_difference([0.2, -0.1, 0.4], [3.0, 1.0, 1.0])
    assert copies is not None
    assert copies.low < 0.18 < copies.high  # the mean of all five
    assert independent_difference(1.0, Interval(0.8, 1.0), 0.0, Interval(0.0, 0.2)).high == 1


def test_ratios_of_independent_means() -> None:
    rng, inside = Random(5), 0
    for _ in range(400):
        above, below = ([rng.gauss(mean, 10) for _ in range(12)] for mean in (200, 100))
        _, low, high = independent_ratio(mean_of(above), mean_of(below))
        inside += low <= 2 <= high
    assert 0.92 <= inside / 400 <= 0.985
    assert independent_ratio((4.0, 4.0, 4.0), (2.0, 2.0, 2.0)) == (2.0, 2.0, 2.0)


def test_the_ends_of_a_difference_are_those_of_the_literature() -> None:
    """56 of 70 and 48 of 80, by Newcombe's method 10: 0.0524 to 0.3339. With swapped ends other tests held, too."""

    def wilson(hits: int, of: int) -> Interval:
        z = 1.959964
        middle = (hits + z * z / 2) / (of + z * z)
        half = z * ((hits * (of - hits) / of + z * z / 4) ** 0.5) / (of + z * z)
        return Interval(middle - half, middle + half)

    found = independent_difference(56 / 70, wilson(56, 70), 48 / 80, wilson(48, 80))
    assert found == pytest.approx((0.0524, 0.3339), abs=1e-4)
