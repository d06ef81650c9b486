"""A search and an evaluation of one's own: alpha-beta that only looks at a few moves in the middle.

plyground search connect4 4453 --agent "examples/razor.py:Razor(depth=6, width=3)"
plyground search connect4 4453 --agent "alphabeta(depth=6, evaluate='examples/razor.py:height')"
plyground compare connect4 --agent "examples/razor.py:Razor" --agent alphabeta
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground import LinePosition
from plyground.game import Position
from plyground.searchers.searcher import INFINITY, Leaf, Memory, Scored, TreeSearcher
from plyground.searchers.watch import Watch


@dataclass(frozen=True, repr=False)
class Razor(TreeSearcher):
    """Alpha-beta over the middle moves of each position: fast, and blind at the edges."""

    width: int = 5

    def explore(self, root: Position[Any], depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        @watch.node  # counts, keeps to the limits, and writes the trace for `explain`
        def value(position: Position[Any], ply: int, alpha: int, beta: int) -> Scored:
            if ply == depth or position.outcome():
                return leaf(position, ply), ()
            moves = position.moves()
            edge = max(0, len(moves) - self.width) // 2
            best, line = -INFINITY, ()
            for move in moves[edge : edge + self.width]:
                reply, rest = value(position.after(move), ply + 1, -beta, -alpha)
                if -reply > best:
                    best, line = -reply, (move, *rest)
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            return best, line

        return value(root, 0, -INFINITY, INFINITY)


def height(position: LinePosition) -> int:
    """What an unfinished position is worth to the side to move: here, how high its discs lie."""
    mine = "XO"[position.to_move.value]
    rows = position.rows()
    return sum((len(rows) - row) * text.count(mine) for row, text in enumerate(rows))
