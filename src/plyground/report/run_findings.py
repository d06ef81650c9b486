"""The sentences of any run, each from a rule: who beat whom, what was given away, what it cost."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeGuard

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
from plyground.report.game_costs import (
    CLOSE,
    TELLING,
    GameCosts,
    Metric,
    game_costs,
    tells_time,
    time_metric,
)
from plyground.report.types import Duel, Report, Side, Standing
from plyground.stats.elo import Counts, Interval
from plyground.stats.verdict import side_of

MAX_FINDINGS = 6
MAX_NAMED = 3  # agents of whom a sentence tells each; of more the extremes
MOST_ADVISED = 10_000  # games
PLAIN = "minimax"  # what others are compared with, if it is there


def run_findings(store: Store, report: Report) -> list[ReportFinding]:
    """Up to six sentences about a run, the most important first; a rule without data gives none."""
    control = store.plan.control
    of_two = len(report.standings) == 2
    found = [
        *search_findings(store.plan.names, list(SearchStore(store))),
        *(match_findings(report, control) if of_two else field_findings(report, control)),
        forfeits(report),
        given_away(report),
        game_cost(report, "nodes", game_costs(store, "nodes")),
        game_cost(report, time := time_metric(store), game_costs(store, time)),
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
    facts = {"result": told, "limit": Limit(control), "units": _units(duel)}
    return [ReportFinding("match", facts, "points"), sprt_verdict(one, duel)]


def _units(duel: Duel) -> ReportFinding:
    """The independent results: pairs, of which one may have a single game, or games."""
    half = duel.counts.games < 2 * duel.pairs
    return _count("units-games" if duel.by_game else "units-half" if half else "units-pairs", duel.units)


def _count(what: str, n: int) -> ReportFinding:
    """How many there are of something, in the singular or the plural."""
    return ReportFinding(what, {"n": n})


def duel_result(one: str, other: str, duel: Duel) -> ReportFinding | None:
    """Who is ahead of whom, and whether that shows who is the stronger; None if no game was played."""
    counts, interval, found = duel.counts, duel.interval, duel.verdict_on
    if not counts.games:
        return None
    if 2 * counts.points < counts.games:
        one, other, counts = other, one, counts.reversed()
        interval = interval and Interval(1 - interval.high, 1 - interval.low)
    facts: dict[str, Any] = {"one": one, "other": other}
    if duel.exact:
        key = "level" if found.side == "level" else "above" if found.decided else "open"
        return ReportFinding(f"duel-exact-{key}", facts | _score(*duel.exact_score) | {"n": duel.different})
    facts |= _score(counts.points, counts.games)
    if not _says_something(interval):
        return ReportFinding("duel-few", facts | {"more": _more_games(duel)})
    facts |= {"rate": Percent(counts.points / counts.games)}
    facts |= {"low": Percent(interval.low), "high": Percent(interval.high)}
    if counts.points == counts.games / 2:
        return ReportFinding("duel-even", facts)
    facts |= {"chance": _chance(found.by_chance or 0.0)}
    if found.decided:
        return ReportFinding("duel-above", facts)
    return ReportFinding("duel-unclear", facts | {"more": _more_games(duel)})


def _says_something(interval: Interval | None) -> TypeGuard[Interval]:
    """Whether there is an interval, and one that leaves anything out."""
    return interval is not None and (interval.low > 0 or interval.high < 1)


def _chance(share: float) -> Percent | ReportFinding:
    return Percent(share) if share >= 0.001 else ReportFinding("chance-little", {"share": Percent(0.001)})


def _more_games(duel: Duel) -> str | ReportFinding:
    """About how many games would decide, in two digits; nothing where that is not known."""
    needed = duel.verdict_on.needed
    if needed is None:
        return ""
    games = needed if duel.by_game else 2 * needed
    if games > MOST_ADVISED:
        return ReportFinding("more-many", {"most": MOST_ADVISED})
    digit = 10 ** max(0, len(str(games)) - 2)
    return ReportFinding("more-games", {"games": -(-games // digit) * digit})


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
    others = ranked[len(best) :]
    facts: dict[str, Any] = {
        "n": len(best),
        "agent": Row(tuple(each.name for each in best)),
        "agents": len(report.standings),
        "rate": Percent(top.counts.points / top.counts.games),
        "games": _count("count-games", top.counts.games),
        "limit": Limit(control),
    }
    if not others:
        return ReportFinding("leader-none", facts, "points")
    if _says_something(top.interval) and not any(
        _lies_below(each.sides["both"], top.interval.low) for each in others
    ):
        return ReportFinding("leader-unclear", facts | _ends(top.interval), "points")
    return ReportFinding("leader", facts | {"how": _how_sure(top, others)}, "points")


def _ends(interval: Interval) -> dict[str, Percent]:
    return {"low": Percent(interval.low), "high": Percent(interval.high)}


def _how_sure(top: Side, others: Sequence[Standing]) -> ReportFinding:
    if top.exact:
        return ReportFinding("sure-exact", {})
    if not _says_something(top.interval):
        return ReportFinding("sure-not", {})
    below = [each for each in others if _lies_below(each.sides["both"], top.interval.low)]
    if len(below) == len(others):
        return ReportFinding("sure-all", _ends(top.interval) | {"n": len(others)})
    return ReportFinding("sure-some", _ends(top.interval) | {"n": len(below), "others": len(others)})


def _lies_below(side: Side, low: float) -> bool:
    high = side.interval.high if side.interval else side.counts.rate if side.exact else None
    return high is not None and high < low


def gauntlet(report: Report, control: TimeControl) -> ReportFinding | None:
    """The first agent against each of the others; of many, its worst and its best result."""
    names = [standing.name for standing in report.standings]
    known = [(pairing, duel) for pairing, duel in report.duels.items() if duel.counts.games]
    known.sort(key=lambda each: each[1].counts.rate or 0)
    if len({duel.counts for _, duel in known}) == 1 and len(known) > MAX_NAMED:
        return _alike_against_all(names[0], known[0][1].counts, len(known), control)
    few = len(known) <= MAX_NAMED
    chosen = known if few else [known[0], known[-1]]
    parts = tuple(duel_result(names[one], names[other], duel) for (one, other), duel in chosen)
    if not parts:
        return None
    others = _count("count-others", len(known))
    facts = {"agent": names[0], "others": others, "limit": Limit(control), "parts": parts}
    return ReportFinding("gauntlet" if few else "gauntlet-ends", facts, "points")


def _alike_against_all(agent: str, counts: Counts, others: int, control: TimeControl) -> ReportFinding:
    score = {"points": Points(counts.points), "against": Points(counts.games - counts.points)}
    facts = {"agent": agent, "others": _count("count-others", others), "limit": Limit(control)}
    return ReportFinding("gauntlet-alike", facts | score, "points")


def decided(report: Report) -> ReportFinding | None:
    """How many pairings are decided; and the result between the first two of a round-robin.

    Where others have the same rating, no two are the first.
    """
    duels = [duel for duel in report.duels.values() if duel.counts.games]
    if not duels:
        return None
    apart = sum(duel.verdict_on.decided for duel in duels)
    level = sum(duel.verdict_on.side == "level" for duel in duels)
    facts: dict[str, Any] = {
        "n": len(duels),
        "apart": apart,
        "level": level,
        "open": len(duels) - apart - level,
    }
    ranked = sorted(range(len(report.standings)), key=lambda n: -report.standings[n].rating.elo)
    pairing = min(ranked[:2]), max(ranked[:2])
    top = report.duels.get(pairing)
    names = [standing.name for standing in report.standings]
    between = top and duel_result(names[pairing[0]], names[pairing[1]], top)
    ratings = [report.standings[number].rating.elo for number in ranked]
    shared = len(ratings) > 2 and math.isclose(ratings[1], ratings[2], abs_tol=0.5)
    if between is None or shared or report.format == "gauntlet":
        return ReportFinding("decided", facts, "crosstable")
    return ReportFinding("decided-top", facts | {"top": between}, "crosstable")


def given_away(report: Report) -> ReportFinding | None:
    """How often agents gave a result away, of the positions in which they could; of many, the extremes."""
    known = [
        (standing.name, standing.sides["both"])
        for standing in report.standings
        if (blunders := standing.sides["both"].blunders) and blunders.decisions
    ]
    of = _extremes(len(known))
    if len(known) > MAX_NAMED:
        known.sort(key=lambda each: _rate(each[1]))
        known = [known[0], known[-1]]
    parts = tuple(_given_away(name, side, report.all_judged) for name, side in known)
    facts = {"parts": parts, "judged": report.judged, "n": report.judgeable, "of": of}
    key = "away-of-all" if report.all_judged else "away-of-some"
    return ReportFinding(key, facts, "blunders") if parts else None


def _extremes(agents: int) -> ReportFinding | str:
    """That only two of many agents are told."""
    return ReportFinding("extremes", {"n": agents}) if agents > MAX_NAMED else ""


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
    if not _says_something(blunders.interval):
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
                "n": side.counts.games,
                "reasons": Reasons(side.forfeits, side.why),
            },
        )
        for name, side in lost[:MAX_NAMED]
    ]
    if rest := lost[MAX_NAMED:]:
        games = sum(sum(side.forfeits.values()) for _, side in rest)
        parts.append(
            ReportFinding("forfeit-others", {"n": len(rest), "games": _count("count-games", games)})
        )
    return ReportFinding("forfeits", {"parts": tuple(parts)}, "results") if parts else None


def game_cost(report: Report, metric: Metric, costs: GameCosts) -> ReportFinding | None:
    """What a game cost the agents; of many, the cheapest and the dearest; and the ratio of those two.

    Who looks at one node a move does not search: its nodes say nothing. Nor does a clock that ran while
    moves waited for a core.
    """
    sides = {standing.name: standing.sides["both"] for standing in report.standings}
    if metric == "wall" and any(side.starved for side in sides.values()):
        return None
    nodes = metric == "nodes"
    known = [
        (name, costs.agents[name].mean)
        for name, side in sides.items()
        if name in costs.agents
        and costs.agents[name].mean > 0
        and not (nodes and side.nodes and side.nodes.max <= 1)
    ]
    known.sort(key=lambda each: each[1])
    if len(known) < (1 if nodes else 2):
        return None
    parts = tuple(
        _nodes_part(agent, mean)
        if nodes
        else ReportFinding("cost-time", {"agent": agent, "mean": Seconds(mean)})
        for agent, mean in (known if len(known) <= MAX_NAMED else [known[0], known[-1]])
    )
    facts: dict[str, Any] = {"parts": Row(parts), "of": _extremes(len(known))}
    key, beside = f"game-{metric}", "nodes" if nodes else "times"
    (least, _), (most, _) = known[0], known[-1]
    counted = nodes and sides[most].exact and sides[least].exact
    told = _ratio(most, least, metric, costs, counted) if len(known) > 1 else None
    return (
        ReportFinding(f"{key}-ratio", facts | {"ratio": told}, beside)
        if told
        else ReportFinding(key, facts, beside)
    )


def _ratio(most: str, least: str, metric: Metric, costs: GameCosts, counted: bool) -> ReportFinding | None:
    """How many times as much a game costs the one as the other; nothing where too few rounds tell it.

    What is counted over all that can be played is no sample, and has no interval.
    """
    ratio = costs.ratio(most, least)
    side = side_of(ratio and ratio[1:], 1.0)
    if ratio is None or side == "few":
        return None
    if metric != "nodes" and not tells_time(costs.agents[most], costs.agents[least]):
        return ReportFinding("ratio-short", {"limit": Points(1e3 * TELLING)})
    times, low, high = ratio
    named = {"one": most, "other": least, "times": times}
    if counted:
        return ReportFinding("ratio-counted", named)
    key = (
        "ratio-alike"
        if side != "above"
        else "ratio-close"
        if metric != "nodes" and low < CLOSE
        else "ratio"
    )
    return ReportFinding(key, named | {"low": low, "high": high})


def _nodes_part(agent: str, mean: float) -> ReportFinding:
    return ReportFinding("cost-nodes", {"agent": agent, "mean": _nodes(mean), "n": 1 if mean == 1 else 2})


def _nodes(mean: float) -> int | Points:
    """Few nodes with a decimal, many without."""
    return round(mean) if mean >= 100 else Points(mean)
