"""The figures of a run, as data."""

from __future__ import annotations

from plyground.arena.store import Store
from plyground.experiments.search_store import SearchStore
from plyground.report.captions import about_rows, joined, seen_in_rows
from plyground.report.chart import Figure, FigureSeries
from plyground.report.curves import curves, pruning
from plyground.report.distribution import Distribution, log_classes
from plyground.report.types import Report
from plyground.stats.ratings import Rating
from plyground.words import Tongue

_COLUMNS = {"time": "wall * 1000", "nodes": "nodes"}


def figures(store: Store, found: Report, language: str = "en") -> list[Figure]:
    """Every figure for which a run has data, in a language."""
    names, speaker = store.plan.names, Tongue(language)
    searches = list(SearchStore(store))
    every = [
        *(_per_move(store, names, metric, speaker) for metric in _COLUMNS),
        *curves(names, searches, language),
        *pruning(names, searches, language),
        _win_rates(found, names, speaker),
    ]
    if len(names) > 2:
        every.append(_ratings(found, names, speaker))
    return [figure for figure in every if figure.drawn]


def _per_move(store: Store, names: tuple[str, ...], metric: str, speaker: Tongue) -> Figure:
    values = [_values(store, _COLUMNS[metric], agent) for agent in range(len(names))]
    series = tuple(distribution(name, each) for name, each in zip(names, values, strict=True))
    seen = seen_in_rows(speaker, series, f"seen-{metric}-per-move")
    return Figure(
        f"{metric}-per-move",
        speaker.say(f"figure.{metric}-per-move"),
        joined(seen, speaker.say("figure.own-moves"), about_rows(speaker, series)),
        speaker.say(f"figure.{metric}"),
        speaker.say("figure.moves"),
        series,
        "distributions",
        log_x=True,
        language=speaker.language,
        agents=names,
    )


def _values(store: Store, column: str, agent: int) -> list[float]:
    rows = store.query(
        f"SELECT {column} FROM moves WHERE agent = ? AND {column} > 0 AND trouble IS NULL", (agent,)
    )
    return [value for (value,) in rows]


def distribution(name: str, values: list[float]) -> FigureSeries:
    """Positive values as a series; without points if there are none."""
    if not values:
        return FigureSeries(name, ())
    return FigureSeries(name, log_classes(values), distribution=Distribution.of(values))


def _win_rates(found: Report, names: tuple[str, ...], speaker: Tongue) -> Figure:
    series = []
    for standing in found.standings:
        side = standing.sides["both"]
        if side.counts.rate is not None:
            low, high = (100 * end for end in side.interval or (side.counts.rate, side.counts.rate))
            point, games = ((100 * side.counts.rate, 0.0),), side.counts.games
            series.append(FigureSeries(standing.name, point, (low,), (high,), count=games))
    series.sort(key=lambda each: -each.points[0][0])
    return Figure(
        "points",
        speaker.say("figure.points"),
        joined(
            seen_in_rows(speaker, series, "seen-points"),
            speaker.say("figure.points-about"),
        ),
        speaker.say("figure.percent"),
        speaker.say("figure.agent"),
        tuple(series),
        "intervals",
        language=speaker.language,
        agents=names,
        reference=50.0,
    )


def _ratings(found: Report, names: tuple[str, ...], speaker: Tongue) -> Figure:
    series = [
        FigureSeries(s.name, ((s.rating.elo, 0.0),), *_ends(s.rating))
        for s in sorted(found.standings, key=lambda s: -s.rating.elo)
    ]
    return Figure(
        "ratings",
        speaker.say("figure.ratings"),
        joined(
            seen_in_rows(speaker, series, "seen-ratings"),
            speaker.say("figure.of-games", n=found.played),
            speaker.say("figure.ratings-about"),
        ),
        "Elo",
        speaker.say("figure.agent"),
        tuple(series),
        "intervals",
        language=speaker.language,
        agents=names,
        reference=0.0,
    )


def _ends(rating: Rating) -> tuple[tuple[float], tuple[float]]:
    """The ends of the rating's interval, or the rating itself if there is none."""
    if rating.low is None or rating.high is None:
        return (rating.elo,), (rating.elo,)
    return (rating.low,), (rating.high,)
