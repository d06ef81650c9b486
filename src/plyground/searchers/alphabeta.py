"""Alpha-beta: minimax that skips the replies the opponent would never allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.game import Position
from plyground.searchers.order import Order
from plyground.searchers.searcher import INFINITY, Leaf, Memory, Ordered, Scored
from plyground.searchers.watch import Watch


def alphabeta(root: Position[Any], depth: int, leaf: Leaf, order: Order, watch: Watch) -> Scored:
    """Minimax with pruning (Knuth & Moore 1975), fail-soft.

    value ≤ alpha: an upper bound of the true value; alpha < value < beta: the true value;
    value ≥ beta: a lower bound.
    """

    @watch.node
    def value(position: Position[Any], ply: int, alpha: int, beta: int) -> Scored:
        if ply == depth or position.outcome():
            return leaf(position, ply), ()
        best, line = -INFINITY, ()
        for move in order(position, ply):
            reply, rest = value(position.after(move), ply + 1, -beta, -alpha)
            if -reply > best:
                best, line = -reply, (move, *rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                order.refuted(ply, move)
                break
        return best, line

    return value(root, 0, -INFINITY, INFINITY)


@dataclass(frozen=True, repr=False)
class AlphaBeta(Ordered):
    """Minimax without the replies that cannot matter: the same value from far fewer nodes.

    >>> import plyground as pg
    >>> found = pg.AlphaBeta().search(pg.tictactoe().start())
    >>> found.score, found.stats.nodes
    (0, 20866)
    >>> pg.AlphaBeta(depth=6, order="centre")
    AlphaBeta(depth=6, order='centre')
    """

    name: ClassVar[str] = "alphabeta"

    def explore(self, root: Position[Any], depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        return alphabeta(root, depth, leaf, memory.order, watch)
