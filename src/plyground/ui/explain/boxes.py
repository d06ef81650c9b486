"""Which boxes of a search tree are drawn at a step, as in explain-tree.js."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from plyground.ui.explain.film import MAX_BOXES, Film, Value

MAX_CHILDREN = 12
KEPT_FIRST, KEPT_LAST = 3, 4


@dataclass
class Box:
    """Something drawn: a node, a leaf, what was cut or is folded, or a ghost that no search came to."""

    kind: str  # node, leaf, cut, folded, more, ghost, ghost-leaf
    key: str
    node: int
    ply: int
    reached: bool = True
    faint: bool = False  # not searched, or not yet, and drawn nevertheless
    count: int = 0  # nodes that it stands for
    at: int = -1  # the node of the whole game that a ghost is
    move: str = ""
    value: Value | None = None
    skipped: bool = False  # pruned for good
    below: list[Box] = field(default_factory=list)
    above: Box | None = field(default=None, repr=False)
    width: int = 0
    x: float = 0.0  # its middle
    y: float = 0.0  # its top

    @property
    def is_house(self) -> bool:
        """Whether it is drawn as a house, which points up for MAX and down for MIN."""
        return self.kind in ("node", "ghost")

    def all(self) -> Iterator[Box]:
        """This box and all boxes below it."""
        yield self
        for child in self.below:
            yield from child.all()


def boxes_at(film: Film, step: int, opened: set[int], fold: bool = False) -> Box:
    """The tree at a step; of a tree that is too large to be drawn whole, only `opened` nodes show replies.

    `fold` does so with a small one, too, unless the whole game is drawn with it.
    """
    return _Boxes(film, step, opened, fold).box(film.root, 0)


def is_small(film: Film) -> bool:
    """Whether all of a tree is drawn."""
    return film.whole is not None or film.sizes[film.root] <= MAX_BOXES


class _Boxes:
    def __init__(self, film: Film, step: int, opened: set[int], fold: bool) -> None:
        self.film, self.step, self.opened, self.sizes = film, step, opened, film.sizes
        self.small = is_small(film) and not (fold and film.whole is None)
        self.shown = len(film) if self.small else step

    def box(self, node: int, ply: int) -> Box:
        film, trace = self.film, self.film.trace
        replies = [child for child in trace.children(node) if film.entered[child] <= self.shown]
        leaf = not trace.children(node) and trace.rows[node].value is not None
        reached = node == film.root or film.entered[node] <= self.step
        made = Box("leaf" if leaf else "node", f"n{node}", node, ply, reached)
        ghosts = self._ghosts(node, ply) if film.whole is not None and ply < film.deepest else []
        if not replies:
            made.below = ghosts if leaf else []
        elif self.small or node in self.opened:
            made.below = [*self._replies(node, ply, replies), *ghosts]
            if film.whole is None and film.cut[node] <= self.shown:
                made.below.append(
                    Box("cut", f"c{node}", node, ply + 1, reached=film.cut[node] <= self.step)
                )
        else:
            stub = Box("folded", f"folded{node}", node, ply + 1, count=self.sizes[node] - 1)
            made.below = [stub]
        return made

    def _replies(self, node: int, ply: int, replies: list[int]) -> list[Box]:
        below: list[Box] = []
        kept, named = self._fewer(node, replies), set()
        for child in replies:
            move = self.film.trace.rows[child].move
            if child in kept:
                below.append(self.box(child, ply + 1))
            elif below and below[-1].kind == "more":
                below[-1].count += self.sizes[child]
            else:
                below.append(Box("more", f"more{child}", node, ply + 1, count=self.sizes[child]))
            if self.film.whole is not None and move not in named:
                below[-1].faint = not below[-1].reached
            named.add(move)
        return below

    def _fewer(self, node: int, replies: list[int]) -> set[int]:
        """Of very many replies: the first and the last, the best, and those that are opened."""
        if self.small or len(replies) <= MAX_CHILDREN:
            return set(replies)
        kept = {*replies[:KEPT_FIRST], *replies[-KEPT_LAST:]}
        best = self.film.best_so_far(node, self.step)
        rows = self.film.trace.rows
        for child in replies:
            value = rows[child].value
            good = best is not None and value is not None and -value == best and len(kept) < MAX_CHILDREN
            if child in self.opened or good:
                kept.add(child)
        return kept

    def _ghosts(self, node: int, ply: int) -> list[Box]:
        """What is below a node of the search in the whole game, and was not searched from it."""
        film, game = self.film, self.film.whole
        assert game is not None
        tried = {film.trace.rows[child].move for child in film.trace.children(node)}
        skipped = min(film.cut[node], film.left[node]) <= self.step

        def ghost(at: int, depth: int) -> Box:
            row, children = game.rows[at], game.children[at]
            kind = "ghost" if children else "ghost-leaf"
            made = Box(kind, f"g{node}.{at}", node, depth, reached=False, faint=True)
            made.at, made.move, made.value, made.skipped = at, row.move or "", row.value, skipped
            made.below = [ghost(child, depth + 1) for child in children] if depth < film.deepest else []
            return made

        below = game.children[game.node_of[node]]
        return [ghost(child, ply + 1) for child in below if game.rows[child].move not in tried]
