"""How agents look in figures: a colour and a marker each, the same in every figure of a report.

The agents that come with plyground look the same in all reports. Every colour is told from every other by
people who see no red, no green or no blue, on a white page and on a dark one; in grey the markers tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

INK = "#1b1b1b"  # texts and axes
SOFT = "#5f6368"  # texts that matter less
GRID = "#dcdcdc"
PAPER = "#ffffff"
DARK_PAPER = "#16181c"

# On paper, and in the same order on a dark page; each at least three times as bright or dark as the page.
COLOURS = (INK, "#334d91", "#cf2c09", "#b29000", "#007582", "#c94dba", "#4c91f5", "#808870")
DARK_COLOURS = ("#f0f0f0", "#5780eb", "#ee4209", "#edc525", "#2abf7d", "#c095d2", "#acceff", "#8c807c")
MARKERS = (
    "o",
    "s",
    "^",
    "D",
    "v",
    "P",
    "X",
    "*",
    "d",
    "p",
    "h",
    "8",
)  # of matplotlib; "<" and ">" are arrows

THEME = dict(zip(COLOURS, DARK_COLOURS, strict=True)) | {
    SOFT: "#a9b0ba",
    GRID: "#3a3f47",
    PAPER: DARK_PAPER,
}

KNOWN = (
    *("minimax", "alphabeta", "table_alphabeta", "memo", "pvs", "mtdf"),
    *("deepening", "greedy", "mcts", "random", "perfect"),
)


@dataclass(frozen=True)
class Look:
    """A colour and a marker."""

    colour: str
    marker: str


def look(place: int) -> Look:
    """The look of a place: no two of the first 96 are the same."""
    colour, marker = place % len(COLOURS), (place + place // 24) % len(MARKERS)
    return Look(COLOURS[colour], MARKERS[marker])


def looks(names: Iterable[str]) -> dict[str, Look]:
    """A look for every agent of a report.

    An agent of ours has its own; of several with other options, the first has it. The others take what is
    free, in their order.
    """
    wanted = list(dict.fromkeys(names))
    places: dict[str, int] = {name: KNOWN.index(name) for name in wanted if name in KNOWN}
    for name in wanted:
        kind = name.partition("(")[0]
        if name not in places and kind in KNOWN and KNOWN.index(kind) not in places.values():
            places[name] = KNOWN.index(kind)
    free = (place for place in range(len(wanted) + len(KNOWN)) if place not in set(places.values()))
    return {name: look(places[name] if name in places else next(free)) for name in wanted}
