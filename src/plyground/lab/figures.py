"""What a report draws, as data: series of points with a caption, a text for who cannot see, and units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import log10
from statistics import fmean

from plyground.arena.report import Report
from plyground.arena.store import Store
from plyground.arena.tables import Table
from plyground.lab.searches import Measured, Searches

Point = tuple[float, float]
MOST_BINS = 24


@dataclass(frozen=True)
class Series:
    """The points of one agent; `low` and `high` are the ends of intervals, where there are some."""

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
    series: tuple[Series, ...]
    kind: str = "lines"  # or "histogram", "intervals"
    log_x: bool = False
    log_y: bool = False

    @property
    def alt(self) -> str:
        """What is to be seen, in words."""
        said = []
        for series in self.series:
            if series.points and self.kind == "lines":
                (x0, y0), (x1, y1) = series.points[0], series.points[-1]
                said.append(
                    f"{series.name} goes from {number(y0)} at {number(x0)} to {number(y1)} at {number(x1)}"
                )
            elif series.points and self.kind == "intervals":
                said.append(f"{series.name}: {number(series.points[0][0])}")
            elif series.points:
                top = max(series.points, key=lambda point: point[1])
                said.append(f"{series.name} is most often about {number(top[0])}")
        return f"{self.title}. {self.y} against {self.x}: " + "; ".join(said) + "."

    @property
    def table(self) -> Table:
        """The data of the figure."""
        if self.kind == "intervals":
            rows = [
                (s.name, number(s.points[0][0]), number(s.low[0]), number(s.high[0]))
                for s in self.series
                if s.points
            ]
            return Table(self.name, self.title, ("agent", self.x, "low", "high"), tuple(rows))
        rows3 = [(s.name, number(x), number(y)) for s in self.series for x, y in s.points]
        return Table(self.name, self.title, ("agent", self.x, self.y), tuple(rows3))


def number(value: float) -> str:
    """A number in at most four digits that say something."""
    if value == round(value) and abs(value) < 1e15:
        return f"{value:,.0f}"
    return f"{value:.4g}" if abs(value) < 10_000 else f"{value:,.0f}"


def figures(store: Store, found: Report) -> list[Figure]:
    """Every figure for which a run has data."""
    names = store.plan.names
    searches = list(Searches(store))
    made = [
        *_histograms(store, names),
        *_curves(names, searches),
        *_pruning(names, searches),
        _win_rates(found),
    ]
    if len(names) > 2:
        made.append(_ratings(found))
    return [figure for figure in made if any(series.points for series in figure.series)]


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


def _histogram(name: str, values: list[float]) -> Series:
    """Counts in classes that are equally wide on a logarithmic axis, each at its middle."""
    if not values:
        return Series(name, ())
    low, high = log10(min(values)), log10(max(values))
    if low == high:
        return Series(name, ((values[0], len(values)),))
    bins = min(MOST_BINS, max(1, round(len(values) ** 0.5)))
    width = (high - low) / bins
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((log10(value) - low) / width))] += 1
    return Series(name, tuple((10 ** (low + (i + 0.5) * width), count) for i, count in enumerate(counts)))


def _curves(names: tuple[str, ...], searches: list[Measured]) -> list[Figure]:
    made = []
    for by_depth, against, x in ((True, "depth", "depth (plies)"), (False, "empty", "empty squares")):
        chosen = [search for search in searches if search.by_depth == by_depth]
        for metric, what, unit in (("nodes", "nodes", "nodes"), ("time", "time", "time (ms)")):
            made.append(
                Figure(
                    f"{metric}-by-{against}",
                    f"{what.capitalize()} of a search by {x.removesuffix(' (plies)')}",
                    f"Mean {what} of the searches over the same positions, each of which was made several "
                    f"times{': the fastest counts' if metric == 'time' else ''}.",
                    x,
                    unit,
                    tuple(
                        Series(name, _means(s for s in chosen if s.agent == agent)[against, metric])
                        for agent, name in enumerate(names)
                    ),
                    log_y=True,
                )
            )
    return made


def _means(searches: Iterable[Measured]) -> dict[tuple[str, str], tuple[Point, ...]]:
    """The mean of nodes and of the best times, by depth and by empty squares."""
    best: dict[tuple[int, int, str], float] = {}
    nodes: dict[tuple[int, int, str], int] = {}
    for search in searches:
        key = (search.depth, search.empty, search.position)
        best[key] = min(best.get(key, 1e9), search.seconds)
        nodes[key] = search.nodes
    made: dict[tuple[str, str], tuple[Point, ...]] = {}
    picks: dict[str, Callable[[tuple[int, int, str]], int]] = {
        "depth": lambda k: k[0],
        "empty": lambda k: k[1],
    }
    for against, pick in picks.items():
        for metric, values in (("nodes", nodes), ("time", {k: 1e3 * v for k, v in best.items()})):
            groups: dict[int, list[float]] = defaultdict(list)
            for key, value in values.items():
                groups[pick(key)].append(value)
            made[against, metric] = tuple((at, fmean(group)) for at, group in sorted(groups.items()))
    return made


def _pruning(names: tuple[str, ...], searches: list[Measured]) -> list[Figure]:
    """How many times as many nodes minimax looks at as every agent that prunes."""
    plain = [number for number, name in enumerate(names) if name.startswith("minimax")]
    if not plain or not searches:
        return []
    whole = {(s.by_depth, s.position, s.depth): s.nodes for s in searches if s.agent == plain[0]}
    made = []
    for agent, name in enumerate(names):
        ratios: dict[int, list[float]] = defaultdict(list)
        for search in searches:
            unpruned = whole.get((search.by_depth, search.position, search.depth))
            if search.agent == agent != plain[0] and search.by_depth and unpruned:
                ratios[search.depth].append(unpruned / search.nodes)
        made.append(Series(name, tuple((depth, fmean(group)) for depth, group in sorted(ratios.items()))))
    return [
        Figure(
            "pruning",
            "Nodes of minimax for one of each agent",
            "How many nodes plain minimax visits for each one that the agent visits, on the same positions "
            "to the same depth: 1 is no gain.",
            "depth (plies)",
            "nodes of minimax / nodes",
            tuple(made),
            log_y=True,
        )
    ]


def _win_rates(found: Report) -> Figure:
    series = []
    for standing in found.standings:
        side = standing.sides["both"]
        if side.counts.rate is not None:
            low, high = (100 * end for end in side.interval)
            series.append(Series(standing.name, ((100 * side.counts.rate, 0.0),), (low,), (high,)))
    caption = "Points made of points to be made, a draw being half a point, with Wilson's 95 % interval."
    return Figure("points", "Points", caption, "points (%)", "agent", tuple(series), "intervals")


def _ratings(found: Report) -> Figure:
    series = [
        Series(s.name, ((s.rating.elo, 0.0),), (s.rating.low,), (s.rating.high,))
        for s in sorted(found.standings, key=lambda s: -s.rating.elo)
    ]
    caption = "Bradley-Terry ratings on the Elo scale, mean 0, with 95 % intervals."
    return Figure("ratings", "Ratings", caption, "Elo", "agent", tuple(series), "intervals")
