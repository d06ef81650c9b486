"""A trace as an SVG picture: boxes for nodes, dashed edges for pruned moves, stubs for folded nodes."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from plyground.errors import printable
from plyground.pictures.svg import PALETTE
from plyground.score import LONGEST, raise_recursion_limit
from plyground.ui.explain.layout import EDGE, STEP, Box, place
from plyground.ui.explain.text import unfinished, window_ends, worth
from plyground.ui.explain.tree import SearchTree

MAX_BOXES = 400
MAX_WIDE = 2_400  # pixels
MAX_REPLIES = 12  # of a node
MAX_MOVES = 6  # named where many were pruned
LETTER, SMALL_LETTER, LINE = 7.2, 5.8, 14
KEY = "Values are from MAX's side; MAX moves at the top. α and β are those that a node was entered with."

SHAPES = """
.pg-tree text { font: 12px system-ui, sans-serif; text-anchor: middle }
.pg-tree .min rect { rx: 14 } .pg-tree .line rect { stroke-width: 3 }
.pg-tree path { fill: none } .pg-tree .cut path { stroke-dasharray: 5 4 }
.pg-tree .cut text, .pg-tree .stub text { font-style: italic }
.pg-tree .move { font-weight: 600; stroke-width: 5px; paint-order: stroke }
.pg-tree .small { font-size: 10px } .pg-tree .note { text-anchor: start }
"""


def _colours(scheme: int) -> str:
    """The rules that colour a tree, by the light (0) or the dark (1) side of the palette."""
    named = {role: colours[scheme] for role, colours in PALETTE.items()}
    return (
        f".pg-tree .paper {{ fill: {named['paper']} }} .pg-tree text {{ fill: {named['ink']} }}"
        f".pg-tree .max rect {{ fill: {named['max']}; stroke: {named['max-edge']} }}"
        f".pg-tree .min rect {{ fill: {named['min']}; stroke: {named['min-edge']} }}"
        f".pg-tree path {{ stroke: {named['quiet']} }} .pg-tree .move {{ stroke: {named['paper']} }}"
        f".pg-tree .cut text, .pg-tree .stub text {{ fill: {named['quiet']} }}"
    )


STYLE = f"{SHAPES}{_colours(0)}\n@media (prefers-color-scheme: dark) {{ {_colours(1)} }}"


def tree_svg(trace: SearchTree, root: int = 0, most: int = MAX_BOXES, widest: int = MAX_WIDE) -> str:
    """The picture of the tree below a node; what would make it too large is folded into stubs."""
    raise_recursion_limit(4 * LONGEST)
    tree = _largest_that_fits(trace, root, most, widest)
    top, boxes = trace.ply(root), list(tree.all())
    note = " ".join(filter(None, (_key(boxes), unfinished(trace))))
    width = max(place(tree), len(note) * SMALL_LETTER + 2 * EDGE)
    height = max((box.ply - top) * STEP + box.high for box in boxes) + 2 * EDGE + 2 * LINE
    title = (
        f"Search tree of {trace.agent or 'a search'} on {trace.game or 'a game'} {trace.position}".strip()
    )
    body = "".join(_box_svg(box, top) for box in boxes)
    note_svg = f'<text class="small note" x="{EDGE}" y="{height - EDGE:.0f}">{escape(note)}</text>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" class="pg-tree" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">'
        f"<title>{escape(printable(title))}</title>"
        f"<style>{STYLE}</style><rect class='paper' width='100%' height='100%'/>{body}{note_svg}</svg>\n"
    )


def _key(boxes: list[Box]) -> str:
    """How to read the picture."""
    counted = any(" in " in line for box in boxes for line in box.lines)
    return KEY + (" Wins and losses are counted in plies from the top." if counted else "")


def _largest_that_fits(trace: SearchTree, root: int, most: int, widest: int) -> Box:
    """Open the principal variation, then the other nodes from the top, as many as fit."""
    line, sizes = [root, *trace.principal_line(root)], _sizes(trace)
    order = [node for node in dict.fromkeys([*line, *_by_ply(trace, root)]) if trace.children(node)]
    fits, too_many = 0, len(order) + 1
    tree = _boxes(trace, root, set(), set(line), sizes)
    while too_many - fits > 1:
        count = (fits + too_many) // 2
        opened = order[:count]
        larger = None
        if 1 + sum(min(len(trace.children(node)), MAX_REPLIES) for node in opened) <= most:
            larger = _boxes(trace, root, set(opened), set(line), sizes)
        if larger is not None and place(larger) <= widest:
            fits, tree = count, larger
        else:
            too_many = count
    return tree


def _by_ply(trace: SearchTree, root: int) -> Iterator[int]:
    layer = [root]
    while layer:
        yield from layer
        layer = [child for node in layer for child in trace.children(node)]


def _boxes(trace: SearchTree, node: int, opened: set[int], line: set[int], sizes: list[int]) -> Box:
    row, ply = trace.rows[node], trace.ply(node)
    kind = ("min" if ply % 2 else "max") + (" line" if node in line else "")
    children = trace.children(node)
    small = [f"{name}={_short(end)}" for name, end in zip("αβ", window_ends(trace, node), strict=True)]
    box = _box(kind, ply, _short(worth(trace, node)), small if children else [], row.move or "")
    if children and node not in opened:
        box.below.append(_box("stub", ply + 1, f"+{sizes[node] - 1:,}"))
        return box
    for kept, run in groupby(children, _visible_children(children, line).__contains__):
        if kept:
            box.below.extend(_boxes(trace, child, opened, line, sizes) for child in run)
        else:
            box.below.append(_box("stub", ply + 1, f"+{sum(sizes[child] for child in run):,}"))
    if pruned := trace.pruned(node):
        box.below.append(_box("cut", ply + 1, f"pruned: {_some(pruned)}", _why(trace, node)))
    return box


def _visible_children(children: list[int], line: set[int]) -> set[int]:
    """Of many replies only the first, the last and the best."""
    if len(children) <= MAX_REPLIES:
        return set(children)
    return {*children[:4], *children[-2:], *(child for child in children if child in line)}


def _box(kind: str, ply: int, text: str, small: list[str] | None = None, move: str = "") -> Box:
    """A box that fits its texts; its width is estimated from the number of letters."""
    lines = [printable(each) for each in (text, *(small or []))]
    wide = max(len(lines[0]) * LETTER, *(len(each) * SMALL_LETTER for each in lines), len(move) * LETTER)
    return Box(kind, ply, lines, move, max(56.0 if small else 36.0, wide + 14), 12.0 + LINE * len(lines))


def _short(text: str) -> str:
    """`wins in 3`, to save room: the note below says that plies are counted."""
    return text.removesuffix(" plies").removesuffix(" ply")


def _some(moves: list[str]) -> str:
    return " ".join(moves if len(moves) <= MAX_MOVES else [*moves[: MAX_MOVES - 2], f"… ({len(moves)})"])


def _why(trace: SearchTree, node: int) -> list[str]:
    if trace.cut(node) is None:
        return ["known from the table"]
    head, _, crossed = trace.reason(node).partition(": ")
    return [head, " ≤ ".join(map(_short, crossed.split(" ≤ ")))]


def _sizes(trace: SearchTree) -> list[int]:
    """How many nodes there are at and below each node."""
    sizes = [1] * len(trace)
    for node in reversed(range(len(trace))):
        if (parent := trace.rows[node].parent) is not None:
            sizes[parent] += sizes[node]
    return sizes


def _box_svg(box: Box, root_ply: int) -> str:
    top = (box.ply - root_ply) * STEP + EDGE
    edges = "".join(_edge(box, child, top) for child in box.below)
    rows = "".join(
        _text(text, box.x, top + 4 + LINE * (row + 1), row > 0) for row, text in enumerate(box.lines)
    )
    if box.kind in ("cut", "stub"):
        return f'<g class="{box.kind}">{rows}</g>'
    left = box.x - box.wide / 2
    frame = f'<rect x="{left:.1f}" y="{top}" width="{box.wide:.1f}" height="{box.high:.0f}"/>'
    return f'<g class="{box.kind}">{edges}{frame}{rows}</g>'


def _text(text: str, x: float, y: float, small: bool) -> str:
    look = ' class="small"' if small else ""
    return f'<text x="{x:.1f}" y="{y:.0f}"{look}>{escape(text)}</text>'


def _edge(box: Box, child: Box, top: float) -> str:
    """A line to a box below; its move stands near that box, where neighbours are far apart."""
    start, end = top + box.high, top + STEP
    path = f'<path d="M{box.x:.1f} {start:.0f} L{child.x:.1f} {end:.0f}"/>'
    x, y = child.x + (box.x - child.x) * 12 / (end - start), end - 8
    move = escape(printable(child.move))
    label = f'<text class="move" x="{x:.1f}" y="{y:.0f}">{move}</text>' if child.move else ""
    return f'<g class="{"cut" if child.kind == "cut" else "edge"}">{path}{label}</g>'
