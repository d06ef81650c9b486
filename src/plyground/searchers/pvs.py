"""Principal variation search: trust the first move, and scout the others with an empty window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.game import Position
from plyground.searchers.order import Order
from plyground.searchers.searcher import INFINITY, Leaf, Memory, Ordered, Scored
from plyground.searchers.watch import Watch


def pvs(root: Position[Any], depth: int, leaf: Leaf, order: Order, watch: Watch) -> Scored:
    """Alpha-beta with scouts of an empty window (principal variation search, Marsland & Campbell 1982).

    A move that its scout finds better is searched again from alpha. NegaScout (Reinefeld 1983) searches
    again from the scout's value: fewer nodes, but a line that need not be best play (docs/why/twins.md).
    value ≤ alpha: an upper bound of the true value; alpha < value < beta: the true value;
    value ≥ beta: a lower bound.
    """

    @watch.node
    def value(position: Position[Any], ply: int, alpha: int, beta: int) -> Scored:
        if ply == depth or position.outcome():
            return leaf(position, ply), ()
        best, line = -INFINITY, ()
        for move in order(position, ply):
            child, scout = position.after(move), bool(line)
            reply, rest = value(child, ply + 1, -alpha - 1 if scout else -beta, -alpha)
            if scout and alpha < -reply < beta:  # better than expected: search again
                reply, rest = value(child, ply + 1, -beta, -alpha)
            if -reply > best:
                best, line = -reply, (move, *rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                order.refuted(ply, move)
                break
        return best, line

    return value(root, 0, -INFINITY, INFINITY)


@dataclass(frozen=True, repr=False)
class PVS(Ordered):
    """Alpha-beta that scouts with an empty window: pays where the first move is usually the best.

    >>> import plyground as pg
    >>> pg.search(pg.connect4().parse("4453"), pg.PVS(depth=6)).score
    -20
    """

    name: ClassVar[str] = "pvs"

    def explore(self, root: Position[Any], depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        return pvs(root, depth, leaf, memory.order, watch)
