"""The default limits of an explained search: to the end of a small game, otherwise a few plies."""

from __future__ import annotations

from math import log
from typing import Any

from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.games.tree import TreePosition
from plyground.searchers import Limits, Searcher

MAX_EMPTY = 9  # cells of a board that any of our searches can finish
MAX_NODES = 2_000_000
MAX_GROWN = 100_000  # nodes of a search that grows a tree, in Python


def usual_limits(position: Position[Any], searcher: Searcher, rows: int) -> Limits:
    """Limits under which a search ends: a depth whose whole tree has about as many nodes as are kept."""
    if searcher.traced_in_python:
        return Limits(nodes=MAX_GROWN)
    if getattr(searcher, "max_depth", None) is not None or _is_small(position):
        return Limits(nodes=MAX_NODES)
    branches = max(2, len(position.moves()))
    return Limits(depth=max(1, int(log(max(2, rows)) / log(branches))), nodes=MAX_NODES)


def _is_small(position: Position[Any]) -> bool:
    if isinstance(position, LinePosition):  # every move fills a cell there: pieces may move for ever
        return position.empty <= MAX_EMPTY
    return isinstance(position, TreePosition)
