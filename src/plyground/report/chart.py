"""A figure as data: series of points with a caption, units, and a text for readers who cannot see it."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.columns import format_column
from plyground.report.tables import ReportTable

Point = tuple[float, float]


@dataclass(frozen=True)
class FigureSeries:
    """The points of one agent; `low` and `high` are the ends of their intervals, if there are any."""

    name: str
    points: tuple[Point, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


@dataclass(frozen=True)
class Figure:
    """One figure: lines, bars of a histogram, or dots with intervals."""

    name: str  # of its files
    title: str
    caption: str
    x: str  # with the unit
    y: str
    series: tuple[FigureSeries, ...]
    kind: str = "lines"  # or "histogram", "intervals"
    log_x: bool = False
    log_y: bool = False

    @property
    def alt(self) -> str:
        """What the figure shows, in words."""
        sentences = []
        for series in self.series:
            if series.points and self.kind == "lines":
                (x0, y0), (x1, y1) = series.points[0], series.points[-1]
                sentences.append(
                    f"{series.name} goes from {number(y0)} at {number(x0)} to {number(y1)} at {number(x1)}"
                )
            elif series.points and self.kind == "intervals":
                sentences.append(f"{series.name}: {number(series.points[0][0])}")
            elif series.points:
                top = max(series.points, key=lambda point: point[1])
                sentences.append(f"{series.name} is most often about {number(top[0])}")
        return f"{self.title}. {self.y} against {self.x}: " + "; ".join(sentences) + "."

    @property
    def table(self) -> ReportTable:
        """The data of the figure."""
        points = [point for series in self.series for point in series.points]
        columns = {self.x: [x for x, _ in points]}
        if self.kind != "intervals":
            columns[self.y] = [y for _, y in points]
        if any(series.low for series in self.series):
            columns["low"] = [end for series in self.series for end in series.low]
            columns["high"] = [end for series in self.series for end in series.high]
        names = [series.name for series in self.series for _ in series.points]
        rows = tuple(zip(names, *map(format_column, columns.values()), strict=True))
        return ReportTable(self.name, self.title, ("agent", *columns), rows)


def number(value: float) -> str:
    """A number with about four significant digits."""
    if value == round(value) and abs(value) < 1e15:
        return f"{value:,.0f}"
    return f"{value:.4g}" if abs(value) < 1_000 else f"{value:,.0f}"
