"""Colours and markers: an agent's own in every figure, told apart by everybody, on paper and in the dark."""

from __future__ import annotations

import math
import re
from importlib.resources import files
from itertools import combinations

import pytest

from plyground.report.looks import (
    COLOURS,
    DARK_COLOURS,
    DARK_PAPER,
    INK,
    KNOWN,
    PAPER,
    SOFT,
    THEME,
    look,
    looks,
)

# How people without red, green or blue cones see linear colours (Machado and others 2009, severity 1).
VISION = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}  # fmt: skip
Colour = tuple[float, float, float]


def linear(code: str) -> Colour:
    red, green, blue = (int(code[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue))  # type: ignore[return-value]


def contrast(one: str, other: str) -> float:
    """As the W3C defines it: 3 is enough for lines and markers, 4.5 for texts."""
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other)))
    return (high + 0.05) / (low + 0.05)


def oklab(colour: Colour) -> Colour:
    r, g, b = (max(0.0, c) for c in colour)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def seen(code: str, vision: str) -> Colour:
    colour = linear(code)
    rows = VISION[vision]
    return oklab(tuple(sum(a * b for a, b in zip(row, colour, strict=True)) for row in rows))  # type: ignore[arg-type]


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("colours", [COLOURS, DARK_COLOURS], ids=["light", "dark"])
def test_colours_are_told_apart_by_everybody(colours: tuple[str, ...], vision: str) -> None:
    for one, other in combinations(colours, 2):
        assert math.dist(seen(one, vision), seen(other, vision)) > 0.09, (one, other)


def test_colours_stand_out_from_the_page() -> None:
    assert min(contrast(colour, PAPER) for colour in COLOURS) >= 2.99
    assert min(contrast(colour, DARK_PAPER) for colour in DARK_COLOURS) >= 3
    for text in (INK, SOFT):
        assert contrast(text, PAPER) >= 4.5
        assert contrast(THEME[text], DARK_PAPER) >= 4.5


def test_the_page_has_the_dark_colours() -> None:
    style = files("plyground.report").joinpath("report.css").read_text(encoding="utf-8")
    given = re.findall(r"--figure-(\d+): (#\w+);", style)
    assert given == [(str(number), colour) for number, colour in enumerate(THEME.values())]


def test_no_two_looks_are_the_same() -> None:
    assert len({look(place) for place in range(96)}) == 96
    assert len({look(place).marker for place in range(8)}) == 8  # in grey, markers tell


def test_our_agents_look_the_same_in_every_report() -> None:
    one = looks(["random", "alphabeta", "mine", "minimax"])
    other = looks(["minimax", "yours", "alphabeta"])
    assert one["alphabeta"] == other["alphabeta"] == looks(KNOWN)["alphabeta"]
    assert one["minimax"] == other["minimax"]
    assert len(set(one.values())) == 4


def test_the_first_of_several_with_options_has_the_look_of_its_kind() -> None:
    both = looks(["alphabeta(depth=2)", "alphabeta(depth=4)"])
    assert both["alphabeta(depth=2)"] == looks(["alphabeta"])["alphabeta"]
    assert len(set(both.values())) == 2
    assert looks(["alphabeta(depth=2)", "alphabeta"])["alphabeta"] == looks(["alphabeta"])["alphabeta"]


def test_a_crowd_has_a_look_each() -> None:
    names = [f"student {number}" for number in range(40)]
    assert len(set(looks([*KNOWN, *names]).values())) == len(KNOWN) + 40
