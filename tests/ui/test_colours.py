"""X and O have the same colours in the terminal, in the window and on the page."""

from __future__ import annotations

import re
from pathlib import Path

import plyground.ui.web
from plyground.ui.colours import DISCS, MARKS_ON_DARK, MARKS_ON_LIGHT, Colour
from plyground.ui.terminal import draw

CSS = Path(plyground.ui.web.__file__).parent / "static" / "css" / "base.css"


def page(name: str) -> list[Colour]:
    """The colours of a variable of the page, on light and on dark ground."""
    (line,) = re.findall(rf"--{name}: (.*);", CSS.read_text())
    return [(int(r, 16), int(g, 16), int(b, 16)) for r, g, b in re.findall("#(..)(..)(..)", line)]


def test_the_page_has_the_colours_of_the_window() -> None:
    for number, mark in enumerate("xo"):
        assert page(mark) == [MARKS_ON_LIGHT[number], MARKS_ON_DARK[number]], "change ui/colours.py, too"
        assert page(f"{mark}-disc") == [DISCS[number]], "change ui/colours.py, too"


def test_the_terminal_has_the_nearest_of_256_colours() -> None:
    levels = (0, 95, 135, 175, 215, 255)
    for mark, disc in zip("XO", DISCS, strict=True):
        code = int(draw._COLOURS[mark].rpartition(";")[2]) - 16
        shown = [levels[code // 36], levels[code // 6 % 6], levels[code % 6]]
        assert all(abs(a - b) <= 98 for a, b in zip(shown, disc, strict=True)), (mark, shown)
        assert max(range(3), key=shown.__getitem__) == max(range(3), key=disc.__getitem__)
