"""Differences and ratios of two measured values, with their uncertainty."""

from __future__ import annotations

import math
from collections.abc import Sequence

from plyground.stats.elo import Interval, Unit, estimate
from plyground.stats.means import MeanEstimate

_WEIGHT = (
    0.7  # of the fictitious result: then at least 94 % are covered, of 5 to 50 pairs of any kind tried
)


def paired_difference(differences: Sequence[float], weights: Sequence[float] = ()) -> Interval | None:
    """Where the mean of differences between -1 and 1 lies, of results that belong together by pairs.

    They are moved into 0 to 1 and estimated as scores are, with the same care for few and equal ones.
    """
    weights = weights or [1.0] * len(differences)
    units = [Unit(much * (1 + each) / 2, much) for each, much in zip(differences, weights, strict=True)]
    found = estimate(units, _WEIGHT * sum(weights) / max(1, len(weights))).interval
    return found and Interval(2 * found.low - 1, 2 * found.high - 1)


def independent_difference(one: float, of_one: Interval, other: float, of_other: Interval) -> Interval:
    """Where the difference of two independent rates lies, from their own intervals.

    The distances to their ends are added as squares (Newcombe 1998, method 10; Zou and Donner 2008).
    """
    difference = one - other
    down = math.hypot(one - of_one.low, of_other.high - other)
    up = math.hypot(of_one.high - one, other - of_other.low)
    return Interval(max(-1.0, difference - down), min(1.0, difference + up))


def independent_ratio(above: MeanEstimate, below: MeanEstimate) -> MeanEstimate:
    """The ratio of two independent means, from their intervals, in the same way on a logarithmic scale."""
    middle = above[0] / below[0]
    down = math.hypot(math.log(above[0] / above[1]), math.log(below[2] / below[0]))
    up = math.hypot(math.log(above[2] / above[0]), math.log(below[0] / below[1]))
    return middle, middle * math.exp(-min(down, 700.0)), middle * math.exp(min(up, 700.0))
