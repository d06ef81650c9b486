"""Sentences as data, and those about searches: none without a number, no claim that the interval denies."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.arena.clock import TimeControl
from plyground.report.costs import Agreement, SearchCost
from plyground.report.notes import reasons_text
from plyground.report.run_words import limits_text, verdict_text
from plyground.report.types import Duel
from plyground.stats.means import MeanEstimate
from plyground.words import Tongue

TIMED = 1e-4  # seconds: of two equal searches of 4 µs one took 1.5 times as long


@dataclass(frozen=True)
class Points:
    """Points of a match: 33 or 31.5."""

    value: float


@dataclass(frozen=True)
class Percent:
    """A share in percent."""

    value: float


@dataclass(frozen=True)
class Row:
    """Things in a row: `a, b and c`."""

    things: tuple[Any, ...]


@dataclass(frozen=True)
class Seconds:
    """A time: `1.23 ms` or `12.3 s`."""

    value: float


@dataclass(frozen=True)
class Limit:
    """What a move may take."""

    control: TimeControl


@dataclass(frozen=True)
class Reasons:
    """How often games were lost by which reason, and the first time of each in words."""

    counts: Mapping[str, int]
    why: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TestVerdict:
    """What the sequential test of a duel says of its first agent."""

    duel: Duel
    agent: str


@dataclass(frozen=True)
class ReportFinding:
    """A sentence, or a part of one: its key in the catalogue, its facts, and what shows it on a page.

    Where it holds many numbers, a plain claim goes before it.
    """

    key: str
    facts: Mapping[str, Any]
    beside: str = ""  # the name of a figure or a table
    claim: ReportFinding | None = None

    def text(self, speaker: Tongue) -> str:
        """The sentence; the fact `n` stays a number, for it chooses singular or plural."""
        facts = {name: fact if name == "n" else _spell(fact, speaker) for name, fact in self.facts.items()}
        return speaker.say(f"finding.{self.key}", **facts).rstrip()  # a last part may be empty

    def whole_text(self, speaker: Tongue) -> str:
        """The claim, if there is one, and the sentence."""
        return " ".join(each.text(speaker) for each in (self.claim, self) if each)

    def to_json(self, speaker: Tongue) -> dict[str, str]:
        claim = {"claim": self.claim.text(speaker)} if self.claim else {}
        return {"finding": self.key, **claim, "text": self.text(speaker)}


def _spell(fact: Any, speaker: Tongue) -> Any:
    """A fact as the language writes it: parts of sentences in a row, numbers with three digits."""
    if isinstance(fact, ReportFinding):
        return fact.text(speaker)
    if isinstance(fact, Points):
        return speaker.number(fact.value, 0 if fact.value == round(fact.value) else 1)
    if isinstance(fact, Percent):
        return speaker.number(100 * fact.value, 1)
    if isinstance(fact, Seconds):
        value, unit = (1e3 * fact.value, "ms") if fact.value < 1 else (fact.value, "s")
        return f"{_three_digits(value, speaker)} {unit}"
    if isinstance(fact, Limit):
        return limits_text(fact.control, speaker)
    if isinstance(fact, Reasons):
        return reasons_text(fact.counts, speaker, fact.why)
    if isinstance(fact, TestVerdict):
        return verdict_text(fact.duel, fact.agent, speaker)
    if isinstance(fact, float):
        return _three_digits(fact, speaker)
    if isinstance(fact, tuple):
        return "; ".join(_spell(each, speaker) for each in fact)
    if isinstance(fact, Row):
        *words, last = (str(_spell(each, speaker)) for each in fact.things)
        return f"{', '.join(words)} {speaker.say('finding.and')} {last}" if words else last
    if isinstance(fact, int):
        return speaker.number(fact)
    return fact


def _three_digits(value: float, speaker: Tongue) -> str:
    return speaker.number(value, max(0, 2 - math.floor(math.log10(abs(value)))) if value else 0)


def same_answers(found: Sequence[Agreement], plain: str, positions: int) -> ReportFinding | None:
    """Whether the algorithms that must agree do."""
    if not found:
        return None
    searches = sum(each.searches for each in found)
    facts: dict[str, Any] = {
        "n": len(found),
        "agents": Row(tuple(each.agent for each in found)),
        "plain": plain,
        "searches": ReportFinding("count-searches", {"n": searches}),
        "positions": ReportFinding("count-positions", {"n": positions}),
    }
    if all(each.whole for each in found):
        return ReportFinding("same", facts | {"same": searches})
    values, moves = (sum(getattr(each, what) for each in found) for what in ("values", "moves"))
    return ReportFinding("not-same", facts | {"values": values, "moves": moves})


def cheaper(found: Sequence[SearchCost], plain: str, shown: str) -> ReportFinding | None:
    """What one algorithm, and the one with the fewest nodes, save at the greatest depth."""
    last = max((cost.at for cost in found), default=0)
    others = {cost.agent: cost for cost in found if cost.at == last and cost.agent != plain}
    if not others:
        return None
    best = max(others.values(), key=lambda cost: cost.fewer_nodes[0])
    chosen = [others[shown], best] if shown in others and best.agent != shown else [best]
    whole = [cost for cost in found if cost.at == last and cost.agent == plain]
    parts = tuple(_cost(cost, whole) for cost in chosen)
    return ReportFinding("cheaper", {"depth": last, "plain": plain, "n": best.positions, "parts": parts})


def _cost(cost: SearchCost, plain: Sequence[SearchCost]) -> ReportFinding:
    """What a searcher saves; of time nothing where a search is too short for a clock."""
    facts = {"agent": cost.agent, "nodes": _compared("nodes", cost.fewer_nodes)}
    if any(each.seconds[0] < TIMED for each in (cost, *plain)):
        return ReportFinding("cost-untimed", facts)
    return ReportFinding("cost", facts | {"time": _compared("time", cost.less_time)})


def _compared(what: str, ratio: MeanEstimate) -> ReportFinding:
    """Fewer or more only where the interval excludes 1; one position has none, and tells of itself."""
    middle, low, high = ratio
    if low == high == 1 and what == "nodes":
        return ReportFinding("nodes-once-equal", {})
    if low == high and middle >= 1:
        return ReportFinding(f"{what}-once-fewer", {"times": middle})
    if low == high:
        return ReportFinding(f"{what}-once-more", {"times": 1 / middle})
    if low > 1:
        return ReportFinding(f"{what}-fewer", {"times": middle, "low": low, "high": high})
    if high < 1:
        return ReportFinding(f"{what}-more", {"times": 1 / middle, "low": 1 / high, "high": 1 / low})
    return ReportFinding(f"{what}-alike", {"times": middle, "low": low, "high": high})
