"""The figures of a survey: those that its sentences speak of."""

from __future__ import annotations

from collections.abc import Iterable

from plyground.experiments.survey import SAME
from plyground.report.captions import joined, of_positions, seen_at, seen_in_rows, short
from plyground.report.chart import Figure, FigureSeries, number
from plyground.report.costs import SearchCost
from plyground.report.curves import saving_figure
from plyground.report.survey import PAIRINGS, PLAIN, SurveyReport
from plyground.stats.means import MeanEstimate
from plyground.words import Tongue


def survey_figures(found: SurveyReport, speaker: Tongue) -> list[Figure]:
    """Nodes by depth, what is saved of them, what that buys, and results given away, if any were judged."""
    made = (make(found, speaker) for make in (_nodes, _fewer, _points, _away))
    return [figure for figure in made if figure.drawn]


def _agents(found: SurveyReport) -> tuple[str, ...]:
    """All agents of the survey, so that each looks the same in all figures."""
    played = (name for plan in found.survey.plans.values() for name in plan.names)
    return tuple(dict.fromkeys([*SAME, *played]))


def _nodes(found: SurveyReport, speaker: Tongue) -> Figure:
    series = tuple(_costs(found.depth_costs, agent, "nodes") for agent in SAME)
    method = _over(found, speaker, "mean-of")
    return Figure(
        "nodes-by-depth",
        speaker.say("figure.nodes-by-depth"),
        joined(seen_at(speaker, series, "seen-nodes", "depth", last=True), method),
        speaker.say("figure.x-depth"),
        speaker.say("figure.nodes"),
        series,
        log_y=True,
        language=speaker.language,
        agents=_agents(found),
        method=method,
    )


def _over(found: SurveyReport, speaker: Tongue, key: str) -> str:
    counts = {cost.positions for cost in found.depth_costs}
    return joined(of_positions(speaker, counts, key), speaker.say("figure.whole-bars"))


def _fewer(found: SurveyReport, speaker: Tongue) -> Figure:
    series = [_costs(found.depth_costs, agent, "fewer_nodes") for agent in SAME if agent != PLAIN]
    method = joined(speaker.say("figure.pruning-about", plain=PLAIN), _over(found, speaker, "ratio-of"))
    return saving_figure("times-fewer-nodes", PLAIN, series, method, _agents(found), speaker)


def _costs(costs: Iterable[SearchCost], agent: str, what: str) -> FigureSeries:
    rows = [cost for cost in costs if cost.agent == agent]
    values: list[MeanEstimate] = [getattr(cost, what) for cost in rows]
    points = tuple((float(cost.at), value[0]) for cost, value in zip(rows, values, strict=True))
    return FigureSeries(agent, points, tuple(low for _, low, _ in values), tuple(v[2] for v in values))


def _points(found: SurveyReport, speaker: Tongue) -> Figure:
    """The points of the deepened searchers, a panel for each opponent."""
    series, said, chance = [], [], False
    for one, other in PAIRINGS:
        parts = {nodes: found.results[f"nodes-{nodes}"].get((one, other)) for nodes in found.survey.nodes}
        results = [(float(nodes), result) for nodes, result in parts.items() if result]
        rates = [100 * result.rate for _, result in results]
        ends = [
            (100 * result.interval.low, 100 * result.interval.high) if result.interval else (rate, rate)
            for (_, result), rate in zip(results, rates, strict=True)
        ]
        chance |= any(not result.exact for _, result in results)
        points = tuple((nodes, rate) for (nodes, _), rate in zip(results, rates, strict=True))
        lows, highs = tuple(low for low, _ in ends), tuple(high for _, high in ends)
        panel = speaker.say("figure.against", other=other)
        series.append(FigureSeries(one, points, lows, highs, panel=panel))
        if rates:
            rate = number(short(rates[-1]), speaker.language)
            said.append(speaker.say("figure.rate-against", one=one, other=other, rate=rate))
    seen = speaker.say("figure.seen-budget", nodes=found.survey.nodes[-1], rates="; ".join(said))
    about = speaker.say("figure.budget-about")
    games = sorted(
        {
            r.counts.games
            for n in found.survey.nodes
            for p in PAIRINGS
            if (r := found.results[f"nodes-{n}"].get(p))
        }
    )
    count = speaker.say("figure.games-a-point", games=" / ".join(str(each) for each in games))
    bars = speaker.say("figure.bars-openings" if chance else "figure.exact")
    return Figure(
        "points-by-nodes",
        speaker.say("figure.budget"),
        joined(seen, about, count, bars),
        speaker.say("figure.nodes-a-move"),
        speaker.say("figure.percent"),
        tuple(series),
        log_x=True,
        language=speaker.language,
        agents=_agents(found),
        reference=50.0,
    )


def _away(found: SurveyReport, speaker: Tongue) -> Figure:
    series = []
    for agent, blunders in found.blunders.items():
        if blunders and blunders.rate is not None:
            low, high = blunders.interval or (blunders.rate, blunders.rate)
            point = ((100 * blunders.rate, 0.0),)
            series.append(FigureSeries(agent, point, (100 * low,), (100 * high,), count=blunders.decisions))
    return Figure(
        "given-away",
        speaker.say("figure.away"),
        joined(seen_in_rows(speaker, series, "seen-away"), speaker.say("figure.away-about")),
        speaker.say("figure.away-x"),
        speaker.say("figure.agent"),
        tuple(series),
        "intervals",
        language=speaker.language,
        agents=_agents(found),
    )
