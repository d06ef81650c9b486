"""The sheet a figure is drawn on: as wide as a column of a paper, in points from the top left corner."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from plyground.report.axis import MAX_TICKS, Axis
from plyground.report.chart import Figure, FigureSeries
from plyground.report.looks import GRID, INK, SOFT, Look, looks

WIDTH = 72 * 8.5 / 2.54  # points: one column
EDGE = 3.0
TITLE, TEXT, SMALL = 8.5, 7.5, 7.0  # sizes of letters: no publisher wants less than 6
LINE = 1.3  # of a size, from one line of text to the next
LONGEST_NAME = 400
EXACT = 200.0  # the size at which letters are measured


class Sheet:
    """A drawing of matplotlib's, and how the figure's agents look."""

    def __init__(self, figure: Figure) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as Drawing

        self.figure = figure
        self.drawing: Any = Drawing(figsize=(WIDTH / 72, WIDTH / 72), dpi=72)
        canvas: Any = FigureCanvasAgg(self.drawing)
        self._renderer = canvas.get_renderer()
        self._looks = looks([*figure.agents, *(series.shown_agent for series in figure.series)])
        self._widths: dict[tuple[str, bool], float] = {}
        self.height = 0.0

    def look(self, series: FigureSeries) -> Look:
        return self._looks[series.shown_agent]

    def set_height(self, height: float) -> None:
        """Must be known before anything is placed."""
        self.height = height
        self.drawing.set_size_inches(WIDTH / 72, height / 72)

    # ---------------------------------------------------------------- texts

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        """In points; our letters are not kerned."""
        return sum(self._letter_width(letter, bold) for letter in text) * size / EXACT

    def _letter_width(self, letter: str, bold: bool) -> float:
        """Of a large letter: small ones are rounded to the pixels of a screen."""
        from matplotlib.font_manager import FontProperties

        if (letter, bold) not in self._widths:
            font = FontProperties(size=EXACT, weight="bold" if bold else "normal")
            width, _, _ = self._renderer.get_text_width_height_descent(letter, font, ismath=False)
            self._widths[letter, bold] = float(width)
        return self._widths[letter, bold]

    def wrap(self, text: str, width: float, size: float, most: int, bold: bool = False) -> list[str]:
        """The text in lines that fit; of more than `most` lines the middle is left out."""
        lines, left = [""], printable(text)[:LONGEST_NAME]
        for word in _words(left):
            if lines[-1] and self.width_of((lines[-1] + word).rstrip(), size, bold) > width:
                lines.append("")
            lines[-1] += word
        lines = [line.strip() for line in lines]
        if len(lines) <= most and all(self.width_of(line, size, bold) <= width for line in lines):
            return lines
        return self._shortened(left, width, size, most, bold)

    def _shortened(self, text: str, width: float, size: float, most: int, bold: bool) -> list[str]:
        """Lines cut anywhere; if they are too many, the beginning and the end of the text."""

        def cut(kept: int) -> list[str]:
            left = text if kept == len(text) else f"{text[: (kept + 1) // 2]}…{text[-(kept // 2) :]}"
            lines = [""]
            for letter in left:
                if self.width_of(lines[-1] + letter, size, bold) > width:
                    lines.append("")
                lines[-1] += letter
            return lines

        kept = bisect_right(range(2, len(text) + 1), most, key=lambda kept: len(cut(kept)))
        return cut(kept + 1)

    def names(self, width: float) -> list[list[str]]:
        """The names of the series in lines: two, or more if else two names would be the same."""
        names = [series.name for series in self.figure.drawn]
        for most in (2, 3, 4):
            lines = [self.wrap(name, width, SMALL, most) for name in names]
            if len({tuple(each) for each in lines}) == len(set(names)):
                break
        return lines

    def text(self, x: float, y: float, text: str, size: float = TEXT, **style: Any) -> None:
        """A text whose middle line is at `y` from the top."""
        look = {"color": INK, "va": "center_baseline", "fontsize": size} | style
        self.drawing.text(x / WIDTH, 1 - y / self.height, text, **look)

    def lines(self, x: float, y: float, lines: list[str], size: float, **style: Any) -> None:
        """Lines of text around the middle `y`."""
        top = y - (len(lines) - 1) * size * LINE / 2
        for number, line in enumerate(lines):
            self.text(x, top + number * size * LINE, line, size, **style)

    # ---------------------------------------------------------------- axes

    def axes(self, left: float, top: float, width: float, height: float) -> Any:
        place = (left / WIDTH, 1 - (top + height) / self.height, width / WIDTH, height / self.height)
        axes = self.drawing.add_axes(place)
        axes.set_axisbelow(True)
        axes.set_autoscale_on(False)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for side in ("left", "bottom"):
            axes.spines[side].set(color=SOFT, linewidth=0.6)
        return axes

    def scale(self, axis: Any, span: Axis, labelled: bool = True) -> None:
        """Give an axis of matplotlib's its span, ticks and numbers."""
        axis.set_view_interval(span.low, span.high, ignore=True)
        labels = span.labels(self.figure.language) if labelled else [""] * len(span.ticks)
        axis.set_ticks(span.ticks, labels, fontsize=SMALL, color=INK)
        axis.set_tick_params(which="major", color=SOFT, length=2.5, width=0.6, pad=2)
        axis.set_ticks([], minor=True)

    def roomy_axis(self, values: Sequence[float], log: bool, width: float) -> Axis:
        """A horizontal axis with as many ticks as have room for their numbers."""
        axes = (Axis.over(values, log, most) for most in range(MAX_TICKS, 2, -1))
        return next((axis for axis in axes if self._has_room(axis, width)), Axis.over(values, log, 2))

    def _has_room(self, axis: Axis, width: float) -> bool:
        spans = [
            (width * axis.share(tick), self.width_of(label, SMALL) / 2)
            for tick, label in zip(axis.ticks, axis.labels(self.figure.language), strict=True)
        ]
        return all(x + half + 3 <= after - other for (x, half), (after, other) in pairwise(spans))

    def line(self, points: Iterable[tuple[float, float]], **style: Any) -> None:
        """A line outside of all axes, in points."""
        from matplotlib.lines import Line2D

        x, y = zip(*((x / WIDTH, 1 - y / self.height) for x, y in points), strict=True)
        self.drawing.add_artist(Line2D(x, y, transform=self.drawing.transFigure, **style))


def grid(axes: Any, which: str) -> None:
    axes.grid(True, axis=which, color=GRID, linewidth=0.5)


def marking(look: Look, size: float, hollow: bool = False) -> dict[str, Any]:
    """How markers are drawn: hollow ones for what was published."""
    small = {"o": 0.9, "s": 0.85, "D": 0.75, "*": 1.3}.get(look.marker, 1.0)
    face = "#ffffff" if hollow else look.colour
    return {
        "marker": look.marker,
        "markersize": size * small,
        "markerfacecolor": face,
        "markeredgecolor": look.colour,
        "markeredgewidth": 0.8 if hollow else 0.0,
    }


def printable(text: str) -> str:
    """The text without what a drawing cannot hold, such as commands to terminals."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def _words(text: str) -> list[str]:
    """Where a text may be broken: after spaces and commas, and before a bracket."""
    words = re.findall(r"\(?[^ ,(]*[ ,]*", text)
    return [word for word in words if word]
