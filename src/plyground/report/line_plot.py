"""Lines with intervals, each named at its end; panels, if there are any, one below the other."""

from __future__ import annotations

from typing import Any

from plyground.report.axis import Axis, within
from plyground.report.chart import FigureSeries
from plyground.report.label_places import label_places
from plyground.report.looks import SOFT
from plyground.report.sheet import EDGE, LINE, SMALL, TEXT, WIDTH, Sheet, grid, marking

HEIGHT, PANEL_HEIGHT = 132.0, 84.0  # of the axes
LABEL_GAP = 16.0  # between the axes and the names: a leader and a marker
MARK = 4.6


def draw_lines(sheet: Sheet, top: float) -> None:
    """Draw the figure below `top`, the end of its title."""
    _LinePlot(sheet).draw(top)


class _LinePlot:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        figure = sheet.figure
        self.panels: dict[str, list[FigureSeries]] = {}
        for series in figure.drawn:
            self.panels.setdefault(series.panel, []).append(series)
        xs = [x for series in figure.drawn for x, _ in series.points]
        ys = [y for series in figure.drawn for _, y in series.points]
        ys += within([end for s in figure.drawn for end in (*s.low, *s.high)], ys, figure.log_y)
        if figure.reference is not None:
            ys.append(figure.reference)
        self.y = Axis.over(ys, figure.log_y)
        names = sheet.names(0.36 * WIDTH)
        self.names = {id(series): lines for series, lines in zip(figure.drawn, names, strict=True)}
        ticks = self.y.labels(figure.language)
        self.left = EDGE + 6 + max(sheet.width_of(label, SMALL) for label in ticks)
        self.right = (
            LABEL_GAP
            + EDGE
            + max(sheet.width_of(line, SMALL) for lines in self.names.values() for line in lines)
        )
        width = WIDTH - self.left - self.right
        self.x = sheet.roomy_axis(xs, log=True, width=width) if figure.log_x else Axis.of_whole_numbers(xs)

    def draw(self, top: float) -> None:
        sheet, figure = self.sheet, self.sheet.figure
        several = len(self.panels) > 1
        heading = TEXT * LINE if several else 0.0
        heights = [self._height(each, PANEL_HEIGHT if several else HEIGHT) for each in self.panels.values()]
        said = figure.speaker.say("figure.log", what=figure.y) if figure.log_y else figure.y
        below = 2 * TEXT * LINE + 4
        start = top + TEXT * LINE + 4
        sheet.set_height(start + sum(heights) + len(heights) * (heading + 8) - 8 + below + EDGE)
        sheet.text(EDGE, top + TEXT / 2, said, TEXT, color=SOFT)
        for number, ((name, series), height) in enumerate(zip(self.panels.items(), heights, strict=True)):
            if several:
                sheet.text(self.left, start + TEXT / 2, name, TEXT, weight="bold")
                start += heading
            axes = self._axes(start, height, last=number == len(heights) - 1)
            self._lines(axes, series)
            self._labels(series, start, height)
            start += height + 8
        said = figure.speaker.say("figure.log", what=figure.x) if figure.log_x else figure.x
        middle = (self.left + WIDTH - self.right) / 2
        sheet.text(middle, sheet.height - EDGE - TEXT / 2, said, TEXT, color=SOFT, ha="center")

    def _height(self, series: list[FigureSeries], least: float) -> float:
        return max(least, sum(self._size(each) for each in series))

    def _size(self, series: FigureSeries) -> float:
        return len(self.names[id(series)]) * SMALL * 1.15 + 1.5

    def _axes(self, top: float, height: float, last: bool) -> Any:
        figure = self.sheet.figure
        axes = self.sheet.axes(self.left, top, WIDTH - self.left - self.right, height)
        axes.set_xscale("log" if self.x.log else "linear")
        axes.set_yscale("log" if self.y.log else "linear")
        self.sheet.scale(axes.xaxis, self.x, labelled=last)
        self.sheet.scale(axes.yaxis, self.y)
        grid(axes, "y")
        if figure.reference is not None:
            axes.axhline(figure.reference, color=SOFT, linewidth=0.8, linestyle=(0, (4, 3)))
        return axes

    def _lines(self, axes: Any, drawn: list[FigureSeries]) -> None:
        for series in drawn:
            look = self.sheet.look(series)
            x, y = zip(*series.points, strict=True)
            if series.low:
                axes.vlines(x, series.low, series.high, color=look.colour, linewidth=1.1, capstyle="butt")
            style = (0, (3, 2)) if series.hollow else "-"
            marks = marking(look, MARK, series.hollow)
            axes.plot(x, y, color=look.colour, linewidth=1.1, linestyle=style, **marks)

    def _labels(self, drawn: list[FigureSeries], top: float, height: float) -> None:
        """The names of the lines, with their markers, tied to their last points."""
        ends = [self._place(series.points[-1], top, height) for series in drawn]
        sizes = [self._size(series) for series in drawn]
        places = label_places([y for _, y in ends], sizes, top - 2, top + height + 4)
        right = WIDTH - self.right
        for series, (x, y), place in zip(drawn, ends, places, strict=True):
            look = self.sheet.look(series)
            points = [(x + 3, y), (right + 2, y), (right + 7, place)]
            self.sheet.line(points, color=look.colour, linewidth=0.5, linestyle=(0, (1, 1.2)))
            mark = marking(look, MARK, series.hollow)
            self.sheet.line([(right + 10, place)], color=look.colour, linestyle="none", **mark)
            self.sheet.lines(right + LABEL_GAP, place, self.names[id(series)], SMALL)

    def _place(self, point: tuple[float, float], top: float, height: float) -> tuple[float, float]:
        """Where a point of the figure is on the sheet."""
        x, y = self.x.share(point[0]), self.y.share(point[1])
        return self.left + x * (WIDTH - self.left - self.right), top + (1 - y) * height
