"""The sentences of any run, each from a rule: who beat whom, what was given away, what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from plyground.arena.clock import TimeControl
from plyground.arena.store import Store
from plyground.experiments.search_store import SearchMeasurement, SearchStore
from plyground.report import findings
from plyground.report.costs import agreements, costs
from plyground.report.findings import (
    Limit,
    Percent,
    Points,
    Reasons,
    ReportFinding,
    Row,
    Seconds,
    TestVerdict,
)
from plyground.report.game_costs import GameCosts, Metric, game_costs
from plyground.report.types import Duel, Report, Side, Standing
from plyground.stats.elo import Interval

MAX_FINDINGS = 6
MAX_NAMED = 3  # agents of whom a sentence tells each; of more the extremes
PLAIN = "minimax"  # what others are compared with, if it is there


def run_findings(store: Store, report: Report) -> list[ReportFinding]:
    """Up to six sentences about a run, the most important first; a rule without data gives none."""
    control = store.plan.control
    of_two = len(report.standings) == 2
    found = [
        *search_findings(store.plan.names, list(SearchStore(store))),
        *(match_findings(report, control) if of_two else field_findings(report, control)),
        given_away(report),
        forfeits(report),
        game_cost(report, "nodes", game_costs(store, "nodes")),
        game_cost(report, "wall", game_costs(store, "wall")),
    ]
    return [finding for finding in found if finding][:MAX_FINDINGS]


def search_findings(
    names: Sequence[str], searches: Sequence[SearchMeasurement]
) -> list[ReportFinding | None]:
    """Whether searchers found the same on the same positions, and what it cost."""
    deep = [each for each in searches if each.by_depth and each.reached == each.depth]
    there = sorted({each.agent for each in deep})
    if len(there) < 2:
        return []
    plain = next((agent for agent in there if names[agent] == PLAIN), there[0])
    order = [plain, *(agent for agent in there if agent != plain)]
    numbers = {agent: place for place, agent in enumerate(order)}
    own = [each._replace(agent=numbers[each.agent]) for each in deep]
    called = [names[agent] for agent in order]
    positions = len({each.position for each in own})
    alike = agreements(called, own)
    same, other = (tuple(each for each in alike if each.whole is whole) for whole in (True, False))
    saved = findings.cheaper(costs(called, own, by_depth=True), called[0], "alphabeta")
    found = [
        findings.same_answers(same, called[0], positions),
        findings.same_answers(other, called[0], positions),
    ]
    curve = "pruning" if PLAIN in called else "nodes-by-depth"
    return [each and replace(each, beside="nodes-by-depth") for each in found] + [
        saved and replace(saved, beside=curve)
    ]


def match_findings(report: Report, control: TimeControl) -> list[ReportFinding | None]:
    """Who beat whom in a match, and the verdict of its sequential test."""
    one, other = (standing.name for standing in report.standings)
    (duel,) = report.duels.values()
    told = duel_result(one, other, duel)
    if told is None:
        return []
    units = ReportFinding("units-games" if report.fixed_seats else "units-pairs", {"n": duel.different})
    facts = {"result": told, "limit": Limit(control), "units": units}
    return [ReportFinding("match", facts, "points"), sprt_verdict(one, duel)]


def duel_result(one: str, other: str, duel: Duel) -> ReportFinding | None:
    """Who beat whom, as far as it is exact or the interval carries it; None if no game was played."""
    counts, interval = duel.counts, duel.interval
    if not counts.games:
        return None
    if 2 * counts.points < counts.games:
        one, other, counts = other, one, counts.reversed()
        interval = interval and Interval(1 - interval.high, 1 - interval.low)
    facts: dict[str, Any] = {"one": one, "other": other}
    if duel.exact:
        points, games = duel.exact_score
        return ReportFinding("level" if 2 * points == games else "beats", facts | _score(points, games))
    if interval is None:
        return ReportFinding("few", facts | _score(counts.points, counts.games))
    rate = Percent(counts.points / counts.games)
    facts |= {"rate": rate, "low": Percent(interval.low), "high": Percent(interval.high)}
    return ReportFinding("ahead" if interval.low > 0.5 else "unclear", facts)


def _score(points: float, games: int) -> dict[str, Points]:
    """Points, from the side of who has more."""
    return {"points": Points(max(points, games - points)), "against": Points(min(points, games - points))}


def sprt_verdict(agent: str, duel: Duel) -> ReportFinding | None:
    """What the sequential test of a match decided, or that it did not."""
    if duel.llr is None or duel.bounds is None:
        return None
    low, high = duel.bounds
    facts: dict[str, Any] = {"agent": agent, "llr": duel.llr, "low": low, "high": high}
    if duel.verdict is None:
        return ReportFinding("sprt-open", facts, "duels")
    return ReportFinding("sprt", facts | {"verdict": TestVerdict(duel, agent)}, "duels")


def field_findings(report: Report, control: TimeControl) -> list[ReportFinding | None]:
    """Who made the most points in a tournament, and how many of its pairings are decided."""
    first = gauntlet(report, control) if report.format == "gauntlet" else leader(report, control)
    return [first, decided(report)]


def leader(report: Report, control: TimeControl) -> ReportFinding | None:
    """Who made the most points, and from whom its interval sets it apart."""
    ranked = sorted(
        (standing for standing in report.standings if standing.sides["both"].counts.games),
        key=lambda standing: -(standing.sides["both"].counts.rate or 0),
    )
    if len(ranked) < 2:
        return None
    top = ranked[0].sides["both"]
    best = [each for each in ranked if each.sides["both"].counts.rate == top.counts.rate]
    facts = {
        "n": len(best),
        "agent": Row(tuple(each.name for each in best)),
        "agents": len(report.standings),
        "rate": Percent(top.counts.points / top.counts.games),
        "games": top.counts.games,
        "limit": Limit(control),
        "how": _how_sure(top, ranked[len(best) :]),
    }
    return ReportFinding("leader", facts, "points")


def _how_sure(top: Side, others: Sequence[Standing]) -> ReportFinding:
    if top.exact:
        return ReportFinding("sure-exact", {})
    if top.interval is None:
        return ReportFinding("sure-not", {})
    ends: dict[str, Any] = {"low": Percent(top.interval.low), "high": Percent(top.interval.high)}
    if not others:
        return ReportFinding("sure-tied", ends)
    below = [each for each in others if _lies_below(each.sides["both"], top.interval.low)]
    if len(below) == len(others):
        return ReportFinding("sure-all", ends)
    return ReportFinding("sure-some", ends | {"below": len(below), "others": len(others)})


def _lies_below(side: Side, low: float) -> bool:
    high = side.interval.high if side.interval else side.counts.rate if side.exact else None
    return high is not None and high < low


def gauntlet(report: Report, control: TimeControl) -> ReportFinding | None:
    """The first agent against each of the others; of many, its worst and its best result."""
    names = [standing.name for standing in report.standings]
    known = [(pairing, duel) for pairing, duel in report.duels.items() if duel.counts.games]
    known.sort(key=lambda each: each[1].counts.rate or 0)
    few = len(known) <= MAX_NAMED
    chosen = known if few else [known[0], known[-1]]
    parts = tuple(duel_result(names[one], names[other], duel) for (one, other), duel in chosen)
    if not parts:
        return None
    facts = {"agent": names[0], "others": len(names) - 1, "limit": Limit(control), "parts": parts}
    return ReportFinding("gauntlet" if few else "gauntlet-ends", facts, "points")


def decided(report: Report) -> ReportFinding | None:
    """How many pairings are decided; and the result between the first two of a round-robin."""
    duels = [duel for duel in report.duels.values() if duel.counts.games]
    if not duels:
        return None
    kinds = [_decision(duel) for duel in duels]
    facts: dict[str, Any] = {
        "pairings": len(duels),
        **{kind: kinds.count(kind) for kind in ("apart", "level", "open")},
    }
    ranked = sorted(range(len(report.standings)), key=lambda n: -report.standings[n].rating.elo)
    pairing = min(ranked[:2]), max(ranked[:2])
    top = report.duels.get(pairing)
    names = [standing.name for standing in report.standings]
    between = top and duel_result(names[pairing[0]], names[pairing[1]], top)
    if between is None or report.format == "gauntlet":
        return ReportFinding("decided", facts, "crosstable")
    return ReportFinding("decided-top", facts | {"top": between}, "crosstable")


def _decision(duel: Duel) -> Literal["apart", "level", "open"]:
    if duel.exact:
        return "level" if 2 * duel.counts.points == duel.counts.games else "apart"
    return "apart" if duel.interval and not duel.interval.low <= 0.5 <= duel.interval.high else "open"


def given_away(report: Report) -> ReportFinding | None:
    """How often agents gave a result away, of the decisions in which they could; of many, the extremes."""
    known = [
        (standing.name, standing.sides["both"])
        for standing in report.standings
        if (blunders := standing.sides["both"].blunders) and blunders.decisions
    ]
    if len(known) > MAX_NAMED:
        known.sort(key=lambda each: _rate(each[1]))
        known = [known[0], known[-1]]
    parts = tuple(_given_away(name, side, report.all_judged) for name, side in known)
    return ReportFinding("given-away", {"parts": parts}, "blunders") if parts else None


def _rate(side: Side) -> float:
    return (side.blunders.rate if side.blunders else None) or 0.0


def _given_away(name: str, side: Side, all_judged: bool) -> ReportFinding:
    blunders = side.blunders
    assert blunders is not None
    facts: dict[str, Any] = {
        "agent": name,
        "rate": Percent(_rate(side)),
        "n": blunders.decisions,
        "lost": blunders.lost,
    }
    if side.exact and all_judged:
        return ReportFinding("away-exact", facts)
    if blunders.interval is None:
        return ReportFinding("away-few", facts)
    low, high = blunders.interval
    return ReportFinding("away", facts | {"low": Percent(low), "high": Percent(high)})


def forfeits(report: Report) -> ReportFinding | None:
    """Who lost games by forfeit, how many and why."""
    lost = [
        (standing.name, standing.sides["both"])
        for standing in report.standings
        if standing.sides["both"].forfeits
    ]
    lost.sort(key=lambda each: -sum(each[1].forfeits.values()))
    parts = [
        ReportFinding(
            "forfeit",
            {
                "agent": name,
                "lost": sum(side.forfeits.values()),
                "games": side.counts.games,
                "reasons": Reasons(side.forfeits),
            },
        )
        for name, side in lost[:MAX_NAMED]
    ]
    if rest := lost[MAX_NAMED:]:
        games = sum(sum(side.forfeits.values()) for _, side in rest)
        parts.append(ReportFinding("forfeit-others", {"n": len(rest), "lost": games}))
    return ReportFinding("forfeits", {"parts": tuple(parts)}, "results") if parts else None


def game_cost(report: Report, metric: Metric, by_round: GameCosts) -> ReportFinding | None:
    """What a game cost the agents; of many, the cheapest and the dearest; and the ratio of those two."""
    known = [
        (standing.name, spent.mean)
        for standing in report.standings
        if (spent := getattr(standing.sides["both"], f"{metric}_per_game")) and spent.mean > 0
    ]
    known.sort(key=lambda each: each[1])
    if len(known) < 2:
        return None
    nodes = metric == "nodes"
    parts = tuple(
        ReportFinding(
            "cost-nodes" if nodes else "cost-time",
            {"agent": agent, "mean": _nodes(mean) if nodes else Seconds(mean)},
        )
        for agent, mean in (known if len(known) <= MAX_NAMED else [known[0], known[-1]])
    )
    facts: dict[str, Any] = {"parts": Row(parts)}
    key, beside = ("game-nodes", "nodes") if nodes else ("game-time", "times")
    (least, _), (most, _) = known[0], known[-1]
    ratio = by_round.ratio(most, least)
    if ratio is None or ratio[1] == ratio[2]:
        return ReportFinding(key, facts, beside)
    times, low, high = ratio
    named = {"one": most, "other": least, "times": times, "low": low, "high": high}
    told = ReportFinding("ratio" if low > 1 else "ratio-alike", named)
    return ReportFinding(f"{key}-ratio", facts | {"ratio": told}, beside)


def _nodes(mean: float) -> int | Points:
    """Few nodes with a decimal, many without."""
    return round(mean) if mean >= 100 else Points(mean)
