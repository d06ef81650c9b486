"""Figures of searches by depth and by empty squares, and of the nodes that pruning saves."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from plyground.columns import format_column
from plyground.experiments.search_store import SearchMeasurement
from plyground.report.captions import joined, of_positions, seen_at, short
from plyground.report.chart import Figure, FigureSeries, number, spell
from plyground.report.tables import ReportTable
from plyground.stats.means import MeanEstimate, mean_of, ratio_of
from plyground.words import Tongue

Search = tuple[int, int, str]  # its depth, its empty squares, its position
Groups = dict[int, list[float]]  # the values of the searches at a depth or a number of empty squares


def curves(names: Sequence[str], searches: list[SearchMeasurement], language: str = "en") -> list[Figure]:
    """Nodes and time, by depth and by empty squares (or by plies, in a game that has no squares)."""
    figures = []
    filled = "empty" if any(search.empty > 0 for search in searches) else "ply"
    for place in ("depth", filled):
        chosen = [search for search in searches if search.by_depth == (place == "depth")]
        figures += [_by_place(names, chosen, place, each, Tongue(language)) for each in ("nodes", "time")]
    return figures


def _by_place(
    names: Sequence[str], searches: list[SearchMeasurement], place: str, metric: str, speaker: Tongue
) -> Figure:
    pick: Callable[[Search], int] = (lambda s: s[0]) if place == "depth" else (lambda s: abs(s[1]))
    groups = [
        _grouped(_values([s for s in searches if s.agent == agent], metric), pick)
        for agent in range(len(names))
    ]
    series = tuple(
        _series(name, {at: mean_of(group) for at, group in of.items()})
        for name, of in zip(names, groups, strict=True)
    )
    counts = {len(group) for of in groups for group in of.values()}
    method = joined(
        of_positions(speaker, counts),
        _often(searches, metric, speaker),
        speaker.say("figure.early") if place == "depth" else "",
        _bars(counts, speaker),
    )
    seen = seen_at(speaker, series, f"seen-{metric}", place, last=place == "depth")
    name = f"{metric}-by-{place}"
    return Figure(
        name,
        speaker.say(f"figure.{name}"),
        joined(seen, method),
        speaker.say(f"figure.x-{place}"),
        speaker.say(f"figure.{metric}"),
        series,
        log_y=True,
        language=speaker.language,
        agents=tuple(names),
        method=method,
    )


def _often(searches: Iterable[SearchMeasurement], metric: str, speaker: Tongue) -> str:
    """Which of several measured times counts; nodes are the same every time."""
    times = len({search.repetition for search in searches})
    return speaker.say("figure.fastest", times=times) if times > 1 and metric == "time" else ""


def _bars(counts: Iterable[int], speaker: Tongue) -> str:
    return speaker.say("figure.bars" if any(count > 1 for count in counts) else "figure.no-bars")


def _values(searches: Iterable[SearchMeasurement], metric: str) -> dict[Search, float]:
    """The nodes of each search, or the best of its times in milliseconds."""
    found: dict[Search, float] = {}
    for search in searches:
        key = (search.depth, search.empty, search.position)
        time = 1e3 * search.seconds
        found[key] = search.nodes if metric == "nodes" else min(found.get(key, math.inf), time)
    return found


def _grouped(values: dict[Search, float], pick: Callable[[Search], int]) -> Groups:
    groups: Groups = defaultdict(list)
    for search, value in values.items():
        groups[pick(search)].append(value)
    return groups


def _series(name: str, estimates: dict[int, MeanEstimate]) -> FigureSeries:
    ordered = sorted(estimates.items())
    return FigureSeries(
        name,
        tuple((at, middle) for at, (middle, _, _) in ordered),
        tuple(low for _, (_, low, _) in ordered),
        tuple(high for _, (_, _, high) in ordered),
    )


def pruning(names: Sequence[str], searches: list[SearchMeasurement], language: str = "en") -> list[Figure]:
    """How many nodes minimax needs for each node of another agent, to the same depth."""
    speaker = Tongue(language)
    plain = next((number for number, name in enumerate(names) if name.startswith("minimax")), None)
    deep = [search for search in searches if search.by_depth and search.reached == search.depth]
    if plain is None or not deep:
        return []
    whole = {(s.position, s.depth): s.nodes for s in deep if s.agent == plain}
    made, counts = [], set()
    for agent, name in enumerate(names):
        pairs: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
        for search in deep:
            if search.agent == agent != plain and (search.position, search.depth) in whole:
                found = whole[search.position, search.depth], search.nodes
                pairs[search.depth][search.position] = found
        counts |= {len(of) for of in pairs.values()}
        made.append(
            _series(name, {depth: ratio_of(*zip(*of.values(), strict=True)) for depth, of in pairs.items()})
        )
    method = joined(
        speaker.say("figure.pruning-about", plain=names[plain]),
        of_positions(speaker, counts, "ratio-of"),
        _bars(counts, speaker),
        speaker.say("figure.deepening") if any(name.startswith("deepening") for name in names) else "",
    )
    return [saving_figure("pruning", names[plain], made, method, names, speaker)]


def saving_figure(
    name: str,
    plain: str,
    series: Sequence[FigureSeries],
    method: str,
    agents: Sequence[str],
    speaker: Tongue,
) -> Figure:
    """A figure of nodes of the plain agent for each of another's."""
    return Figure(
        name,
        speaker.say("figure.pruning", plain=plain),
        joined(seen_saving(speaker, plain, series), method),
        speaker.say("figure.x-depth"),
        speaker.say("figure.pruning-y", plain=plain),
        tuple(series),
        log_y=True,
        language=speaker.language,
        agents=tuple(agents),
        reference=1.0,
        method=method,
    )


def seen_saving(speaker: Tongue, plain: str, series: Sequence[FigureSeries]) -> str:
    """Who saves the most at the last depth, with its interval."""
    deepest = max((s.points[-1][0] for s in series if s.points), default=None)
    there = [s for s in series if s.points and s.points[-1][0] == deepest]
    if deepest is None:
        return ""
    best = max(there, key=lambda each: each.points[-1][1])
    ratio, low, high = (number(short(end), speaker.language) for end in _ends(best))
    interval = speaker.say("figure.seen-interval", low=low, high=high) if low != high else ""
    where = speaker.say("figure.at-depth", n=int(deepest))
    key = "figure.seen-saving" if best.points[-1][1] > 1 else "figure.seen-no-saving"
    return speaker.say(key, where=where, plain=plain, best=best.name, ratio=ratio, interval=interval)


def _ends(series: FigureSeries) -> tuple[float, float, float]:
    return series.points[-1][1], series.low[-1], series.high[-1]


def depth_tables(figures: Iterable[Figure]) -> list[ReportTable]:
    """The data of the figures by depth and of pruning, as tables with a column for each depth."""
    names = ("nodes-by-depth", "time-by-depth", "pruning")
    return [_wide(figure) for figure in figures if figure.name in names]


def _wide(figure: Figure) -> ReportTable:
    depths = sorted({x for series in figure.series for x, _ in series.points})
    rows = [(series.name, dict(series.points)) for series in figure.series if series.points]
    columns = [
        spell(format_column([values.get(depth) for _, values in rows]), figure.language) for depth in depths
    ]
    heads = (figure.speaker.say("figure.by-depth", what=figure.y), *(f"{depth:g}" for depth in depths))
    body = tuple(zip([name for name, _ in rows], *columns, strict=True))
    return ReportTable(figure.name, f"{figure.title}. {figure.method}", heads, body)
