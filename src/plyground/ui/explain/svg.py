"""A trace as an SVG picture: boxes for nodes, dashed edges for what was pruned, stubs for the folded."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from plyground.depth import room_to_recurse
from plyground.errors import printable
from plyground.score import LONGEST
from plyground.search.trace import Trace
from plyground.ui.explain.text import window, worth

MOST_BOXES = 400
WIDE, HIGH, GAP, STEP = 92, 40, 12, 96

STYLE = """
text { font: 12px system-ui, sans-serif; text-anchor: middle; fill: #1b1b1b }
.max rect { fill: #dbe9f6; stroke: #08519c } .min rect { fill: #fde6cf; stroke: #a63603; rx: 14 }
.line rect { stroke-width: 3 } path { fill: none; stroke: #555 } .cut path { stroke-dasharray: 5 4 }
.cut text, .stub text { fill: #555; font-style: italic }
.move { font-weight: 600 } .window { font-size: 10px }
"""


@dataclass
class Box:
    """Something drawn: a node, what was pruned below one, or how many nodes are folded away."""

    kind: str
    ply: int
    text: list[str]
    move: str = ""
    note: str = ""
    below: list[Box] = field(default_factory=list)
    x: float = 0.0


def tree_svg(trace: Trace, root: int = 0, most: int = MOST_BOXES) -> str:
    """The picture of the tree below a node; plies that would make it too large are folded into stubs."""
    room_to_recurse(4 * LONGEST)
    line = {root, *trace.principal_line(root)}
    tree = _boxes(trace, root, _deepest_that_fits(trace, root, most), line)
    width = _place(tree, GAP)
    for box in _all(tree):
        box.ply -= trace.ply(root)
    plies = 1 + max(box.ply for box in _all(tree))
    title = (
        f"Search tree of {trace.agent or 'a search'} on {trace.game or 'a game'} {trace.position}".strip()
    )
    body = "".join(_drawn(box) for box in _all(tree))
    height = plies * STEP + GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}"><title>{escape(printable(title))}</title>'
        f"<style>{STYLE}</style><rect width='100%' height='100%' fill='white'/>{body}</svg>\n"
    )


def _deepest_that_fits(trace: Trace, root: int, most: int) -> int:
    ply, layer, boxes = trace.ply(root), [root], 1
    while layer := [child for node in layer for child in trace.children(node)]:
        boxes += len(layer)
        if boxes > most:
            return ply
        ply += 1
    return ply


def _boxes(trace: Trace, node: int, deepest: int, line: set[int]) -> Box:
    row, ply = trace.rows[node], trace.ply(node)
    kind = ("min" if ply % 2 else "max") + (" line" if node in line else "")
    box = Box(kind, ply, [worth(trace, node)], row.move or "")
    children = trace.children(node)
    if children and ply >= deepest:
        box.below.append(Box("stub", ply + 1, [f"+{_size(trace, node):,}"]))
        return box
    if children:
        box.text.append(window(trace, node))
    box.below.extend(_boxes(trace, child, deepest, line) for child in children)
    if pruned := trace.pruned(node):
        box.below.append(Box("cut", ply + 1, [f"pruned: {' '.join(pruned)}"], note=trace.reason(node)))
    return box


def _size(trace: Trace, node: int) -> int:
    return sum(1 + _size(trace, child) for child in trace.children(node))


def _place(box: Box, left: float) -> float:
    """Lay the boxes below a box side by side and the box over their middle; returns the right edge."""
    right = left
    for child in box.below:
        right = _place(child, right)
    if not box.below:
        box.x = left + WIDE / 2
        return left + WIDE + GAP
    box.x = (box.below[0].x + box.below[-1].x) / 2
    return max(right, left + WIDE + GAP)


def _all(box: Box) -> list[Box]:
    return [box, *(inner for child in box.below for inner in _all(child))]


def _drawn(box: Box) -> str:
    top = box.ply * STEP + GAP
    edges = "".join(_edge(box, child, top) for child in box.below)
    texts = [*box.text, *([box.note] if box.note else [])]
    rows = "".join(_text(text, box.x, top + 16 + 15 * row, row > 0) for row, text in enumerate(texts))
    if box.kind in ("cut", "stub"):
        return f'<g class="{box.kind}">{rows}</g>'
    frame = f'<rect x="{box.x - WIDE / 2:.1f}" y="{top}" width="{WIDE}" height="{HIGH}"/>'
    return f'<g class="{box.kind}">{edges}{frame}{rows}</g>'


def _text(text: str, x: float, y: float, small: bool) -> str:
    look = ' class="window"' if small else ""
    return f'<text x="{x:.1f}" y="{y}"{look}>{escape(printable(text))}</text>'


def _edge(box: Box, child: Box, top: int) -> str:
    middle = (box.x + child.x) / 2
    path = f'<path d="M{box.x:.1f} {top + HIGH} L{child.x:.1f} {top + STEP}"/>'
    move = escape(printable(child.move))
    label = f'<text class="move" x="{middle - 8:.1f}" y="{top + HIGH + 32}">{move}</text>'
    return f'<g class="{"cut" if child.kind == "cut" else "edge"}">{path}{label if child.move else ""}</g>'
