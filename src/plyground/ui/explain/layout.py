"""The places of the boxes of a tree: subtrees side by side, as close as their outlines allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

EDGE, GAP, STEP = 14, 12, 104  # around it, between neighbours, from one ply to the next

Outline = list[tuple[float, float]]  # how far a subtree reaches at each ply, from its root's middle


@dataclass
class Box:
    """Something drawn: a node, what was pruned below one, or how many nodes are folded away."""

    kind: str
    ply: int
    lines: list[str]
    move: str
    wide: float
    high: float
    below: list[Box] = field(default_factory=list)
    x: float = 0.0  # its middle

    def all(self) -> Iterator[Box]:
        """This box and all boxes below it."""
        yield self
        for child in self.below:
            yield from child.all()


def place(root: Box) -> float:
    """Give every box its x, and return the width of the whole (Reingold & Tilford 1981)."""
    root.x = 0.0
    outline = _place_children(root)
    left = min(low for low, _ in outline)
    _shift(root, EDGE - left)
    return max(high for _, high in outline) - left + 2 * EDGE


def _place_children(box: Box) -> Outline:
    """Place the children relative to their parent, which stands over their middle."""
    whole: Outline = []
    for child in box.below:
        inner = _place_children(child)
        nearest = [there[1] - here[0] + GAP for there, here in zip(whole, inner, strict=False)]
        child.x = max(nearest, default=0.0)
        moved = [(low + child.x, high + child.x) for low, high in inner]
        common = [(a[0], b[1]) for a, b in zip(whole, moved, strict=False)]
        whole = common + whole[len(moved) :] + moved[len(whole) :]
    middle = (box.below[0].x + box.below[-1].x) / 2 if box.below else 0.0
    for child in box.below:
        child.x -= middle
    return [(-box.wide / 2, box.wide / 2), *((low - middle, high - middle) for low, high in whole)]


def _shift(box: Box, by: float) -> None:
    box.x += by
    for child in box.below:
        _shift(child, box.x)
