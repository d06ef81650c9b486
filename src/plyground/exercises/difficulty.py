"""Which exercise comes next: a ladder for each kind, up after right answers and down after wrong ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from plyground.errors import unknown_name

Options = Mapping[str, Any]


def _rung(depth: int, branching: int, ties: bool = False, order: str = "random") -> Options:
    return {"depth": depth, "branching": branching, "ties": ties, "order": order}


_SMALL = (_rung(2, 2), _rung(2, 3), _rung(3, 2), _rung(3, 2, ties=True))
LADDERS: Mapping[str, Sequence[Options]] = MappingProxyType(
    {
        "minimax": (*_SMALL, _rung(3, 3), _rung(4, 2, ties=True), _rung(3, 4, ties=True)),
        "alphabeta": (
            _rung(2, 2, order="best"),
            _rung(2, 3, order="best"),
            _rung(2, 3),
            _rung(3, 2),
            _rung(3, 2, ties=True),
            _rung(3, 3, order="best"),
            _rung(3, 3, order="worst"),
            _rung(3, 3),
            _rung(3, 3, ties=True),
            _rung(4, 2, ties=True),
            _rung(5, 2, ties=True),
        ),
        "depth": (_rung(3, 2), _rung(3, 2, ties=True), _rung(3, 3), _rung(4, 2), _rung(3, 4, ties=True)),
        "mcts": tuple({"branching": branching} for branching in (2, 3, 4, 6)),
        "win": tuple({"plies": plies} for plies in (3, 5, 7, 9, 11)),
    }
)


def ladder(kind: str) -> Sequence[Options]:
    """The rungs of a kind, from easy to hard."""
    if kind not in LADDERS:
        raise unknown_name("no such exercise", kind, LADDERS, f"exercises are {', '.join(LADDERS)}")
    return LADDERS[kind]


def options_at(kind: str, level: int) -> Options:
    """The options of a level, counted from 1; beyond the ends of the ladder those of the end."""
    rungs = ladder(kind)
    return rungs[min(max(level, 1), len(rungs)) - 1]


def next_level(kind: str, level: int, right: int, of: int) -> int:
    """The level after an exercise of which so many questions were right at the first try.

    All right goes up, less than half down.
    """
    step = 1 if of and right == of else -1 if 2 * right < of else 0
    return min(max(level + step, 1), len(ladder(kind)))


def level_of(kind: str, options: Options) -> int:
    """The level of some options: that rung of the ladder which is most like them."""

    def distance(rung: Options) -> tuple[float, int]:
        sizes = ("depth", "branching", "plies")
        size = sum(abs(rung.get(name, 0) - options.get(name, rung.get(name, 0))) for name in sizes)
        return size, sum(rung[name] != options.get(name, rung[name]) for name in rung)

    rungs = ladder(kind)
    return min(range(len(rungs)), key=lambda place: distance(rungs[place])) + 1
