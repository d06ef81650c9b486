"""MTD(f): close in on the value with empty windows alone, remembering all bounds in a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from plyground.search.searcher import INFINITY, Leaf, Memory, Root, Scored
from plyground.search.table_alphabeta import TableAlphaBeta, Value, with_table
from plyground.search.watch import Watch


def mtdf(root: Root, guess: int, value: Value) -> Scored:
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


@dataclass(frozen=True, repr=False)
class MTDf(TableAlphaBeta):
    """Alpha-beta by a row of yes-or-no questions; good where the first guess is."""

    name: ClassVar[str] = "mtdf"

    def explore(self, root: Root, depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        value = with_table(depth, leaf, memory.order, self.table_of(memory, depth), watch)
        score, line = mtdf(root, memory.guess, value)
        return score, self.whole_line(line, root, score, depth, memory, watch)
