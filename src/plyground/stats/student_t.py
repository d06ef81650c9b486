"""Student's t: the uncertainty of a mean whose error was estimated from a few values.

The sums are those of Abramowitz & Stegun 26.7.3 and 26.7.4, the approximations for many values 26.7.5 and
26.7.8, which are right to six digits there.
"""

from __future__ import annotations

import math
from functools import lru_cache

Z95 = 1.959963984540054  # the normal distribution holds 95 % within this many standard errors

_MANY = 200  # degrees of freedom from which the approximations are used


def below(t: float, freedom: int) -> float:
    """The probability that Student's t is below a value."""
    if freedom > _MANY:
        return normal(t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom)))
    return (1 + math.copysign(_within(abs(t), freedom), t)) / 2


@lru_cache(maxsize=1024)
def t95(freedom: int) -> float:
    """How many standard errors contain 95 %: 12.7 for one degree of freedom, 2.26 for nine."""
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom")
    if freedom > _MANY:
        first = (Z95**3 + Z95) / 4
        second = (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / 96
        return Z95 + first / freedom + second / freedom**2
    low, high = 1.0, 16.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return high


def normal(deviation: float) -> float:
    """The probability that a normal variable is below so many standard errors."""
    return math.erfc(-deviation / math.sqrt(2)) / 2


def _within(t: float, freedom: int) -> float:
    """The probability that Student's t is between -t and t."""
    angle = math.atan(t / math.sqrt(freedom))
    square = math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for step in range(2 + odd, freedom - 1, 2):
        term *= square * (step - 1) / step
        total += term
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total
