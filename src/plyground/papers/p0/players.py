"""The two players of P0 (Unioeste, 2025): minimax with a transposition table, and minimax with pruning.

Their programs know no limits; ours look at those of nodes and seconds, and then play the best reply known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from plyground.errors import BadSpec
from plyground.game import Outcome, Player, Position
from plyground.games.line import CellMove, LinePosition, tictactoe
from plyground.papers.trace_adapter import sided
from plyground.rng import SplitMix64
from plyground.score import Score
from plyground.searchers.searcher import INFINITY, Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, MoveValue, SearchResult, SearchStats
from plyground.searchers.watch import Stopped, Watch
from plyground.spec import flag, whole_number

CORNERS = (0, 2, 6, 8)
CENTRE = 4
BY_HEART = "it plays its first move by heart"

Best = tuple[int, int | None]  # a score for the player who decides, and the move that leads to it


def tictactoe_only(name: str, position: Position[Any]) -> LinePosition:
    """The position, if it is one of tic-tac-toe; a BadSpec names the right game if not."""
    if isinstance(position, LinePosition) and position.game == tictactoe():
        return position
    given = position.game.spec if isinstance(position, LinePosition) else type(position).__name__
    right, facts = "the paper's program plays tictactoe", {"name": name, "game": "tictactoe"}
    raise BadSpec(name, f"a position of {given}", None, right, "one-game", facts)


def answer(
    root: LinePosition, best: Best, watch: Watch, table_hits: int = 0, stopped: str | None = None
) -> SearchResult[Any]:
    """What a search found, or the first move if nothing came back.

    A paper's scores are no values of score.py, so they are never called proven.
    """
    score, move = best
    if move is None and not root.outcome():
        score, move = 0, root.moves()[0]
    stats = SearchStats(watch.nodes, 0 if stopped else watch.depth, table_hits, watch.seconds)
    return SearchResult(Score(score), () if move is None else (move,), False, stopped, stats)


def valued(moves: Iterable[tuple[int, int]], proven: bool = False) -> list[MoveValue]:
    """Moves with their scores, as a paper's player compares them."""
    return [MoveValue(move, Score(score), (move,), proven, None, SearchStats()) for move, score in moves]


def whole(limits: Limits) -> Watch:
    """A watch for all moves, of which a part would be worth nothing: only a wish to stop ends it."""
    return Watch(replace(limits, nodes=None, seconds=None))


def best_reply(root: LinePosition, watch: Watch, sign: int = 1) -> Best:
    """The best of the root's moves whose value came back before the search was stopped."""
    move_to: dict[Position[Any], int] = {root.after(move): move for move in root.moves()}
    known = [(sign * value, move_to[child]) for child, (value, _) in watch.finished]
    return max(known, default=(0, None), key=lambda reply: reply[0])


def from_the_book(move: int, watch: Watch) -> SearchResult[Any]:
    """An opening move that is played without a search: no nodes, nothing proven."""
    return SearchResult(Score(0), (CellMove(move),), False, None, SearchStats(0, 0, 0, watch.seconds))


def is_empty(position: LinePosition) -> bool:
    return not position.first | position.second


def empty_squares(position: LinePosition) -> int:
    return position.game.cells - (position.first | position.second).bit_count()


