"""The places of boxes: subtrees side by side, as close as their outlines allow; as explain-layout.js."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plyground.ui.explain.boxes import Box
from plyground.ui.explain.shape import STEP

GAP = 10  # between neighbours

Outline = list[tuple[float, float]]  # how far a subtree reaches at each ply, from its root's middle


@dataclass
class Layout:
    """Boxes that have their places, how far they reach to the left, and how wide they are together."""

    boxes: list[Box]
    left: float
    width: float


def place(root: Box, width_of: Callable[[Box], int]) -> Layout:
    """Give every box its place (Reingold & Tilford 1981)."""
    root.x = 0.0
    _place_children(root, width_of)
    boxes: list[Box] = []
    waiting = [(root, 0.0)]
    while waiting:
        box, shift = waiting.pop()
        box.x += shift
        box.y = box.ply * STEP
        boxes.append(box)
        for child in reversed(box.below):
            child.above = box
            waiting.append((child, box.x))
    low = min(box.x - box.width / 2 for box in boxes)
    high = max(box.x + box.width / 2 for box in boxes)
    return Layout(boxes, low, high - low)


def _place_children(box: Box, width_of: Callable[[Box], int]) -> Outline:
    """Place the children relative to their parent, which stands over their middle."""
    box.width = width_of(box)
    whole: Outline = []
    for child in box.below:
        inner = _place_children(child, width_of)
        nearest = [there[1] - here[0] + GAP for there, here in zip(whole, inner, strict=False)]
        child.x = max(nearest, default=0.0)
        moved = [(low + child.x, high + child.x) for low, high in inner]
        common = [(a[0], b[1]) for a, b in zip(whole, moved, strict=False)]
        whole = common + whole[len(moved) :] + moved[len(whole) :]
    middle = (box.below[0].x + box.below[-1].x) / 2 if box.below else 0.0
    for child in box.below:
        child.x -= middle
    return [(-box.width / 2, box.width / 2), *((low - middle, high - middle) for low, high in whole)]
