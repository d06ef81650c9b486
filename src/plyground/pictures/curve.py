"""Curves over a count as SVG: shares from 0 to 100 %, with axes, marks that differ, and names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plyground.pictures.svg import document, element, text

WIDE, HIGH = 460, 240  # pixels
LEFT, RIGHT, TOP, BELOW = 52, 16, 34, 44
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
LOOKS = (("good", None), ("x", "6 4"))  # roles of colour and dashes: no curve differs by colour alone


@dataclass(frozen=True)
class Curve:
    """A name, and points of a count and a share."""

    name: str
    points: Sequence[tuple[int, float]]


def curve_svg(
    curves: Sequence[Curve], most: int, axis: str, title: str, write: Callable[[int], str] = str
) -> str:
    """Up to two curves up to a count; `axis` says what is counted, `write` writes a count."""
    across, up = WIDE - LEFT - RIGHT, HIGH - TOP - BELOW

    def place(count: float, share: float) -> tuple[float, float]:
        return LEFT + across * count / max(1, most), TOP + up * (1 - max(0.0, min(1.0, share)))

    body = ""
    for share in SHARES:
        x, y = place(0, share)
        body += element("path", stroke="line", d=f"M{x:.1f} {y:.1f}H{WIDE - RIGHT}")
        body += text(f"{100 * share:.0f} %", LEFT - 7, y + 4, 12, "quiet", anchor="end")
    for count in (0, most // 2, most):
        x, y = place(count, 0)
        body += element("path", stroke="edge", d=f"M{x:.1f} {y:.1f}v5")
        body += text(write(count), x, y + 19, 12, "quiet", _anchor(count, most))
    body += text(axis, WIDE - RIGHT, HIGH - 8, 12, "quiet", anchor="end")
    named = float(LEFT)
    for number, curve in enumerate(curves):
        role, dashes = LOOKS[number % len(LOOKS)]
        points = [place(*point) for point in curve.points]
        path = "".join(f"{'L' if at else 'M'}{x:.1f} {y:.1f}" for at, (x, y) in enumerate(points))
        body += element("path", stroke=role, stroke_width=2.5, stroke_dasharray=dashes, d=path or "M0 0")
        body += "".join(_mark(number, x, y) for x, y in points)
        body += element("path", stroke=role, stroke_width=2.5, stroke_dasharray=dashes, d=f"M{named} 16h26")
        body += _mark(number, named + 13, 16.0) + text(curve.name, named + 32, 20, 13, anchor="start")
        named += 60 + 7.5 * len(curve.name)
    return document(body, (0, 0, WIDE, HIGH), WIDE, title)


def _anchor(count: int, most: int) -> str:
    return "end" if count == most and most else "middle"


def _mark(number: int, x: float, y: float) -> str:
    """A round mark for the first curve, a square one for the second."""
    role = LOOKS[number % len(LOOKS)][0]
    if number == 0:
        return element("circle", fill=role, cx=x, cy=y, r=3)
    return element("rect", fill=role, x=x - 2.5, y=y - 2.5, width=5, height=5)
