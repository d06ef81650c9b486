"""Minimax with a transposition table: each position is worked out once (the papers' MTT)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from plyground.search.searcher import INFINITY, Leaf, Memory, Root, Scored
from plyground.search.table import Bound, Table
from plyground.search.tabled import Tabled
from plyground.search.watch import Watch


def memo_minimax(root: Root, depth: int, leaf: Leaf, table: Table, watch: Watch) -> Scored:
    """Minimax that looks a position up before it works it out (memoisation, Michie 1968)."""

    @watch.node
    def value(position: Root, ply: int) -> Scored:
        if ply == depth or position.outcome():
            return leaf(position, ply), ()
        known = table.find(position, ply)
        if known:
            return known.value, known.line
        best, line = -INFINITY, ()
        for move in position.moves():
            reply, rest = value(position.after(move), ply + 1)
            if -reply > best:
                best, line = -reply, (move, *rest)
        table.store(position, ply, best, Bound.EXACT, line)
        return best, line

    return value(root, 0)


@dataclass(frozen=True, repr=False)
class MemoMinimax(Tabled):
    """Minimax that remembers: every position once, and no pruning."""

    name: ClassVar[str] = "memo"

    def explore(self, root: Root, depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        return memo_minimax(root, depth, leaf, self.table_of(memory, depth), watch)
