"""X and O have the same colours in the terminal, in the window and in the pages."""

from __future__ import annotations

import re
from pathlib import Path

import plyground.ui.web
from plyground.ui.colours import Colour
from plyground.ui.terminal.draw import COLOURS
from plyground.ui.window.palette import DARK, LIGHT

BASE = (Path(plyground.ui.web.__file__).parent / "static/css/base.css").read_text(encoding="utf-8")
LEVELS = (0, 95, 135, 175, 215, 255)  # of a terminal's 256 colours


def in_css(name: str) -> list[Colour]:
    """The colours of a name in the pages: in the light and in the dark, or one for both."""
    (value,) = re.findall(rf"--{name}: ([^;]+);", BASE)
    found = [int(text, 16) for text in re.findall(r"#([0-9a-f]{6})", value)]
    return [(number >> 16, number >> 8 & 255, number & 255) for number in found]


def nearest(colour: Colour) -> int:
    """The number of the nearest of a terminal's colours."""
    red, green, blue = (min(range(6), key=lambda step: abs(LEVELS[step] - part)) for part in colour)
    return 16 + 36 * red + 6 * green + blue


def test_window_and_pages_agree() -> None:
    for side, name in enumerate("xo"):
        assert in_css(name) == [LIGHT.marks[side], DARK.marks[side]]
        assert in_css(f"{name}-disc") == [LIGHT.discs[side]] == [DARK.discs[side]]
    assert in_css("body") == [LIGHT.rack, DARK.rack]


def test_the_terminal_comes_as_near_as_it_can() -> None:
    for side, mark in enumerate("XO"):
        assert COLOURS[mark].endswith(f";{nearest(LIGHT.discs[side])}")
