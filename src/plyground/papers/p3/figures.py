"""P3's last chart drawn again: states and time by empty squares."""

from __future__ import annotations

from plyground.papers.p3.measures import EmptySquaresRow, by_empty_squares
from plyground.report.captions import short
from plyground.report.chart import Figure, FigureSeries, number
from plyground.words import Say

VERSIONS = {"pruned": "alphabeta", "unpruned": "minimax"}  # and as which agents they are drawn


def p3_figures(say: Say, language: str = "en") -> list[Figure]:
    """States and time by empty squares, a panel for each side to move."""
    rows = by_empty_squares()
    figures = []
    for name, prefix, unit, factor in (
        ("p3-states", "", "states", 1.0),
        ("p3-time", "seconds_", "time", 1e3),
    ):
        series = [
            _line(rows, side, version, f"{prefix}{version}", factor, say)
            for side in dict.fromkeys(row.to_move for row in rows)
            for version in VERSIONS
        ]
        pruned, unpruned = (each.points[-1] for each in series[: len(VERSIONS)])
        costs = [number(short(cost), language) for _, cost in (pruned, unpruned)]
        facts = {"empty": int(pruned[0]), "pruned": costs[0], "unpruned": costs[1]}
        caption = f"{say(f'{name}-seen', facts=facts)} {say(f'{name}-told')}"
        words = say(name), caption, say("empty-squares"), say(unit)
        figures.append(Figure(name, *words, tuple(series), log_y=True, language=language))
    return figures


def _line(
    rows: tuple[EmptySquaresRow, ...], side: object, version: str, column: str, factor: float, say: Say
) -> FigureSeries:
    mine = [row for row in rows if row.to_move is side]
    points = sorted((float(row.empty), factor * value) for row in mine if (value := getattr(row, column)))
    panel = say("to-move", facts={"who": "MAX" if mine[0].to_move.value == 0 else "MIN"})
    return FigureSeries(say(version), tuple(points), agent=VERSIONS[version], panel=panel)
