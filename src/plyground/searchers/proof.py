"""Who wins, by proof-number search: best-first on a tree, or depth-first with a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.errors import PlygroundError, with_reason
from plyground.game import Player, Position
from plyground.score import LONGEST, WIN, Score
from plyground.searchers.df_pn import df_pn
from plyground.searchers.growth import ProofRecorder
from plyground.searchers.proof_number import Goal, Proof, proof_number_search
from plyground.searchers.searcher import Searcher, allow_longest_game
from plyground.searchers.table import MAX_ENTRIES
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, SearchResult, SearchStats
from plyground.searchers.watch import Stopped, Watch
from plyground.spec import one_of, whole_number

METHODS = ("best_first", "depth_first")


@dataclass(frozen=True, repr=False)
class ProofNumber(Searcher):
    """Who wins, and nothing about how soon: can the side to move win, and if not, can it hold a draw.

    A proof is a tree and no line, so the answer is the score (a win is WIN, however far) and one move.

    >>> import plyground as pg
    >>> str(pg.search(pg.connect4().parse("121212"), pg.ProofNumber()).score)
    'wins'
    """

    name: ClassVar[str] = "proof"
    leaves_trace: ClassVar[bool] = True
    traced_in_python: ClassVar[bool] = True

    method: str = "depth_first"
    size: int = 1_000_000

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("method", self.method, METHODS)
        whole_number("size", self.size, 1, MAX_ENTRIES)

    @property
    def can_trace(self) -> bool:
        """Only the best-first search grows a tree; the other keeps a table."""
        return self.method == "best_first"

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        allow_longest_game()
        recorder = None if trace is None else ProofRecorder(trace)
        share = 0.1 if self.method == "best_first" else 0.0
        watch = Watch(limits, recorder, look_every=1, teardown_share=share)
        mover = position.to_move
        stopped, score, move = None, 0, None
        try:
            wins, move = self._prove(position, Goal(mover), watch)
            score = WIN if wins else 0
            if not wins:
                holds, move = self._prove(position, Goal(mover, draw_is_enough=True), watch)
                score = 0 if holds else -WIN
        except Stopped as stop:
            stopped = stop.reason
        except PlygroundError as error:
            raise _endless() if error.reason == "endless" else error from None
        line = () if position.outcome() else (_safe_move(position) if move is None else move,)
        stats = SearchStats(watch.nodes, watch.depth, 0, watch.seconds)
        proven = stopped is None and not _pays_points(position, line)
        return SearchResult(Score(score), line, proven, stopped, stats)

    def _prove(self, root: Position[Any], goal: Goal, watch: Watch) -> Proof:
        if self.method == "best_first":
            return proof_number_search(root, goal, watch)
        return df_pn(root, goal, self.size, watch)


def _endless() -> PlygroundError:
    """The error about a line without an end: a proof has no depth that could be given."""
    how = "proof(method='best_first') keeps to a number of nodes or a time"
    error = PlygroundError(f"play goes on for more than {LONGEST} plies: {how}")
    return with_reason(error, "endless-proof", plies=LONGEST, how="proof(method='best_first')")


def _safe_move(position: Position[Any]) -> Any:
    """What to play where nothing is proven: a win at once, else a move that does not allow one."""
    mover, moves = position.to_move, position.moves()
    children = [(move, position.after(move)) for move in moves]
    wins = [move for move, child in children if _winner(child) is mover]
    safe = [
        move
        for move, child in children
        if not any(_winner(child.after(reply)) is mover.other for reply in child.moves())
    ]
    return [*wins, *safe, moves[0]][0]


def _pays_points(position: Position[Any], line: tuple[Any, ...]) -> bool:
    """Whether the game pays points: then a proof that somebody wins shows only the sign of the score.

    One line of play tells; a game that goes round and round on it is taken to pay none.
    """
    for _ in range(LONGEST):
        if outcome := position.outcome():
            return outcome.points is not None
        position = position.after(line[0] if line else position.moves()[0])
        line = ()
    return False


def _winner(position: Position[Any]) -> Player | None:
    outcome = position.outcome()
    return outcome.winner if outcome else None
