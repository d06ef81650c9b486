"""Scores and Elo differences of a match, with their uncertainty.

A score is points per game, 0 to 1. Its error comes from independent results: game pairs, whose two games
share an opening, or whole rounds of a tournament. A value that is not finite, such as the Elo of an
unbeaten agent, is None.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plyground.stats.binomial import at_least, clopper_pearson, sign_tail
from plyground.stats.student_t import Z95, below, t95

Pairs = tuple[int, int, int, int, int]
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of the pairs that brought 0, 1/2, 1, 3/2 and 2 points


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
        """The same games from the opponent's side."""
        return Counts(self.losses, self.draws, self.wins)


class Interval(NamedTuple):
    """From low to high."""

    low: float
    high: float


@dataclass(frozen=True)
class Elo:
    """A difference in strength and its 95 % interval; None where it is not finite.

    >>> import plyground as pg
    >>> pg.match("tictactoe", pg.Random(), pg.Random(seed=1), games=1).elo.low is None
    True
    """

    difference: float | None
    low: float | None
    high: float | None


def elo_to_score(elo: float) -> float:
    """The expected score for a difference in Elo."""
    odds = math.pow(10.0, -abs(elo) / 400)  # never above 1, so it cannot overflow
    return 1 / (1 + odds) if elo >= 0 else odds / (1 + odds)


def score_to_elo(score: float) -> float | None:
    """The difference in Elo for a score; None at 0 and 1."""
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


def wilson(successes: float, trials: float, z: float = Z95) -> Interval:
    """The interval of a rate (Wilson 1927); half points count as half successes.

    With draws it is wider than necessary: no value between 0 and 1 varies more than a coin of that mean.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials")
    if not trials:
        return Interval(0.0, 1.0)
    rate = successes / trials
    shrink = 1 + z * z / trials
    middle = (rate + z * z / (2 * trials)) / shrink
    margin = z * math.sqrt(rate * (1 - rate) / trials + (z / (2 * trials)) ** 2) / shrink
    low = middle - margin if successes else 0.0  # exactly 0, without rounding errors
    high = middle + margin if successes < trials else 1.0
    return Interval(low, high)


class Unit(NamedTuple):
    """One independent result: its points and its games (copies included)."""

    points: float
    games: float


@dataclass(frozen=True)
class Estimate:
    """The score of independent results, its 95 % interval, and the probability that it is truly above ½.

    For one result there is only a score: it says nothing about others.
    """

    different: int  # number of results
    score: float | None = None
    interval: Interval | None = None
    superiority: float | None = None
    by_chance: float | None = None  # how often equals come out so far apart, where signs by lot tell it

    @property
    def elo(self) -> Elo:
        """The same as a difference in strength."""
        if self.score is None:
            return Elo(None, None, None)
        low, high = self.interval or (0.0, 1.0)
        return Elo(score_to_elo(self.score), score_to_elo(low), score_to_elo(high))


FICTION = 0.5  # of a fictitious result that is added, half lost and half won
MOST_SIGNED = 100  # results up to which signs are drawn: of more, Student's t decides as they do
FEWEST = 6  # results that can show a difference: five that all go one way do so 6 % of the time by chance


def estimate(units: Iterable[Unit], weight: float | None = None, tosses: float | None = None) -> Estimate:
    """The score of results that may have different numbers of games (a ratio, clustered by result).

    Student's t with the unbiased variance. A fictitious half result is added, because a few results that
    are nearly equal show less variance than there is; by default it weighs as much as a real one. If the
    interval leaves 0 to 1, the results are too one-sided for that: then it is made at least as wide as that
    of Clopper and Pearson, which takes the results (or `tosses` parts of them) for tosses of a coin, which
    vary most. If one side made all points, theirs holds alone: no results of mean m are all won more often
    than m to the power of their number. A score is above one half only if signs drawn by lot say so, too:
    of few results t alone would call twelve of sixteen tosses decided, which come in 7.7 %. A rate, of
    which `tosses` are given, has nothing to do with one half.
    """
    known = [unit for unit in units if unit.games]
    if not known:
        return Estimate(0)
    games = math.fsum(unit.games for unit in known)
    score = math.fsum(unit.points for unit in known) / games
    different = len(known)
    if different < 2:
        return Estimate(different, score)
    each = games / different if weight is None else weight
    size = different + FICTION
    whole = games + FICTION * each
    middle = (score * games + FICTION * each / 2) / whole
    squares = math.fsum((unit.points - middle * unit.games) ** 2 for unit in known)
    squares += FICTION / 2 * each**2 * (middle**2 + (1 - middle) ** 2)
    error = math.sqrt(squares * size / (size - 1)) / whole
    margin = t95(different - 1) * error
    low, high = middle - margin, middle + margin
    about_score, by_chance = tosses is None, None
    likely = below((middle - 0.5) / error, different - 1)
    if low < 0 or high > 1:
        one_sided = tosses is None and score in (0, 1)
        if tosses is None:  # of unequal results no more than so many can be told apart
            tosses = games / max(unit.games for unit in known) if one_sided else games / each
        coin = Interval(*clopper_pearson(score * tosses, tosses))
        coin_likely = _likely_above(score, tosses)
        if one_sided:
            low, high, likely = *coin, coin_likely
        else:
            low, high = max(0.0, min(low, coin.low)), min(1.0, max(high, coin.high))
            likely = min(likely, coin_likely, key=lambda value: abs(value - 0.5))
    if about_score and different <= MOST_SIGNED:
        tail = min(0.5, sign_tail(_margins(known)))
        if 2 * tail > 0.05:
            low, high = min(low, 0.5), max(high, 0.5)
            if not 0.025 < likely < 0.975:
                likely = min(max(likely, tail), 1 - tail)
        if (2 * tail > 0.05) == (low <= 0.5 <= high):
            by_chance = 2 * tail
    return Estimate(different, score, Interval(low, high), likely, by_chance)


def _margins(units: Sequence[Unit]) -> tuple[int, ...]:
    """By how much more than half each result was won: whole numbers, of half points where they are that."""
    doubled = [2 * unit.points - unit.games for unit in units]
    exact = all(abs(each - round(each)) < 1e-9 for each in doubled)
    scale = 1 if exact else 100 / max(map(abs, doubled))
    return tuple(round(scale * each) for each in doubled)


def _likely_above(score: float, tosses: float) -> float:
    """How unlikely a fair coin comes so high in so many tosses; below one half, how likely so low."""
    if score == 0.5:
        return 0.5
    beyond = at_least(max(score, 1 - score) * tosses, tosses, 0.5)
    return 1 - beyond if score > 0.5 else beyond


def estimate_of_pairs(pairs: Pairs) -> Estimate:
    """The estimate of whole game pairs that are all different."""
    return estimate(
        Unit(2 * score, 2.0) for count, score in zip(pairs, PAIR_SCORES, strict=True) for _ in range(count)
    )


@dataclass(frozen=True)
class Summary:
    """Measured values in six numbers.

    sd is that of the sample, 0 for one value; the median of an even number is the mean of the middle two;
    p95 is by nearest rank: the least of the values that 95 % of them do not exceed.
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
        median=quantile(ordered, 50),
        p95=quantile(ordered, 95),
        max=ordered[-1],
    )


def quantile(ordered: Sequence[float], percent: int) -> float:
    """The least of the ordered values that so many per cent of them do not exceed (nearest rank).

    The median of an even number is the mean of the middle two.
    """
    count = len(ordered)
    if percent == 50:
        return (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    return ordered[max(1, -(-percent * count // 100)) - 1]
