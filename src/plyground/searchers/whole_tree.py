"""The whole tree of a small game, searched or not: what a search leaves out is seen only beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.game import Position
from plyground.searchers.trace_row import TraceRow
from plyground.searchers.types import TO_THE_END, Limits, stricter

MAX_WHOLE = 64  # nodes: more cannot be read on a screen


def whole_tree(searcher: Any, position: Position[Any], limits: Limits) -> list[TraceRow]:
    """Every node below a position that a searcher may come to, leaves with their values; [] if too many.

    Only a searcher of the tree has leaves whose values are known beforehand; any other gets [].
    """
    inner = getattr(searcher, "inner", searcher)
    if not hasattr(inner, "leaf"):
        return []
    deepest = getattr(searcher, "max_depth", getattr(inner, "depth", None))
    depth = stricter(deepest, limits.depth) or TO_THE_END
    rows: list[TraceRow] = []
    whole = _grow(rows, None, None, position, (0, depth), inner.leaf(position, depth))
    return rows if whole else []


def _grow(
    rows: list[TraceRow],
    parent: int | None,
    move: str | None,
    position: Position[Any],
    plies: tuple[int, int],  # of this node, and of the last ones
    leaf: Callable[[Position[Any], int], int],
) -> bool:
    """Add a node and all that is below it; False if that is too much."""
    node, (ply, depth) = len(rows), plies
    if node == MAX_WHOLE:
        return False
    rows.append(TraceRow(parent, move, None, None))
    if ply == depth or position.outcome():
        rows[node].value, rows[node].end = leaf(position, ply), True
        return True
    return all(
        _grow(rows, node, position.write(each), position.after(each), (ply + 1, depth), leaf)
        for each in position.moves()
    )
