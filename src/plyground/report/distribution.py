"""How measured values are spread: their quantiles, and their counts in classes on a logarithmic axis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from plyground.stats.elo import quantile

CLASSES_A_DECADE = 6
MAX_DOTS = 60  # so few values are drawn one by one
PERCENT = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Distribution:
    """What is drawn of some values."""

    count: int
    quantiles: tuple[float, float, float, float, float]  # 5, 25, 50, 75 and 95 %
    values: tuple[float, ...] = ()  # all of them, if they are few

    @classmethod
    def of(cls, values: Sequence[float]) -> Distribution:
        ordered = sorted(values)
        low, first, middle, third, high = (quantile(ordered, percent) for percent in PERCENT)
        few = tuple(ordered) if len(ordered) <= MAX_DOTS else ()
        return cls(len(ordered), (low, first, middle, third, high), few)


def log_classes(values: Sequence[float], parts: int = CLASSES_A_DECADE) -> tuple[tuple[float, float], ...]:
    """The middle of each class and how many values are in it; each is a part of a power of ten wide."""
    classes = Counter(floor(parts * log10(value)) for value in values)
    if not classes:
        return ()
    return tuple(
        (10 ** ((place + 0.5) / parts), float(classes[place]))
        for place in range(min(classes), max(classes) + 1)
    )
