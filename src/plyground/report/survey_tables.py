"""The tables and figures of a survey, in a language."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.columns import NOTHING
from plyground.experiments.survey import SAME
from plyground.report.chart import Figure
from plyground.report.costs import SearchCost
from plyground.report.pair_results import PairResult
from plyground.report.survey import PAIRINGS, PLAIN, Results, SurveyReport
from plyground.report.survey_figures import survey_figures
from plyground.report.tables import ReportTable
from plyground.stats.means import MeanEstimate
from plyground.words import Tongue


class SurveyTables:
    """Makes the tables and figures of a survey."""

    def __init__(self, found: SurveyReport, speaker: Tongue) -> None:
        self.found = found
        self.speaker = speaker

    def heads(self, *keys: str) -> tuple[str, ...]:
        return tuple(self.speaker.say(f"survey.head-{key}") for key in keys)

    def every(self) -> list[ReportTable]:
        """All tables, that of the first screen first."""
        parts = [self.points(part, results) for part, results in self.found.results.items()]
        about = [self.last_costs(), self.budgets(), self.agreement(), *self.costs()]
        every = [*about, *parts, self.given_away(), self.small_game()]
        return [table for table in every if table.rows]

    def last_costs(self) -> ReportTable:
        last = max(cost.at for cost in self.found.depth_costs)
        rows = [cost for cost in self.found.depth_costs if cost.at == last]
        given = {cost.agent: cost for cost in self.found.given_costs if cost.at == last}
        caption = self.speaker.say("survey.costs-last", depth=last, openings=self._openings)
        heads = self.heads("agent", "nodes", "fewer", "rules", "ms", "less")
        cells = []
        for cost in rows:
            agent, nodes, fewer, *time = self._cost(cost)
            ruled = NOTHING if cost.agent == PLAIN else self._ratio(given[cost.agent].fewer_nodes)
            cells.append((agent, nodes, fewer, ruled, *time))
        return ReportTable("cost", caption, heads, tuple(cells))

    @property
    def _openings(self) -> str:
        return self.found.openings.told.text(self.speaker)

    def costs(self) -> list[ReportTable]:
        depth, repetitions = self.found.survey.stage_depth, self.found.survey.repetitions
        return [
            self._costs(
                "costs-depth", "depth", self.found.depth_costs, openings=self._openings, n=repetitions
            ),
            self._costs("costs-stage", "empty", self.found.stage_costs, depth=depth),
        ]

    def _costs(self, key: str, at: str, found: Sequence[SearchCost], **facts: int | str) -> ReportTable:
        rows = [
            (cost.agent, str(cost.at), str(cost.positions), *self._cost(cost)[1:])
            for agent in SAME
            for cost in found
            if cost.agent == agent
        ]
        heads = self.heads("agent", at, "positions", "nodes", "fewer", "ms", "less")
        return ReportTable(key, self.speaker.say(f"survey.{key}", **facts), heads, tuple(rows))

    def _cost(self, cost: SearchCost) -> tuple[str, ...]:
        nodes = self.speaker.number(cost.nodes[0], 0 if cost.nodes[0] >= 1_000 else 1)
        ms = self.speaker.number(1e3 * cost.seconds[0], 3)
        plain = cost.agent == PLAIN
        ratios = (NOTHING if plain else self._ratio(each) for each in (cost.fewer_nodes, cost.less_time))
        fewer, less = ratios
        return cost.agent, nodes, fewer, ms, less

    def _ratio(self, ratio: MeanEstimate) -> str:
        middle, low, high = (self.speaker.number(each, 2 if ratio[0] < 10 else 1) for each in ratio)
        return f"{middle} ({low}–{high})" if low != high else middle

    def agreement(self) -> ReportTable:
        number = self.speaker.number
        rows = tuple(
            (each.agent, number(each.searches), number(each.values), number(each.moves))
            for each in self.found.agreements
        )
        heads = self.heads("agent", "searches", "values", "moves")
        return ReportTable("agreement", self.speaker.say("survey.agreement"), heads, rows)

    def budgets(self) -> ReportTable:
        """The deepened searchers against each other, a column for each budget."""
        parts = [part for part in self.found.results if part.startswith(("nodes-", "time-"))]
        rows = tuple(
            (" – ".join(pairing), *(self._score(self.found.results[part].get(pairing)) for part in parts))
            for pairing in PAIRINGS
        )
        heads = (*self.heads("against"), *(self._limit(part) for part in parts))
        return ReportTable(
            "budgets", self.speaker.say("survey.budgets", openings=self._openings), heads, rows
        )

    def points(self, part: str, results: Results) -> ReportTable:
        """All against all, in a part."""
        names = list(dict.fromkeys(name for pairing in results for name in pairing))
        rows = tuple((one, *(self._score(results.get((one, other))) for other in names)) for one in names)
        caption = self.speaker.say("survey.points", limit=self.part_name(part))
        return ReportTable(part, caption, (*self.heads("against"), *names), rows)

    def part_name(self, part: str) -> str:
        """What the agents of a part may take."""
        limit = self._limit(part)
        if part.startswith(("nodes-", "time-")):
            return self.speaker.say("survey.per-move", limit=limit)
        return limit

    def _limit(self, part: str) -> str:
        kind, _, amount = part.partition("-")
        if kind == "nodes":
            return self.speaker.say("survey.limit-nodes", nodes=int(amount))
        if kind == "time":
            return self.speaker.say("survey.limit-time", ms=int(amount))
        return self.speaker.say(f"survey.limit-{part}")

    def _score(self, result: PairResult | None) -> str:
        if result is None:
            return NOTHING
        points = self.speaker.number(result.points, 0 if result.points == round(result.points) else 1)
        text = f"{points}/{result.counts.games}"
        if result.interval is None:
            return text
        low, high = (round(100 * end) for end in result.interval)
        return f"{text} ({low}–{high})"

    def given_away(self) -> ReportTable:
        rows = []
        for agent, blunders in self.found.blunders.items():
            if blunders and blunders.rate is not None:
                ends = blunders.interval and [
                    self.speaker.number(100 * end, 1) for end in blunders.interval
                ]
                rows.append(
                    (
                        agent,
                        self.speaker.number(blunders.decisions),
                        self.speaker.number(blunders.blunders, 0 if blunders.in_whole else 1),
                        self.speaker.number(100 * blunders.rate, 1),
                        self.speaker.percent(f"{ends[0]}–{ends[1]}") if ends else NOTHING,
                    )
                )
        heads = self.heads("agent", "decisions", "given", "rate", "interval")
        return ReportTable("given-away", self.speaker.say("survey.away"), heads, tuple(rows))

    def small_game(self) -> ReportTable:
        number = self.speaker.number
        rows = []
        for each in self.found.small_game:
            lines = each.both
            counts = (lines.lines, lines.won, lines.drawn, lines.lost, each.positions)
            rest = (each.right if each.agent in SAME else None, each.at_stake, each.given_away, each.nodes)
            cells = [NOTHING if count is None else number(count) for count in (*counts, *rest)]
            rows.append((each.agent, *cells))
        keys = (
            "agent",
            "lines",
            "won",
            "drawn",
            "lost",
            "positions",
            "right",
            "at-stake",
            "given",
            "nodes",
        )
        caption = self.speaker.say("survey.small", game=self.found.survey.small_game)
        return ReportTable("tictactoe", caption, self.heads(*keys), tuple(rows))

    def figures(self) -> list[Figure]:
        """The figures that the sentences speak of."""
        return survey_figures(self.found, self.speaker)
