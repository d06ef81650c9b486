"""The sentences of a survey: a plain claim each, as far as it is carried, then the numbers.

The openings are all of their kind: what is counted over them is exact, and no sample. It is told as a
ranking only if neither the choice of openings nor the order of moves turns it round (`PairResult.leads`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from plyground.experiments.census import WholeGame
from plyground.report.costs import Agreement, SearchCost
from plyground.report.findings import Percent, Points, ReportFinding, Row
from plyground.report.pair_results import PairResult
from plyground.report.types import Blunders

Results = Mapping[tuple[str, str], PairResult]
Pairing = tuple[str, str]
BUSY = 0.1  # of the time of moves spent waiting for a core, from which on equal time is not equal


@dataclass(frozen=True)
class Openings:
    """Where games begin and searches start: all openings of some plies."""

    number: int
    plies: int

    @property
    def told(self) -> ReportFinding:
        return ReportFinding("openings", {"openings": self.number, "n": self.plies})


def same_answers(
    found: Sequence[Agreement], others: Sequence[Agreement], plain: str, positions: int
) -> ReportFinding | None:
    """Whether the searchers that must agree do; in another order of moves the values have to agree."""
    if not found:
        return None
    facts: dict[str, Any] = {
        "plain": plain,
        "searches": sum(each.searches for each in found),
        "positions": positions,
        "others": sum(each.searches for each in others),
        "alike": sum(each.values for each in others),
        "kept": sum(each.moves for each in others),
    }
    agents = {"agents": Row(tuple(each.agent for each in found)), "n": len(found), "plain": plain}
    if all(each.whole for each in found) and all(each.values == each.searches for each in others):
        return ReportFinding("survey-same", facts, claim=ReportFinding("claim-same", agents))
    faults = {what: sum(getattr(each, what) for each in found) for what in ("values", "moves")}
    return ReportFinding("survey-not-same", facts | faults, claim=ReportFinding("claim-not-same", agents))


def cheaper(
    centred: Sequence[SearchCost], given: Sequence[SearchCost], plain: str, shown: str, openings: Openings
) -> ReportFinding | None:
    """What one searcher, and the one with the fewest nodes, save at the greatest depth in two orders."""
    last = max((cost.at for cost in centred), default=0)
    first, second = (
        {cost.agent: cost for cost in costs if cost.at == last and cost.agent != plain}
        for costs in (centred, given)
    )
    whole = next((cost for cost in centred if cost.at == last and cost.agent == plain), None)
    if whole is None or shown not in first:
        return None
    best = min(first.values(), key=lambda cost: cost.nodes[0])
    chosen = [first[shown], best] if best.agent != shown else [best]
    facts = {
        "depth": last,
        "plain": plain,
        "nodes": round(whole.nodes[0]),
        "openings": openings.told,
        "parts": tuple(_saving(cost) for cost in chosen),
        "given": Row(tuple(second[cost.agent].fewer_nodes[0] for cost in chosen)),
        "turned": _turned_round(first, second),
    }
    return ReportFinding("survey-cost", facts, claim=_cheaper_claim(first[shown], plain))


def _saving(cost: SearchCost) -> ReportFinding:
    less, low, high = cost.less_time
    facts = {
        "agent": cost.agent,
        "nodes": round(cost.nodes[0]),
        "fewer": cost.fewer_nodes[0],
        "less": less,
        "low": low,
        "high": high,
    }
    return ReportFinding("saving" if low < high else "saving-once", facts)


def _cheaper_claim(cost: SearchCost, plain: str) -> ReportFinding:
    fewer, least = cost.fewer_nodes[0], cost.less_time[1]
    facts = {"agent": cost.agent, "plain": plain, "times": _plain_times(fewer), "less": _plain_times(least)}
    if fewer <= 1:
        return ReportFinding("claim-not-cheaper", facts)
    return ReportFinding("claim-cheaper" if least > 1 else "claim-fewer-nodes", facts)


def _plain_times(times: float) -> int | Points:
    """A ratio in a claim: whole, or with a decimal if it is small."""
    return round(times) if times >= 10 else Points(times)


def _turned_round(first: Mapping[str, SearchCost], second: Mapping[str, SearchCost]) -> ReportFinding | str:
    """Which searchers save more than each other with one order of moves, and less with another."""
    both = [agent for agent in first if agent in second]
    parts = [
        ReportFinding("and-two", {"one": one, "other": other})
        for one, other in combinations(both, 2)
        if (first[one].nodes[0] < first[other].nodes[0]) != (second[one].nodes[0] < second[other].nodes[0])
    ]
    return ReportFinding("order-turns", {"parts": tuple(parts)}) if parts else ""


def equal_nodes(
    results: Mapping[int, Results], pairings: Sequence[Pairing], openings: Openings
) -> ReportFinding | None:
    """What the saved nodes buy: points of pairs with each number of nodes per move."""
    known = {
        pairing: [found[pairing] for found in results.values() if pairing in found] for pairing in pairings
    }
    parts, unranked = [], []
    for (one, other), found in known.items():
        if len(found) < len(results) or not all(result.exact for result in found):
            continue
        parts.append(
            ReportFinding("scores", {"one": one, "other": other, "scores": Row(tuple(map(_score, found)))})
        )
        for nodes, result in zip(results, found, strict=True):
            if not (result.leads or result.reversed().leads):
                facts = {"one": one, "other": other, "nodes": nodes, "why": _why_unranked(result)}
                unranked.append(ReportFinding("unranked-nodes", facts))
    if not parts:
        return None
    facts = {
        "nodes": Row(tuple(results)),
        "parts": tuple(parts),
        "openings": openings.told,
        "unranked": ReportFinding("unranked", {"parts": tuple(unranked)}) if unranked else "",
    }
    return ReportFinding("survey-nodes", facts, claim=_points_claim("nodes", known, len(results)))


def _points_claim(key: str, known: Mapping[Pairing, Sequence[PairResult]], limits: int) -> ReportFinding:
    """Who leads the plain searcher with every limit, or with most; what is said of nobody is not said."""
    (_, plain), *_ = known
    against = {one: found for (one, other), found in known.items() if other == plain and found}
    leads = {one: sum(result.leads for result in found) for one, found in against.items()}
    always = tuple(one for one, times in leads.items() if times == limits)
    if always:
        return ReportFinding(f"claim-{key}", {"n": len(always), "agents": Row(always), "plain": plain})
    best = max(leads, key=lambda one: leads[one], default="")
    if best and leads[best]:
        facts = {"agent": best, "plain": plain, "times": leads[best], "limits": limits}
        return ReportFinding(f"claim-{key}-some", facts)
    return ReportFinding(f"claim-{key}-none", {})


def _score(result: PairResult) -> ReportFinding:
    return ReportFinding("score", {"points": Points(result.points), "against": Points(result.against)})


def _why_unranked(result: PairResult) -> ReportFinding:
    """Why a result over all openings is no ranking."""
    if result.points == result.against:
        return ReportFinding("why-level", {})
    if result.turned_round:
        low, high = sorted(result.halves)
        return ReportFinding("why-half", {"low": Percent(low), "high": Percent(high)})
    return ReportFinding("why-few", {})


def equal_time(
    milliseconds: int, results: Results, pairings: Sequence[Pairing], busy: float
) -> ReportFinding | None:
    """Results at equal time per move. On a busy machine time is not equal, and nothing is claimed."""
    known = {pairing: [results[pairing]] for pairing in pairings if pairing in results}
    if not known:
        return None
    parts = tuple(_rate(result) for found in known.values() for result in found)
    claim = _points_claim("time", known, 1)
    if busy > BUSY:
        claim = ReportFinding("claim-time-busy", {"busy": Percent(busy)})
    return ReportFinding("survey-time", {"ms": milliseconds, "parts": parts}, claim=claim)


def _rate(result: PairResult) -> ReportFinding:
    low, high = result.spread or (0.0, 1.0)
    rates = {"rate": Percent(result.rate), "low": Percent(low), "high": Percent(high)}
    return ReportFinding("rate", {"one": result.one, "other": result.other, **rates})


def looking_ahead(
    given: Results,
    centred: Results,
    rungs: Sequence[str],
    openings: Openings,
    blunders: Mapping[str, Blunders | None],
    judged: tuple[int, int],
) -> ReportFinding | None:
    """What depth is worth: in points from rung to rung, and in results given away."""
    pairings = [(high, low) for high, low in zip(rungs[1:], rungs, strict=False) if (high, low) in given]
    if not pairings:
        return None
    facts = {
        "openings": openings.told,
        "parts": tuple(_step(given[pairing], centred.get(pairing)) for pairing in pairings),
        "away": _given_away(blunders, judged) or "",
    }
    told = [_is_ranking(given[pairing], centred.get(pairing)) for pairing in pairings]
    return ReportFinding("survey-ladder", facts, claim=_ladder_claim(pairings, told))


def _is_ranking(given: PairResult, centred: PairResult | None) -> bool:
    return given.leads and (centred is None or centred.leads)


def _ladder_claim(pairings: Sequence[Pairing], told: Sequence[bool]) -> ReportFinding:
    """Up to which depth looking further ahead is known to make more points."""
    steps = next((place for place, known in enumerate(told) if not known), len(told))
    if not steps:
        return ReportFinding("claim-ladder-none", {})
    top = pairings[steps - 1][0]
    if steps == len(told):
        return ReportFinding("claim-ladder", {"top": top})
    high, low = pairings[steps]
    return ReportFinding("claim-ladder-part", {"top": top, "high": high, "low": low})


def _step(given: PairResult, centred: PairResult | None) -> ReportFinding:
    facts: dict[str, Any] = {"one": given.one, "other": given.other, "score": _score(given)}
    if centred is not None:
        facts["centred"] = _score(centred)
    if _is_ranking(given, centred):
        return ReportFinding("step" if centred else "step-once", facts)
    why = _why_unranked(given)
    if given.leads:
        assert centred is not None
        why = _why_unranked(centred)
    return ReportFinding("step-unranked" if centred else "step-once-unranked", facts | {"why": why})


def _given_away(found: Mapping[str, Blunders | None], judged: tuple[int, int]) -> ReportFinding | None:
    """How often agents gave something away, of the positions in which they could."""
    parts = tuple(
        ReportFinding(
            "blunders",
            {
                "agent": agent,
                "rate": Percent(blunders.rate),
                "positions": blunders.decisions,
                "low": Percent(blunders.interval.low),
                "high": Percent(blunders.interval.high),
            },
        )
        for agent, blunders in found.items()
        if blunders and blunders.rate is not None and blunders.interval
    )
    games, played = judged
    return (
        ReportFinding("survey-away", {"parts": parts, "judged": games, "games": played}) if parts else None
    )


def whole_small_game(
    game: str, found: Sequence[WholeGame], same: Sequence[str], shown: Iterable[str]
) -> ReportFinding | None:
    """All of a small game: who loses a line that an opponent can play, and whose values are right."""
    alike = [each for each in found if each.agent in same]
    if not alike:
        return None
    parts = tuple(
        ReportFinding("lines", {"agent": each.agent, "lost": each.both.lost, "lines": each.both.lines})
        for each in found
        if each.agent in shown
    )
    facts: dict[str, Any] = {"n": len(alike), "parts": parts}
    first, name = alike[0], {"game": game}
    if all(_is_faultless(each) and each.both.lines == first.both.lines for each in alike):
        facts |= {"lines": first.both.lines, "positions": first.positions}
        return ReportFinding("small-game", facts, claim=ReportFinding("claim-small", name))
    sums = {
        "lost": sum(each.both.lost for each in alike),
        "lines": sum(each.both.lines for each in alike),
        "right": sum(each.right for each in alike),
        "positions": sum(each.positions for each in alike),
    }
    sound = all(each.right == each.positions and not each.given_away for each in alike)
    claim = ReportFinding("claim-small-sound" if sound else "claim-small-faulty", name)
    return ReportFinding("small-game-faulty", facts | sums, claim=claim)


def _is_faultless(each: WholeGame) -> bool:
    return each.both.lost == 0 and each.right == each.positions
