"""The player of P2: alpha-beta in JavaScript, whose `break` leaves only the loop over columns.

Wins are ±1 however soon they come, squares are tried row by row, and of equal moves the first is played.
There the machine is always O; here it is whoever is to move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from plyground.errors import BadSpec
from plyground.game import Player, Position
from plyground.games.line import LinePosition, tictactoe
from plyground.papers.p0.players import valued, whole
from plyground.papers.trace_adapter import sided
from plyground.score import WIN, Score, payoff
from plyground.searchers.searcher import INFINITY, Scored, Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, MoveValue, SearchResult, SearchStats
from plyground.searchers.watch import Stopped, Watch
from plyground.spec import flag


@cache
def rows(occupied: int, at_once: bool) -> tuple[tuple[int, ...], ...]:
    """The empty squares row by row, which is what a `break` leaves; or all of them as one row."""
    empty = tuple(square for square in range(9) if not occupied >> square & 1)
    return (empty,) if at_once else tuple(tuple(s for s in empty if s // 3 == row) for row in range(3))


def scores(root: LinePosition, whole_break: bool, watch: Watch) -> Iterator[tuple[int, int]]:
    """Every move of the machine's and its worth of ±1 or 0."""
    machine = root.to_move

    @watch.node
    def minimax(position: LinePosition, ply: int, alpha: int, beta: int) -> int:
        outcome = position.outcome()
        if outcome:
            return 0 if outcome.winner is None else 1 if outcome.winner is machine else -1
        if position.to_move is machine:
            most = -INFINITY
            for row in rows(position.first | position.second, whole_break):
                for square in row:
                    value = minimax(position.after(square), ply + 1, alpha, beta)
                    most = max(most, value)
                    alpha = max(alpha, value)
                    if beta <= alpha:
                        break  # and go on with the next row
            return most
        least = INFINITY
        for row in rows(position.first | position.second, whole_break):
            for square in row:
                value = minimax(position.after(square), ply + 1, alpha, beta)
                least = min(least, value)
                beta = min(beta, value)
                if beta <= alpha:
                    break
        return least

    for square in root.moves():
        yield square, minimax(root.after(square), 1, -INFINITY, INFINITY)


def better_and_better(scores: Iterable[tuple[int, int]]) -> Iterator[Scored]:
    """The machine's move, each time a better one is found; the last one is played."""
    best = -INFINITY
    for square, value in scores:
        if value > best:
            best = value
            yield best, (square,)


@dataclass(frozen=True, repr=False)
class P2AlphaBeta(Searcher):
    """Alpha-beta as P2 published it, to the end of tic-tac-toe; a win is a win, now or later.

    A node is a call of its `minimax`, so the position to move in is none. `whole_break=True` prunes as
    was meant: a cut ends both loops. Its program had no limits; here it stops with its best move so far.
    """

    name: ClassVar[str] = "p2.alphabeta"
    leaves_trace: ClassVar[bool] = True

    whole_break: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        flag("whole_break", self.whole_break)

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        board = on_three_by_three(self.name, position)
        watch = Watch(limits, sided(trace, board.to_move))
        return answer(board, better_and_better(scores(board, self.whole_break, watch)), watch)

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        board = on_three_by_three(self.name, position)
        each = scores(board, self.whole_break, whole(limits))
        return valued(((move, WIN * value) for move, value in each), proven=True)


def on_three_by_three(player: str, position: Position[Any]) -> LinePosition:
    """The position, if it is one of tic-tac-toe; a BadSpec says so if not."""
    if isinstance(position, LinePosition) and position.game == tictactoe():
        return position
    given = position.game.spec if isinstance(position, LinePosition) else type(position).__name__
    right, facts = "the paper's program plays tictactoe only", {"name": player, "game": "tictactoe"}
    raise BadSpec(f"no {player}", given, None, right, "one-game", facts)


def answer(
    position: LinePosition, moves: Iterator[Scored], watch: Watch, side: Player | None = None
) -> SearchResult[Any]:
    """The last of the moves that are found, each with its worth of ±1 or 0 to the side to move.

    The loop over the moves is no node, but in a trace it is the root; `side` is whose values are there.
    """
    outcome, stopped = position.outcome(), None
    if outcome:
        return SearchResult(Score(payoff(outcome, position.to_move, 0)), (), True, None, SearchStats())
    value, line = 0, position.moves()[:1]

    @watch.uncounted
    def decide(position: LinePosition, ply: int, alpha: int, beta: int) -> tuple[int, int]:
        nonlocal value, line
        for better in moves:
            value, line = better
        return value if side in (None, position.to_move) else -value, line[0]

    try:
        decide(position, 0, -INFINITY, INFINITY)
    except Stopped as stop:
        stopped = stop.reason
    stats = SearchStats(watch.nodes, 0 if stopped else watch.depth, 0, watch.seconds)
    return SearchResult(Score(value * WIN), line, stopped is None, stopped, stats)


PLAYERS: tuple[type[Searcher], ...] = (P2AlphaBeta,)
