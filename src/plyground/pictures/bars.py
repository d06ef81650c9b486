"""Values as bars from a middle line: good ones to the right, bad ones to the left, with words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plyground.pictures.svg import document, element, text

ROW, HIGH, BAR = 26, 14, 90  # pixels: from row to row, the height of a bar, half the length of the longest
LETTER = 8.6  # wide enough for bold ones
GAP, EDGE = 12, 10
EVEN = 8  # the bar of what is neither good nor bad, on both sides of the middle


@dataclass(frozen=True)
class Bar:
    """One value: its name, the words for it, and how good it is, from -1 to 1."""

    name: str
    words: str
    share: float
    best: bool = False


def bars_svg(bars: Iterable[Bar], title: str) -> str:
    """The bars below each other. What is best has a star, so that nobody needs to compare colours."""
    rows = list(bars)
    names = max((len(bar.name) for bar in rows), default=1) * LETTER
    said = max((len(_said(bar)) for bar in rows), default=1) * LETTER
    middle = EDGE + names + GAP + BAR
    width = middle + BAR + GAP + said + EDGE
    height = ROW * len(rows) + 2 * EDGE
    body = element("path", stroke="edge", d=f"M{middle:.1f} {EDGE}V{height - EDGE}")
    body += "".join(_row(bar, EDGE + ROW * place, middle) for place, bar in enumerate(rows))
    return document(body, (0, 0, width, height), width, title)


def _said(bar: Bar) -> str:
    return f"{bar.words} ★" if bar.best else bar.words


def _row(bar: Bar, top: float, middle: float) -> str:
    share = max(-1.0, min(1.0, bar.share))
    long = max(2.0, abs(share) * BAR)
    if not share:
        long = EVEN
    left = middle - long if share < 0 else middle if share > 0 else middle - EVEN / 2
    role = "good" if share > 0 else "bad" if share < 0 else "edge"
    weight = 700 if bar.best else None
    baseline = top + ROW / 2 + 5
    return (
        text(bar.name, middle - BAR - GAP, baseline, 14, anchor="end", weight=weight)
        + element("rect", fill=role, x=left, y=top + (ROW - HIGH) / 2, width=long, height=HIGH, rx=3)
        + text(_said(bar), middle + BAR + GAP, baseline, 14, anchor="start", weight=weight)
    )
