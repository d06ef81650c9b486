"""The binomial distribution, for few results: exact tails, and the interval of a rate that is made of them.

Numbers of successes need not be whole, for a draw is half of one: the tail is then the incomplete beta
function, which is the binomial sum where they are.
"""

from __future__ import annotations

import math
from functools import lru_cache

_STEPS = 300  # of the continued fraction, which needs a few dozen
_SMALLEST = 1e-300


def at_least(successes: float, trials: float, rate: float) -> float:
    """The probability of so many successes or more."""
    if successes <= 0:
        return 1.0
    return _beta(successes, trials - successes + 1, rate)


@lru_cache(maxsize=1024)
def clopper_pearson(successes: float, trials: float) -> tuple[float, float]:
    """The 95 % interval of a rate (Clopper & Pearson 1934): it holds the truth at least so often.

    Outside it are the rates that would give so many successes, or more, in less than 2.5 %; or so few.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials")
    return _lower(successes, trials), 1 - _lower(trials - successes, trials)


@lru_cache(maxsize=1024)
def sign_tail(margins: tuple[int, ...]) -> float:
    """How often signs drawn by lot bring at least as large a sum, on the side of the given one.

    Of equals each result could as well have been the opponent's (Fisher 1935). Zeros have no sign. The
    number of ways to each sum is a digit of one long number.
    """
    sizes = [abs(margin) for margin in margins if margin]
    width = len(sizes) + 1  # bits of a digit
    ways = 1
    for size in sizes:
        ways += ways << (2 * size * width)
    least = (sum(sizes) + abs(sum(margins))) // 2
    beyond = ways >> (2 * least * width)
    digit, count = (1 << width) - 1, 0
    while beyond:
        count += beyond & digit
        beyond >>= width
    return float(count / 2 ** len(sizes))


def _lower(successes: float, trials: float) -> float:
    """The rate from which so many successes, or more, come in 2.5 %."""
    if not successes:
        return 0.0
    if successes == trials:
        return math.pow(0.025, 1 / trials)
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if at_least(successes, trials, middle) < 0.025 else (low, middle)
    return low


def _beta(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function (Press et al., Numerical Recipes, section 6.4)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges quickly on the other side
        return 1 - _beta(b, a, 1 - x)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(front) * _fraction(a, b, x) / a


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by the method of Lentz."""
    above, below = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    found = below
    for step in range(1, _STEPS):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for term in (even, odd):
            below = 1 / _away_from_zero(1 + term * below)
            above = _away_from_zero(1 + term / above)
            found *= below * above
        if abs(below * above - 1) < 1e-15:
            break
    return found


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST
