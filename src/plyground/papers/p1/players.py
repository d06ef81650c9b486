"""The two players of P1 (PUC Minas, 2020): minimax to the end of the game, and the greedy "A*".

Their programs know no limits; our minimax looks at those of nodes and seconds, and then plays the best
reply known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Literal

from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.papers.p0.players import Best, answer, best_reply, tictactoe_only, valued, whole
from plyground.papers.trace_adapter import sided
from plyground.searchers.greedy import Greedy, square_costs
from plyground.searchers.searcher import Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, MoveValue, SearchResult
from plyground.searchers.watch import Stopped, Watch
from plyground.spec import bad_option

Reply = tuple[int, int]  # a value for the side that chooses, and the move


def first_best(replies: list[Reply]) -> Reply:
    """The first of the best replies, as minimax chooses."""
    return max(replies, key=lambda reply: reply[0])


def last_step_up(replies: list[Reply]) -> Reply:
    """The last reply that is better than the one before it: the best, if one compares with that only."""
    chosen = replies[0]
    for before, reply in pairwise(replies):
        if reply[0] > before[0]:
            chosen = reply
    return chosen


def last_step_up_of_best(replies: list[Reply]) -> Reply:
    """The best value, with the move of the last step up: the same error, made once, at the root."""
    return first_best(replies)[0], last_step_up(replies)[1]


def worth(position: LinePosition) -> int:
    """What a finished game is worth to the side whose turn it would be: 10, -10, or 0."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    return 10 if outcome.winner is position.to_move else -10


@dataclass(frozen=True, repr=False)
class P1Minimax(Searcher):
    """Minimax over every line: a win is worth 10, a loss -10, however far; the first of equals is played.

    The paper counts no nodes; here every call is one. `sibling=True` compares each child with the one
    before it instead of the best so far, `sibling="root"` only the moves to choose from: two of three
    readings that play Figure 1's game.
    """

    name: ClassVar[str] = "p1.minimax"
    no_values: ClassVar[str] = "it compares each move with the one before, and not with the best"

    leaves_trace: ClassVar[bool] = True

    sibling: bool | Literal["root"] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sibling not in (False, True, "root"):
            right = "sibling is True, False or 'root'"
            raise bad_option("sibling", self.sibling, right, "one-of", known="True, False, 'root'")

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        root, watch = tictactoe_only(self.name, position), whole(limits)
        if self.sibling:
            return super().values(position, limits)
        minimax = self._minimax(watch)
        return valued((move, -minimax(root.after(move), 1)[0]) for move in root.moves())

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        root, watch = tictactoe_only(self.name, position), Watch(limits, sided(trace, None))
        minimax = self._minimax(watch)
        try:
            return answer(root, minimax(root, 0), watch)
        except Stopped as stop:
            return answer(root, best_reply(root, watch, -1), watch, stopped=stop.reason)

    def _minimax(self, watch: Watch) -> Callable[[LinePosition, int], Best]:
        choose = last_step_up if self.sibling is True else first_best
        choose_at_root = last_step_up_of_best if self.sibling == "root" else choose

        @watch.node
        def minimax(position: LinePosition, ply: int) -> Best:
            if position.outcome():
                return worth(position), None
            replies = [(-minimax(position.after(move), ply + 1)[0], move) for move in position.moves()]
            return choose(replies) if ply else choose_at_root(replies)

        return minimax


@dataclass(frozen=True, repr=False)
class P1Greedy(Greedy):
    """The lowest F = G − H, the first of equals row by row; `diagonals="one"` or `"none"` play Figure 2.

    The paper counts no nodes; here the position and each empty square is one.
    """

    name: ClassVar[str] = "p1.greedy"
    leaves_trace: ClassVar[bool] = True

    def board(self, position: Position[Any]) -> LinePosition:
        return tictactoe_only(self.name, position)

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        if trace is not None:
            _write_down(self.board(position), self.diagonals, trace)
        return super().think(position, limits, None)


def _write_down(root: LinePosition, diagonals: str, trace: Trace) -> None:
    """Every square below the position, worth −F to who plays there: no tree, but what is chosen from."""
    watch = Watch(Limits(), trace)

    @watch.node
    def value(position: LinePosition, ply: int) -> tuple[int, tuple[int, ...]]:
        if ply or position.outcome():
            square = (position.first | position.second) ^ (root.first | root.second)
            return (costs[square.bit_length() - 1].f if square else worth(position)), ()
        replies = [(-value(position.after(move), 1)[0], (move,)) for move in position.moves()]
        return max(replies, key=lambda reply: reply[0])

    costs = {move: square_costs(root, move, diagonals) for move in root.moves()}
    value(root, 0)


PLAYERS: tuple[type[Searcher], ...] = (P1Minimax, P1Greedy)
