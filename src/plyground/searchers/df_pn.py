"""Depth-first proof-number search (df-pn): proof-number search with a table of bounded size and no tree."""

from __future__ import annotations

from typing import Any

from plyground.game import Position
from plyground.searchers.proof_number import INFINITE, Goal, Proof, phi_sum
from plyground.searchers.watch import Watch


def df_pn(root: Position[Any], goal: Goal, size: int, watch: Watch) -> Proof:
    """Nagai's df-pn (2002): a node is searched until its φ or δ reaches the threshold given by its parent.

    The numbers of the children are also kept while their parent is searched: the table may forget them.
    """
    table: dict[int, tuple[Position[Any], int, int]] = {}

    @watch.node
    def mid(position: Position[Any], ply: int, phi_limit: int, delta_limit: int) -> tuple[int, int, Any]:
        """Multiple iterative deepening: φ, δ, and a move that proves the goal of the side to move."""
        moves = position.moves()
        children = [position.after(move) for move in moves]
        numbers = {child: look_up(child) for child in children}
        while True:
            phi = min(delta for _, delta in numbers.values())
            delta = phi_sum(numbers[child][0] for child in children)
            if phi >= phi_limit or delta >= delta_limit or phi == 0 or delta == 0:
                put_in_table(position, phi, delta)
                proving = (m for m, child in zip(moves, children, strict=True) if numbers[child][1] == 0)
                return phi, delta, next(proving, None)
            child, phi_c, delta_2 = select_child(children, numbers)
            child_phi_limit = min(INFINITE, delta_limit + phi_c - delta)
            child_delta_limit = min(phi_limit, delta_2 + 1)
            numbers[child] = mid(child, ply + 1, child_phi_limit, child_delta_limit)[:2]

    def select_child(
        children: list[Position[Any]], numbers: dict[Position[Any], tuple[int, int]]
    ) -> tuple[Position[Any], int, int]:
        """The child of the least δ, its φ, and the second least δ."""
        best = min(children, key=lambda child: numbers[child][1])
        delta_2 = min((numbers[child][1] for child in children if child != best), default=INFINITE)
        return best, numbers[best][0], delta_2

    def look_up(position: Position[Any]) -> tuple[int, int]:
        if position.outcome():
            return goal.leaf(position)
        known = table.get(position.key() % size)
        return known[1:] if known and known[0] == position else (1, 1)

    def put_in_table(position: Position[Any], phi: int, delta: int) -> None:
        table[position.key() % size] = (position, phi, delta)

    if root.outcome():
        return goal.reached(root), None
    phi, _, move = mid(root, 0, INFINITE, INFINITE)
    return phi == 0, move
