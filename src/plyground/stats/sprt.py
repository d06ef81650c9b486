"""The sequential probability ratio test (Wald 1945) on game pairs: stop when a match is decided.

The two hypotheses are Elo differences. Under each, the five pair scores get the likeliest probabilities
that have the mean it claims, as in fishtest (Van den Bergh, "The generalized maximum likelihood ratio").
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plyground.errors import BadSpec, truncate
from plyground.spec import Spec
from plyground.stats.elo import PAIR_SCORES, Pairs, elo_to_score

MAX_ELO = 2000  # a score of 0.99999, which no match can distinguish from 1

_UNSEEN = 1e-3  # the count of a pair score that never occurred, so that no probability is 0
_BISECTIONS = 50


@dataclass(frozen=True)
class SPRT:
    """H0: the difference is elo0; H1: it is elo1. alpha: how often H1 is wrong; beta: how often H0 is."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name, elo in (("elo0", self.elo0), ("elo1", self.elo1)):
            if not (_is_number(elo) and -MAX_ELO <= elo <= MAX_ELO):
                raise _bad(name, elo, f"{name} is a number from -{MAX_ELO} to {MAX_ELO}")
        if not self.elo0 < self.elo1:
            raise _bad("elo1", self.elo1, f"elo1 is above elo0, which is {self.elo0}")
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not (_is_number(risk) and 0 < risk < 0.5):
                raise _bad(name, risk, f"{name} is a number above 0 and below 0.5")

    @classmethod
    def parse(cls, text: str) -> SPRT:
        """The test from a text: `0,10` or `0, 10, alpha=0.01`."""
        return Spec.parse(f"sprt({text})").build(cls, resolve=_no_number)

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log likelihood ratio decides: H0 at the lower, H1 at the upper."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pairs, different: int | None = None) -> float:
        """How much likelier H1 makes the pairs than H0 does: the logarithm of the ratio.

        If only `different` of them are different, the copies are no evidence: all pairs count for the
        score, but together they weigh as much as the different ones.
        """
        if not any(pairs):
            return 0.0
        share = 1.0 if different is None else different / sum(pairs)
        counts = [share * count or _UNSEEN for count in pairs]
        return _shortfall(counts, elo_to_score(self.elo0)) - _shortfall(counts, elo_to_score(self.elo1))

    def verdict(self, pairs: Pairs, different: int | None = None) -> Literal["H0", "H1"] | None:
        """The accepted hypothesis; None while the test is open."""
        lower, upper = self.bounds
        llr = self.llr(pairs, different)
        return "H1" if llr >= upper else "H0" if llr <= lower else None

    def in_words(self, verdict: Literal["H0", "H1"]) -> str:
        """A verdict in words, about the first agent."""
        if verdict == "H1":
            return f"{_stronger(self.elo1)} rather than {_stronger(self.elo0)} (accepts H1)"
        if self.elo1 > 0:
            return f"not {_stronger(self.elo1)} (accepts H0)"
        return f"{_stronger(self.elo0)} rather than {_stronger(self.elo1)} (accepts H0)"


def _stronger(elo: float) -> str:
    return f"{abs(elo):g} Elo {'stronger' if elo > 0 else 'weaker'}" if elo else "equal"


def _shortfall(counts: Sequence[float], mean: float) -> float:
    """How far the likeliest probabilities of that mean fall short of the observed ones, in log likelihood.

    They are the observed ones over 1 + tilt·(score - mean), with the tilt that makes their mean right:
    Σ count·(score - mean) / (1 + tilt·(score - mean)) = 0. The sum falls as the tilt rises, from +∞ to -∞
    within the tilts that keep all probabilities positive, and it is the slope of what is returned: what
    the bisection leaves of an error counts only by its square.
    """
    away = [score - mean for score in PAIR_SCORES]
    pulls = [(count * each, each) for count, each in zip(counts, away, strict=True)]
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(_BISECTIONS):
        tilt = (low + high) / 2
        if sum([pull / (1 + tilt * each) for pull, each in pulls]) > 0:
            low = tilt
        else:
            high = tilt
    tilt = (low + high) / 2
    return sum(count * math.log1p(tilt * each) for count, each in zip(counts, away, strict=True))


def _no_number(spec: Spec) -> None:
    raise BadSpec(f"no number {truncate(str(spec))}", str(spec), None, "two numbers, as 0,10: elo0,elo1")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _bad(name: str, value: object, right: str) -> BadSpec:
    return BadSpec(f"bad {name}", f"{name}={truncate(repr(value))}", None, right)
