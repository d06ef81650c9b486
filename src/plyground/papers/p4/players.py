"""The players of P4 on Connect Four, as published: minimax, alpha-beta and iterative deepening.

Player 1 minimises and player 2 maximises one score. What a leaf scores has two versions, because the text
does not describe the program behind the numbers (Table 2 comes out by `program`, and not by `text`):

- `text`: 10, 100 and 1000 for 2, 3 and 4 discs in a window of four that the other side is not in, 6 for a
  disc in the middle column, those of player 2 less those of player 1, and ±∞ when somebody has won.
- `program`: the same counts of the side TO MOVE alone, less 120 for each such window with three discs of
  the other. Player 1 minimises that too, so at even depths it looks for what is worst for it, and player 2
  at odd ones. The depth is tested before the end of the game, so a win on the last ply is not seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import inf
from typing import Any, ClassVar

from plyground.errors import BadSpec, truncate
from plyground.game import Player, Position
from plyground.games.line import LinePosition, connect4
from plyground.papers.p0.players import valued, whole
from plyground.papers.trace_adapter import sided
from plyground.rng import SplitMix64
from plyground.score import WIN, Score
from plyground.searchers.searcher import Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, MoveValue, SearchResult, SearchStats, duration, stricter
from plyground.searchers.watch import Stopped, Watch
from plyground.spec import one_of, whole_number

GAME = connect4()
VERSIONS = ("program", "text")
TOLERANCE = 0.25  # seconds that iterative deepening leaves of its limit
OPEN_THREE_AGAINST = 120
CENTRE = 6

Chosen = tuple[float, int | None]  # the value, and the move that is strictly better than all before it
Search = Callable[[LinePosition, int, float, float], Chosen]
Estimate = Callable[[LinePosition, bool], float | None]

_MIDDLE = GAME.column_masks[GAME.columns // 2]


def _starts(right: int, left: int, down: int) -> int:
    """The cells where windows begin that need so many columns to either side and rows below."""
    columns, rows = range(left, GAME.columns - right), range(GAME.rows - down)
    return sum(1 << row * GAME.columns + column for row in rows for column in columns)


# From cell to cell of a window, and where windows of that direction begin.
_DIRECTIONS = (
    (1, _starts(3, 0, 0)),
    (GAME.columns, _starts(0, 0, 3)),
    (GAME.columns + 1, _starts(3, 0, 3)),
    (GAME.columns - 1, _starts(0, 3, 3)),
)


@lru_cache(maxsize=1 << 16)  # searches come to the same discs by several ways
def windows(own: int, other: int) -> tuple[int, int, int]:
    """In how many windows of four one side has 2, 3, 4 discs and the other none: all at once, by bits."""
    twos = threes = fours = 0
    for step, starts in _DIRECTIONS:
        theirs = other | other >> step
        free = starts & ~(theirs | theirs >> 2 * step)
        both, one = own & own >> step, own ^ own >> step  # of the first two cells; of the last two:
        both_last, one_last = both >> 2 * step, one >> 2 * step
        twos += (free & (one & one_last | (both ^ both_last) & ~(one | one_last))).bit_count()
        threes += (free & (both & one_last | one & both_last)).bit_count()
        fours += (free & both & both_last).bit_count()
    return twos, threes, fours


def text_score(position: LinePosition) -> float:
    """What the text says a position is worth: high is good for player 2."""
    if position.ended and position.ended.winner:
        return inf if position.ended.winner is Player.SECOND else -inf
    first, second = position.stones
    return _text_side(second, first) - _text_side(first, second)


def _text_side(own: int, other: int) -> int:
    twos, threes, fours = windows(own, other)
    return 10 * twos + 100 * threes + 1000 * fours + CENTRE * (own & _MIDDLE).bit_count()


def program_score(position: LinePosition) -> int:
    """What the program says a position is worth: high is good for the side to move."""
    own, other = position.stones if position.to_move is Player.FIRST else position.stones[::-1]
    twos, threes, fours = windows(own, other)
    mine = 10 * twos + 100 * threes + 10_000 * fours + CENTRE * (own & _MIDDLE).bit_count()
    return mine - OPEN_THREE_AGAINST * windows(other, own)[1]


@dataclass(frozen=True)
class PublishedEvaluation:
    """The paper's heuristic in a version, for people who want the value of a board (its Figure 1)."""

    name: str
    score: Callable[[LinePosition], float]
    side: Player | None  # who likes a high value; None: the side to move

    def __call__(self, position: Position[Any]) -> float:
        """The value of a board."""
        return self.score(connect4_only(self.name, position))


