"""Proof-number search: who wins, by always looking where the least is left to be shown.

A node's proof number is the least number of leaves that must be won to prove a win of the attacker, its
disproof number the least that must not be. Both are counted from the side to move: `own` for what would
show its aim, `other` for what would refute it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from plyground.errors import BadSpec, clip
from plyground.game import Player
from plyground.score import WIN
from plyground.search.limits import Limits
from plyground.search.result import SearchResult, SearchStats
from plyground.search.searcher import Root, Searcher, room_for_the_longest_game
from plyground.search.table import MOST_ENTRIES
from plyground.search.trace import Trace
from plyground.search.watch import Stopped, Watch
from plyground.spec import whole_number

NEVER = 2**40  # more leaves than any search has: cannot be shown
METHODS = ("best_first", "depth_first")

Aim = Callable[[Root], bool]  # of a finished game: did the side that attacks reach its aim?
Proof = tuple[bool, Any]  # whether the aim is reached by force, and a move that does it


@dataclass(slots=True, eq=False)
class Node:
    """A position of the tree with its two numbers, from the side to move."""

    position: Root
    own: int = 1
    other: int = 1
    moves: list[Any] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)


def best_first(root: Root, attacker: Player, aim: Aim, watch: Watch) -> Proof:
    """Proof-number search on a tree in memory (Allis, van der Meulen & van den Herik 1994)."""

    @watch.node
    def develop(node: Node, ply: int) -> None:
        if node.children:
            develop(most_proving(node), ply + 1)
        else:
            node.moves = list(node.position.moves())
            node.children = [leaf(node.position.after(move)) for move in node.moves]
        node.own = min(child.other for child in node.children)
        node.other = total(child.own for child in node.children)

    def most_proving(node: Node) -> Node:
        return min(node.children, key=lambda child: child.other)

    def leaf(position: Root) -> Node:
        return Node(position, *numbers_of(position, attacker, aim))

    top = leaf(root)
    while top.own and top.other:
        develop(top, 0)
    shown = (top.own == 0) == (root.to_move is attacker)
    best = next((m for m, c in zip(top.moves, top.children, strict=True) if c.other == 0), None)
    return shown, best


def depth_first(root: Root, attacker: Player, aim: Aim, size: int, watch: Watch) -> Proof:
    """Depth-first proof-number search (df-pn, Nagai 2002) with a table of bounded size."""
    table: dict[int, tuple[Root, int, int]] = {}

    def numbers(position: Root) -> tuple[int, int]:
        if position.outcome():
            return numbers_of(position, attacker, aim)
        known = table.get(position.key() % size)
        return known[1:] if known and known[0] == position else (1, 1)

    @watch.node
    def develop(position: Root, ply: int, own_limit: int, other_limit: int) -> tuple[int, int, Any]:
        moves = position.moves()
        children = [position.after(move) for move in moves]
        known = {child: numbers(child) for child in children}
        while True:
            own = min(other for _, other in known.values())
            other = total(known[child][0] for child in children)
            if own >= own_limit or other >= other_limit or own == 0 or other == 0:
                table[position.key() % size] = (position, own, other)
                shown = (m for m, child in zip(moves, children, strict=True) if known[child][1] == 0)
                return own, other, next(shown, None)
            best, second = two_least(children, known)
            next_own = min(NEVER, other_limit + known[best][0] - other)
            next_other = min(own_limit, second + 1)
            known[best] = develop(best, ply + 1, next_own, next_other)[:2]

    def two_least(children: list[Root], known: dict[Root, tuple[int, int]]) -> tuple[Root, int]:
        best = min(children, key=lambda child: known[child][1])
        second = min((known[child][1] for child in children if child != best), default=NEVER)
        return best, second

    if root.outcome():
        return aim(root), None
    own, _, best = develop(root, 0, NEVER, NEVER)
    return (own == 0) == (root.to_move is attacker), best


def total(numbers: Iterable[int]) -> int:
    """The sum of numbers; NEVER only if one of them is, or a large sum would be taken for a proof."""
    added = 0
    for number in numbers:
        if number == NEVER:
            return NEVER
        added += number
    return min(added, NEVER - 1)


def numbers_of(position: Root, attacker: Player, aim: Aim) -> tuple[int, int]:
    """The two numbers of a leaf, from its side to move."""
    if not position.outcome():
        return 1, 1
    return (0, NEVER) if aim(position) == (position.to_move is attacker) else (NEVER, 0)


@dataclass(frozen=True, repr=False)
class ProofNumber(Searcher):
    """Who wins, and nothing about how soon: can the side to move win, and if not, can it hold a draw.

    A proof is a tree and no line, so the answer is the score (a win is WIN, however far) and one move.
    """

    name: ClassVar[str] = "proof"

    method: str = "depth_first"
    size: int = 1_000_000

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.method not in METHODS:
            given = f"method={clip(repr(self.method))}"
            raise BadSpec("bad method", given, None, f"method is one of {', '.join(METHODS)}")
        whole_number("size", self.size, 1, MOST_ENTRIES)

    def think(self, position: Root, limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        room_for_the_longest_game()
        watch = Watch(limits, look_every=1, to_let_go=0.1 if self.method == "best_first" else 0.0)
        mover = position.to_move
        stopped, score, move = None, 0, None
        try:
            wins, move = self._prove(position, mover, lambda end: _winner(end) is mover, watch)
            score = WIN if wins else 0
            if not wins:
                holds, move = self._prove(
                    position, mover, lambda end: _winner(end) is not mover.other, watch
                )
                score = 0 if holds else -WIN
        except Stopped as stop:
            stopped = stop.reason
        line = () if position.outcome() else (_careful(position) if move is None else move,)
        stats = SearchStats(watch.nodes, watch.depth, 0, watch.seconds)
        proven = stopped is None and not _pays_points(position, line)
        return SearchResult(score, line, proven, stopped, stats)

    def _prove(self, root: Root, attacker: Player, aim: Aim, watch: Watch) -> Proof:
        if self.method == "best_first":
            return best_first(root, attacker, aim, watch)
        return depth_first(root, attacker, aim, self.size, watch)


def _careful(position: Root) -> Any:
    """What to play where nothing is shown: a win at once, else a move that does not allow one."""
    mover, moves = position.to_move, position.moves()
    children = [(move, position.after(move)) for move in moves]
    wins = [move for move, child in children if _winner(child) is mover]
    safe = [
        move
        for move, child in children
        if not any(_winner(child.after(reply)) is mover.other for reply in child.moves())
    ]
    return [*wins, *safe, moves[0]][0]


def _pays_points(position: Root, line: tuple[Any, ...]) -> bool:
    """Whether the game pays points, of which a proof that somebody wins tells only the sign."""
    while not (outcome := position.outcome()):
        position = position.after(line[0] if line else position.moves()[0])
        line = ()
    return outcome.points is not None


def _winner(end: Root) -> Player | None:
    outcome = end.outcome()
    return outcome.winner if outcome else None
