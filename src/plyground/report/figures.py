"""The figures of a run, as data."""

from __future__ import annotations

from math import log10

from plyground.arena.store import Store
from plyground.experiments.search_store import SearchStore
from plyground.report.chart import Figure, FigureSeries
from plyground.report.curves import curves, pruning
from plyground.report.types import Report
from plyground.stats.ratings import Rating

MAX_BINS = 24


def figures(store: Store, found: Report) -> list[Figure]:
    """Every figure for which a run has data."""
    names = store.plan.names
    searches = list(SearchStore(store))
    every = [
        *_histograms(store, names),
        *curves(names, searches),
        *pruning(names, searches),
        _win_rates(found),
    ]
    if len(names) > 2:
        every.append(_ratings(found))
    return [figure for figure in every if any(series.points for series in figure.series)]


def _histograms(store: Store, names: tuple[str, ...]) -> list[Figure]:
    about = "of the moves that an agent made itself; the classes are equally wide on the logarithmic axis"
    return [
        Figure(
            f"{metric}-histogram",
            f"{what.capitalize()} per move",
            f"How often a move took so {many} {what}, {about}.",
            unit,
            "moves",
            tuple(_histogram(name, _values(store, column, agent)) for agent, name in enumerate(names)),
            "histogram",
            log_x=True,
        )
        for metric, column, what, many, unit in (
            ("time", "wall * 1000", "time", "much", "time (ms)"),
            ("nodes", "nodes", "nodes", "many", "nodes"),
        )
    ]


def _values(store: Store, column: str, agent: int) -> list[float]:
    rows = store.query(
        f"SELECT {column} FROM moves WHERE agent = ? AND {column} > 0 AND trouble IS NULL", (agent,)
    )
    return [value for (value,) in rows]


def _histogram(name: str, values: list[float]) -> FigureSeries:
    """Counts in classes that are equally wide on a logarithmic axis, each at its middle."""
    if not values:
        return FigureSeries(name, ())
    low, high = log10(min(values)), log10(max(values))
    if low == high:
        return FigureSeries(name, ((values[0], len(values)),))
    bins = min(MAX_BINS, max(1, round(len(values) ** 0.5)))
    width = (high - low) / bins
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((log10(value) - low) / width))] += 1
    return FigureSeries(
        name, tuple((10 ** (low + (i + 0.5) * width), count) for i, count in enumerate(counts))
    )


def _win_rates(found: Report) -> Figure:
    series = []
    for standing in found.standings:
        side = standing.sides["both"]
        if side.counts.rate is not None:
            low, high = (100 * end for end in side.interval or (side.counts.rate, side.counts.rate))
            series.append(FigureSeries(standing.name, ((100 * side.counts.rate, 0.0),), (low,), (high,)))
    series.sort(key=lambda each: -each.points[0][0])
    caption = (
        "Points made of points to be made, a draw being half a point, with the 95 % interval of rounds "
        "that repeat no other; none where nothing new can come from these openings."
    )
    return Figure("points", "Points", caption, "points (%)", "agent", tuple(series), "intervals")


def _ratings(found: Report) -> Figure:
    series = [
        FigureSeries(s.name, ((s.rating.elo, 0.0),), *_ends(s.rating))
        for s in sorted(found.standings, key=lambda s: -s.rating.elo)
    ]
    caption = "Bradley-Terry ratings on the Elo scale, mean 0, with 95 % intervals."
    return Figure("ratings", "Ratings", caption, "Elo", "agent", tuple(series), "intervals")


def _ends(rating: Rating) -> tuple[tuple[float], tuple[float]]:
    """The ends of the rating's interval, or the rating itself if there is none."""
    if rating.low is None or rating.high is None:
        return (rating.elo,), (rating.elo,)
    return (rating.low,), (rating.high,)
