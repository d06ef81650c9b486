"""Sentences as data, and those of a survey: none without a number, no claim that the interval denies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.arena.clock import TimeControl
from plyground.experiments.census import WholeGame
from plyground.report.costs import Agreement, SearchCost
from plyground.report.notes import reasons_text
from plyground.report.pair_results import PairResult
from plyground.report.run_words import limits_text, verdict_text
from plyground.report.types import Blunders, Duel
from plyground.stats.means import MeanEstimate
from plyground.ui.i18n import Tongue

Results = Mapping[tuple[str, str], PairResult]


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
    """A sentence, or a part of one: its key in the catalogue, its facts, and what shows it on a page."""

    key: str
    facts: Mapping[str, Any]
    beside: str = ""  # the name of a figure or a table

    def text(self, speaker: Tongue) -> str:
        """The sentence; the fact `n` stays a number, for it chooses singular or plural."""
        facts = {name: fact if name == "n" else _spell(fact, speaker) for name, fact in self.facts.items()}
        return speaker.say(f"finding.{self.key}", **facts)

    def to_json(self, speaker: Tongue) -> dict[str, str]:
        return {"finding": self.key, "text": self.text(speaker)}


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
        "searches": searches,
        "positions": positions,
    }
    if all(each.whole for each in found):
        return ReportFinding("same", facts)
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
    parts = tuple(
        ReportFinding(
            "cost",
            {
                "agent": cost.agent,
                "nodes": _compared("nodes", cost.fewer_nodes),
                "time": _compared("time", cost.less_time),
            },
        )
        for cost in chosen
    )
    return ReportFinding(
        "cheaper", {"depth": last, "plain": plain, "positions": best.positions, "parts": parts}
    )


def _compared(what: str, ratio: MeanEstimate) -> ReportFinding:
    """Fewer or more only where the interval excludes 1, and is one."""
    middle, low, high = ratio
    if low < high and low > 1:
        return ReportFinding(f"{what}-fewer", {"times": middle, "low": low, "high": high})
    if low < high < 1:
        return ReportFinding(f"{what}-more", {"times": 1 / middle, "low": 1 / high, "high": 1 / low})
    return ReportFinding(f"{what}-alike", {"times": middle, "low": low, "high": high})


def score(result: PairResult) -> ReportFinding:
    """Who beat whom, where the result is exact; else what the interval carries."""
    better = result if result.points >= result.against else result.reversed()
    if better.interval is None:
        key = "level" if better.points == better.against else "beats"
        facts: dict[str, Any] = {"points": Points(better.points), "against": Points(better.against)}
    else:
        key = "ahead" if better.interval.low > 0.5 else "unclear"
        low, high = better.interval
        facts = {"rate": Percent(better.rate), "low": Percent(low), "high": Percent(high)}
    return ReportFinding(key, {"one": better.one, "other": better.other} | facts)


def equal_nodes(
    results: Mapping[int, Results], pairings: Iterable[tuple[str, str]]
) -> ReportFinding | None:
    """What the saved nodes buy: the exact results of pairs with each number of nodes per move."""
    parts = []
    openings = 0
    for one, other in pairings:
        known = [found[one, other] for found in results.values() if (one, other) in found]
        if len(known) == len(results) > 0 and all(result.exact for result in known):
            scores = tuple(
                ReportFinding("score", {"points": Points(r.points), "against": Points(r.against)})
                for r in known
            )
            parts.append(ReportFinding("scores", {"one": one, "other": other, "scores": Row(scores)}))
            openings = known[0].openings
    if not parts:
        return None
    return ReportFinding(
        "equal-nodes", {"nodes": Row(tuple(results)), "parts": tuple(parts), "openings": openings}
    )


def equal_time(
    milliseconds: int, results: Results, pairings: Iterable[tuple[str, str]]
) -> ReportFinding | None:
    """Results at equal time per move."""
    parts, openings = _scores(results, pairings)
    return (
        ReportFinding("equal-time", {"ms": milliseconds, "parts": parts, "openings": openings})
        if parts
        else None
    )


def ladder(results: Results, rungs: Sequence[str]) -> ReportFinding | None:
    """What a few plies more are worth, from rung to rung."""
    parts, openings = _scores(results, zip(rungs[1:], rungs, strict=False))
    return ReportFinding("ladder", {"parts": parts, "openings": openings}) if parts else None


def _scores(results: Results, pairings: Iterable[tuple[str, str]]) -> tuple[tuple[ReportFinding, ...], int]:
    """The results of some pairs, and over how many openings."""
    known = [results[pairing] for pairing in pairings if pairing in results]
    return tuple(map(score, known)), known[0].openings if known else 0


def looking_ahead(
    results: Results, rungs: Sequence[str], blunders: Mapping[str, Blunders | None]
) -> ReportFinding | None:
    """What depth is worth: in points from rung to rung, and in results given away."""
    climbed, away = ladder(results, rungs), given_away(blunders)
    return (
        ReportFinding("looking-ahead", {"ladder": climbed, "away": away})
        if climbed and away
        else climbed or away
    )


def given_away(found: Mapping[str, Blunders | None]) -> ReportFinding | None:
    """How often agents gave something away, of the decisions in which they could."""
    parts = tuple(
        ReportFinding(
            "blunders",
            {
                "agent": agent,
                "rate": Percent(blunders.rate),
                "decisions": blunders.decisions,
                "low": Percent(blunders.interval.low),
                "high": Percent(blunders.interval.high),
            },
        )
        for agent, blunders in found.items()
        if blunders and blunders.rate is not None and blunders.interval
    )
    return ReportFinding("given-away", {"parts": parts}) if parts else None


def whole_small_game(
    found: Sequence[WholeGame], same: Sequence[str], shown: Sequence[str]
) -> ReportFinding | None:
    """All of tic-tac-toe: who loses a line that an opponent can play, and whose values are right."""
    alike = [each for each in found if each.agent in same]
    if not alike:
        return None
    parts = tuple(
        ReportFinding("lines", {"agent": each.agent, "lost": each.both.lost, "lines": each.both.lines})
        for each in found
        if each.agent in shown
    )
    facts: dict[str, Any] = {"n": len(alike), "parts": parts}
    first = alike[0]
    if all(_is_faultless(each) and each.both.lines == first.both.lines for each in alike):
        return ReportFinding(
            "small-game", facts | {"lines": first.both.lines, "positions": first.positions}
        )
    sums = {
        "lost": sum(each.both.lost for each in alike),
        "lines": sum(each.both.lines for each in alike),
        "right": sum(each.right for each in alike),
        "positions": sum(each.positions for each in alike),
    }
    return ReportFinding("small-game-faulty", facts | sums)


def _is_faultless(each: WholeGame) -> bool:
    return each.both.lost == 0 and each.right == each.positions
