"""A game given by its tree: for textbook figures, and for tests that need no board.

A tree is nested tuples whose leaves say how many points the first player receives:
`((3, 12, 8), (2, 4, 6), (14, 5, 2))`. Moves are the branches, numbered from 1; sides alternate.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from plyground.errors import BadSpec, truncate
from plyground.game import Game, Outcome, Player, Position, play_text
from plyground.score import HEURISTIC
from plyground.spec import whole_number

Tree = int | tuple["Tree", ...]

TEXTBOOK: Tree = ((3, 12, 8), (2, 4, 6), (14, 5, 2))  # the two-ply example of Russell & Norvig
DEEPEST = 100


@dataclass(frozen=True)
class TreeGame(Game[int]):
    """The game of walking down a tree to a leaf, which pays.

    >>> import plyground as pg
    >>> game = pg.TreeGame(((3, 12), (2, 8)))
    >>> pg.search(game.start(), "minimax").score
    3
    """

    tree: Tree

    def __post_init__(self) -> None:
        object.__setattr__(self, "tree", _checked(self.tree, 0))

    @property
    def spec(self) -> str:
        return "textbook" if self.tree == TEXTBOOK else f"tree({self.tree!r})"

    def start(self) -> TreePosition:
        return TreePosition(self, (), self.tree)

    def parse(self, text: str) -> TreePosition:
        return play_text(self.start(), text, re.compile(r"[^\s,]" if self.widest <= 9 else r"[^\s,]+"))

    @cached_property
    def widest(self) -> int:
        """The largest number of branches at any node."""
        return _widest(self.tree)


@dataclass(frozen=True)
class TreePosition(Position[int]):
    """A node of the tree, identified by the branches that lead to it."""

    game: TreeGame
    path: tuple[int, ...]
    below: Tree = field(compare=False)  # what the path leads to

    @property
    def to_move(self) -> Player:
        return Player.SECOND if len(self.path) % 2 else Player.FIRST

    def outcome(self) -> Outcome | None:
        points = self.below
        if isinstance(points, tuple):
            return None
        winner = None if points == 0 else Player.FIRST if points > 0 else Player.SECOND
        return Outcome(winner, points=points)

    def moves(self) -> Sequence[int]:
        return range(len(self.below)) if isinstance(self.below, tuple) else ()

    def after(self, move: int) -> TreePosition:
        assert isinstance(self.below, tuple)
        return TreePosition(self.game, (*self.path, move), self.below[move])

    def write(self, move: int) -> str:
        return str(move + 1)

    def text(self) -> str:
        separator = "" if self.game.widest <= 9 else " "
        return separator.join(map(self.write, self.path)) or "-"

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return f"{self.game!r}.parse({self.text()!r})"

    def __str__(self) -> str:
        if not isinstance(self.below, tuple):
            return f"leaf {self.text()}: {self.below}"
        shown = (branch if isinstance(branch, int) else "(...)" for branch in self.below)
        return f"node {self.text()}: {' '.join(map(str, shown))}"


def tree(branches: Any) -> TreeGame:
    """A game given by its tree, as nested tuples or as a string of JSON."""
    return TreeGame(_from_json(branches) if isinstance(branches, str) else branches)


def textbook() -> TreeGame:
    """The two-ply tree of the textbook: minimax value 3.

    >>> import plyground as pg
    >>> pg.search(pg.textbook().start()).move
    '1'
    """
    return TreeGame(TEXTBOOK)


def _from_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadSpec("no JSON", text, None, "write a tree as [[3, 12, 8], [2, 4, 6]]") from None


def _checked(node: object, depth: int) -> Tree:
    if isinstance(node, int) and not isinstance(node, bool):
        return whole_number("points", node, -HEURISTIC, HEURISTIC)
    if not isinstance(node, tuple | list) or not node:
        given = truncate(repr(node))
        raise BadSpec("bad node", given, None, "a node is a whole number or a list of nodes", "node")
    if depth == DEEPEST:
        right, facts = f"a tree has at most {DEEPEST} plies", {"most": DEEPEST}
        raise BadSpec("too deep", "tree", None, right, "deep-tree", facts)
    return tuple(_checked(branch, depth + 1) for branch in node)


def _widest(node: Tree) -> int:
    return max(len(node), *map(_widest, node)) if isinstance(node, tuple) else 0
