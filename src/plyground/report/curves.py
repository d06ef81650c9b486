"""Figures of searches by depth and by empty squares, and of the nodes that pruning saves."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from plyground.columns import format_column
from plyground.experiments.search_store import SearchMeasurement, positions_text
from plyground.report.chart import Figure, FigureSeries
from plyground.report.tables import ReportTable
from plyground.stats.means import MeanEstimate, mean_of, ratio_of

Search = tuple[int, int, str]  # its depth, its empty squares, its position

INTERVAL = "bars are 95 % intervals over the positions"
_DEEPENING = (
    "Iterative deepening counts the nodes of all depths up to this one; each begins with the best line of "
    "the depth before, so that more is pruned."
)
_EARLY = "a game or a proof that ends before the depth counts with what it took"


def curves(names: Sequence[str], searches: list[SearchMeasurement]) -> list[Figure]:
    """Nodes and time, by depth and by empty squares (or by plies, in a game that has no squares)."""
    figures = []
    on_board = any(search.empty > 0 for search in searches)
    filled = ("empty", "empty squares") if on_board else ("ply", "plies played")
    for by_depth, (against, x) in ((True, ("depth", "depth (plies)")), (False, filled)):
        chosen = [search for search in searches if search.by_depth == by_depth]
        for metric, unit in (("nodes", "nodes"), ("time", "time (ms)")):
            pick = (lambda s: s[0]) if by_depth else (lambda s: abs(s[1]))
            series = tuple(
                _curve(name, _values([s for s in chosen if s.agent == agent], metric), pick)
                for agent, name in enumerate(names)
            )
            caption = f"Mean {metric} of a search {_over(chosen, metric)}; {INTERVAL}"
            caption += f"; {_EARLY}." if by_depth else "."
            title = f"{metric.capitalize()} of a search by {x.removesuffix(' (plies)')}"
            figures.append(Figure(f"{metric}-by-{against}", title, caption, x, unit, series, log_y=True))
    return figures


def _over(searches: Iterable[SearchMeasurement], metric: str) -> str:
    """Over how many positions, and which of several measured times counts."""
    places, repetitions = set(), set()
    for search in searches:
        places.add(search.position)
        repetitions.add(search.repetition)
    often = f", each searched {len(repetitions)} times" if len(repetitions) > 1 else ""
    if often and metric == "time":  # nodes are the same every time
        often += ", the fastest counting"
    return f"over {positions_text(len(places))}{often}"


def _values(searches: Iterable[SearchMeasurement], metric: str) -> dict[Search, float]:
    """The nodes of each search, or the best of its times in milliseconds."""
    found: dict[Search, float] = {}
    for search in searches:
        key = (search.depth, search.empty, search.position)
        time = 1e3 * search.seconds
        found[key] = search.nodes if metric == "nodes" else min(found.get(key, math.inf), time)
    return found


def _curve(name: str, values: dict[Search, float], pick: Callable[[Search], int]) -> FigureSeries:
    groups: dict[int, list[float]] = defaultdict(list)
    for search, value in values.items():
        groups[pick(search)].append(value)
    return _series(name, {at: mean_of(group) for at, group in groups.items()})


def _series(name: str, estimates: dict[int, MeanEstimate]) -> FigureSeries:
    ordered = sorted(estimates.items())
    return FigureSeries(
        name,
        tuple((at, middle) for at, (middle, _, _) in ordered),
        tuple(low for _, (_, low, _) in ordered),
        tuple(high for _, (_, _, high) in ordered),
    )


def pruning(names: Sequence[str], searches: list[SearchMeasurement]) -> list[Figure]:
    """How many nodes minimax needs for each node of another agent, to the same depth."""
    plain = next((number for number, name in enumerate(names) if name.startswith("minimax")), None)
    deep = [search for search in searches if search.by_depth and search.reached == search.depth]
    if plain is None or not deep:
        return []
    whole = {(s.position, s.depth): s.nodes for s in deep if s.agent == plain}
    made = []
    for agent, name in enumerate(names):  # minimax has no points, but its place: colours go by place
        pairs: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
        for search in deep:
            if search.agent == agent != plain and (search.position, search.depth) in whole:
                found = whole[search.position, search.depth], search.nodes
                pairs[search.depth][search.position] = found
        made.append(
            _series(name, {depth: ratio_of(*zip(*of.values(), strict=True)) for depth, of in pairs.items()})
        )
    caption = (
        "All nodes of plain minimax divided by all nodes of the agent, over the positions where both "
        f"searched to that depth: 1 is no gain; {INTERVAL}."
    )
    if any(name.startswith("deepening") for name in names):
        caption += f" {_DEEPENING}"
    title = "Nodes saved: minimax / agent"
    x, y = "depth (plies)", "nodes of minimax / nodes"
    return [Figure("pruning", title, caption, x, y, tuple(made), log_y=True)]


def depth_tables(figures: Iterable[Figure]) -> list[ReportTable]:
    """The data of the figures by depth and of pruning, as tables with a column for each depth."""
    names = ("nodes-by-depth", "time-by-depth", "pruning")
    return [_wide(figure) for figure in figures if figure.name in names]


def _wide(figure: Figure) -> ReportTable:
    depths = sorted({x for series in figure.series for x, _ in series.points})
    rows = [(series.name, dict(series.points)) for series in figure.series if series.points]
    columns = [format_column([values.get(depth) for _, values in rows]) for depth in depths]
    heads = (f"{figure.y}, depth", *(f"{depth:g}" for depth in depths))
    body = tuple(zip([name for name, _ in rows], *columns, strict=True))
    return ReportTable(figure.name, f"{figure.title}. {figure.caption}", heads, body)
