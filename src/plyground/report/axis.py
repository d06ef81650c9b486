"""An axis of a figure: what it spans, where it has ticks, and what stands at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from plyground.report.chart import spell

MAX_TICKS = 6
MAX_WHOLE_TICKS = 9  # short numbers
_STEPS = (1.0, 2.0, 5.0)
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

    def share(self, value: float) -> float:
        """How far along the axis a value is: 0 at its beginning, 1 at its end."""
        if self.log:
            return log10(value / self.low) / log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def labels(self, language: str) -> list[str]:
        """What stands at the ticks."""
        if self.log and max(abs(log10(tick)) for tick in self.ticks) >= _LONGEST - 1:
            return spell([_power(tick) for tick in self.ticks], language)
        places = [_places(tick, tick if self.log else self.high - self.low) for tick in self.ticks]
        if not self.log:
            places = [max(places)] * len(places)
        numbers = zip(self.ticks, places, strict=True)
        return spell([f"{tick:,.{digits}f}" for tick, digits in numbers], language)


def _places(value: float, size: float) -> int:
    """The fewest decimals that tell a number as exactly as an axis of that size can show it."""
    return next((n for n in range(15) if abs(round(value, n) - value) <= 1e-6 * abs(size)), 15)


def _power(tick: float) -> str:
    factor, _, exponent = f"{tick:.0e}".partition("e")
    power = f"10{str(int(exponent)).translate(_SUPERSCRIPT)}"
    return power if factor == "1" else f"{factor}×{power}"


def _axis(low: float, high: float, most: int, least_step: float = 0.0) -> Axis:
    room = max(0.05 * ((high - low) or abs(high) or 1.0), 0.2 * least_step)
    low, high = low - room, high + room
    exponent = floor(log10(high - low))
    steps = (factor * 10.0 ** (exponent + more) for more in (-2, -1, 0, 1) for factor in _STEPS)
    best: tuple[float, ...] = ()
    for step in (step for step in steps if step >= least_step):
        first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
        ticks = tuple(float(f"{place * step:.12g}") for place in range(first, last + 1))
        if best and len(ticks) < 2:
            break  # two are better than one, even if they are more than asked for
        best = ticks
        if len(best) <= most:
            break
    return Axis(low, high, best, log=False)


def _log_axis(low: float, high: float, most: int) -> Axis:
    room = max((high / low) ** 0.05, 1.15)
    low, high = low / room, high * room
    first, last = ceil(log10(low) - 1e-9), floor(log10(high) + 1e-9)
    every = max(1, ceil((last - first + 1) / most))
    ticks = [10.0**place for place in range(first, last + 1) if place % every == 0]
    places = range(floor(log10(low)), ceil(log10(high)) + 1)
    between = [float(f"{step}e{place}") for place in places for step in (1, 2, 5)]
    between = [tick for tick in between if low <= tick <= high]
    if len(ticks) < 3 and 2 <= len(between) <= most + 1:  # few powers of ten: others between them
        ticks = between
    if len(ticks) < 2:  # the powers of ten around it
        first, last = floor(log10(low)), ceil(log10(high))
        low, high, ticks = 10.0**first, 10.0**last, [10.0**place for place in range(first, last + 1)]
    return Axis(low, high, tuple(ticks), log=True)


def within(ends: Sequence[float], middles: Sequence[float], log: bool) -> list[float]:
    """The ends of intervals, cut where a long one would make all that is measured small.

    They go ten times, or twice the span of the middles, beyond the middles at most.
    """
    low, high = min(middles), max(middles)
    room = 2 * ((high - low) or abs(high) or 1.0)
    least, most = (low / 10, high * 10) if log else (low - room, high + room)
    return [min(max(end, least), most) for end in ends]
