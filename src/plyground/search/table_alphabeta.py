"""Alpha-beta with a transposition table of bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.search.order import Order, order_names
from plyground.search.searcher import INFINITY, Leaf, Memory, Root, Scored
from plyground.search.table import Bound, Table
from plyground.search.tabled import Tabled, completed, unwatched
from plyground.search.watch import Watch

Value = Callable[[Root, int, int, int], Scored]


def with_table(depth: int, leaf: Leaf, order: Order, table: Table, watch: Watch) -> Value:
    """The value function of alpha-beta with a table (Slate & Atkin 1977), fail-soft.

    value ≤ alpha: an upper bound of the true value; alpha < value < beta: the true value;
    value ≥ beta: a lower bound.
    """

    @watch.node
    def value(position: Root, ply: int, alpha: int, beta: int) -> Scored:
        if ply == depth or position.outcome():
            return leaf(position, ply), ()
        floor, ceiling = alpha, beta
        known = table.find(position, ply)
        if known:
            if known.bound is not Bound.UPPER:
                alpha = max(alpha, known.value)
            if known.bound is not Bound.LOWER:
                beta = min(beta, known.value)
            if alpha >= beta:
                return known.value, known.line
        least, best, line = alpha, -INFINITY, ()
        for move in order(position, ply):
            reply, rest = value(position.after(move), ply + 1, -beta, -alpha)
            if -reply > best:
                best, line = -reply, (move, *rest)
            alpha = max(alpha, best)
            if alpha >= beta:
                order.refuted(ply, move)
                break
        bound = Bound.UPPER if best <= floor else Bound.LOWER if best >= ceiling else Bound.EXACT
        if known and floor < best <= least:  # nothing beats the known move, which is worth just that
            line = known.line[:1]
        table.store(position, ply, best, bound, line)
        return best, line

    return value


@dataclass(frozen=True, repr=False)
class TableAlphaBeta(Tabled):
    """Alpha-beta that remembers bounds of the positions it has seen."""

    name: ClassVar[str] = "table_alphabeta"

    order: str | tuple[str, ...] = "given"

    def __post_init__(self) -> None:
        super().__post_init__()
        order_names(self.order)

    def memory(self, root: Root) -> Memory:
        table = self.new_table()
        return Memory(Order(self.order, root, table), table)

    def explore(self, root: Root, depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        value = with_table(depth, leaf, memory.order, self.table_of(memory, depth), watch)
        score, line = value(root, 0, -INFINITY, INFINITY)
        return score, self.whole_line(line, root, score, depth, memory, watch)

    def whole_line(
        self, line: tuple[Any, ...], root: Root, score: int, depth: int, memory: Memory, watch: Watch
    ) -> tuple[Any, ...]:
        """The line, completed from the table without changing what it cost."""
        table = self.table_of(memory, depth)
        hits = table.hits
        value = with_table(depth, self.leaf(), Order("given", root), table, unwatched(watch))
        line = completed(line, root, score, depth, value)
        table.hits = hits
        return line
