"""Alpha-beta with a transposition table of bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.game import Position
from plyground.searchers.order import Order, order_names
from plyground.searchers.searcher import INFINITY, Leaf, Memory, Scored, Tabled
from plyground.searchers.table import Bound, TranspositionTable
from plyground.searchers.watch import Watch

Value = Callable[[Position[Any], int, int, int], Scored]


def alphabeta_with_table(
    depth: int, leaf: Leaf, order: Order, table: TranspositionTable, watch: Watch
) -> Value:
    """The value function of alpha-beta with a table (Slate & Atkin 1977), fail-soft.

    value ≤ alpha: an upper bound of the true value; alpha < value < beta: the true value;
    value ≥ beta: a lower bound. A line ends where the table knows a move and not what follows it.
    """

    @watch.node
    def value(position: Position[Any], ply: int, alpha: int, beta: int) -> Scored:
        if ply == depth or position.outcome():
            return leaf(position, ply), ()
        alpha_orig, beta_orig = alpha, beta
        known = table.find(position, ply)
        if known:
            if known.bound is Bound.EXACT:
                return known.value, known.line
            if known.bound is Bound.LOWER:
                alpha = max(alpha, known.value)
            else:
                beta = min(beta, known.value)
            if alpha >= beta:
                return known.value, known.line
        best, line = -INFINITY, ()
        if known and alpha > alpha_orig:  # the known move is worth alpha: only a better one replaces it
            best, line = alpha, known.line[:1]
        for move in order(position, ply):
            reply, rest = value(position.after(move), ply + 1, -beta, -alpha)
            if -reply > best:
                best, line = -reply, (move, *rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                order.refuted(ply, move)
                break
        bound = Bound.UPPER if best <= alpha_orig else Bound.LOWER if best >= beta_orig else Bound.EXACT
        table.store(position, ply, best, bound, line)
        return best, line

    return value


@dataclass(frozen=True, repr=False)
class TableAlphaBeta(Tabled):
    """Alpha-beta that remembers bounds of the positions it has seen.

    >>> import plyground as pg
    >>> pg.search(pg.tictactoe().start(), pg.TableAlphaBeta(symmetry=True)).nodes
    1298
    """

    name: ClassVar[str] = "table_alphabeta"

    order: str | tuple[str, ...] = "given"

    def __post_init__(self) -> None:
        super().__post_init__()
        order_names(self.order)

    def memory(self, root: Position[Any]) -> Memory:
        table = self.new_table()
        return Memory(Order(self.order, root, table), table)

    def explore(self, root: Position[Any], depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        value = alphabeta_with_table(depth, leaf, memory.order, self.table_for(depth, memory), watch)
        return value(root, 0, -INFINITY, INFINITY)
