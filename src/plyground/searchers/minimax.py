"""Minimax: the best that each side can force, with every line looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.game import Position
from plyground.searchers.searcher import INFINITY, Leaf, Memory, Scored, TreeSearcher
from plyground.searchers.watch import Watch


def minimax(root: Position[Any], depth: int, leaf: Leaf, watch: Watch) -> Scored:
    """The value of a game for the side to move (von Neumann 1928), in the form called negamax.

    What is good for one side is as bad for the other, so one function serves both.
    """

    @watch.node
    def value(position: Position[Any], ply: int) -> Scored:
        if ply == depth or position.outcome():
            return leaf(position, ply), ()
        best, line = -INFINITY, ()
        for move in position.moves():
            reply, rest = value(position.after(move), ply + 1)
            if -reply > best:
                best, line = -reply, (move, *rest)
        return best, line

    return value(root, 0)


@dataclass(frozen=True, repr=False)
class Minimax(TreeSearcher):
    """Look at every line of play, to the end or to a depth.

    >>> import plyground as pg
    >>> pg.search(pg.tictactoe().start(), pg.Minimax()).nodes
    549946
    """

    name: ClassVar[str] = "minimax"

    def explore(self, root: Position[Any], depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        return minimax(root, depth, leaf, watch)