@dataclass(frozen=True, repr=False)
class P0Mtt(Searcher):
    """Minimax with a table of the boards already valued, forgotten before each decision (MTT).

    A win scores 10 less its depth. Every call counts as a node: the root, ends of the game, and boards
    found in the table. On the empty board a corner is drawn by the seed, and nothing is counted.
    """

    name: ClassVar[str] = "p0.mtt"
    no_values: ClassVar[str] = BY_HEART
    leaves_trace: ClassVar[bool] = True

    seed: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("seed", self.seed, 0, 2**64 - 1)

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        root, watch = tictactoe_only(self.name, position), whole(limits)
        if is_empty(root):
            return super().values(position, limits)
        minimax, _ = self._minimax(root, watch)
        return valued((move, minimax(root.after(move), 1)[0]) for move in root.moves())

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        root = tictactoe_only(self.name, position)
        watch = Watch(limits, sided(trace, root.to_move))
        if is_empty(root):
            return from_the_book(SplitMix64(self.seed ^ root.key()).choice(CORNERS), watch)
        minimax, hits = self._minimax(root, watch)
        try:
            return answer(root, minimax(root, 0), watch, hits())
        except Stopped as stop:
            return answer(root, best_reply(root, watch), watch, hits(), stop.reason)

    def _minimax(
        self, root: LinePosition, watch: Watch
    ) -> tuple[Callable[[LinePosition, int], Best], Callable[[], int]]:
        """The paper's method minimax with its table, and how often that was hit."""
        me, table, hits = root.to_move, dict[LinePosition, Best](), 0

        @watch.node
        def minimax(position: LinePosition, ply: int) -> Best:
            nonlocal hits
            if position in table:
                hits += 1
                return table[position]
            outcome = position.outcome()
            if outcome:
                return _win_less_depth(outcome, me, ply), None
            replies = [(minimax(position.after(move), ply + 1)[0], move) for move in position.moves()]
            better = max if position.to_move is me else min  # either keeps the first of equals
            table[position] = better(replies, key=lambda reply: reply[0])
            return table[position]

        return minimax, lambda: hits


def _win_less_depth(outcome: Outcome, me: Player, ply: int) -> int:
    if outcome.winner is None:
        return 0
    return 10 - ply if outcome.winner is me else ply - 10


@dataclass(frozen=True, repr=False)
class P0AlphaBeta(Searcher):
    """Minimax with pruning, except at the root, where every move is given the full window.

    A win scores one more than the squares left empty. Every call below the root counts as a node, the
    root does not. On the empty board the centre is played, and nothing is counted. `carried=True` hands
    the best score so far on from one root move to the next, as alpha-beta does and the paper does not.
    """

    name: ClassVar[str] = "p0.alphabeta"
    no_values: ClassVar[str] = BY_HEART
    leaves_trace: ClassVar[bool] = True

    carried: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        flag("carried", self.carried)

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        root, watch = tictactoe_only(self.name, position), whole(limits)
        if is_empty(root):
            return super().values(position, limits)
        alphabeta = _alphabeta(root.to_move, watch)
        scores = ((move, alphabeta(root.after(move), 1, -INFINITY, INFINITY)) for move in root.moves())
        return valued(scores)

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        root = tictactoe_only(self.name, position)
        watch = Watch(limits, sided(trace, root.to_move))
        if is_empty(root):
            return from_the_book(CENTRE, watch)
        alphabeta = _alphabeta(root.to_move, watch)
        best: Best = (-INFINITY, None)
        stopped = None

        @watch.uncounted
        def decide(position: LinePosition, ply: int, alpha: int, beta: int) -> Best:
            nonlocal best
            for move in position.moves():
                score = alphabeta(position.after(move), ply + 1, best[0] if self.carried else alpha, beta)
                if score > best[0]:
                    best = score, move
            return best

        try:
            decide(root, 0, -INFINITY, INFINITY)
        except Stopped as stop:
            stopped = stop.reason
        outcome = root.outcome()
        if outcome:
            best = _win_and_room(outcome, root.to_move, root), None
        return answer(root, best, watch, stopped=stopped)


def _alphabeta(me: Player, watch: Watch) -> Callable[[LinePosition, int, int, int], int]:
    """The paper's method alphabeta, for the player who decides."""

    @watch.node
    def alphabeta(position: LinePosition, ply: int, alpha: int, beta: int) -> int:
        outcome = position.outcome()
        if outcome:
            return _win_and_room(outcome, me, position)
        if position.to_move is me:
            best = -INFINITY
            for move in position.moves():
                best = max(best, alphabeta(position.after(move), ply + 1, alpha, beta))
                alpha = max(alpha, best)
                if beta <= alpha:
                    break
            return best
        best = INFINITY
        for move in position.moves():
            best = min(best, alphabeta(position.after(move), ply + 1, alpha, beta))
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best

    return alphabeta


def _win_and_room(outcome: Outcome, me: Player, position: LinePosition) -> int:
    if outcome.winner is None:
        return 0
    room = empty_squares(position) + 1
    return room if outcome.winner is me else -room


PLAYERS: tuple[type[Searcher], ...] = (P0Mtt, P0AlphaBeta)