EVALUATIONS = {
    "p4.text": PublishedEvaluation("p4.text", text_score, Player.SECOND),
    "p4.program": PublishedEvaluation("p4.program", program_score, None),
}


def connect4_only(name: str, position: Position[Any]) -> LinePosition:
    """The position, if it is one of Connect Four as the paper plays it."""
    if not isinstance(position, LinePosition) or position.game != GAME:
        game = position.game.spec if isinstance(position, LinePosition) else type(position).__name__
        right, facts = f"it plays {GAME.spec} only", {"name": name, "game": GAME.spec}
        raise BadSpec(name, f"a position of {game}", None, right, "one-game", facts)
    return position


def text_leaf(position: LinePosition, is_deep: bool) -> float | None:
    """`if depth = 0 or IS TERMINAL(state) then return EVALUATE(state)`."""
    return text_score(position) if is_deep or position.ended else None


def program_leaf(position: LinePosition, is_deep: bool) -> float | None:
    """The same, with the depth tested first and the end of the game told apart from the evaluation."""
    if is_deep:
        return program_score(position)
    if not position.ended:
        return None
    winner = position.ended.winner
    return 0 if winner is None else inf if winner is Player.SECOND else -inf


LEAVES: dict[str, Estimate] = {"program": program_leaf, "text": text_leaf}


def minimax(root: LinePosition, depth: int, leaf: Estimate, prunes: bool, watch: Watch) -> Chosen:
    """What Algorithm 1 chooses, or 2 where it `prunes`."""
    return search(depth, leaf, prunes, watch)(root, 0, -inf, inf)


def search(depth: int, leaf: Estimate, prunes: bool, watch: Watch) -> Search:
    """Algorithm 1; where it `prunes`, with the break of Algorithm 2.

    The infinities are true ones: a win found cuts at once, and where every move loses none is chosen.
    """

    @watch.node
    def value(position: LinePosition, ply: int, alpha: float, beta: float) -> Chosen:
        estimate = leaf(position, ply == depth)
        if estimate is not None:
            return estimate, None
        chosen: int | None = None
        maximises = position.to_move is Player.SECOND
        best = -inf if maximises else inf
        for move in position.moves():
            reply, _ = value(position.after(move), ply + 1, alpha, beta)
            if reply > best if maximises else reply < best:
                best, chosen = reply, move
            if maximises:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if prunes and alpha >= beta:
                break
        return best, chosen

    return value


@dataclass(frozen=True, repr=False)
class P4Player(Searcher):
    """What the three have in common; where every move loses, chance plays, as the paper's server did."""

    leaves_trace: ClassVar[bool] = True

    version: str = field(default="program", kw_only=True)
    seed: int = field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("seed", self.seed, 0, 2**64 - 1)
        one_of("version", self.version, VERSIONS)

    def board(self, position: Position[Any]) -> LinePosition:
        """The position, if it is one of Connect Four as the paper plays it."""
        return connect4_only(self.name, position)

    def fallback(self, position: LinePosition) -> int | None:
        """Any legal move, drawn by seed and position."""
        moves = position.moves()
        return SplitMix64(self.seed ^ position.key()).choice(moves) if moves else None

    def result(
        self, position: LinePosition, found: Chosen, stats: SearchStats, stopped: str | None
    ) -> SearchResult[int]:
        """The answer, its value seen from the side to move."""
        value, move = found
        move = self.fallback(position) if move is None else move
        line = () if move is None else (move,)
        return SearchResult(Score(self.score(position, value)), line, False, stopped, stats)

    def score(self, position: LinePosition, value: float) -> int:
        """A value as the side to move sees it."""
        score = round(max(-WIN, min(WIN, value)))
        return score if position.to_move is Player.SECOND else -score

    def to_depth(self, position: Position[Any], depth: int, limits: Limits) -> list[MoveValue]:
        """What every move is worth by a search to a depth; pruning, where there is any, changes none."""
        board = self.board(position)
        value = search(depth, LEAVES[self.version], True, whole(limits))
        each = ((move, value(board.after(move), 1, -inf, inf)[0]) for move in board.moves())
        return valued((move, self.score(board, found)) for move, found in each)


