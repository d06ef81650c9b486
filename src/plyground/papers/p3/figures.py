"""P3's last chart drawn again: states and time by empty squares."""

from __future__ import annotations

from plyground.papers.p3.measures import by_empty_squares
from plyground.papers.words import Say
from plyground.report.chart import Figure, FigureSeries


def p3_figures(say: Say) -> list[Figure]:
    """States and time by empty squares and by the side to move."""
    rows = by_empty_squares()
    figures = []
    for name, columns, unit, factor in (
        ("p3-states", ("pruned", "unpruned"), "states", 1.0),
        ("p3-time", ("seconds_pruned", "seconds_unpruned"), "time", 1e3),
    ):
        series = []
        for version, column in zip(("pruned", "unpruned"), columns, strict=True):
            for side in dict.fromkeys(row.to_move for row in rows):
                points = [
                    (float(row.empty), factor * value)
                    for row in rows
                    if row.to_move is side and (value := getattr(row, column))
                ]
                who = say(version, facts={"who": "MAX" if side.value == 0 else "MIN"})
                series.append(FigureSeries(who, tuple(sorted(points))))
        words = say(name), say(f"{name}-told"), say("empty-squares"), say(unit)
        figures.append(Figure(name, *words, tuple(series), log_y=True))
    return figures
