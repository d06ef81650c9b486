"""What agents in other conventions answer: numbers and pairs however written, and what is no move.

Nothing is handed on to the arena as it is: a column 3 of theirs must not be taken for a cell 3 of ours.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.errors import clip
from plyground.spec import takes

_LONGEST = 40  # characters of an answer that are told; there is a reason behind them


@dataclass(frozen=True, eq=False)
class NoMove:
    """An answer that is no legal move, and why: equal to nothing, and told by its repr."""

    answer: Any
    why: str

    def __repr__(self) -> str:
        return f"{clip(repr(self.answer), _LONGEST)} ({self.why})"


def whole(answer: Any) -> int | None:
    """The whole number that an answer is, be it Python's or numpy's; True and 2.0 are none."""
    if isinstance(answer, bool):
        return None
    try:
        return operator.index(answer)
    except TypeError:
        return None


def pair(answer: Any) -> tuple[int, int] | None:
    """The two whole numbers that an answer is, be it a tuple, a list or an array."""
    if hasattr(answer, "tolist"):
        answer = answer.tolist()
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return None
    one, other = map(whole, answer)
    return None if one is None or other is None else (one, other)


def accepts(function: Callable[..., Any], count: int) -> bool:
    """Whether a function can be called with so many arguments; one that does not tell is taken to."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # compiled code may have none
        return True
    try:
        signature.bind(*[None] * count)
    except TypeError:
        return False
    return True


def wrongly_made(function: Callable[..., Any]) -> str:
    """What a function takes that should take something else."""
    name = getattr(function, "__name__", type(function).__name__)
    return clip(f"{name} takes {takes(function)}", 80)
