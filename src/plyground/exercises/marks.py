"""The right answers on a tree: what a search looks at, with which α and β, and what it finds.

Everything comes from a trace of the searcher itself. Numbers are from MAX's side, as textbooks write them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from plyground.games.tree import Tree, TreeGame
from plyground.searchers import AlphaBeta, Searcher, Trace

Path = tuple[int, ...]  # the branches from the root, counted from 0


@dataclass(frozen=True)
class MarkedNode:
    """A node of the tree and what becomes of it. What is open or skipped is None."""

    path: Path
    letter: str  # of an inner node, by rows from the top; a leaf has none
    maximise: bool
    points: int | None  # of a leaf
    visited: bool
    alpha: int | None = None  # with which the node is entered
    beta: int | None = None
    value: int | None = None  # that the search returns
    bound: str | None = None  # whether that is exact, or a lower or upper bound of the true value

    @property
    def leaf(self) -> bool:
        return self.points is not None


class MarkedTree:
    """A tree with what a searcher makes of it."""

    def __init__(self, tree: Tree, searcher: Searcher | None = None) -> None:
        self.tree = tree
        trace = Trace()
        found = (searcher or AlphaBeta()).search(TreeGame(tree).start(), trace=trace)
        self.score = int(found.score)
        self.best = tuple(found.line)
        rows = {tuple(int(move) - 1 for move in trace.path(node)): node for node in range(len(trace))}
        self.nodes = [self._node(path, below, letter, trace, rows) for path, below, letter in _rows(tree)]
        self._by_path = {node.path: node for node in self.nodes}
        self._names = {node.path: node.letter for node in self.inner}
        self._names |= {leaf.path: f"{number}" for number, leaf in enumerate(self.leaves, 1)}

    def __getitem__(self, path: Path) -> MarkedNode:
        return self._by_path[path]

    def name(self, path: Path) -> str:
        """The letter of an inner node, or the number of a leaf."""
        return self._names[path]

    @property
    def inner(self) -> list[MarkedNode]:
        """The nodes with branches, by rows from the top."""
        return [node for node in self.nodes if not node.leaf]

    @property
    def leaves(self) -> list[MarkedNode]:
        """The leaves from left to right."""
        return sorted((node for node in self.nodes if node.leaf), key=lambda node: node.path)

    @property
    def skipped(self) -> list[MarkedNode]:
        """The leaves that the search does not look at."""
        return [leaf for leaf in self.leaves if not leaf.visited]

    def cuts(self) -> list[MarkedNode]:
        """The highest nodes that are skipped: the edges a teacher strikes through."""
        return [
            node for node in self.nodes if not node.visited and node.path and self[node.path[:-1]].visited
        ]

    @staticmethod
    def _node(path: Path, below: Tree, letter: str, trace: Trace, rows: dict[Path, int]) -> MarkedNode:
        points = below if isinstance(below, int) else None
        maximise = len(path) % 2 == 0
        if path not in rows:
            return MarkedNode(path, letter, maximise, points, visited=False)
        row, bound = trace.rows[rows[path]], trace.bound(rows[path])
        if maximise:
            return MarkedNode(path, letter, True, points, True, row.alpha, row.beta, row.value, bound)
        turned = {"lower": "upper", "upper": "lower"}.get(bound or "", bound)
        alpha, beta, found = (None if end is None else -end for end in (row.beta, row.alpha, row.value))
        return MarkedNode(path, letter, False, points, True, alpha, beta, found, turned)


def _rows(tree: Tree) -> Iterator[tuple[Path, Tree, str]]:
    """Every node by rows from the top: its path, what is below it, and its letter."""
    row: list[tuple[Path, Tree]] = [((), tree)]
    named = 0
    while row:
        for path, below in row:
            inner = not isinstance(below, int)
            yield path, below, letter(named) if inner else ""
            named += inner
        row = [
            ((*path, number), branch)
            for path, below in row
            if not isinstance(below, int)
            for number, branch in enumerate(below)
        ]


def letter(number: int) -> str:
    """A, B, …, Z, A1, B1, …: the name of an inner node."""
    round_, place = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[place] + (str(round_) if round_ else "")
