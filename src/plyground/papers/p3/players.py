"""The players of P3: minimax with and without pruning, X always MAX and O always MIN.

A win is ±1 however soon it comes, squares are tried row by row, and of equal moves the first is played,
unless a later one wins at once: that is seen only after the move has been searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.game import Player, Position
from plyground.games.line import LinePosition
from plyground.papers.p0.players import valued, whole
from plyground.papers.p2.players import answer, on_three_by_three
from plyground.papers.trace_adapter import drop_untried, sided
from plyground.score import WIN
from plyground.searchers.searcher import INFINITY, Scored, Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, MoveValue, SearchResult
from plyground.searchers.watch import Watch
from plyground.spec import flag

Value = Callable[[LinePosition], int]  # of a position one move away, to X
MaxAndMin = tuple[Value, Value]


def utility(position: LinePosition) -> int:
    """1 if X has won, -1 if O has, else 0."""
    winner = position.ended.winner if position.ended else None
    return 0 if winner is None else 1 if winner is Player.FIRST else -1


def with_pruning(watch: Watch, count_min: bool) -> MaxAndMin:
    """MAX-VALUE and MIN-VALUE of Russell & Norvig's ALPHA-BETA-SEARCH, each from an open window."""

    @watch.node
    def max_value(position: LinePosition, ply: int, alpha: int, beta: int) -> int:
        if position.ended:
            return utility(position)
        value = -INFINITY
        for move in position.moves():
            value = max(value, min_value(position.after(move), ply + 1, alpha, beta))
            if value >= beta:
                break
            alpha = max(alpha, value)
        return value

    def min_value(position: LinePosition, ply: int, alpha: int, beta: int) -> int:
        if position.ended:
            return utility(position)
        value = INFINITY
        for move in position.moves():
            value = min(value, max_value(position.after(move), ply + 1, alpha, beta))
            if value <= alpha:
                break
            beta = min(beta, value)
        return value

    min_value = (watch.node if count_min else watch.uncounted)(min_value)
    return (
        lambda position: max_value(position, 1, -INFINITY, INFINITY),
        lambda position: min_value(position, 1, -INFINITY, INFINITY),
    )


def without_pruning(watch: Watch, count_min: bool) -> MaxAndMin:
    """MAX-VALUE and MIN-VALUE of Russell & Norvig's MINIMAX-DECISION."""

    @watch.node
    def max_value(position: LinePosition, ply: int) -> int:
        if position.ended:
            return utility(position)
        return max(min_value(position.after(move), ply + 1) for move in position.moves())

    def min_value(position: LinePosition, ply: int) -> int:
        if position.ended:
            return utility(position)
        return min(max_value(position.after(move), ply + 1) for move in position.moves())

    min_value = (watch.node if count_min else watch.uncounted)(min_value)
    return lambda position: max_value(position, 1), lambda position: min_value(position, 1)


def worth(root: LinePosition, values: MaxAndMin) -> list[MoveValue]:
    """What every move for X or O is worth to that side."""
    max_value, min_value = values
    is_max = root.to_move is Player.FIRST
    children = [(move, root.after(move)) for move in root.moves()]
    each = ((move, min_value(child) if is_max else -max_value(child)) for move, child in children)
    return valued(((move, WIN * value) for move, value in each), proven=True)


def improving_moves(root: LinePosition, values: MaxAndMin, early: bool) -> Iterator[Scored]:
    """The move for X or O and its worth to that side, each time a better one is found."""
    max_value, min_value = values
    is_max = root.to_move is Player.FIRST
    best = -INFINITY
    for move in root.moves():
        child = root.after(move)
        value = min_value(child) if is_max else -max_value(child)
        if value > best:
            best = value
            yield best, (move,)
        if early and utility(child):  # the mover's, who alone can have won by it
            yield 1, (move,)
            return


@dataclass(frozen=True, repr=False)
class _P3(Searcher):
    leaves_trace: ClassVar[bool] = True

    count_min: bool = False
    early: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        flag("count_min", self.count_min)
        flag("early", self.early)


@dataclass(frozen=True, repr=False)
class P3Pruned(_P3):
    """Minimax with alpha-beta pruning as P3 published it, to the end of tic-tac-toe.

    A node is a call of `max_value`, as its `states_visited` counts; `count_min=True` counts those of
    `min_value` too. `early=False` searches on after a move that wins at once. Its program had no limits;
    here they are asked at the nodes that count.
    """

    name: ClassVar[str] = "p3.pruned"

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        board = on_three_by_three(self.name, position)
        watch = Watch(limits, sided(trace, Player.FIRST))
        values = with_pruning(watch, self.count_min)
        found = answer(board, improving_moves(board, values, self.early), watch, Player.FIRST)
        drop_untried(trace)
        return found

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        board = on_three_by_three(self.name, position)
        return worth(board, with_pruning(whole(limits), self.count_min))


@dataclass(frozen=True, repr=False)
class P3Unpruned(_P3):
    """Minimax without pruning as P3 published it; nodes, options and limits are those of `p3.pruned`."""

    name: ClassVar[str] = "p3.unpruned"

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        board = on_three_by_three(self.name, position)
        watch = Watch(limits, sided(trace, Player.FIRST))
        values = without_pruning(watch, self.count_min)
        found = answer(board, improving_moves(board, values, self.early), watch, Player.FIRST)
        drop_untried(trace)
        return found

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        board = on_three_by_three(self.name, position)
        return worth(board, without_pruning(whole(limits), self.count_min))


PLAYERS: tuple[type[Searcher], ...] = (P3Pruned, P3Unpruned)