@dataclass(frozen=True, repr=False)
class P4Minimax(P4Player):
    """Depth-limited minimax; a node is a call of Algorithm 1, the root included.

    The paper's has no limits but its depth; this one, stopped by a limit, plays any legal move.
    """

    name: ClassVar[str] = "p4.minimax"
    prunes: ClassVar[bool] = False

    depth: int = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("depth", self.depth, 1, GAME.cells)

    @property
    def max_depth(self) -> int:
        """The depth of the search."""
        return self.depth

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        return self.to_depth(position, stricter(self.depth, limits.depth) or self.depth, limits)

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        board, watch = self.board(position), Watch(limits, sided(trace, Player.SECOND))
        depth = stricter(self.depth, limits.depth) or self.depth
        found: Chosen = (0, None)
        stopped = None
        try:
            found = minimax(board, depth, LEAVES[self.version], self.prunes, watch)
        except Stopped as stop:
            stopped = stop.reason
        reached = 0 if stopped else depth
        return self.result(board, found, SearchStats(watch.nodes, reached, 0, watch.seconds), stopped)


@dataclass(frozen=True, repr=False)
class P4AlphaBeta(P4Minimax):
    """The same with pruning: the paper's best player at depth 5."""

    name: ClassVar[str] = "p4.alphabeta"
    prunes: ClassVar[bool] = True

    depth: int = 5


@dataclass(frozen=True, repr=False)
class P4Deepening(P4Player):
    """Alpha-beta to depth 1, 2, 3, … until 250 ms before the limit; the last finished depth answers.

    `tolerance` is that reserve, in seconds. A node is a call at any depth. Where the board has no more
    plies than were looked at it answers at once: the paper's went round until its time was up.
    """

    name: ClassVar[str] = "p4.deepening"
    no_values: ClassVar[str] = "there was no time for a single ply"

    seconds: float = 1.0
    tolerance: float = TOLERANCE

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tolerance != 0:
            duration("tolerance", self.tolerance)
        if duration("seconds", self.seconds) <= self.tolerance:
            given = f"seconds={truncate(repr(self.seconds))}"
            right, facts = f"{self.tolerance:g} of them are left as tolerance", {"seconds": self.tolerance}
            raise BadSpec("bad seconds", given, None, right, "tolerance", facts)

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        depth = self.search(position, limits).stats.depth
        return self.to_depth(position, depth, limits) if depth else super().values(position, limits)

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        board = self.board(position)
        own_time = self.seconds - self.tolerance
        seconds = own_time if limits.seconds is None else min(own_time, limits.seconds)
        watch = Watch(replace(limits, seconds=seconds), sided(trace, Player.SECOND))
        plies_left = GAME.cells - (board.first | board.second).bit_count()
        deepest = plies_left if limits.depth is None else min(plies_left, limits.depth)
        found: Chosen = (0, None)
        depth, stopped = 0, None
        try:
            while depth < deepest:
                found = minimax(board, depth + 1, LEAVES[self.version], True, watch)
                depth += 1
        except Stopped as stop:
            stopped = stop.reason
        return self.result(board, found, SearchStats(watch.nodes, depth, 0, watch.seconds), stopped)


PLAYERS: tuple[type[Searcher], ...] = (P4Minimax, P4AlphaBeta, P4Deepening)
