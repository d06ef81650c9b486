"""A trace as an SVG picture: the drawing of the Explain page, at any step, of any size that fits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from plyground.score import LONGEST, raise_recursion_limit
from plyground.ui.explain.boxes import MAX_CHILDREN, Box, boxes_at, is_small
from plyground.ui.explain.film import Film
from plyground.ui.explain.grown import Grown
from plyground.ui.explain.layout import Layout, place
from plyground.ui.explain.look import Looks
from plyground.ui.explain.shape import (
    COLOURS,
    BoxLook,
    Part,
    box_parts,
    edge_parts,
    height_of,
    number,
    part_svg,
    rounded,
    text_svg,
    width_of,
)
from plyground.ui.explain.text import unfinished
from plyground.ui.explain.tree import SearchTree
from plyground.words import Tongue, tongue

MAX_BOXES = 400
MAX_WIDE = 2_400  # pixels
EDGE, LINE = 16, 20  # around a picture, and from one note to the next
NOTE_LETTER = 7.4  # pixels

LookOf = Callable[[Box], BoxLook]


def tree_svg(
    trace: SearchTree,
    root: int = 0,
    most: int = MAX_BOXES,
    widest: int = MAX_WIDE,
    step: int | None = None,
    language: str | None = None,
) -> str:
    """The picture of the tree below a root, at a step of its film or at the end.

    What would make it too large is folded into stubs. `language` is that of the words on it, the
    environment's unless it is given.
    """
    raise_recursion_limit(4 * LONGEST)
    words = tongue(language)
    if trace.kind:
        grown = Grown(trace, root, words, step)
        layout, look = _placed(grown.tree(), grown.look), grown.look
    else:
        film = Film(trace, root)
        at = len(film) if step is None else max(0, min(step, len(film)))
        look_at = Looks(film, at, words)
        layout, look = _largest_that_fits(film, at, look_at, most, widest), look_at
    title = f"Search tree of {trace.agent or 'a search'} on {trace.game or 'a game'} {trace.position}"
    return svg_text(layout, look, title.strip(), _notes(trace, words))


def svg_text(layout: Layout, look: LookOf, title: str, notes: Sequence[str]) -> str:
    """A whole picture as the text of a file, light and dark by what a reader prefers."""
    drawn = [box for box in layout.boxes if box.reached or box.faint]
    wide = math.ceil(max(layout.width, *(len(note) * NOTE_LETTER for note in notes), 0)) + 2 * EDGE
    deepest = max(box.y + height_of(box, look(box)) for box in layout.boxes)
    tall = number(float(deepest + 2 * EDGE + len(notes) * LINE))
    shift = number(rounded((wide - layout.width) / 2 - layout.left))
    lines = [
        part_svg(part)
        for box in drawn
        if box.above is not None
        for part in edge_parts(box, look(box), look(box.above))
    ]
    shapes = [_box_svg(box, look(box)) for box in drawn]
    below = [
        part_svg(Part("text", {"x": wide / 2, "y": y, "font-size": 14, "fill": "quiet"}, note))
        for note, y in zip(notes, _note_places(float(tall), len(notes)), strict=True)
    ]
    paper = part_svg(Part("rect", {"width": wide, "height": float(tall), "fill": "paper"}))
    head = f'viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {head} '
        'font-family="system-ui, sans-serif" text-anchor="middle">'
        f"<title>{text_svg(title)}</title><style>@media (prefers-color-scheme:dark){{{_dark()}}}</style>"
        f'{paper}<g transform="translate({shift} {EDGE})">{"".join(lines)}{"".join(shapes)}</g>'
        f"{''.join(below)}</svg>\n"
    )


def _note_places(tall: float, count: int) -> list[float]:
    return [tall - EDGE - (count - 1 - at) * LINE for at in range(count)]


def _box_svg(box: Box, look: BoxLook) -> str:
    place_ = f"{number(rounded(box.x))} {number(rounded(box.y))}"
    return f'<g transform="translate({place_})">{"".join(map(part_svg, box_parts(box, look)))}</g>'


def _dark() -> str:
    """The rules for readers who prefer dark pictures."""
    return "".join(
        f".pg-f-{role}{{fill:{dark}}}.pg-s-{role}{{stroke:{dark}}}"
        for role, (light, dark) in COLOURS.items()
        if light != dark
    )


def _notes(trace: SearchTree, words: Tongue) -> list[str]:
    """How to read the picture, and whether the search was stopped."""
    note = {"": "explain.note", "mcts": "explain.note-mcts", "proof": "explain.note-proof"}[trace.kind]
    stopped = unfinished(trace) if not trace.kind else None
    return [words.say(note), *([stopped] if stopped else [])]


def _placed(tree: Box, look: LookOf) -> Layout:
    return place(tree, lambda box: width_of(box, look(box)))


def _largest_that_fits(film: Film, step: int, look: LookOf, most: int, widest: int) -> Layout:
    """Open the path and the principal variation, then the other nodes from the top, as many as fit."""
    if is_small(film):
        whole = _placed(boxes_at(film, step, set()), look)
        if film.whole is not None or (whole.width <= widest and len(whole.boxes) <= most):
            return whole
    trace = film.trace
    line = [film.root, *film.path(step), *trace.principal_line(film.root)]
    order = [node for node in dict.fromkeys([*line, *_by_ply(film)]) if trace.children(node)]
    fits, too_many = 0, len(order) + 1
    layout = _placed(boxes_at(film, step, set(), fold=True), look)
    while too_many - fits > 1:
        count = (fits + too_many) // 2
        opened = order[:count]
        larger = None
        if 1 + sum(min(len(trace.children(node)), MAX_CHILDREN) for node in opened) <= most:
            larger = _placed(boxes_at(film, step, set(opened), fold=True), look)
        if larger is not None and larger.width <= widest:
            fits, layout = count, larger
        else:
            too_many = count
    return layout


def _by_ply(film: Film) -> Iterator[int]:
    layer = [film.root]
    while layer:
        yield from layer
        layer = [child for node in layer for child in film.trace.children(node)]
