"""Figures drawn by matplotlib, as SVG and PNG. Series differ in shape and line, not only in colour."""

from __future__ import annotations

import io
from typing import Any

from plyground.errors import PlygroundError
from plyground.report.chart import Figure

# The colours of Okabe and Ito, which also colour-blind people can tell apart.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000", "#7F7F7F")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
LINES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)), (0, (5, 5)))
MISSING = "figures need matplotlib: pip install 'plyground[plot]'"


def draw(figure: Figure) -> dict[str, bytes]:
    """The figure as the bytes of an SVG and a PNG file; the same data give the same bytes."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise PlygroundError(MISSING) from None
    settings: Any = {"svg.hashsalt": figure.name, "svg.fonttype": "none", "axes.axisbelow": True}
    with mpl.rc_context(settings):
        wide = 1.2 + 0.42 * len(figure.series) if figure.kind == "intervals" else 4.6
        canvas = Canvas(figsize=(7.6, max(2.4, wide)), layout="constrained")
        axes = canvas.subplots()
        _KINDS[figure.kind](axes, figure)
        axes.set_title(figure.title, loc="left", fontsize=11)
        axes.set_xlabel(figure.x)
        if figure.kind != "intervals":
            axes.set_ylabel(figure.y)
        axes.grid(True, color="#dddddd", linewidth=0.6)
        files = {}
        for suffix, about in (("svg", {"Date": None}), ("png", {"Software": None})):
            out = io.BytesIO()
            canvas.savefig(out, format=suffix, dpi=150, metadata=about)
            files[suffix] = out.getvalue()
    return files


def _lines(axes: Any, figure: Figure) -> None:
    for place, series in enumerate(figure.series):
        if series.points:
            x, y = zip(*series.points, strict=True)
            axes.plot(x, y, label=series.name, **_look(place), markersize=5, linewidth=1.4)
            if series.low:
                ends = [y_ - low for y_, low in zip(y, series.low, strict=True)]
                heads = [high - y_ for y_, high in zip(y, series.high, strict=True)]
                colour = COLOURS[place % len(COLOURS)]
                axes.errorbar(x, y, yerr=[ends, heads], fmt="none", ecolor=colour, capsize=2, linewidth=0.8)
    axes.xaxis.get_major_locator().set_params(integer=True)  # plies and squares are whole
    _scales(axes, figure)


def _histogram(axes: Any, figure: Figure) -> None:
    for place, series in enumerate(figure.series):
        if series.points:
            x, y = zip(*series.points, strict=True)
            look = _look(place)
            axes.plot(x, y, label=series.name, drawstyle="steps-mid", **look, markersize=4, linewidth=1.2)
    _scales(axes, figure)


def _intervals(axes: Any, figure: Figure) -> None:
    rows = [series for series in figure.series if series.points]
    for place, series in enumerate(rows):
        middle = series.points[0][0]
        errors = [[middle - series.low[0]], [series.high[0] - middle]]
        axes.errorbar(
            middle,
            -place,
            xerr=errors,
            color=COLOURS[0],
            marker="o",
            capsize=4,
            linewidth=1.4,
            markersize=6,
        )
    axes.set_yticks([-place for place in range(len(rows))], [_short(series.name) for series in rows])


def _scales(axes: Any, figure: Figure) -> None:
    if figure.log_x:
        axes.set_xscale("log")
    if figure.log_y:
        axes.set_yscale("log")
    axes.legend(fontsize=8, framealpha=0.9)


def _look(place: int) -> dict[str, Any]:
    return {
        "color": COLOURS[place % len(COLOURS)],
        "marker": MARKERS[place % len(MARKERS)],
        "linestyle": LINES[place % len(LINES)],
    }


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"


_KINDS = {"lines": _lines, "histogram": _histogram, "intervals": _intervals}
