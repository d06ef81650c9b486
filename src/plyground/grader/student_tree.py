"""The tree of a student's search, as it was recorded, and how to read its states and values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from plyground.errors import PlygroundError
from plyground.game import Game, Player, Position
from plyground.grader.recorder import SearchNode

View = Literal["mover", "first", "root"]  # for whom the values of a student's search are good
HUGE = 1e12  # larger values stand for infinity
VIEWS = ("mover", "first", "root")


@dataclass(frozen=True)
class StudentTree:
    """The recorded nodes below one root; the root is there even if no call was made for it."""

    nodes: Sequence[SearchNode]

    @classmethod
    def of(cls, recorded: Sequence[SearchNode], root: str) -> StudentTree:
        if recorded and recorded[0].state == root:
            return cls(recorded)
        below = [node._replace(level=node.level + 1) for node in recorded]
        return cls([SearchNode(root, 0), *below])

    @cached_property
    def parents(self) -> list[int | None]:
        """The place of each node's parent."""
        path: list[int] = []
        found: list[int | None] = []
        for place, node in enumerate(self.nodes):
            del path[node.level :]
            found.append(path[-1] if path else None)
            path.append(place)
        return found

    @cached_property
    def children(self) -> list[list[int]]:
        """The places of each node's children."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for place, parent in enumerate(self.parents):
            if parent is not None:
                found[parent].append(place)
        return found

    @cached_property
    def order(self) -> dict[str, list[str]]:
        """The replies that were tried in each state, in their order; of several times, the longest."""
        found: dict[str, list[str]] = {}
        for place, below in enumerate(self.children):
            replies = [self.nodes[child].state for child in below]
            if len(replies) > len(found.get(self.nodes[place].state, ())):
                found[self.nodes[place].state] = replies
        return found

    def estimates(self, game: Game[Any], view: View) -> dict[str, int]:
        """The values of leaves for the side to move, as ranks: only their order matters to a search."""
        leaves = {
            node.state: self.for_mover(place, view, game)
            for place, node in enumerate(self.nodes)
            if not self.children[place]
        }
        known = {state: value for state, value in leaves.items() if value is not None}
        sizes = sorted({abs(value) for value in known.values()} | {0.0})
        return {s: int(math.copysign(sizes.index(abs(value)), value)) for s, value in known.items()}

    def without_ends(self) -> StudentTree:
        """The nodes that were expanded."""
        kept = [node for place, node in enumerate(self.nodes) if self.children[place] or place == 0]
        return StudentTree(kept)

    def for_mover(self, place: int, view: View, game: Game[Any]) -> float | None:
        """A node's value for the side to move there."""
        node = self.nodes[place]
        if node.value is None or view == "mover":
            return node.value
        odd = node.level % 2 == 1
        if view == "first":
            root = read_state(game, self.nodes[0].state)
            odd ^= root is not None and root.to_move is Player.SECOND
        return -node.value if odd else node.value


def read_state(game: Game[Any], state: str) -> Position[Any] | None:
    """The position of a state's text; None if no game comes to it."""
    try:
        return game.parse(state)
    except PlygroundError:
        return None


def number_text(value: float) -> str:
    """A value of a search as it is shown."""
    if abs(value) > HUGE:
        return "∞" if value > 0 else "−∞"
    return f"{value:g}".replace("-", "−")


def sign_of(value: float) -> int:
    return (value > 0) - (value < 0)
