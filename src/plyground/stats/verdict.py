"""What a result tells: the one place that decides between *ahead*, *cannot be told* and *too few*.

A verdict is about strength, so it needs results that are different from each other: pairs of games, rounds,
openings. Whether the result is *exact*, because nothing else can come from these openings, is another
question. An exact result is a count and needs no interval, but half a point of fifty carries no claim of
strength. So both kinds are decided by the interval over different results, and an exact one is only told in
other words.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from plyground.stats.elo import FEWEST, Estimate, Interval
from plyground.stats.student_t import Z95, t95

Side = Literal["nothing", "few", "level", "above", "below", "unclear"]


@dataclass(frozen=True)
class Verdict:
    """On which side of a neutral value a result lies, as far as its evidence carries.

    nothing: there is no result. few: too few different results for an interval. level: exact, and just the
    neutral value. above, below: the interval excludes the neutral value. unclear: it does not.
    """

    side: Side
    exact: bool = False
    by_chance: float | None = None  # how often equals come out so far apart, or farther
    needed: int | None = None  # about how many results would decide it, if they go on like these

    @property
    def decided(self) -> bool:
        """Whether the result shows a difference in strength."""
        return self.side in ("above", "below")


def verdict(found: Estimate, exact: bool = False) -> Verdict:
    """The verdict on a score, whose neutral value is one half.

    `found` is the estimate over different results also where the result is exact: its interval is then not
    that of an unknown score, but says whether the openings themselves carry a claim of strength.
    """
    if found.score is None:
        return Verdict("nothing")
    if exact and found.score == 0.5:
        return Verdict("level", exact)
    likely, side = found.superiority, side_of(found.interval, 0.5)
    by_chance = found.by_chance
    if by_chance is None and likely is not None:
        by_chance = 2 * min(likely, 1 - likely)
    return Verdict(side, exact, by_chance, _needed(found) if side == "unclear" and not exact else None)


def _needed(found: Estimate) -> int | None:
    """About how many results it takes until the interval excludes one half, if the score stays."""
    if found.interval is None or found.score is None or found.score == 0.5:
        return None
    low, high = found.interval
    deviation = (high - low) / 2 * math.sqrt(found.different) / t95(found.different - 1)
    needed = math.ceil((Z95 * deviation / (found.score - 0.5)) ** 2)
    return max(FEWEST, found.different + 1, needed)


def side_of(interval: Interval | tuple[float, float] | None, neutral: float) -> Side:
    """On which side of a neutral value an interval lies: of a score one half, of a ratio 1.

    An interval without width is none: it comes from a single result, or from results without any variance.
    """
    if interval is None or interval[0] == interval[1]:
        return "few"
    low, high = interval
    return "above" if low > neutral else "below" if high < neutral else "unclear"
