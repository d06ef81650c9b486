"""Principal variation search: trust the first move, and only ask of the others whether they are better."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from plyground.search.order import Order
from plyground.search.ordered import Ordered
from plyground.search.searcher import INFINITY, Leaf, Memory, Root, Scored
from plyground.search.watch import Watch


def pvs(root: Root, depth: int, leaf: Leaf, order: Order, watch: Watch) -> Scored:
    """Alpha-beta with scouts of an empty window (Marsland & Campbell 1982; NegaScout, Reinefeld 1983).

    value ≤ alpha: an upper bound of the true value; alpha < value < beta: the true value;
    value ≥ beta: a lower bound.
    """

    @watch.node
    def value(position: Root, ply: int, alpha: int, beta: int) -> Scored:
        if ply == depth or position.outcome():
            return leaf(position, ply), ()
        best, line = -INFINITY, ()
        for move in order(position, ply):
            child = position.after(move)
            first = not line
            if first:
                reply, rest = value(child, ply + 1, -beta, -alpha)
            else:
                reply, rest = value(child, ply + 1, -alpha - 1, -alpha)
                if alpha < -reply < beta:
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
    """Alpha-beta that scouts with an empty window: pays where the first move is usually the best."""

    name: ClassVar[str] = "pvs"

    def explore(self, root: Root, depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        return pvs(root, depth, leaf, memory.order, watch)
