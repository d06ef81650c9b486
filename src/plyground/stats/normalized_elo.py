"""Normalized Elo: how far a score is above ½, in standard deviations of one game (Van den Bergh 2020).

    800 / ln 10 · (score - ½) / σ

With σ = ½, that of games without draws between equals, it is nearly the logistic Elo. Draws and openings
that decide make σ smaller: the same number of games then shows a smaller difference in points. So the
normalized Elo, and not the logistic one, tells how many games are needed to see who is stronger.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from plyground.stats.elo import FICTION, Elo, Estimate, Unit
from plyground.stats.student_t import t95

_SCALE = 800 / math.log(10)
_LEAST = 1e-9  # a smaller deviation is a rounding error of none
_Weighted = list[tuple[float, float]]  # scores, and how often each came


def normalized_elo(found: Estimate, units: Sequence[Unit], size: int) -> Elo:
    """The normalized Elo of results of `size` games each, of which the estimate is known, and its interval.

    The deviation is an estimate, too, so that the interval is not just that of the score in other units.
    But both agree on whether equal players are possible, and an end that is open there is so here. No
    results deviate more than a coin's: that bounds it, too.
    """
    if found.score is None or found.interval is None:
        return Elo(None, None, None)
    mean_games = math.fsum(unit.games for unit in units) / found.different
    scores = [(unit.points / unit.games, unit.games / mean_games) for unit in units]
    low, high = _interval(scores, found.different)
    least, most = found.interval
    low = max(low, _of_coin(least)) if least > 0.5 else min(low, 0.0)
    high = min(high, _of_coin(most)) if most < 0.5 else max(high, 0.0)
    deviation = _moments(scores)[1]
    middle: float | None = (found.score - 0.5) / deviation if deviation >= _LEAST else 0.0
    if deviation < _LEAST and found.score != 0.5:
        middle = None
    ends = low if least > 0 else None, high if most < 1 else None
    scale = _SCALE / math.sqrt(size)  # a game deviates √size times as much as the mean of so many
    return Elo(*(None if value is None else scale * value for value in (middle, *ends)))


def _of_coin(mean: float) -> float:
    return (mean - 0.5) / math.sqrt(mean * (1 - mean))


def _moments(scores: _Weighted) -> tuple[float, float]:
    """Mean and unbiased standard deviation."""
    size = math.fsum(weight for _, weight in scores)
    mean = math.fsum(weight * score for score, weight in scores) / size
    squares = math.fsum(weight * (score - mean) ** 2 for score, weight in scores)
    return mean, math.sqrt(squares / (size - 1))


def _interval(scores: _Weighted, different: int) -> tuple[float, float]:
    """The 95 % interval of (mean - ½) / deviation, by the influence of each result on it.

    As in `estimate`, half a fictitious result is added. The error grows with the value, nearly in
    proportion where it is large: so the interval is symmetric on a scale that is logarithmic there, asinh.
    """
    fiction = [(0.0, FICTION / 2), (1.0, FICTION / 2)]
    mean, deviation = _moments(scores + fiction)
    value = (mean - 0.5) / deviation

    def influence(score: float) -> float:
        away = (score - mean) / deviation
        return away - value / 2 * (away * away - 1)

    squares = math.fsum((weight * influence(score)) ** 2 for score, weight in scores)
    squares += math.fsum(weight * influence(score) ** 2 for score, weight in fiction)
    size = different + FICTION
    error = math.sqrt(squares / (size * (size - 1)))
    middle, margin = math.asinh(value), t95(different - 1) * error / math.hypot(value, 1.0)
    return math.sinh(middle - margin), math.sinh(middle + margin)
