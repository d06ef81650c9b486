"""Two runs side by side: as text for the terminal, as a page, and as data."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from plyground.columns import NOTHING
from plyground.errors import Failed
from plyground.report.chart import Figure, FigureSeries
from plyground.report.conditions import machine_text, program_text
from plyground.report.figure_files import Progress, draw_all
from plyground.report.html import write_findings, write_tables
from plyground.report.page import StoryPage
from plyground.report.run_tables import percent_range
from plyground.report.tables import ReportTable
from plyground.report.text import numbered, wrapped
from plyground.report.two_run_findings import conditions_of_both, two_run_findings
from plyground.report.two_runs import CostRatio, RunPair, ScoreDifference
from plyground.stats.elo import Interval
from plyground.whole_file import write_whole
from plyground.words import Tongue


class RunPairTables:
    """Makes the tables and the figure of two runs, in a language."""

    def __init__(self, found: RunPair, speaker: Tongue) -> None:
        self.found = found
        self.speaker = speaker
        self.runs = tuple(speaker.say("reports.run-label", run=label) for label in found.labels)

    def every(self) -> list[ReportTable]:
        return [self.scores(), self.nodes(), self.times(), self.conditions()]

    def _head(self, key: str) -> str:
        return self.speaker.say(f"reports.head-{key}")

    def conditions(self) -> ReportTable:
        rows = [
            (what, here, there if there != here else self.speaker.say("reports.the-same"))
            for what, here, there in conditions_of_both(self.found, self.speaker)
        ]
        heads = (self._head("what"), *self.runs)
        caption = self.speaker.say("reports.table-conditions")
        return ReportTable("conditions", caption, heads, tuple(rows), left=3)

    def scores(self) -> ReportTable:
        heads = (
            self._head("agent"),
            *self.runs,
            self._head("difference"),
            self._head("interval"),
            self._head("how-known"),
        )
        rows = tuple(self._score(each) for each in self.found.scores)
        return ReportTable("scores", self.speaker.say("reports.table-scores"), heads, rows)

    def _score(self, score: ScoreDifference) -> tuple[str, ...]:
        rates = (
            self._rate(rate, interval) for rate, interval in zip(score.rates, score.intervals, strict=True)
        )
        interval = NOTHING
        if score.interval:
            low, high = (self.speaker.signed(100 * end, 1) for end in score.interval)
            interval = self.speaker.say("reports.range", low=low, high=high)
        how = self.speaker.say(f"reports.how-{score.how}", n=score.units)
        return score.agent, *rates, self.speaker.signed(100 * score.difference, 1), interval, how

    def _rate(self, rate: float, interval: Interval | None) -> str:
        told = self.speaker.percent(self.speaker.number(100 * rate, 1))
        return f"{told} ({percent_range(interval, self.speaker)})" if interval else told

    def nodes(self) -> ReportTable:
        return self._costs("nodes", "table-nodes-per-game", self.found.nodes, 1.0)

    def times(self) -> ReportTable:
        key = "table-time-per-game" if self.found.same_machine else "table-time-of-machines"
        return self._costs("times", key, self.found.seconds, 1e3)

    def _costs(self, name: str, key: str, costs: Sequence[CostRatio], factor: float) -> ReportTable:
        rows = tuple((each.agent, *self._cost(each, factor)) for each in costs)
        heads = (self._head("agent"), *self.runs, self._head("ratio"))
        return ReportTable(name, self.speaker.say(f"reports.{key}"), heads, rows)

    def _cost(self, cost: CostRatio, factor: float) -> tuple[str, ...]:
        means = (self._number(factor * mean) for mean in cost.means)
        if cost.ratio is None:
            return *means, NOTHING
        middle, low, high = (self._number(each) for each in cost.ratio)
        if low == high:
            return *means, middle
        return *means, f"{middle} ({self.speaker.say('reports.range', low=low, high=high)})"

    def _number(self, value: float) -> str:
        digits = 0 if value >= 1_000 else 2 if value >= 1 else 4
        return self.speaker.number(value, digits)

    def figures(self) -> list[Figure]:
        """The differences of the scores, if any interval tells them."""
        series = []
        for each in self.found.scores:
            low, high = each.interval or (each.difference, each.difference)
            point = ((100 * each.difference, 0.0),)
            series.append(FigureSeries(each.agent, point, (100 * low,), (100 * high,)))
        if not series:
            return []
        title = self.speaker.say("reports.difference-figure", one=self.runs[0], other=self.runs[1])
        caption = self.speaker.say("reports.difference-caption")
        x, y = self.speaker.say("reports.difference-axis"), self._head("agent")
        language = self.speaker.language
        about: dict[str, Any] = {"kind": "intervals", "language": language, "reference": 0.0}
        return [Figure("differences", title, caption, x, y, tuple(series), **about)]


def two_runs_text(found: RunPair, speaker: Tongue, full: bool) -> str:
    """The first screen: what differs, in sentences, and the scores; in full, all tables."""
    tables = RunPairTables(found, speaker)
    chosen = tables.every() if full else [tables.scores()]
    parts = [wrapped(pair_title(found, speaker)), numbered(two_run_findings(found, speaker), speaker)]
    return "\n\n".join(parts + [f"{wrapped(table.caption)}\n{table}" for table in chosen])


def pair_title(found: RunPair, speaker: Tongue) -> str:
    """Which runs are compared."""
    one, other = (
        speaker.say("reports.two-run", run=label, begun=begun)
        for label, begun in zip(found.labels, found.begun, strict=True)
    )
    return speaker.say("reports.two-title", game=found.game, one=one, other=other)


def two_runs_json(found: RunPair, speaker: Tongue) -> dict[str, Any]:
    """The same as data, as `plyground report A B --json` prints it."""
    return {
        "runs": list(found.labels),
        "game": found.game,
        "findings": [finding.to_json(speaker) for finding in two_run_findings(found, speaker)],
        "conditions": [
            {"what": what, "runs": [here, there], "same": here == there}
            for what, here, there in conditions_of_both(found, speaker)
        ],
        "agents": [asdict(agent) for agent in found.agents],
        "scores": [asdict(score) | {"difference": score.difference} for score in found.scores],
        "nodes_per_game": [asdict(cost) for cost in found.nodes],
        "seconds_per_game": [asdict(cost) for cost in found.seconds],
    }


def write_two_runs(
    found: RunPair,
    folder: Path,
    speaker: Tongue,
    progress: Progress = lambda label, done, total: None,
) -> Path:
    """Write the page, the figure and the tables of two runs; gives the path of the page."""
    made, sentences = RunPairTables(found, speaker), two_run_findings(found, speaker)
    how = _machines(found, speaker)
    command = " ".join(map(shlex.quote, ("plyground", "report", *found.labels, "--out", str(folder))))
    try:
        pictures = draw_all(made.figures(), folder, progress, found.game)
        write_tables([*made.every(), how], folder, f"{found.game}-two-runs")
        write_findings(sentences, folder, speaker)
        data = json.dumps(two_runs_json(found, speaker), ensure_ascii=False, indent=1)
        write_whole(folder / "comparison.json", data + "\n")
        story = StoryPage(
            speaker.say("reports.two-heading", game=found.game, one=made.runs[0], other=made.runs[1]),
            pair_title(found, speaker),
            sentences,
            pictures,
            made.every(),
            [how],
            [(speaker.say("reports.again", command=command), command)],
            speaker,
        )
        page = folder / "index.html"
        write_whole(page, story.to_html())
    except OSError as error:
        raise Failed(f"{folder} cannot be written ({error.strerror})") from None
    return page


def _machines(found: RunPair, speaker: Tongue) -> ReportTable:
    """Program and machine of both runs, and when they began."""
    rows = [
        (speaker.say("reports.row-program"), *(program_text(v, (), speaker) for v in found.versions)),
        (speaker.say("reports.row-machine"), *(machine_text(v, speaker) for v in found.versions)),
        (speaker.say("reports.row-begun"), *found.begun),
    ]
    runs = RunPairTables(found, speaker).runs
    heads = (speaker.say("reports.head-what"), *runs)
    return ReportTable("machines", speaker.say("reports.how"), heads, tuple(rows), left=3)
