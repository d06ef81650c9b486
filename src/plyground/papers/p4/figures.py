"""P4's Figures 2 to 5 drawn again: what was published, where it was, beside what we measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median

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
from plyground.report.captions import about_rows, joined, short
from plyground.report.chart import Figure, FigureSeries, number
from plyground.report.distribution import Distribution, log_classes
from plyground.words import Say, Tongue

BINS_A_DECADE = 10
BINS_OF_DELAYS = 3  # a machine that has other work to do delays a move a hundredfold
EARLIEST = 1e-3  # ms after the limit: what ends before it is drawn there
NODES, TIME = 0, 1  # of what a move cost


def p4_figures(say: Say, language: str = "en") -> list[Figure]:
    """The times and the nodes of moves by depth, what pruning saves of both, and the times of deepening."""
    return [
        replace(figure, language=language)
        for figure in (
            _moves_by_depth(say, language, "p4-figure2", TIME, "time"),
            _moves_by_depth(say, language, "p4-figure3", NODES, "nodes"),
            _by_depth(say, language, "p4-nodes", NODES, "nodes"),
            _by_depth(say, language, "p4-times", TIME, "time"),
            _times_of_deepening(say, language),
        )
    ]


def _moves_by_depth(say: Say, language: str, name: str, what: int, unit: str) -> Figure:
    """The moves of minimax against chance, a row for each depth."""
    moves = {depth: [move[what] for move in moves_of(minimax_games(depth))] for depth in DEPTHS}
    series = tuple(
        _row(say("to-depth", facts={"depth": depth}), "minimax", values, BINS_A_DECADE)
        for depth, values in moves.items()
    )
    low, high = (number(short(median(moves[depth])), language) for depth in (DEPTHS[0], DEPTHS[-1]))
    facts = {"first": DEPTHS[0], "last": DEPTHS[-1], "low": low, "high": high, "unit": _unit(say, what)}
    caption = _caption(say("moves-seen", facts=facts), say(f"{name}-told"), series, language)
    words = say(name), caption, say(unit), say("moves")
    return Figure(name, *words, series, kind="distributions", log_x=True)


def _unit(say: Say, what: int) -> str:
    return say("nodes" if what == NODES else "ms")


def _row(name: str, agent: str, values: Sequence[float], parts: int) -> FigureSeries:
    shown = Distribution.of(values)
    return FigureSeries(name, log_classes(values, parts), agent=agent, distribution=shown)


def _caption(seen: str, told: str, series: Sequence[FigureSeries], language: str) -> str:
    return joined(seen, told, about_rows(Tongue(language), series))


def _by_depth(say: Say, language: str, name: str, what: int, unit: str) -> Figure:
    """The means of Tables 1 and 2 as Figure 4 shows them, as printed and as measured."""
    values = {
        "minimax_published": _published(TABLE_1, what),
        "minimax_ours": _measured(minimax_games, what),
        "alphabeta_published": _published(TABLE_2, what),
        "alphabeta_ours": _measured(alphabeta_games, what),
    }
    series = tuple(_curve(say, key, column) for key, column in values.items())
    facts: dict[str, int | str] = {"depth": DEPTHS[-1], "unit": _unit(say, what)}
    facts |= {key: number(short(column[-1]), language) for key, column in values.items()}
    caption = f"{say('means-seen', facts=facts)} {say(f'{name}-told')}"
    words = say(name), caption, say("depth"), say(unit)
    return Figure(name, *words, series, log_y=True)


def _times_of_deepening(say: Say, language: str) -> Figure:
    """How long after its own limit deepening answers."""
    series, medians = [], []
    for limit in LIMITS:
        own = 1000 * (limit - TOLERANCE)
        ended = [r for r in timed_games(limit).results if r.stopped == "seconds"]
        late = [max(1000 * result.stats.seconds - own, EARLIEST) for result in ended]
        name = say("limit", facts={"limit": 1000 * limit})
        series.append(_row(name, "deepening", late, BINS_OF_DELAYS))
        medians.append(number(short(median(late)), language))
    seen = say("delays-seen", facts=dict(zip(("first", "second"), medians, strict=True)))
    caption = _caption(say("p4-figure5-told"), seen, series, language)
    words = say("p4-figure5"), caption, say("after-limit"), say("moves")
    return Figure("p4-figure5", *words, tuple(series), kind="distributions", log_x=True)


def _published(table: PrintedTable, what: int) -> list[float]:
    return [parse_printed(nodes if what == NODES else time).mean for _, time, nodes in table.values()]


def _measured(played: Callable[[int], Sequence[P4Game]], what: int) -> list[float]:
    return [spread(move[what] for move in moves_of(played(depth))).mean for depth in DEPTHS]


def _curve(say: Say, key: str, values: Sequence[float]) -> FigureSeries:
    """A line; what was published is drawn hollow."""
    agent, _, whose = key.partition("_")
    points = tuple(zip(map(float, DEPTHS), values, strict=True))
    name = say(key.replace("_", "-"))
    return FigureSeries(name, points, agent=agent, hollow=whose == "published")
