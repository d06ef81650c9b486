"""Alpha-beta: minimax that skips the replies the opponent would never allow."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from plyground.game import Position
from plyground.searchers.order import Order
from plyground.searchers.searcher import INFINITY, Leaf, Memory, Ordered, Scored
from plyground.searchers.watch import Watch
from plyground.spec import one_of

Cut = Literal["equal", "strict"]
Fail = Literal["soft", "hard"]
# Textbooks differ in when the rest of the moves is skipped: docs/why/conventions.md.
CUTS = {"equal": operator.ge, "strict": operator.gt}
FAILS = ("soft", "hard")


def alphabeta(
    root: Position[Any],
    depth: int,
    leaf: Leaf,
    order: Order,
    watch: Watch,
    cut: Cut = "equal",
    fail: Fail = "soft",
) -> Scored:
    """Minimax with pruning (Knuth & Moore 1975), fail-soft unless asked otherwise.

    value ≤ alpha: an upper bound of the true value; alpha < value < beta: the true value;
    value ≥ beta: a lower bound. Fail-hard: a value outside the window becomes its edge.
    """
    crossed = CUTS[cut]

    @watch.node
    def value(position: Position[Any], ply: int, alpha: int, beta: int) -> Scored:
        if ply == depth or position.outcome():
            return leaf(position, ply), ()
        best, line = -INFINITY, ()
        entry_alpha = alpha
        for move in order(position, ply):
            reply, rest = value(position.after(move), ply + 1, -beta, -alpha)
            if -reply > best:
                best, line = -reply, (move, *rest)
            alpha = max(alpha, best)
            if crossed(alpha, beta):
                order.refuted(ply, move)
                break
        if fail == "hard":
            best = max(entry_alpha, min(best, beta))
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

    `cut="strict"` goes on looking where α and β are equal, as some textbooks do; `fail="hard"` makes the
    edge of the window of every value outside it. Both find the same move and value.

    >>> pg.AlphaBeta(cut="strict").search(pg.tictactoe().start()).stats.nodes
    125500
    """

    name: ClassVar[str] = "alphabeta"

    cut: Cut = "equal"
    fail: Fail = "soft"

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("cut", self.cut, tuple(CUTS))
        one_of("fail", self.fail, FAILS)

    def explore(self, root: Position[Any], depth: int, leaf: Leaf, memory: Memory, watch: Watch) -> Scored:
        return alphabeta(root, depth, leaf, memory.order, watch, self.cut, self.fail)
