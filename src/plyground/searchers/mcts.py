"""Monte Carlo tree search: play many games at random, more of them where they go well."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from plyground.game import Position
from plyground.native import is_native
from plyground.rng import SplitMix64
from plyground.score import HEURISTIC, WIN, Score, payoff
from plyground.searchers.growth import MctsRecorder
from plyground.searchers.native import mcts_children
from plyground.searchers.playouts import playout, sign
from plyground.searchers.searcher import Searcher, allow_longest_game
from plyground.searchers.trace import Trace
from plyground.searchers.types import MAX_NODES, Limits, MoveValue, SearchResult, SearchStats
from plyground.searchers.watch import Stopped, Watch
from plyground.spec import number_between, whole_number

MAX_EXPLORE = 1_000_000
SCALE = 1_000  # a sure win by the playouts is +1000, short of any proven one


@dataclass(slots=True, eq=False)
class MctsNode:
    """A position of the tree: the total reward of its visits for the side to move, or its proven score."""

    position: Position[Any]
    ply: int
    visits: int = 0
    total: float = 0.0
    proven: int | None = None
    moves: list[Any] = field(default_factory=list)
    children: list[MctsNode] = field(default_factory=list)


class Child(NamedTuple):
    """What the tree knows of a move: visits, their total reward and the proven score for the other side."""

    visits: int
    total: float
    proven: int | None


def uct(root: MctsNode, explore: float, chance: SplitMix64, watch: Watch) -> Callable[[], float]:
    """UCT (Kocsis & Szepesvári 2006) with proven wins backed up (Winands et al. 2008).

    Returns a function that plays one round: select down the tree, expand it by a node, simulate a game from
    there, and back up its reward on the way. Rewards are -1 to 1 for the side to move.
    """

    @watch.node
    def visit(node: MctsNode, ply: int) -> float:
        if node.proven is not None:
            reward = float(sign(node.proven))
        elif node.visits == 0:
            reward = simulate(node)
        else:
            child = expand(node) if len(node.children) < len(node.moves) else select(node)
            reward = -visit(child, ply + 1)
        back_up(node, reward)
        return reward

    def select(node: MctsNode) -> MctsNode:
        """The child of the highest upper confidence bound (UCB1) for the side to move."""
        parent_log = math.log(node.visits)
        return max(
            (child for child in node.children if child.proven is None),
            key=lambda child: upper_confidence(child, parent_log, explore),
        )

    def expand(node: MctsNode) -> MctsNode:
        """Put the next child into the tree."""
        move = node.moves[len(node.children)]
        child = new_node(node.position.after(move), node.ply + 1)
        node.children.append(child)
        return child

    def simulate(node: MctsNode) -> float:
        """What a random game brings the side to move."""
        return float(playout(node.position, chance, watch.look_at_clock))

    def back_up(node: MctsNode, reward: float) -> None:
        node.visits += 1
        node.total += reward
        if node.proven is None:
            node.proven = proven_by_children(node)

    return lambda: visit(root, 0)


def upper_confidence(child: MctsNode, parent_log: float, explore: float) -> float:
    """UCB1 (Auer et al. 2002): what a child has brought its parent, and more the less it was visited."""
    return explore * math.sqrt(parent_log / child.visits) - child.total / child.visits


def new_node(position: Position[Any], ply: int) -> MctsNode:
    """A node without visits; the end of a game is proven."""
    outcome = position.outcome()
    if outcome:
        return MctsNode(position, ply, proven=payoff(outcome, position.to_move, ply))
    return MctsNode(position, ply, moves=list(position.moves()))


def proven_by_children(node: MctsNode) -> int | None:
    """The score of a node, if one of its children is a proven win for it, or all of them are proven."""
    replies = [-child.proven for child in node.children if child.proven is not None]
    best = max(replies, default=None)
    all_proven = len(replies) == len(node.moves)
    return best if best is not None and (all_proven or best > HEURISTIC) else None


@dataclass(frozen=True, repr=False)
class MCTS(Searcher):
    """Play many games at random, more where they go well; proven wins and losses are kept (UCT).

    >>> import plyground as pg
    >>> pg.search(pg.connect4().parse("121212"), pg.MCTS(rounds=200)).move
    '1'
    """

    name: ClassVar[str] = "mcts"
    leaves_trace: ClassVar[bool] = True
    traced_in_python: ClassVar[bool] = True

    rounds: int = 1_000
    explore: float = 1.4
    seed: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("rounds", self.rounds, 1, MAX_NODES)
        whole_number("seed", self.seed, 0, 2**64 - 1)
        number_between("explore", self.explore, 0, MAX_EXPLORE)

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        recorder = None if trace is None else MctsRecorder(trace)
        root, watch, stopped = self._play(position, limits, recorder)
        stats = SearchStats(watch.nodes, watch.depth, 0, watch.seconds)
        return SearchResult(Score(_score(root)), _line(root), root.proven is not None, stopped, stats)

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        """The mean reward of every move; the most visited move is played."""
        known = self.children(position, limits)
        return [_move_value(move, known.get(move, Child(0, 0.0, None))) for move in position.moves()]

    def children(self, position: Position[Any], limits: Limits = Limits()) -> dict[Any, Child]:
        """What is known of each move that was visited."""
        if self.twin(position, limits) and is_native(position):
            found = mcts_children(self, position, limits)
            return {move: Child(visits, total, proven) for move, visits, total, proven in found}
        root, _, _ = self._play(position, limits)
        known = [Child(child.visits, child.total, child.proven) for child in root.children]
        return dict(zip(root.moves, known, strict=False))

    def _play(
        self, position: Position[Any], limits: Limits, recorder: MctsRecorder | None = None
    ) -> tuple[MctsNode, Watch, str | None]:
        """The tree after all rounds, or as many as the limits allow."""
        allow_longest_game()
        root = new_node(position, 0)
        watch = Watch(limits, recorder, look_every=1, teardown_share=0.01)
        play_round = uct(root, self.explore, SplitMix64(self.seed), watch)
        stopped = None
        try:
            for _ in range(self.rounds):
                if root.proven is not None:
                    break
                play_round()
        except Stopped as stop:
            stopped = stop.reason
        return root, watch, stopped


def _move_value(move: Any, child: Child) -> MoveValue:
    score, proven = round(-SCALE * child.total / max(1, child.visits)), child.proven
    if proven is not None:
        score = -_without_distance(proven)
    stats = SearchStats(nodes=child.visits)
    return MoveValue(move, Score(score), (move,), proven is not None, None, stats, child.visits)


def _score(root: MctsNode) -> int:
    if root.proven is not None:
        return _without_distance(root.proven)
    best = max(root.children, key=lambda child: _rating(child, None), default=root)
    mean = (-best.total if best is not root else root.total) / max(1, best.visits)
    return round(SCALE * mean)


def _line(root: MctsNode) -> tuple[Any, ...]:
    """The most visited moves; a move that proves the score comes first."""
    node, line = root, []
    while node.children:
        proven = node.proven
        best = max(node.children, key=lambda child: _rating(child, proven))
        line.append(next(m for m, child in zip(node.moves, node.children, strict=False) if child is best))
        node = best
    return tuple(line) or tuple(root.moves[:1])


def _without_distance(proven: int) -> int:
    """A proven score; that it is a win is proven, but not that there is no shorter one."""
    return proven if abs(proven) <= HEURISTIC else WIN * sign(proven)


def _rating(child: MctsNode, proven: int | None) -> tuple[bool, bool, bool, int]:
    """How good a child is for its parent: it proves the parent's score, wins, does not lose, visits."""
    proves = proven is not None and child.proven == -proven
    wins = child.proven is not None and child.proven < -HEURISTIC
    loses = child.proven is not None and child.proven > 0
    return proves, wins, not loses, child.visits
