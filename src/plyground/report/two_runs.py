"""Two runs side by side: what was the same and what differed, and how far the results differ."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plyground.arena.evidence import Evidence
from plyground.arena.plan import Plan
from plyground.arena.run_folder import run_label
from plyground.arena.store import Store
from plyground.errors import BadSpec
from plyground.report.game_costs import Metric, game_costs, paired_ratio, tells_time, time_metric
from plyground.report.summary import report
from plyground.report.types import Report
from plyground.stats.differences import independent_difference, independent_ratio, paired_difference
from plyground.stats.elo import Interval
from plyground.stats.means import MeanEstimate

How = Literal["paired", "independent", "exact"]
Numbers = tuple[int, int]  # of one agent in the first run, and in the second


@dataclass(frozen=True)
class MatchedAgent:
    """An agent in both runs: by its name or its spec or, if one is left over in each, in its place."""

    numbers: Numbers
    names: tuple[str, str]
    specs: tuple[str, str]

    @property
    def label(self) -> str:
        one, other = self.names
        return one if one == other else f"{one} / {other}"


@dataclass(frozen=True)
class ScoreDifference:
    """The rates of points of an agent in both runs, against opponents that both runs have."""

    agent: str
    rates: tuple[float, float]
    intervals: tuple[Interval | None, Interval | None]
    games: tuple[int, int]
    how: How
    units: int  # rounds that both have, if it is paired
    interval: Interval | None  # of the second less the first; none if it is exact, or too few tell it

    @property
    def difference(self) -> float:
        return self.rates[1] - self.rates[0]


@dataclass(frozen=True)
class CostRatio:
    """What a game cost an agent in both runs, and how many times as much in the second."""

    agent: str
    means: tuple[float, float]
    how: How
    ratio: MeanEstimate | None  # none, if too few rounds tell it, or too short moves


@dataclass(frozen=True)
class RunPair:
    """All of the comparison, as data."""

    labels: tuple[str, str]
    reports: tuple[Report, Report]
    plans: tuple[Plan, Plan]
    versions: tuple[dict[str, str], dict[str, str]]
    begun: tuple[str, str]
    agents: list[MatchedAgent]
    scores: list[ScoreDifference]
    nodes: list[CostRatio]
    seconds: list[CostRatio]
    time: Metric  # the time of these: the processor's, or a clock's

    @property
    def game(self) -> str:
        return self.plans[0].game

    @property
    def same_machine(self) -> bool:
        one, other = (each.get("processor") for each in self.versions)
        return one == other


def run_pair(one: Store, other: Store) -> RunPair:
    """Compare two runs; a BadSpec if they are not of the same game, or have no agent in common."""
    stores = one, other
    plans = one.plan, other.plan
    labels = run_label(one.path), run_label(other.path)
    check_comparable(labels, plans)
    agents = matched_agents(*plans)
    if len(agents) < 2:
        told = "; ".join(
            f"{label} has {', '.join(plan.names)}" for label, plan in zip(labels, plans, strict=True)
        )
        right = "two runs are compared by two agents or more that both have"
        raise BadSpec(f"too few agents in both runs ({told})", "", None, right)
    time = time_metric(*stores)
    versions = [json.loads(store.about("versions") or "{}") for store in stores]
    return RunPair(
        labels,
        (report(one), report(other)),
        plans,
        (versions[0], versions[1]),
        (one.about("created"), other.about("created")),
        agents,
        _scores(stores, agents),
        _costs(stores, agents, "nodes"),
        _costs(stores, agents, time),
        time,
    )


def check_comparable(labels: tuple[str, str], plans: tuple[Plan, Plan]) -> None:
    """A BadSpec if two runs cannot be compared."""
    if labels[0] == labels[1]:
        raise BadSpec(f"run {labels[0]} twice", "", None, "give two different runs")
    if plans[0].game != plans[1].game:
        games = f"runs of {plans[0].game} and of {plans[1].game}"
        raise BadSpec(games, "", None, "two runs of the same game can be compared")


def matched_agents(one: Plan, other: Plan) -> list[MatchedAgent]:
    """The agents that both runs have: by name, then by spec, then the one that is left over in each."""
    found: list[Numbers] = []
    left = set(range(len(one.names))), set(range(len(other.names)))

    def take(here: Sequence[str], there: Sequence[str]) -> None:
        for number in sorted(left[0]):
            for second in sorted(left[1]):
                if here[number] == there[second]:
                    found.append((number, second))
                    left[0].discard(number)
                    left[1].discard(second)
                    break

    take(one.names, other.names)
    take(one.agents, other.agents)
    if len(left[0]) == len(left[1]) == 1 and found:
        found.append((left[0].pop(), left[1].pop()))
    return [
        MatchedAgent(
            (here, there), (one.names[here], other.names[there]), (one.agents[here], other.agents[there])
        )
        for here, there in sorted(found)
    ]


class _Games:
    """The games of one run among the agents that both runs have."""

    def __init__(self, store: Store, kept: Sequence[int]) -> None:
        self.plan = store.plan
        self.evidence = Evidence.of(store, among=kept)

    def rate(self, agent: int) -> tuple[float, int]:
        own = self.evidence.points(agent).values()
        games = sum(games for _, games in own)
        return sum(points for points, _ in own) / max(1, games), games

    def interval(self, agent: int) -> Interval | None:
        """As in the report of the run; none if the rate is exact."""
        return None if self.exact(agent) else self.evidence.side(agent).interval

    def exact(self, agent: int) -> bool:
        return self.evidence.exact_for(agent)


def _pairable(one: Plan, other: Plan) -> bool:
    """Whether rounds of the same number are meant to have the same opening in both runs."""
    return (one.openings, one.seed, one.fixed_seats) == (other.openings, other.seed, other.fixed_seats)


def _scores(stores: tuple[Store, Store], agents: Sequence[MatchedAgent]) -> list[ScoreDifference]:
    ones = _Games(stores[0], [agent.numbers[0] for agent in agents])
    others = _Games(stores[1], [agent.numbers[1] for agent in agents])
    found = []
    for agent in agents:
        here, there = agent.numbers
        (one, played), (other, again) = ones.rate(here), others.rate(there)
        if not played or not again:
            continue
        intervals = ones.interval(here), others.interval(there)
        how, units, interval = _difference(ones, others, agent.numbers, (one, other), intervals)
        told = agent.label, (one, other), intervals, (played, again), how, units, interval
        found.append(ScoreDifference(*told))
    return found


def _difference(
    ones: _Games,
    others: _Games,
    numbers: Numbers,
    rates: tuple[float, float],
    intervals: tuple[Interval | None, Interval | None],
) -> tuple[How, int, Interval | None]:
    """How the difference of two scores is known, from how many rounds, and where it lies."""
    here, there = numbers
    if ones.exact(here) and others.exact(there):
        return "exact", 0, None
    if _pairable(ones.plan, others.plan) and (paired := _paired(ones, others, numbers)):
        differences, weights = zip(*paired, strict=True)
        return "paired", len(paired), paired_difference(differences, weights)
    ends = [
        Interval(rate, rate) if games.exact(number) else interval
        for games, number, rate, interval in zip((ones, others), numbers, rates, intervals, strict=True)
    ]
    if ends[0] is None or ends[1] is None:
        return "independent", 0, None
    return "independent", 0, independent_difference(rates[1], ends[1], rates[0], ends[0])


def _paired(ones: _Games, others: _Games, numbers: Numbers) -> list[tuple[float, float]]:
    """The differences of independent results by rounds, and their weights; none if not all rounds match.

    Only then their mean is the difference of the rates. Rounds that are copies in both runs are one.
    """
    one, other = ones.evidence.points(numbers[0]), others.evidence.points(numbers[1])
    openings = ones.evidence.openings, others.evidence.openings
    if {turn: games for turn, (_, games) in one.items()} != {
        turn: games for turn, (_, games) in other.items()
    }:
        return []
    if any(openings[0][turn] != openings[1][turn] for turn in one):
        return []
    copies = ones.evidence.copies(numbers[0]), others.evidence.copies(numbers[1])
    units: dict[tuple[int, int], tuple[float, int]] = {}
    for turn, (points, games) in one.items():
        unit = copies[0][turn], copies[1][turn]
        more, weight = units.get(unit, (0.0, 0))
        units[unit] = more + other[turn][0] - points, weight + games
    return [(more / weight, float(weight)) for more, weight in units.values()] if len(units) > 1 else []


def _costs(stores: tuple[Store, Store], agents: Sequence[MatchedAgent], metric: Metric) -> list[CostRatio]:
    ones, others = (game_costs(store, metric) for store in stores)
    paired = _pairable(stores[0].plan, stores[1].plan) and ones.openings == others.openings
    found = []
    for agent in agents:
        one, other = (
            costs.agents.get(name) for costs, name in zip((ones, others), agent.names, strict=True)
        )
        if one is None or other is None or not one.mean or not other.mean:
            continue
        if metric == "nodes" and max(one.per_move, other.per_move) <= 1:  # it does not search
            continue
        how: How = "paired" if paired and one.rounds.keys() == other.rounds.keys() else "independent"
        if metric != "nodes" and not tells_time(one, other):
            ratio = None
        elif how == "paired":
            ratio = paired_ratio(other, one)
        else:
            spreads = other.spread(), one.spread()
            ratio = independent_ratio(spreads[0], spreads[1]) if spreads[0] and spreads[1] else None
        found.append(CostRatio(agent.label, (one.mean, other.mean), how, ratio))
    return found
