"""SVG as text: elements with escaped texts, and colours for light and dark.

A picture may be shown as an image, or inside another page. So its light colours are attributes, which no
page strips, and its dark ones a style that asks for `prefers-color-scheme`. It stands on its own paper, so
that it can be read where nobody asks. The classes begin with `pg-` to meet no other page's.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape

from plyground.errors import printable

# Roles, each with its light and its dark colour.
PALETTE = {
    "paper": ("#ffffff", "#1b212a"),
    "ink": ("#1b2330", "#e9edf3"),
    "quiet": ("#586475", "#a3afbf"),
    "line": ("#dde2e8", "#333d4a"),
    "edge": ("#7f8b9b", "#76849a"),
    "x": ("#c45408", "#f6a03c"),
    "o": ("#1868b0", "#64bcf8"),
    "x-disc": ("#f09224", "#f09224"),
    "o-disc": ("#62bcf6", "#62bcf6"),
    "on-disc": ("#181a22", "#181a22"),
    "hole": ("#e8edf5", "#141924"),
    "body": ("#3e527a", "#3a4a6c"),
    "ring": ("#ffffff", "#ffffff"),
    "last": ("#d8e4f2", "#2c3f58"),
    "good": ("#0f6b57", "#4fc9aa"),
    "bad": ("#b3261e", "#ff8a80"),
    "max": ("#dbe9f6", "#22384f"),
    "max-edge": ("#08519c", "#7db8ff"),
    "min": ("#fde6cf", "#4a3520"),
    "min-edge": ("#a63603", "#f6a03c"),
}
DARK = "".join(
    f".pg-f-{role}{{fill:{dark}}}.pg-s-{role}{{stroke:{dark}}}"
    for role, (light, dark) in PALETTE.items()
    if light != dark
)
FONT = "system-ui, sans-serif"
Attribute = str | float | None


def element(name: str, *content: str, fill: str = "", stroke: str = "", **attributes: Attribute) -> str:
    """An element around content that is markup already; `fill` and `stroke` name roles of the palette.

    An underscore in the name of an attribute stands for a hyphen.
    """
    classes = [f"pg-f-{fill}"] * bool(fill) + [f"pg-s-{stroke}"] * bool(stroke)
    values: dict[str, Attribute] = {
        "fill": PALETTE[fill][0] if fill else "none" if stroke else None,
        "stroke": PALETTE[stroke][0] if stroke else None,
        "class": " ".join(classes) or None,
        **{key.replace("_", "-"): value for key, value in attributes.items()},
    }
    written = "".join(f' {key}="{_value(value)}"' for key, value in values.items() if value is not None)
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def text(
    words: str,
    x: float,
    y: float,
    size: float,
    fill: str = "ink",
    anchor: str = "middle",
    weight: int | None = None,
) -> str:
    """A text whose middle, start or end is at a place."""
    content = escape(printable(words))
    return element(
        "text", content, fill=fill, x=x, y=y, font_size=size, text_anchor=anchor, font_weight=weight
    )


def document(body: str, box: tuple[float, float, float, float], width: float, title: str) -> str:
    """A whole picture: what is seen of the plane (x, y, width, height), and how wide it is drawn."""
    x, y, wide, high = box
    ground = element("rect", fill="paper", x=x, y=y, width=wide, height=high, rx=wide * 6 / width)
    return element(
        "svg",
        element("title", escape(printable(title))),
        f"<style>@media (prefers-color-scheme:dark){{{DARK}}}</style>",
        ground,
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(_value, box)),
        width=round(width),
        height=round(width * high / wide),
        role="img",
        font_family=FONT,
    )


def image(picture: str, label: str) -> str:
    """A picture as an HTML image, which pages show that allow no SVG of others among their elements."""
    data = b64encode(picture.encode()).decode()
    fit = "max-width: 100%; height: auto;"
    return f'<img alt="{escape(printable(label))}" style="{fit}" src="data:image/svg+xml;base64,{data}"/>'


def _value(value: Attribute) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return escape(str(value))
