"""A row for each agent: a dot with its interval, or how its values are spread."""

from __future__ import annotations

from math import sqrt
from typing import Any

from plyground.report.axis import within
from plyground.report.chart import FigureSeries, number, spell
from plyground.report.distribution import CLASSES_A_DECADE
from plyground.report.looks import PAPER, SOFT, Look
from plyground.report.sheet import EDGE, LINE, SMALL, TEXT, WIDTH, Sheet, grid, marking

INTERVAL_ROW, SPREAD_ROW = 17.0, 31.0
GAP = 6.0  # between columns
BOX, SHAPE = 0.2, 0.62  # of a row: how high above its foot the box is, and how high the shape over it
MARK = 5.5
GOLDEN = 0.618  # spreads dots that are neighbours


def draw_intervals(sheet: Sheet, top: float) -> None:
    """Dots with intervals below `top`, and beside them their numbers."""
    rows = sheet.figure.drawn
    middles = [series.points[0][0] for series in rows]
    ends = [*middles, *within([end for s in rows for end in (*s.low, *s.high)], middles, log=False)]
    places = 0 if max(ends) - min(ends) >= 200 else 1
    values = [_with_interval(series, places, sheet.figure.language) for series in rows]
    say = sheet.figure.speaker.say
    counts = [[say("figure.n", n=series.count)] if series.count else [] for series in rows]
    plot = _RowPlot(sheet, ends, [[value] for value in values], counts, INTERVAL_ROW)
    plot.draw(top, _interval)


def draw_distributions(sheet: Sheet, top: float) -> None:
    """Shapes, boxes and dots below `top`, and beside them their medians."""
    figure = sheet.figure
    found = [series.distribution for series in figure.drawn if series.distribution]
    shapes = [series for series in figure.drawn if series.distribution and not series.distribution.values]
    spans = [
        end for s in shapes for end in (s.points[0][0] / _half_class(s), s.points[-1][0] * _half_class(s))
    ]
    spans += [value for each in found for value in (*each.quantiles, *each.values)]
    medians = [[number(float(f"{each.quantiles[2]:.3g}"), figure.language)] for each in found]
    counts = [[figure.speaker.say("figure.n", n=each.count)] for each in found]
    plot = _RowPlot(sheet, spans, medians, counts, SPREAD_ROW)
    plot.head = figure.speaker.say("figure.median")
    plot.draw(top, _spread)


class _RowPlot:
    """Names on the left, the plot, values on the right."""

    def __init__(
        self,
        sheet: Sheet,
        ends: list[float],
        values: list[list[str]],
        notes: list[list[str]],
        row: float,
    ) -> None:
        self.sheet, self.values, self.notes = sheet, values, notes
        self.head = ""
        self.names = sheet.names(0.33 * WIDTH)
        reference = [] if sheet.figure.reference is None else [sheet.figure.reference]
        self.ends = [*ends, *reference]
        texts = [line for lines in (*self.names, *notes) for line in lines]
        self.left = EDGE + GAP + max(sheet.width_of(text, SMALL) for text in texts)
        tall = max(len(name) + len(note) for name, note in zip(self.names, notes, strict=True))
        self.row = max(row, tall * SMALL * LINE + 4)

    def draw(self, top: float, draw_row: Any) -> None:
        sheet, figure = self.sheet, self.sheet.figure
        widest = max(sheet.width_of(line, SMALL) for each in self.values for line in each)
        right = EDGE + GAP + max(widest, sheet.width_of(self.head, SMALL))
        width = WIDTH - self.left - right
        if self.head:
            top += SMALL * LINE
        height = self.row * len(self.names)
        sheet.set_height(top + height + 2 * TEXT * LINE + 4 + EDGE)
        axes = sheet.axes(self.left, top, width, height)
        axes.spines["left"].set_visible(False)
        axes.set_xscale("log" if figure.log_x else "linear")
        sheet.scale(axes.xaxis, sheet.roomy_axis(self.ends, figure.log_x, width))
        axes.set_ylim(len(self.names), 0)
        axes.set_yticks([])
        grid(axes, "x")
        if figure.reference is not None:
            axes.axvline(figure.reference, color=SOFT, linewidth=0.8, linestyle=(0, (4, 3)))
        if self.head:
            sheet.text(WIDTH - EDGE, top - SMALL * LINE / 2, self.head, SMALL, color=SOFT, ha="right")
        for place, series in enumerate(figure.drawn):
            draw_row(axes, place, series, sheet.look(series))
            self._texts(place, top + (place + 0.5) * self.row)
        said = figure.speaker.say("figure.log", what=figure.x) if figure.log_x else figure.x
        foot = sheet.height - EDGE - TEXT / 2
        sheet.text(self.left + width / 2, foot, said, TEXT, color=SOFT, ha="center")

    def _texts(self, place: int, middle: float) -> None:
        sheet, name, note = self.sheet, self.names[place], self.notes[place]
        top = middle - len(note) * SMALL * LINE / 2
        sheet.lines(EDGE, top, name, SMALL)
        sheet.lines(EDGE, top + (len(name) + len(note)) * SMALL * LINE / 2, note, SMALL, color=SOFT)
        sheet.lines(WIDTH - EDGE, middle, self.values[place], SMALL, ha="right")


