"""A figure as data: series of points with a caption, units, and a text for readers who cannot see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from plyground.columns import format_column
from plyground.report.distribution import Distribution
from plyground.report.tables import ReportTable
from plyground.words import Tongue

Point = tuple[float, float]


@dataclass(frozen=True)
class FigureSeries:
    """The points of one agent; `low` and `high` are the ends of their intervals, if there are any.

    Of a distribution the points are its classes: the middle of each, and how many values are in it.
    """

    name: str
    points: tuple[Point, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    agent: str = ""  # whose colour and marker the series has, if it is not named after its agent
    hollow: bool = False  # for what somebody else measured
    panel: str = ""  # a figure has an axis for each
    distribution: Distribution | None = None
    count: int = 0  # of what an interval rests on, if that is worth to be said in its row

    @property
    def shown_agent(self) -> str:
        """The agent whose colour and marker the series has."""
        return self.agent or self.name


@dataclass(frozen=True)
class Figure:
    """One figure: lines, distributions one below the other, or dots with intervals."""

    name: str  # of its files
    title: str
    caption: str  # what to see, of how many, and what the marks mean
    x: str  # with the unit
    y: str
    series: tuple[FigureSeries, ...]
    kind: str = "lines"  # or "distributions", "intervals"
    log_x: bool = False
    log_y: bool = False
    language: str = "en"
    agents: tuple[str, ...] = ()  # all of the report, whose order decides on colours and markers
    reference: float | None = None  # a value to compare with, such as 1 for a ratio
    method: str = ""  # the part of the caption that a table of the same data needs, too

    @cached_property
    def speaker(self) -> Tongue:
        return Tongue(self.language)

    @property
    def drawn(self) -> tuple[FigureSeries, ...]:
        """The series that have points."""
        return tuple(series for series in self.series if series.points)

    @property
    def alt(self) -> str:
        """What the figure shows, in words."""
        sentences = "; ".join(self._described(series) for series in self.drawn)
        axes = {"title": self.title, "x": self.x, "y": self.y, "series": sentences}
        return self.speaker.say("figure.alt-rows" if self.kind != "lines" else "figure.alt", **axes)

    def _described(self, series: FigureSeries) -> str:
        name = f"{series.name} ({series.panel})" if series.panel else series.name
        facts: dict[str, str | int] = {"name": name}
        if self.kind == "lines":
            (x0, y0), (x1, y1) = series.points[0], series.points[-1]
            for key, value in (("x0", x0), ("y0", y0), ("x1", x1), ("y1", y1)):
                facts[key] = number(value, self.language)
            return self.speaker.say("figure.alt-line" if x0 != x1 else "figure.alt-point", **facts)
        if found := series.distribution:
            low, _, middle, _, high = (number(value, self.language) for value in found.quantiles)
            facts |= {"low": low, "middle": middle, "high": high, "n": found.count}
            return self.speaker.say("figure.alt-distribution", **facts)
        facts["middle"] = number(series.points[0][0], self.language)
        if not series.low or series.low == series.high:
            return self.speaker.say("figure.alt-exact", **facts)
        facts |= {
            "low": number(series.low[0], self.language),
            "high": number(series.high[0], self.language),
        }
        return self.speaker.say("figure.alt-interval", **facts)

    @property
    def table(self) -> ReportTable:
        """The data of the figure."""
        columns = self._spreads() if self.kind == "distributions" else self._points()
        names = [
            f"{series.name} ({series.panel})" if series.panel else series.name
            for series in self.drawn
            for _ in (series.points if self.kind != "distributions" else (None,))
        ]
        cells = [spell(format_column(column), self.language) for column in columns.values()]
        heads = (self.speaker.say("figure.agent"), *columns)
        return ReportTable(self.name, self.title, heads, tuple(zip(names, *cells, strict=True)))

    def _points(self) -> dict[str, list[float]]:
        points = [point for series in self.series for point in series.points]
        columns = {self.x: [x for x, _ in points]}
        if self.kind != "intervals":
            columns[self.y] = [y for _, y in points]
        if any(series.low for series in self.series):
            for key in ("low", "high"):
                middle = 0 if self.kind == "intervals" else 1  # the end of what has no interval
                ends = [getattr(s, key) or [point[middle] for point in s.points] for s in self.series]
                columns[self.speaker.say(f"figure.{key}")] = [end for each in ends for end in each]
        return columns

    def _spreads(self) -> dict[str, list[float]]:
        found = [series.distribution for series in self.drawn if series.distribution]
        heads = [self.speaker.say("figure.quantile", percent=percent) for percent in (5, 25, 50, 75, 95)]
        columns: dict[str, list[float]] = {self.y: [each.count for each in found]}
        columns |= {
            f"{head}, {self.x}": [each.quantiles[i] for each in found] for i, head in enumerate(heads)
        }
        return columns


def number(value: float, language: str = "en") -> str:
    """A number with about four significant digits."""
    whole = (value == round(value) and abs(value) < 1e15) or abs(value) >= 1_000
    return spell([f"{value:,.0f}" if whole else f"{value:.4g}"], language)[0]


def spell(numbers: list[str], language: str) -> list[str]:
    """Numbers that were written in English, as a language prints them, with a true minus sign."""
    swapped = str.maketrans(",.-", ".,−") if language == "pt-BR" else str.maketrans("-", "−")
    return [text.translate(swapped) for text in numbers]
