"""Evaluations by name, as specs give them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from plyground.errors import BadSpec, PlygroundError, clip
from plyground.evaluation.windows import Windows
from plyground.game import Position

Function = Callable[[Position[Any]], int]
Evaluate = str | Windows | Function


def zero(position: Position[Any]) -> int:
    """Nothing is known: every unfinished position counts as a draw."""
    return 0


EVALUATIONS: dict[str, Function] = {
    "zero": zero,
    "centre": Windows(centre=1),
    "open_lines": Windows(own=(1,), against=(1,)),
    # the connect-four paper's: 10, 100, 1000 for 2, 3, 4 in a window, 6 for a stone in the centre
    "windows": Windows(own=(0, 0, 10, 100, 1000), against=(0, 0, 10, 100, 1000), centre=6),
}


def evaluation(named: Evaluate) -> Function:
    """The evaluation that a name, an object or a function stands for."""
    if isinstance(named, str) and named in EVALUATIONS:
        return EVALUATIONS[named]
    if isinstance(named, Windows):
        return named
    if callable(named):
        return _checked(named)
    given = f"evaluate={clip(repr(named))}"
    right = f"evaluate is one of {', '.join(sorted(EVALUATIONS))}, Windows(...), or a function"
    raise BadSpec("bad evaluate", given, None, right)


def as_data(named: Evaluate) -> bool:
    """Whether an evaluation is numbers alone, which the compiled core can run too."""
    function = EVALUATIONS.get(named) if isinstance(named, str) else named
    return function is zero or type(function) is Windows


def _checked(function: Function) -> Function:
    """A user's function, whose answers must be whole numbers: empty windows are one point wide."""

    def checked(position: Position[Any]) -> int:
        value = function(position)
        try:
            return operator.index(value)
        except TypeError:
            name = getattr(function, "__name__", repr(function))
            raise PlygroundError(
                f"{name} returned {clip(repr(value))}: an evaluation returns a whole number"
            ) from None

    return checked