def _interval(axes: Any, place: int, series: FigureSeries, look: Look) -> None:
    """A dot with its interval; an arrow where the interval goes on beyond the axis."""
    middle, row = series.points[0][0], place + 0.5
    if series.low and series.low != series.high:
        axes.hlines(row, series.low[0], series.high[0], color=look.colour, linewidth=1.4)
        left, right = axes.get_xlim()
        if series.low[0] < left:
            axes.plot([left], [row], marker="<", color=look.colour, markersize=3, clip_on=False)
        if series.high[0] > right:
            axes.plot([right], [row], marker=">", color=look.colour, markersize=3, clip_on=False)
    axes.plot([middle], [row], linestyle="none", clip_on=False, **marking(look, MARK, series.hollow))


def _with_interval(series: FigureSeries, places: int, language: str) -> str:
    middle = f"{series.points[0][0]:,.{places}f}"
    if not series.low or series.low == series.high:
        return spell([middle], language)[0]
    middle, low, high = spell(
        [middle, f"{series.low[0]:,.{places}f}", f"{series.high[0]:,.{places}f}"], language
    )
    return f"{middle} ({low} – {high})"


def _spread(axes: Any, place: int, series: FigureSeries, look: Look) -> None:
    """The classes as a shape (or every value as a dot), and below it 90 %, the middle half, the median."""
    found = series.distribution
    assert found is not None
    box, foot = place + 0.98 - BOX / 2, place + 0.98 - BOX - 0.06
    if found.values:
        rows = [foot - SHAPE * (0.15 + 0.7 * (dot * GOLDEN % 1)) for dot in range(found.count)]
        marks = marking(look, 2.6)
        axes.plot(found.values, rows, linestyle="none", alpha=0.6, **marks)
    else:
        axes.fill(*_outline(series, foot), color=look.colour, alpha=0.45, linewidth=0)
    low, first, middle, third, high = found.quantiles
    axes.hlines(box, low, high, color=look.colour, linewidth=0.8)
    axes.hlines(box, first, third, color=look.colour, linewidth=3)
    mark = marking(look, MARK) | {"markeredgecolor": PAPER, "markeredgewidth": 0.6}
    axes.plot([middle], [box], linestyle="none", clip_on=False, **mark)


def _outline(series: FigureSeries, foot: float) -> tuple[list[float], list[float]]:
    """The corners of the steps over the classes; the highest class is as high as a shape may be."""
    half, peak = _half_class(series), max(count for _, count in series.points)
    x, y = [series.points[0][0] / half], [foot]
    for middle, count in series.points:
        x += [middle / half, middle * half]
        y += [foot - SHAPE * count / peak] * 2
    return [*x, x[-1]], [*y, foot]


def _half_class(series: FigureSeries) -> float:
    """What the middle of a class is to be multiplied by to come to its end."""
    if len(series.points) < 2:
        return float(10 ** (0.5 / CLASSES_A_DECADE))
    return sqrt(series.points[1][0] / series.points[0][0])
