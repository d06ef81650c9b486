"""Means and ratios over positions, with their uncertainty."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

from plyground.stats.student_t import t95

MeanEstimate = tuple[float, float, float]  # with the ends of its 95 % interval


def mean_of(values: Sequence[float]) -> MeanEstimate:
    """The mean of positive numbers and its interval, which is symmetric on a logarithmic axis."""
    mean = fmean(values)
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return _around(mean, error, len(values))


def ratio_of(above: Sequence[float], below: Sequence[float]) -> MeanEstimate:
    """The ratio of two sums over the same positions and its interval (Cochran 1977, chapter 6).

    A mean of ratios would be useless: one position with a tiny search could dominate it.
    """
    ratio = math.fsum(above) / math.fsum(below)
    left = [one - ratio * other for one, other in zip(above, below, strict=True)]
    count = len(left)
    error = math.sqrt(math.fsum(each * each for each in left) / (count * (count - 1))) if count > 1 else 0.0
    return _around(ratio, error / fmean(below), count)


Cost = tuple[float, float]  # a sum, and of how many


def ratio_of_means(above: Sequence[Cost], below: Sequence[Cost]) -> MeanEstimate:
    """The ratio of two means over the same units, whose sums may be of different numbers of things.

    The ratio is that of the means of all things; its error comes from the units, linearly.
    """
    (one, of_one), (other, of_other) = (
        (math.fsum(total for total, _ in each), math.fsum(number for _, number in each))
        for each in (above, below)
    )
    left = [
        total / one - number / of_one - cost / other + times / of_other
        for (total, number), (cost, times) in zip(above, below, strict=True)
    ]
    ratio, count = (one / of_one) / (other / of_other), len(left)
    error = math.sqrt(math.fsum(each * each for each in left) * count / (count - 1)) if count > 1 else 0.0
    return _around(ratio, ratio * error, count)


def _around(middle: float, error: float, count: int) -> MeanEstimate:
    if count < 2 or not error:
        return middle, middle, middle
    factor = math.exp(min(t95(count - 1) * error / middle, 700.0))
    return middle, middle / factor, middle * factor
