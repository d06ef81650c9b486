"""Monte Carlo tree search: play many games at random, more of them where they go well."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar

from plyground import _core
from plyground.errors import BadSpec, clip
from plyground.native import board, is_native, rules
from plyground.rng import SplitMix64
from plyground.score import HEURISTIC, WIN, paid
from plyground.search.limits import MOST_NODES, Limits
from plyground.search.playouts import playout, sign
from plyground.search.result import SearchResult, SearchStats
from plyground.search.searcher import Root, Searcher, room_for_the_longest_game
from plyground.search.trace import Trace
from plyground.search.watch import Stopped, Watch
from plyground.spec import whole_number

MOST_EXPLORE = 1_000_000
SCALE = 1_000  # a sure win by the playouts is +1000, short of any proven one


@dataclass(slots=True, eq=False)
class Node:
    """A position of the tree: what its playouts brought the side to move, or its proven score."""

    position: Root
    ply: int
    visits: int = 0
    total: float = 0.0
    proven: int | None = None
    moves: list[Any] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)


def uct(root: Node, explore: float, chance: SplitMix64, watch: Watch) -> Any:
    """One round of UCT (Kocsis & Szepesvári 2006) with proven wins backed up (Winands et al. 2008).

    Returns a function that plays a round: it goes down the tree to a new node, plays the game to its end
    at random, and adds what came of it to every node on the way. Values are -1 to 1 for the side to move.
    """

    @watch.node
    def visit(node: Node, ply: int) -> float:
        if node.proven is not None:
            gained = float(sign(node.proven))
        elif node.visits == 0:
            gained = float(playout(node.position, chance))
        else:
            gained = -visit(child_to_visit(node), ply + 1)
            node.proven = proof(node)
        node.visits += 1
        node.total += gained
        return gained

    def child_to_visit(node: Node) -> Node:
        if len(node.children) < len(node.moves):
            child = grown(node.position.after(node.moves[len(node.children)]), node.ply + 1)
            node.children.append(child)
            return child
        parent_log = math.log(node.visits)
        return max(
            (child for child in node.children if child.proven is None),
            key=lambda child: explore * math.sqrt(parent_log / child.visits) - child.total / child.visits,
        )

    return lambda: visit(root, 0)


def grown(position: Root, ply: int) -> Node:
    """A new node; a finished game is proven by what it paid."""
    outcome = position.outcome()
    if outcome:
        return Node(position, ply, proven=paid(outcome, position.to_move, ply))
    return Node(position, ply, moves=list(position.moves()))


def proof(node: Node) -> int | None:
    """The proven score of a node, if its children tell: one that wins, or all of them."""
    replies = [-child.proven for child in node.children if child.proven is not None]
    best = max(replies, default=None)
    whole = len(replies) == len(node.moves)
    return best if best is not None and (whole or best > HEURISTIC) else None


@dataclass(frozen=True, repr=False)
class MCTS(Searcher):
    """Play many games at random, more where they go well; proven wins and losses are kept (UCT)."""

    name: ClassVar[str] = "mcts"

    rounds: int = 1_000
    explore: float = 1.4
    seed: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("rounds", self.rounds, 1, MOST_NODES)
        whole_number("seed", self.seed, 0, 2**64 - 1)
        if type(self.explore) not in (int, float) or not 0 <= self.explore <= MOST_EXPLORE:
            given = f"explore={clip(repr(self.explore))}"
            raise BadSpec("bad explore", given, None, f"explore is a number from 0 to {MOST_EXPLORE}")

    def think(self, position: Root, limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        root, watch, stopped = self._play(position, limits)
        score, line = _answer(root)
        stats = SearchStats(watch.nodes, watch.depth, 0, watch.seconds)
        return SearchResult(score, line, root.proven is not None, stopped, stats)

    def visits(self, position: Root, limits: Limits = Limits()) -> dict[Any, int]:
        """How often each move of a position was looked at: what the choice is made by."""
        if self.twin(position, limits) and is_native(position):
            options = self.rounds, self.explore, self.seed
            allowed = limits.nodes, limits.seconds, limits.stop
            return dict(_core.mcts_visits(rules(position.game), *board(position), *options, *allowed))
        root, _, _ = self._play(position, limits)
        return {m: child.visits for m, child in zip(root.moves, root.children, strict=False)}

    def _play(self, position: Root, limits: Limits) -> tuple[Node, Watch, str | None]:
        """The tree after all rounds, or as many as the limits allow."""
        room_for_the_longest_game()
        root, watch = grown(position, 0), Watch(limits, look_every=1, to_let_go=0.01)
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


def _answer(root: Node) -> tuple[int, tuple[Any, ...]]:
    """The score of the root, and the line of the most visited moves; a proven one goes before all."""
    node, line = root, []
    while node.children:
        proven = node.proven
        best = max(node.children, key=lambda child: _worth(child, proven))
        line.append(next(m for m, child in zip(node.moves, node.children, strict=False) if child is best))
        node = best
    if root.proven is not None:  # a win is proven, and not that there is no shorter one
        score = root.proven if abs(root.proven) <= HEURISTIC else WIN * sign(root.proven)
    else:
        best = max(root.children, key=lambda child: _worth(child, None), default=root)
        mean = (-best.total if best is not root else root.total) / max(1, best.visits)
        score = round(SCALE * mean)
    return score, tuple(line) or tuple(root.moves[:1])


def _worth(child: Node, wanted: int | None) -> tuple[bool, bool, bool, int]:
    """How good a child is for its parent: what proves the parent, a proven win, no loss, visits."""
    proves = wanted is not None and child.proven == -wanted
    wins = child.proven is not None and child.proven < -HEURISTIC
    loses = child.proven is not None and child.proven > 0
    return proves, wins, not loses, child.visits
