"""P4's Figures 2 to 5 drawn again: what was published, where it was, beside what we measure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import floor, log10

from plyground.papers.p4.measures import (
    DEPTHS,
    LIMITS,
    P4Game,
    alphabeta_games,
    minimax_games,
    moves_of,
    spread,
    timed_games,
)
from plyground.papers.p4.players import TOLERANCE
from plyground.papers.p4.tables import TABLE_1, TABLE_2, PrintedTable, parse_printed
from plyground.papers.words import Say
from plyground.report.chart import Figure, FigureSeries, Point

BINS_A_DECADE = 10
BINS_OF_DELAYS = 3  # a machine that has other work to do delays a move a hundredfold
NODES, TIME = 0, 1  # of what a move cost


def p4_figures(say: Say) -> list[Figure]:
    """The times and the nodes of moves by depth, what pruning saves of both, and the times of deepening."""
    return [
        _moves_by_depth(say, "p4-figure2", TIME, "time"),
        _moves_by_depth(say, "p4-figure3", NODES, "nodes"),
        _by_depth(say, "p4-nodes", NODES, "nodes"),
        _by_depth(say, "p4-times", TIME, "time"),
        _times_of_deepening(say),
    ]


def _moves_by_depth(say: Say, name: str, what: int, unit: str) -> Figure:
    """A histogram of all moves of minimax against chance, a series for each depth."""
    series = tuple(
        FigureSeries(
            say("to-depth", facts={"depth": depth}),
            _decade_bins(move[what] for move in moves_of(minimax_games(depth))),
        )
        for depth in DEPTHS
    )
    words = say(name), say(f"{name}-told"), say(unit), say("moves")
    return Figure(name, *words, series, kind="histogram", log_x=True)


def _by_depth(say: Say, name: str, what: int, unit: str) -> Figure:
    """The means of Tables 1 and 2 as Figure 4 shows them, as printed and as measured."""
    series = (
        _curve(say("minimax-published"), _published(TABLE_1, what)),
        _curve(say("minimax-ours"), _measured(minimax_games, what)),
        _curve(say("alphabeta-published"), _published(TABLE_2, what)),
        _curve(say("alphabeta-ours"), _measured(alphabeta_games, what)),
    )
    words = say(name), say(f"{name}-told"), say("depth"), say(unit)
    return Figure(name, *words, series, log_y=True)


def _times_of_deepening(say: Say) -> Figure:
    """How long after its own limit deepening answers."""
    series = []
    for limit in LIMITS:
        own = 1000 * (limit - TOLERANCE)
        ended = [r for r in timed_games(limit).results if r.stopped == "seconds"]
        points = _decade_bins((1000 * result.stats.seconds - own for result in ended), BINS_OF_DELAYS)
        series.append(FigureSeries(say("limit", facts={"limit": 1000 * limit}), points))
    words = say("p4-figure5"), say("p4-figure5-told"), say("after-limit"), say("moves")
    return Figure("p4-figure5", *words, tuple(series), kind="histogram", log_x=True)


def _decade_bins(values: Iterable[float], parts: int = BINS_A_DECADE) -> tuple[Point, ...]:
    """How many values fall between the powers of ten and their parts, at the middle of each."""
    bins = Counter(floor(parts * log10(max(value, 1e-3))) for value in values)
    spanned = range(min(bins) - 1, max(bins) + 2)  # so that every step comes back to nothing
    return tuple((10 ** ((place + 0.5) / parts), float(bins[place])) for place in spanned)


def _published(table: PrintedTable, what: int) -> list[float]:
    return [parse_printed(nodes if what == NODES else time).mean for _, time, nodes in table.values()]


def _measured(played: Callable[[int], Sequence[P4Game]], what: int) -> list[float]:
    return [spread(move[what] for move in moves_of(played(depth))).mean for depth in DEPTHS]


def _curve(name: str, values: Sequence[float]) -> FigureSeries:
    return FigureSeries(name, tuple(zip(map(float, DEPTHS), values, strict=True)))
