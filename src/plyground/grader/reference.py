"""The right tree of a search under a convention, and the trees of well-known mistakes.

The right one is made by the searchers themselves. A student's tree that equals the tree of a mistake names
the mistake more surely than any look at the code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from plyground.agents.aima import square_of
from plyground.evaluation import load_evaluation
from plyground.game import Outcome, Player, Position
from plyground.games.line import LinePosition
from plyground.grader.recorder import SearchNode
from plyground.searchers.alphabeta import CUTS, Cut, alphabeta
from plyground.searchers.convention import Convention
from plyground.searchers.minimax import minimax
from plyground.searchers.order import NAMES, Order
from plyground.searchers.searcher import INFINITY, Leaf
from plyground.searchers.types import TO_THE_END, Limits
from plyground.searchers.watch import Watch

ORDERS = ("rules", "own", "aima", *(name for name in NAMES if name == "centre"))


class Mistake(NamedTuple):
    """A well-known mistake, and which nodes make it."""

    kind: str
    maker: str = "all"


class MoveOrder(Order):
    """The order in which a search tries moves: that of an interface, or the one a student's tree shows."""

    def __init__(self, name: str, root: Position[Any], own: Mapping[str, Sequence[str]]) -> None:
        super().__init__("centre" if name == "centre" else "given", root)
        self.name = name
        self.own = own

    def __call__(self, position: Position[Any], ply: int) -> Sequence[Any]:
        if self.name == "aima" and isinstance(position, LinePosition):
            return sorted(position.moves(), key=lambda cell: square_of(position.game, cell))
        if self.name == "own" and (seen := self.own.get(position.text())):
            places = {state: place for place, state in enumerate(seen)}
            return sorted(position.moves(), key=lambda m: places.get(position.after(m).text(), len(seen)))
        return super().__call__(position, ply)


class _Reordered(Position[Any]):
    """A position whose moves come in another order, for a search that has no orders."""

    __slots__ = ("inner", "order")

    def __init__(self, inner: Position[Any], order: MoveOrder) -> None:
        self.inner = inner
        self.order = order

    @property
    def to_move(self) -> Player:
        return self.inner.to_move

    def outcome(self) -> Outcome | None:
        return self.inner.outcome()

    def moves(self) -> Sequence[Any]:
        return self.order(self.inner, 0)

    def after(self, move: Any) -> Self:
        return type(self)(self.inner.after(move), self.order)

    def text(self) -> str:
        return self.inner.text()

    def evaluate(self) -> int:
        return getattr(self.inner, "evaluate", int)()


@dataclass
class _TreeRecorder:
    """Writes down the nodes of one of our searches."""

    nodes: list[SearchNode] = field(default_factory=list)

    def recording(self, value: Callable[..., Any]) -> Callable[..., Any]:
        def recorded(position: Position[Any], ply: int, *window: int) -> Any:
            place = len(self.nodes)
            alpha, beta = window or (-INFINITY, INFINITY)
            self.nodes.append(SearchNode(position.text(), ply, alpha, beta))
            result = value(position, ply, *window)
            self.nodes[place] = self.nodes[place]._replace(value=result[0])
            return result

        return recorded


@dataclass(frozen=True)
class RightSearch:
    """A search as the rubric wants it."""

    root: Position[Any]
    convention: Convention
    depth: int | None = None
    order: str = "rules"
    evaluation: str = "zero"

    def tree(
        self, own: Mapping[str, Sequence[str]], estimates: Mapping[str, int] | None = None
    ) -> list[SearchNode]:
        """Its nodes. `own` has the order of a student's moves by state, `estimates` the leaves' values."""
        recorder = _TreeRecorder()
        watch, leaf = Watch(Limits(), recorder), self._leaf(estimates)
        depth = self.depth or TO_THE_END
        if self.convention.prunes:
            order = MoveOrder(self.order, self.root, own)
            alphabeta(self.root, depth, leaf, order, watch, self.convention.cut, self.convention.fail)
        else:
            minimax(_Reordered(self.root, MoveOrder(self.order, self.root, own)), depth, leaf, watch)
        return recorder.nodes

    def makes(
        self,
        mistake: Mistake,
        yours: Sequence[SearchNode],
        own: Mapping[str, Sequence[str]],
        estimates: Mapping[str, int] | None = None,
    ) -> bool:
        """Whether the same search with a mistake has exactly the nodes of a student's tree."""
        order = MoveOrder(self.order, self.root, own)
        return any(
            WrongSearch(self, order, self._leaf(estimates), mistake, by_value, yours).follows()
            for by_value in (False, True)
        )

    def _leaf(self, estimates: Mapping[str, int] | None) -> Leaf:
        if estimates is not None:
            return Leaf(lambda position: estimates.get(position.text(), 0), self.convention.plain)
        return Leaf(load_evaluation(self.evaluation), self.convention.plain)


