"""The papers' charts drawn again: what was published beside what we measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plyground.lab.figures import Figure, Series
from plyground.papers import p3_counts, p4_games, p4_tables


def papers_figures(papers: Sequence[str]) -> list[tuple[str, Figure]]:
    """The charts of some papers, each with its paper."""
    makers: dict[str, Callable[[], list[Figure]]] = {"P3": _of_p3, "P4": _of_p4}
    return [(name, figure) for name in papers if name in makers for figure in makers[name]()]


def _of_p3() -> list[Figure]:
    """Its last chart: states and time by empty squares and by who is to move."""
    rows = p3_counts.by_empty_squares()
    made = []
    for column, what, unit, factor in (
        ("pruned", "States", "states", 1.0),
        ("seconds_pruned", "Time", "time (ms)", 1e3),
    ):
        series = []
        for name, version in (
            ("with pruning", column),
            ("without pruning", column.replace("pruned", "unpruned")),
        ):
            for side in dict.fromkeys(row.to_move for row in rows):
                points = [
                    (float(row.empty), factor * value)
                    for row in rows
                    if row.to_move is side and (value := getattr(row, version))
                ]
                who = "MAX" if side.value == 0 else "MIN"
                series.append(Series(f"{name}, {who} to move", tuple(sorted(points))))
        caption = f"{what} of one decision by empty squares, over every position; only MAX nodes count."
        title = f"{what} by empty squares"
        made.append(
            Figure(f"p3-{column}", title, caption, "empty squares", unit, tuple(series), log_y=True)
        )
    return made


def _of_p4() -> list[Figure]:
    """Tables 1 and 2 as its Figure 4 shows them: nodes by depth, without pruning and with it."""
    caption = "Mean nodes of a move by depth: Tables 1 and 2 as published, and as we measure them."
    series = (
        _curve("minimax, published", _published(p4_tables.TABLE_1)),
        _curve("minimax, ours", [row.nodes.mean for row in p4_games.table1()]),
        _curve("alpha-beta, published", _published(p4_tables.TABLE_2)),
        _curve("alpha-beta, ours", [row.nodes.mean for row in p4_games.table2()]),
    )
    return [Figure("p4-nodes", "Nodes by depth", caption, "depth (plies)", "nodes", series, log_y=True)]


def _published(table: p4_tables.Table) -> list[float]:
    return [float(nodes.partition(" ±")[0]) for _, _, nodes in table.values()]


def _curve(name: str, values: Sequence[float]) -> Series:
    return Series(name, tuple(zip(map(float, p4_games.DEPTHS), values, strict=True)))
