"""An axis of a figure: what it spans, where it has ticks, and what stands at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from plyground.columns import decimals
from plyground.report.chart import spell

MAX_TICKS = 6
MAX_WHOLE_TICKS = 9  # short numbers
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_LONGEST = 7  # digits before or after the point; longer numbers are powers of ten
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Axis:
    """The span of an axis and its ticks."""

    low: float
    high: float
    ticks: tuple[float, ...]
    log: bool

    @classmethod
    def over(cls, values: Sequence[float], log: bool = False, most: int = MAX_TICKS) -> Axis:
        """An axis that shows all values, with no more than `most` ticks, and two at least."""
        return (_log_axis if log else _axis)(min(values), max(values), max(2, most))

    @classmethod
    def of_whole_numbers(cls, values: Sequence[float]) -> Axis:
        """An axis of plies or squares, with ticks at whole numbers only."""
        return _axis(min(values), max(values), MAX_WHOLE_TICKS, least_step=1.0)

    @classmethod
    def fitting(
        cls, values: Sequence[float], log: bool, language: str, fits: Callable[[Sequence[str]], bool]
    ) -> Axis:
        """An axis with as many ticks as there is room for their numbers."""
        for most in range(MAX_TICKS, 2, -1):
            axis = cls.over(values, log, most)
            if fits(axis.labels(language)):
                return axis
        return cls.over(values, log, 2)

    def share(self, value: float) -> float:
        """How far along the axis a value is: 0 at its beginning, 1 at its end."""
        if self.log:
            return log10(value / self.low) / log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def labels(self, language: str) -> list[str]:
        """What stands at the ticks."""
        if self.log and max(abs(log10(tick)) for tick in self.ticks) >= _LONGEST - 1:
            return [f"10{str(round(log10(tick))).translate(_SUPERSCRIPT)}" for tick in self.ticks]
        if self.log:
            return spell(
                [f"{tick:,.0f}" if tick >= 1 else f"{tick:.7f}".rstrip("0") for tick in self.ticks],
                language,
            )
        places = min(decimals([round(tick, 9) for tick in self.ticks]), _places(self.ticks))
        return spell([f"{tick:,.{places}f}" for tick in self.ticks], language)


def _places(ticks: Sequence[float]) -> int:
    """The fewest decimals that tell all ticks exactly."""
    return next((n for n in range(7) if all(abs(round(t, n) - t) < 1e-9 for t in ticks)), 7)


def _axis(low: float, high: float, most: int, least_step: float = 0.0) -> Axis:
    room = 0.05 * ((high - low) or abs(high) or 1.0)
    steps = (scale * step for scale in _powers(high - low or abs(high) or 1.0) for step in _STEPS)
    for step in steps:
        if step < least_step or (least_step and step != round(step)):
            continue
        first, last = ceil((low - room) / step - 1e-9), floor((high + room) / step + 1e-9)
        if last - first < most:
            ticks = tuple(round(place * step, 9) for place in range(first, last + 1))
            return Axis(low - room, high + room, ticks, log=False)
    raise AssertionError("some step is wide enough")


def _powers(span: float) -> list[float]:
    exponent = floor(log10(span)) - 1
    return [10.0 ** (exponent + more) for more in range(4)]


def _log_axis(low: float, high: float, most: int) -> Axis:
    room = max((high / low) ** 0.05, 1.15)
    low, high = low / room, high * room
    first, last = ceil(log10(low) - 1e-9), floor(log10(high) + 1e-9)
    every = max(1, ceil((last - first + 1) / most))
    ticks = [10.0**place for place in range(first, last + 1) if place % every == 0]
    places = range(floor(log10(low)), ceil(log10(high)) + 1)
    between = [float(f"{step}e{place}") for place in places for step in (1, 2, 5)]
    between = [tick for tick in between if low <= tick <= high]
    if 2 <= len(between) <= most + 1:  # hardly two powers of ten: others between them
        ticks = between
    if len(ticks) < 2:
        low, high = min(low, 10.0 ** floor(log10(low))), max(high, 10.0 ** ceil(log10(high)))
        ticks = [10.0 ** floor(log10(low) + 0.5), 10.0 ** ceil(log10(high) - 0.5)]
    return Axis(low, high, tuple(dict.fromkeys(ticks)), log=True)


def within(ends: Sequence[float], middles: Sequence[float], log: bool) -> list[float]:
    """The ends of intervals, cut where a long one would make all that is measured small.

    They go ten times, or twice the span of the middles, beyond the middles at most.
    """
    low, high = min(middles), max(middles)
    room = 2 * ((high - low) or abs(high) or 1.0)
    least, most = (low / 10, high * 10) if log else (low - room, high + room)
    return [min(max(end, least), most) for end in ends]
