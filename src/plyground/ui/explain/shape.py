"""How a box of a search tree and the line to it look: parts with roles of colour.

The twin of explain-shape.js: a test draws the same trees by both and compares the files.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

from plyground.errors import printable
from plyground.pictures.svg import PALETTE
from plyground.ui.explain.boxes import Box

STEP = 124  # from one ply to the next
TIP = 9  # how far a house points
HIGH = {"node": 76, "plain": 56, "leaf": 34, "cut": 46, "folded": 28, "more": 28}
LETTER = {"value": 10.4, "who": 8.4, "small": 8.2, "edge": 8.6}  # pixels
BOLD = ("now", "giver", "right", "wrong")

# The roles of colour that parts have, each light and dark; the page has the same (explain-export.js).
COLOURS = {
    **{role: PALETTE[role] for role in ("paper", "ink", "quiet", "line", "edge", "hole")},
    "accent": ("#1559a8", "#7db8ff"),
    **{role: PALETTE[role] for role in ("good", "bad")},
    "giver": ("#7a3fc4", "#c9a5ff"),
    **{role: PALETTE[role] for role in ("max", "max-edge", "min", "min-edge")},
    "good-paper": ("#d9f0e8", "#16382f"),
    "bad-paper": ("#fbdedb", "#4a2320"),
}

Attributes = dict[str, object]


@dataclass
class BoxLook:
    """What is on a box, and in which state it is."""

    state: list[str] = field(default_factory=list)
    side: str = ""  # "max" or "min"
    who: str = ""
    value: str = ""
    small: str = ""
    edge: str = ""  # on the line to it
    lettered: bool = False
    least: int = 76  # pixels of a house
    bar: float | None = None  # a share of 1
    thick: float | None = None  # of the line to it


class Part(NamedTuple):
    """An element; `fill` and `stroke` in its attributes name roles of the palette."""

    tag: str
    attributes: Attributes
    text: str | None = None


def rounded(value: float) -> float:
    """A coordinate: one digit behind the point, as JavaScript rounds it."""
    return math.floor(value * 10 + 0.5) / 10


def number(value: object) -> str:
    """A number as JavaScript writes it."""
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)


def width_of(box: Box, look: BoxLook) -> int:
    """How wide a box is, from the texts on it."""
    wide = max(len(look.value) * LETTER["value"], len(look.small) * LETTER["small"])
    if box.is_house:
        wide = max(wide, len(look.who) * LETTER["who"])
    return max(look.least if box.is_house else 30, math.ceil(wide) + 14)


def height_of(box: Box, look: BoxLook) -> int:
    """How high a box is: a house without a window is lower."""
    if box.is_house:
        return HIGH["node" if look.small else "plain"]
    return HIGH.get(box.kind, HIGH["leaf"])


def box_parts(box: Box, look: BoxLook) -> list[Part]:
    """The parts of a box; its own place is where its top has its middle."""
    high, attributes = height_of(box, look), _frame(box, look)
    parts = [Part("path", {"d": _outline(box, high, look.side), **attributes})]
    half = box.width / 2
    if "known" in look.state:
        size = {"x": 4 - half, "y": 4, "width": box.width - 8, "height": high - 8, "rx": 4}
        parts.append(Part("rect", {**size, "stroke": attributes["stroke"], "stroke-width": 1}))
    if look.bar is not None:
        wide, y = box.width - 12, (0 if look.side == "min" else TIP) + high - TIP - 9
        line: Attributes = {"x": -wide / 2, "y": y, "width": wide, "height": 5, "rx": 2}
        parts.append(Part("rect", {**line, "fill": "line"}))
        if look.bar > 0:
            parts.append(Part("rect", {**line, "width": rounded(wide * look.bar), "fill": "accent"}))
    return parts + _texts(box, look, high)


def _texts(box: Box, look: BoxLook, high: int) -> list[Part]:
    dull = "faint" in look.state or "pruned" in look.state
    ink, half = "quiet" if dull else "ink", box.width / 2
    if box.is_house:
        top = 3 if look.side == "min" else 11
        who = _text(look.who, top + 13, 14, "quiet", 600 if look.lettered else None)
        value = _text(look.value, top + 34, 18, ink, None if "open" in look.state else 650)
        small = _text(look.small, top + 52, 14, ink)
        return [part for part in (who, value, small) if part.text and part.text.strip()]
    if box.kind == "cut":
        return [_text(look.value, 19, 14, "bad", 600), _text(look.small, 37, 14, "ink")]
    if box.kind in ("folded", "more"):
        return [_text(look.value, 19, 14, "quiet")]
    if not look.value:
        return []
    parts = [_text(look.value, 23, 18, ink, None if dull else 650)]
    if "pruned" in look.state:
        stroke = f"M{number(4 - half)} {high - 5}L{number(half - 4)} 5"
        parts.append(Part("path", {"d": stroke, "stroke": "quiet", "stroke-width": 1.5}))
    return parts


def _text(words: str, y: int, size: int, fill: str, weight: int | None = None) -> Part:
    bold = {"font-weight": weight} if weight else {}
    return Part("text", {"y": y, "font-size": size, "fill": fill, **bold}, words)


def _outline(box: Box, high: int, side: str) -> str:
    half = box.width / 2
    left, right = number(-half), number(half)
    if not box.is_house:
        inner = f"H{number(half - 6)}q6 0 6 6V{high - 6}q0 6-6 6H{number(6 - half)}q-6 0-6-6z"
        return f"M{left} 6q0-6 6-6{inner}"
    if side == "min":
        return f"M{left} 0H{right}V{high - TIP}L0 {high}L{left} {high - TIP}z"
    return f"M0 0L{right} {TIP}V{high}H{left}V{TIP}z"


def _frame(box: Box, look: BoxLook) -> Attributes:
    """The colours and the line of a box."""
    state, house = look.state, box.is_house
    dull = "faint" in state or "pruned" in state
    stub = box.kind in ("cut", "folded", "more")
    fills = {
        "good-paper": "won" in state,
        "bad-paper": "lost" in state,
        "hole": "pruned" in state or stub,
        look.side: not dull and house,
    }
    strokes = {
        "accent": "now" in state,
        "giver": "giver" in state,
        "bad": box.kind == "cut",
        "line": "faint" in state,
        "edge": dull or stub or not house,
    }
    bold = any(name in state for name in BOLD)
    thick = 4 if bold else 2.5 if "path" in state or "line" in state else 1.5
    fill = next((role for role, holds in fills.items() if holds), "paper")
    stroke = next((role for role, holds in strokes.items() if holds), f"{look.side}-edge")
    attributes: Attributes = {"fill": fill, "stroke": stroke, "stroke-width": thick}
    if not bold and ("pruned" in state or stub):
        attributes["stroke-dasharray"] = "2 3" if stub and box.kind != "cut" else "5 4"
    return attributes


def edge_parts(box: Box, look: BoxLook, above: BoxLook) -> list[Part]:
    """The parts of the line from the box above to a box, with its move near to the lower end."""
    assert box.above is not None
    from_x, from_y = box.above.x, box.above.y + height_of(box.above, above)
    x, y = rounded(from_x + (box.x - from_x) * 0.66), rounded(from_y + (box.y - from_y) * 0.66)
    start = f"M{number(rounded(from_x))} {number(rounded(from_y))}"
    line = f"{start}L{number(rounded(box.x))} {number(rounded(box.y))}"
    parts = [Part("path", {"d": line, **_line(box, look)})]
    if look.edge:
        wide = rounded(len(look.edge) * LETTER["edge"] + 4)
        cut = "pruned" in look.state or box.kind == "cut"
        fill = "accent" if "now" in look.state else "bad" if cut else ""
        fill = fill or ("quiet" if "faint" in look.state else "ink")
        ground = {"x": rounded(x - wide / 2), "y": rounded(y - 9), "width": wide, "height": 18, "rx": 5}
        parts.append(Part("rect", {**ground, "fill": "paper"}))
        name: Attributes = {"x": x, "y": rounded(y + 5), "font-size": 14, "fill": fill, "font-weight": 600}
        parts.append(Part("text", name, look.edge))
    return parts


def _line(box: Box, look: BoxLook) -> Attributes:
    state = look.state
    if "giver-line" in state:
        return {"stroke": "giver", "stroke-width": 4}
    if "path" in state or "line" in state:
        return {"stroke": "accent", "stroke-width": look.thick or 3}
    if "pruned" in state or box.kind == "cut":
        return {"stroke": "bad", "stroke-width": 1.5, "stroke-dasharray": "6 5"}
    if box.kind in ("folded", "more"):
        return {"stroke": "edge", "stroke-width": 1.5, "stroke-dasharray": "2 3"}
    return {"stroke": "line" if "faint" in state else "edge", "stroke-width": look.thick or 1.5}


def part_svg(part: Part) -> str:
    """A part as it is written: light colours as attributes, dark ones by the classes of their roles."""
    rest = dict(part.attributes)
    fill, stroke = rest.pop("fill", None), rest.pop("stroke", None)
    classes = [f"pg-f-{fill}"] * bool(fill) + [f"pg-s-{stroke}"] * bool(stroke)
    colours = {
        "fill": COLOURS[str(fill)][0] if fill else "none" if stroke else None,
        "stroke": COLOURS[str(stroke)][0] if stroke else None,
        "class": " ".join(classes) or None,
    }
    written = "".join(
        f' {name}="{escape(number(value))}"'
        for name, value in (colours | rest).items()
        if value is not None
    )
    if part.text is None:
        return f"<{part.tag}{written}/>"
    return f"<{part.tag}{written}>{text_svg(part.text)}</{part.tag}>"


def text_svg(words: str) -> str:
    """Words as they stand in a file."""
    return escape(printable(words)).replace("&#x27;", "'")
