"""The two players of P1 (PUC Minas, 2020): minimax to the end of the game, and the greedy "A*".

Their programs know no limits; our minimax looks at those of nodes and seconds, and then plays the best
reply known.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from plyground.agents.published.p0 import Best, answer, best_reply, tictactoe_only
from plyground.games.line import LinePosition
from plyground.search.greedy import Greedy
from plyground.search.limits import Limits
from plyground.search.result import SearchResult
from plyground.search.searcher import Root, Searcher
from plyground.search.trace import Trace
from plyground.search.watch import Stopped, Watch
from plyground.spec import flag

Reply = tuple[int, int]  # a value for the side that chooses, and the move


def first_best(replies: list[Reply]) -> Reply:
    """The first of the best replies, as minimax chooses."""
    return max(replies, key=lambda reply: reply[0])


def last_step_up(replies: list[Reply]) -> Reply:
    """The last reply that is better than the one before it: what Figure 1's program takes for the best."""
    chosen = replies[0]
    for before, reply in pairwise(replies):
        if reply[0] > before[0]:
            chosen = reply
    return chosen


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
    before it instead of the best so far, the error without which Figure 1's game does not come out.
    """

    name: ClassVar[str] = "p1.minimax"

    sibling: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        flag("sibling", self.sibling)

    def think(self, position: Root, limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        root, watch = tictactoe_only(self.name, position), Watch(limits)
        choose = last_step_up if self.sibling else first_best

        @watch.node
        def minimax(position: LinePosition, ply: int) -> Best:
            if position.outcome():
                return worth(position), None
            return choose([(-minimax(position.after(move), ply + 1)[0], move) for move in position.moves()])

        try:
            return answer(root, minimax(root, 0), watch)
        except Stopped as stop:
            return answer(root, best_reply(root, watch, -1), watch, stopped=stop.reason)


@dataclass(frozen=True, repr=False)
class P1Greedy(Greedy):
    """The lowest F = G − H, the first of equals row by row; `diagonals="one"` plays as Figure 2 does.

    The paper counts no nodes; here the position and each empty square is one.
    """

    name: ClassVar[str] = "p1.greedy"

    def think(self, position: Root, limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        return super().think(tictactoe_only(self.name, position), limits, trace)


PLAYERS: tuple[type[Searcher], ...] = (P1Minimax, P1Greedy)
