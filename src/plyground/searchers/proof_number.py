"""Proof-number search: expand the leaf that needs the fewest further proofs.

A node has two numbers, counted from its side to move. φ (phi) is the least number of leaves that must still
be won to prove the goal of that side, δ (delta) the least number to refute it. Where the attacker moves, φ
is the proof number and δ the disproof number of Allis; where the defender moves, it is the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plyground.game import Player, Position
from plyground.searchers.watch import Watch

INFINITE = 2**40  # ∞: more leaves than any search has

Proof = tuple[bool, Any]  # whether the goal can be forced, and a move that does it


@dataclass(frozen=True)
class Goal:
    """What the attacker, the side to move at the root, tries to prove: that it wins or does not lose."""

    attacker: Player
    draw_is_enough: bool = False

    def reached(self, end: Position[Any]) -> bool:
        """Whether a finished game ended as the attacker wants."""
        outcome = end.outcome()
        winner = outcome.winner if outcome else None
        return winner is not self.attacker.other if self.draw_is_enough else winner is self.attacker

    def leaf(self, position: Position[Any]) -> tuple[int, int]:
        """φ and δ of a leaf."""
        if not position.outcome():
            return 1, 1
        proven = self.reached(position) == (position.to_move is self.attacker)
        return (0, INFINITE) if proven else (INFINITE, 0)


@dataclass(slots=True, eq=False)
class ProofNode:
    """A position of the tree with its two numbers."""

    position: Position[Any]
    phi: int
    delta: int
    moves: list[Any] = field(default_factory=list)
    children: list[ProofNode] = field(default_factory=list)


def proof_number_search(root: Position[Any], goal: Goal, watch: Watch) -> Proof:
    """Best-first, on a tree in memory (Allis, van der Meulen & van den Herik 1994)."""

    @watch.node
    def develop(node: ProofNode, ply: int) -> None:
        """Go down to the most-proving leaf, expand it, and update its ancestors on the way back."""
        if node.children:
            develop(most_proving(node), ply + 1)
        else:
            expand(node)
        update(node)

    def most_proving(node: ProofNode) -> ProofNode:
        return min(node.children, key=lambda child: child.delta)

    def expand(node: ProofNode) -> None:
        node.moves = list(node.position.moves())
        children = [node.position.after(move) for move in node.moves]
        node.children = [ProofNode(child, *goal.leaf(child)) for child in children]

    def update(node: ProofNode) -> None:
        node.phi = min(child.delta for child in node.children)
        node.delta = phi_sum(child.phi for child in node.children)

    top = ProofNode(root, *goal.leaf(root))
    while top.phi and top.delta:
        develop(top, 0)
    proving = (m for m, child in zip(top.moves, top.children, strict=True) if child.delta == 0)
    return top.phi == 0, next(proving, None)


def phi_sum(numbers: Iterable[int]) -> int:
    """The sum of φ over children. It is ∞ only if one of them is: a large sum is no proof."""
    total = 0
    for number in numbers:
        if number == INFINITE:
            return INFINITE
        total += number
    return min(total, INFINITE - 1)
