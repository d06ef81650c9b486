"""Minimax with a transposition table: each position is worked out once (the papers' MTT)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.game import Position
from plyground.searchers.searcher import INFINITY, Leaf, Memory, Scored, Tabled
from plyground.searchers.table import Bound, TranspositionTable
from plyground.searchers.watch import Watch


def memo_minimax(
    root: Position[Any], depth: int, leaf: Leaf, table: TranspositionTable, watch: Watch
) -> Scored:
    """Minimax that looks a position up before it works it out (memoisation, Michie 1968)."""

    @watch.node
    def value(position: Position[Any], ply: int) -> Scored:
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
    """Minimax that remembers: every position once, and no pruning.

    >>> import plyground as pg
    >>> pg.search(pg.tictactoe().start(), pg.MemoMinimax()).nodes
    16168
    """

    name: ClassVar[str] = "memo"

    def explore(self, root: Position[Any], depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        return memo_minimax(root, depth, leaf, self.table_for(depth, memory), watch)
