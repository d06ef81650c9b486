"""The sentences about two runs side by side, each from a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from plyground.report.conditions import machine_text
from plyground.report.findings import Percent, Points, ReportFinding, Row, Seconds
from plyground.report.game_costs import CLOSE
from plyground.report.run_words import format_name, limits_text
from plyground.report.two_runs import CostRatio, RunPair, ScoreDifference
from plyground.stats.verdict import side_of
from plyground.words import Tongue

MAX_NAMED = 3  # agents of whom a sentence tells each


def conditions_of_both(found: RunPair, speaker: Tongue) -> list[tuple[str, str, str]]:
    """What decides the numbers of two runs: its name, and how it was in each."""
    one, other = found.plans
    rows = [
        ("format", *(format_name(plan.format, speaker) for plan in found.plans)),
        ("limits", *(limits_text(plan.control, speaker) for plan in found.plans)),
        ("games", *(speaker.number(report.played) for report in found.reports)),
        ("openings", one.openings, other.openings),
        ("seed", str(one.seed), str(other.seed)),
        ("seats", *(speaker.say(_seats(plan.fixed_seats)) for plan in found.plans)),
        ("policy", *(speaker.say(f"reports.policy-{plan.policy}") for plan in found.plans)),
        ("others", *_others(found)),
        ("version", *(each.get("plyground", "?") for each in found.versions)),
        ("machine", *(machine_text(each, speaker) for each in found.versions)),
    ]
    agents = [
        (speaker.say("reports.row-agent-named", name=agent.label), *agent.specs) for agent in found.agents
    ]
    return agents + [(speaker.say(f"reports.two-{key}"), here, there) for key, here, there in rows]


def _seats(fixed: bool) -> str:
    return "reports.seats-fixed" if fixed else "reports.seats-swapped"


def _others(found: RunPair) -> Iterator[str]:
    """The agents that only one of the runs has."""
    for side, plan in enumerate(found.plans):
        kept = {agent.numbers[side] for agent in found.agents}
        yield ", ".join(name for number, name in enumerate(plan.names) if number not in kept) or "–"


def two_run_findings(found: RunPair, speaker: Tongue) -> list[ReportFinding]:
    """Up to five sentences: what differed, the scores, what a game cost."""
    told = [
        _conditions(found, speaker),
        _scores(found),
        _costs("nodes", found.nodes),
        _costs("cpu" if found.time == "cpu" else "time", found.seconds),
    ]
    return [finding for finding in told if finding]


def _conditions(found: RunPair, speaker: Tongue) -> ReportFinding:
    rows = conditions_of_both(found, speaker)
    apart = list(dict.fromkeys(what for what, here, there in rows if here != there))
    facts: dict[str, Any] = {
        "one": found.labels[0],
        "other": found.labels[1],
        "game": found.game,
        "same": sum(here == there for _, here, there in rows),
        "all": len(rows),
    }
    if not apart:
        return ReportFinding("two-alike", facts, "conditions")
    return ReportFinding("two-differ", facts | {"what": Row(tuple(apart))}, "conditions")


def _scores(found: RunPair) -> ReportFinding | None:
    """How the scores differ; in a match the one's gain is the other's loss, so it is told once."""
    chosen = found.scores[:1] if len(found.agents) == 2 else _widest(found.scores)
    facts = {"one": found.labels[0], "other": found.labels[1], "parts": tuple(map(score_part, chosen))}
    return ReportFinding("two-scores", facts, "differences") if chosen else None


def _widest(scores: Sequence[ScoreDifference]) -> list[ScoreDifference]:
    return sorted(scores, key=lambda each: -abs(each.difference))[:MAX_NAMED]


def score_part(score: ScoreDifference) -> ReportFinding:
    """More or less points only where that is exact or the interval carries it."""
    one, other = score.rates
    facts: dict[str, Any] = {
        "agent": score.agent,
        "one": Percent(one),
        "other": Percent(other),
        "points": Points(round(100 * abs(score.difference), 1)),
    }
    if score.how == "exact":
        key = "exact-same" if one == other else "exact-more" if other > one else "exact-less"
        return ReportFinding(f"two-{key}", facts)
    if score.interval is None:
        return ReportFinding("two-few", facts)
    low, high = score.interval
    how = ReportFinding(f"two-{score.how}", {"n": score.units})
    if low > 0 or high < 0:
        key, ends = ("more", (low, high)) if low > 0 else ("less", (-high, -low))
        return ReportFinding(f"two-{key}", facts | _ends(*ends) | {"how": how})
    return ReportFinding("two-unclear", facts | _ends(low, high) | {"how": how})


def _ends(low: float, high: float) -> dict[str, Percent]:
    return {"low": Percent(low), "high": Percent(high)}


def _costs(what: str, costs: Sequence[CostRatio]) -> ReportFinding | None:
    parts = tuple(_cost(what, each) for each in costs[:MAX_NAMED])
    beside = "nodes" if what == "nodes" else "times"
    return ReportFinding(f"two-cost-{what}", {"parts": parts}, beside) if parts else None


def _cost(what: str, cost: CostRatio) -> ReportFinding:
    one, other = (_amount(what, mean) for mean in cost.means)
    facts: dict[str, Any] = {"agent": cost.agent, "one": one, "other": other}
    if cost.ratio is None:
        return ReportFinding("two-cost", facts)
    middle, low, high = cost.ratio
    side = side_of((low, high), 1.0)
    if side == "few":
        return ReportFinding("two-cost-same" if middle == 1 else "two-cost", facts)
    facts |= {"times": middle, "low": low, "high": high}
    if side == "unclear":
        return ReportFinding("two-cost-alike", facts)
    close = what != "nodes" and max(low, 1 / high) < CLOSE
    return ReportFinding("two-cost-close" if close else "two-cost-apart", facts)


def _amount(what: str, mean: float) -> Any:
    if what != "nodes":
        return Seconds(mean)
    facts = {"mean": round(mean) if mean >= 100 else Points(mean), "n": 1 if mean == 1 else 2}
    return ReportFinding("amount-nodes", facts)
