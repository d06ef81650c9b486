"""A search as a film: the events of one pass in their order, and what is known at a step.

The twin of explain-stepper.js and explain-names.js, which step through the same film in a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from plyground.ui.explain.tree import SearchTree, TreeRow

NEVER = 2**31 - 1
MAX_BOXES = 64  # nodes of a tree that is drawn whole

Value = int | float


@dataclass(frozen=True)
class Giver:
    """Who gave the bound that cuts a node: a node above it, and its reply that brings so much."""

    node: int
    child: int


class Film:
    """The events below a root: enter a node, a leaf's value, a cut, a value that comes back, a stop.

    `entered`, `left` and `cut` say at which step (events so far) a node is entered, closed, cut.
    """

    def __init__(self, trace: SearchTree, root: int) -> None:
        self.trace, self.root = trace, root
        self.events: list[tuple[str, int]] = []
        self.entered, self.left, self.cut = ([NEVER] * len(trace) for _ in range(3))
        self.plies = plies_of(trace.rows)
        self.sizes = sizes_of(trace)
        self._play()
        nodes = [node for _, node in self.events]
        rows = trace.rows
        self.windowless = all(rows[node].alpha is None and rows[node].beta is None for node in nodes)
        self.deepest = max((self.plies[node] for node in nodes), default=0)
        self.whole = WholeTree.beside(trace)
        self.letters = Letters(self)

    def __len__(self) -> int:
        return len(self.events)

    def _play(self) -> None:
        stack = [] if self._enter(self.root) else [(self.root, iter(self.trace.children(self.root)))]
        while stack:
            node, children = stack[-1]
            child = next(children, None)
            if child is None:
                self._close(node)
                stack.pop()
            elif not self._enter(child):
                stack.append((child, iter(self.trace.children(child))))

    def _tell(self, kind: str, node: int) -> int:
        self.events.append((kind, node))
        return len(self.events)

    def _enter(self, node: int) -> bool:
        """Whether the node is a leaf, which is left at once."""
        leaf = not self.trace.children(node) and self.trace.rows[node].value is not None
        self.entered[node] = self._tell("leaf" if leaf else "enter", node)
        if leaf:
            self.left[node] = self.entered[node]
        return leaf

    def _close(self, node: int) -> None:
        row = self.trace.rows[node]
        if self.trace.pruned(node):
            self.cut[node] = self._tell("cut", node)
        above = None if row.parent is None else self.trace.rows[row.parent]
        if row.value is not None:
            self.left[node] = self._tell("back", node)
        elif node == self.root or (above is not None and above.value is not None):
            self.left[node] = self._tell("stop", node)
        else:
            self.left[node] = len(self.events) + 1  # it is told at the node above that was stopped with it

    def event(self, step: int) -> tuple[str, int]:
        """The kind and the node of the event that a step ends with."""
        return self.events[step - 1] if step else ("", self.root)

    def path(self, step: int) -> list[int]:
        """The nodes from the root down to the one of a step; none before the first."""
        path: list[int] = []
        node = self.event(step)[1] if step else None
        while node is not None:
            path.insert(0, node)
            node = self.trace.rows[node].parent
        return path

    def best_so_far(self, node: int, step: int) -> Value | None:
        """The best that came back to the side to move at a node; a repeated scout counts only then."""
        best: Value | None = None
        rows, below = self.trace.rows, self.trace.children(node)
        for place, child in enumerate(below):
            value = rows[child].value
            if self.left[child] > step or value is None:
                continue
            again = below[place + 1] if place + 1 < len(below) else None
            if again is not None and rows[again].move == rows[child].move and self.entered[again] <= step:
                continue
            best = -value if best is None else max(best, -value)
        return best

    def live_window(self, node: int, step: int) -> tuple[Value | None, Value | None]:
        """The window of a node at a step, from its own side; it stays as it was when the node was left."""
        row = self.trace.rows[node]
        left = self.left[node] <= step
        best = self.best_so_far(node, self.left[node] if left else step)
        if left and row.value is not None:  # a search that fails hard gives back less
            best = row.value if best is None else max(best, row.value)
        alpha = best if best is not None and (row.alpha is None or best > row.alpha) else row.alpha
        return alpha, row.beta

    def giver(self, node: int, step: int) -> Giver | None:
        """Who gave the bound that cuts a node; None where it is that of a test or of a table."""
        rows = self.trace.rows
        beta, value = rows[node].beta, rows[node].value
        if beta is None or value is None or value < beta:
            return None
        above, other = rows[node].parent, True
        while above is not None:
            if other and self.best_so_far(above, step) == -beta:
                for child in self.trace.children(above):
                    if self.left[child] <= step and rows[child].value == beta:
                        return Giver(above, child)
            above, other = rows[above].parent, not other
        return None


class WholeTree:
    """The whole game beside a search: which of its nodes a node of the search is."""

    def __init__(self, trace: SearchTree) -> None:
        self.rows = trace.whole
        self.node_of: list[int] = []  # by the number of a node of the search
        self.children: list[list[int]] = [[] for _ in self.rows]
        for node, row in enumerate(self.rows):
            if row.parent is not None:
                self.children[row.parent].append(node)

    @classmethod
    def beside(cls, trace: SearchTree) -> WholeTree | None:
        """The whole game of a trace; None if it has none, or one of another game."""
        if sum(row.parent is None for row in trace.whole) != 1:
            return None
        game = cls(trace)
        for row in trace.rows:
            found = [0] if row.parent is None else game.children[game.node_of[row.parent]]
            named = [node for node in found if row.parent is None or game.rows[node].move == row.move]
            if not named:
                return None
            game.node_of.append(named[0])
        return game


class Letters:
    """A, B, C … for the inner nodes of a tree that is drawn whole; a second look has a prime."""

    def __init__(self, film: Film) -> None:
        self._of: dict[int, str] = {}
        self._of_whole: dict[int, str] = {}
        trace, game = film.trace, film.whole
        if game is None:
            if film.sizes[film.root] <= MAX_BOXES:
                layers = _in_layers(film.root, trace.children, None)
                self._of = {node: letter(number) for number, node in enumerate(layers)}
            return
        whole = game.children.__getitem__
        for number, node in enumerate(_in_layers(0, whole, film.deepest)):
            self._of_whole[node] = letter(number)
        looks: dict[int, int] = {film.root: 0}
        rows = trace.rows
        later = range(film.root + 1, len(rows))
        for node in [film.root, *takewhile(lambda node: rows[node].parent is not None, later)]:
            if game.node_of[node] not in self._of_whole:
                continue
            parent = rows[node].parent
            if parent is not None:
                again = [n for n in trace.children(parent) if n < node and rows[n].move == rows[node].move]
                looks[node] = looks.get(parent, 0) + len(again)
            self._of[node] = self._of_whole[game.node_of[node]] + "′" * looks[node]

    def of(self, node: int) -> str:
        """The letter of a node of the search, "" if it has none."""
        return self._of.get(node, "")

    def of_whole(self, node: int) -> str:
        """The letter of a node of the whole game."""
        return self._of_whole.get(node, "")


def letter(number: int) -> str:
    """A, B, …, Z, AA, AB, …"""
    last = chr(ord("A") + number % 26)
    return last if number < 26 else letter(number // 26 - 1) + last


def plies_of(rows: Sequence[TreeRow]) -> list[int]:
    """How far each row is from its root."""
    plies: list[int] = []
    for row in rows:
        plies.append(0 if row.parent is None else plies[row.parent] + 1)
    return plies


def sizes_of(trace: SearchTree) -> list[int]:
    """How many nodes there are at and below each node."""
    sizes = [1] * len(trace)
    for node in reversed(range(len(trace))):
        if (parent := trace.rows[node].parent) is not None:
            sizes[parent] += sizes[node]
    return sizes


def _in_layers(root: int, below: Callable[[int], list[int]], plies: int | None) -> list[int]:
    """The inner nodes of a tree, ply by ply."""
    found: list[int] = []
    layer, ply = [root], 0
    while layer and (plies is None or ply < plies):
        found += [node for node in layer if below(node)]
        layer, ply = [child for node in layer for child in below(node)], ply + 1
    return found