# Those that may make a mistake: all nodes, those of one side, or all or one side but for the root, which
# students often write apart.
MAKERS: Mapping[str, Callable[[int], bool]] = {
    "all": lambda ply: True,
    "below": lambda ply: ply > 0,
    "even": lambda ply: ply % 2 == 0,
    "even-below": lambda ply: ply % 2 == 0 and ply > 0,
    "odd": lambda ply: ply % 2 == 1,
}
_CUTTING = ("no-pruning", "other-cut", "late-cut", "wrong-side", "cut-too-soon")
WINDOW_MISTAKES = ("unturned", "unswapped")  # of a negamax
_OTHERS = ("root-window", *WINDOW_MISTAKES, "one-ply-more", "one-ply-less", "no-depth", "table", "reversed")
# In the order in which they are looked for.
MISTAKES = (
    *(Mistake(kind) for kind in (*_CUTTING, *_OTHERS)),
    *(Mistake(kind, maker) for maker in MAKERS if maker != "all" for kind in _CUTTING),
)
DEPTH_MISTAKES = ("one-ply-more", "one-ply-less", "no-depth")


class _Different(Exception):
    """The tree is not the student's."""


@dataclass
class WrongSearch:
    """A search with one mistake, which ends as soon as its tree is another than a student's."""

    right: RightSearch
    order: MoveOrder
    leaf: Leaf
    mistake: Mistake
    by_value: bool  # a cut looks at the best value so far, and not at α: where windows cross, that differs
    yours: Sequence[SearchNode]
    count: int = 0
    known: dict[str, float] = field(default_factory=dict)

    def follows(self) -> bool:
        """Whether its nodes are the student's."""
        depth = self.right.depth or TO_THE_END
        depth += {"one-ply-more": 1, "one-ply-less": -1, "no-depth": TO_THE_END}.get(self.mistake.kind, 0)
        try:
            self._value(self.right.root, 0, depth, -math.inf, math.inf)
        except _Different:
            return False
        return self.count == len(self.yours)

    def _value(self, position: Position[Any], ply: int, depth: int, alpha: float, beta: float) -> float:
        state, at = position.text(), self.count
        if at >= len(self.yours) or (self.yours[at].state, self.yours[at].level) != (state, ply):
            raise _Different
        self.count += 1
        kind = self.mistake.kind
        if kind == "table" and state in self.known:
            return self.known[state]
        if ply >= depth or position.outcome():
            return self.leaf(position, ply)
        best = -math.inf
        moves = self.order(position, ply)
        for move in reversed(moves) if kind == "reversed" else moves:
            passed = -math.inf if kind == "root-window" and ply == 0 else alpha
            window = {"unturned": (alpha, beta), "unswapped": (-alpha, -beta)}.get(kind, (-beta, -passed))
            reply = -self._value(position.after(move), ply + 1, depth, *window)
            best = max(best, reply)
            if self._cuts(reply, best, alpha, beta, ply):
                break
            alpha = max(alpha, best)
        self.known[state] = best
        return best

    def _cuts(self, reply: float, best: float, alpha: float, beta: float, ply: int) -> bool:
        """Whether a node ends here; `alpha` is that before the reply."""
        convention, raised = self.right.convention, best if self.by_value else max(alpha, reply)
        if not convention.prunes:
            return False
        mistake = self.mistake.kind if MAKERS[self.mistake.maker](ply) else ""
        if mistake == "no-pruning":
            return False
        if mistake == "late-cut":
            return bool(CUTS[convention.cut](alpha, beta))
        if mistake == "wrong-side":
            return reply <= alpha
        if mistake == "cut-too-soon":
            return raised <= beta
        other: Cut = "strict" if convention.cut == "equal" else "equal"
        return bool(CUTS[other if mistake == "other-cut" else convention.cut](raised, beta))
