"""P4's Figure 4 drawn again: nodes by depth, as published and as measured."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.papers.p4.measures import DEPTHS, table1, table2
from plyground.papers.p4.tables import TABLE_1, TABLE_2, PrintedTable
from plyground.papers.words import Say
from plyground.report.chart import Figure, FigureSeries


def p4_figures(say: Say) -> list[Figure]:
    """Tables 1 and 2 as its Figure 4 shows them: nodes by depth, without pruning and with it."""
    series = (
        _curve(say("minimax-published"), _published(TABLE_1)),
        _curve(say("minimax-ours"), [row.nodes.mean for row in table1()]),
        _curve(say("alphabeta-published"), _published(TABLE_2)),
        _curve(say("alphabeta-ours"), [row.nodes.mean for row in table2()]),
    )
    words = say("p4-nodes"), say("p4-nodes-told"), say("depth"), say("nodes")
    return [Figure("p4-nodes", *words, series, log_y=True)]


def _published(table: PrintedTable) -> list[float]:
    return [float(nodes.partition(" ±")[0]) for _, _, nodes in table.values()]


def _curve(name: str, values: Sequence[float]) -> FigureSeries:
    return FigureSeries(name, tuple(zip(map(float, DEPTHS), values, strict=True)))
