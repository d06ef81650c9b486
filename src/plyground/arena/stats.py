"""What a match tells: rates, Elo differences, and how sure of them one may be.

A score is points per game, 0 to 1. Its error is that of independent results: single games, or game pairs
where two games share an opening. What has no finite value, such as the Elo of an unbeaten agent, is None;
nothing here is infinite or no number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Z95 = 1.959963984540054  # the normal distribution holds 95 % within this many standard errors

Pairs = tuple[int, int, int, int, int]
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of the pairs that brought 0, 1/2, 1, 3/2 and 2 points
_GAME_SCORES = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class Counts:
    """How many games were won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def rate(self) -> float | None:
        return self.points / self.games if self.games else None

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def reversed(self) -> Counts:
        """The same games from the other's seat."""
        return Counts(self.losses, self.draws, self.wins)


class Interval(NamedTuple):
    """From low to high."""

    low: float
    high: float


@dataclass(frozen=True)
class Elo:
    """A difference in strength and its 95 % interval; None is what no finite number says."""

    difference: float | None
    low: float | None
    high: float | None


def elo_to_score(elo: float) -> float:
    """The score that a difference in Elo lets expect."""
    odds = math.pow(10.0, -abs(elo) / 400)  # never above 1: a great difference cannot overflow
    return 1 / (1 + odds) if elo >= 0 else odds / (1 + odds)


def score_to_elo(score: float) -> float | None:
    """The difference in Elo that a score speaks of; None at 0 and 1, which no difference explains."""
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


def wilson(successes: float, trials: int, z: float = Z95) -> Interval:
    """The interval of a rate (Wilson 1927); half points count as half successes.

    With draws it is wider than it need be: nothing between 0 and 1 varies more than a coin of that mean.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials")
    if not trials:
        return Interval(0.0, 1.0)
    rate = successes / trials
    shrink = 1 + z * z / trials
    middle = (rate + z * z / (2 * trials)) / shrink
    margin = z * math.sqrt(rate * (1 - rate) / trials + (z / (2 * trials)) ** 2) / shrink
    low = middle - margin if successes else 0.0  # exactly, where rounding would leave a speck
    high = middle + margin if successes < trials else 1.0
    return Interval(low, high)


def elo_of_games(counts: Counts) -> Elo:
    """The Elo difference of games that are independent of each other."""
    return _elo(_of_games(counts))


def elo_of_pairs(pairs: Pairs) -> Elo:
    """The Elo difference of game pairs, whose two games may depend on each other."""
    return _elo(_of_pairs(pairs))


def superiority(counts: Counts) -> float:
    """The likelihood that the score of independent games is truly above one half; ½ if there are none."""
    return _superiority(_of_games(counts))


def superiority_of_pairs(pairs: Pairs) -> float:
    """The likelihood that the score of game pairs is truly above one half; ½ if there are none."""
    return _superiority(_of_pairs(pairs))


class _Sample(NamedTuple):
    """Independent results, each worth 0 to 1: how many, their mean, the standard error of it."""

    size: int
    score: float
    error: float

    @property
    def interval(self) -> Interval:
        return Interval(self.score - Z95 * self.error, self.score + Z95 * self.error)

    @property
    def telling(self) -> bool:
        """Whether its error can be trusted.

        That of results that are all alike cannot, for it claims certainty; nor one that reaches out of
        0 to 1, for the sample is too small or too one-sided. They are judged as tosses of a coin instead,
        as Wilson's interval does, which vary the most. So a likelihood of superiority above 97.5 % and an
        Elo interval above 0 are always the same claim.
        """
        low, high = self.interval
        return self.error > 0 and low > 0 and high < 1


def _of_games(counts: Counts) -> _Sample | None:
    return _sample((counts.losses, counts.draws, counts.wins), _GAME_SCORES)


def _of_pairs(pairs: Pairs) -> _Sample | None:
    return _sample(pairs, PAIR_SCORES)


def _sample(counts: Sequence[int], scores: Sequence[float]) -> _Sample | None:
    size = sum(counts)
    if not size:
        return None
    score = sum(count * each for count, each in zip(counts, scores, strict=True)) / size
    variance = sum(count * (each - score) ** 2 for count, each in zip(counts, scores, strict=True)) / size
    return _Sample(size, score, math.sqrt(variance / size))


def _elo(sample: _Sample | None) -> Elo:
    if sample is None:
        return Elo(None, None, None)
    low, high = sample.interval if sample.telling else wilson(sample.score * sample.size, sample.size)
    return Elo(score_to_elo(sample.score), score_to_elo(low), score_to_elo(high))


def _superiority(sample: _Sample | None) -> float:
    if sample is None:
        return 0.5
    error = sample.error if sample.telling else 0.5 / math.sqrt(sample.size)
    return _normal((sample.score - 0.5) / error)


def _normal(deviation: float) -> float:
    return math.erfc(-deviation / math.sqrt(2)) / 2


@dataclass(frozen=True)
class Summary:
    """Measured values in six numbers.

    sd is the sample's, 0 for one value; the median of an even number is the mean of the middle two; p95 is
    by nearest rank, so always one of the values: the least that 95 % of them do not exceed.
    """

    count: int
    mean: float
    sd: float
    median: float
    p95: float
    max: float


def summary(values: Iterable[float]) -> Summary | None:
    """The summary of the values; None if there are none."""
    ordered = sorted(values)
    count = len(ordered)
    if not count:
        return None
    mean = math.fsum(ordered) / count
    squares = math.fsum((value - mean) ** 2 for value in ordered)
    return Summary(
        count=count,
        mean=mean,
        sd=math.sqrt(squares / (count - 1)) if count > 1 else 0.0,
        median=(ordered[(count - 1) // 2] + ordered[count // 2]) / 2,
        p95=ordered[(95 * count + 99) // 100 - 1],
        max=ordered[-1],
    )
