"""MTD(f): close in on the value with empty windows alone, remembering all bounds in a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from plyground.game import Position
from plyground.searchers.order import Order
from plyground.searchers.searcher import INFINITY, Leaf, Memory, Scored
from plyground.searchers.table_alphabeta import TableAlphaBeta, Value, alphabeta_with_table
from plyground.searchers.watch import Stopped, Watch

MAX_NODES_TO_EXTEND = 20_000


def mtdf(root: Position[Any], guess: int, value: Value) -> Scored:
    """The value by a row of tests, each from the bound that the last one gave (Plaat et al. 1996).

    Tests prove bounds, not lines: a last search with the window just around the value brings the line.
    """
    lower, upper = -INFINITY, INFINITY
    while lower < upper:
        beta = max(guess, lower + 1)
        guess, _ = value(root, 0, beta - 1, beta)
        if guess < beta:
            upper = guess
        else:
            lower = guess
    return value(root, 0, guess - 1, guess + 1)


def extend_line(
    line: tuple[Any, ...], root: Position[Any], score: int, depth: int, value: Value
) -> tuple[Any, ...]:
    """The line to its end, from what the table knows.

    The last search often ends at once, with a bound of the table that has a move and no line. From there
    on, add the first move whose reply has just the value that it must have.
    """
    position = root
    for move in line:
        position = position.after(move)
    ply, best = len(line), -score if len(line) % 2 else score
    while ply < depth and (moves := position.moves()):
        try:
            replies = ((m, value(position.after(m), ply + 1, -best - 1, -best + 1)[0]) for m in moves)
            move = next((m for m, reply in replies if -reply == best), None)
        except Stopped:
            return line
        if move is None:
            return line  # the table has lost too many entries
        line, position, ply, best = (*line, move), position.after(move), ply + 1, -best
    return line


@dataclass(frozen=True, repr=False)
class MTDf(TableAlphaBeta):
    """Alpha-beta by a row of yes-or-no questions; good where the first guess is.

    >>> import plyground as pg
    >>> pg.search(pg.textbook().start(), pg.MTDf()).score
    3
    """

    name: ClassVar[str] = "mtdf"

    def explore(self, root: Position[Any], depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        table = self.table_for(depth, memory)
        score, line = mtdf(
            root, memory.guess, alphabeta_with_table(depth, leaf, memory.order, table, watch)
        )
        hits = table.hits
        read = alphabeta_with_table(
            depth, self.leaf(root, depth), Order("given", root), table, _uncounted(watch)
        )
        line = extend_line(line, root, score, depth, read)
        table.hits = hits
        return score, line


def _uncounted(watch: Watch) -> Watch:
    """A watch for work that does not count: it has a node limit of its own, and the time that is left."""
    left = None if watch.deadline is None else max(1e-9, watch.deadline - watch.seconds)
    return Watch(replace(watch.limits, depth=None, nodes=MAX_NODES_TO_EXTEND, seconds=left))
