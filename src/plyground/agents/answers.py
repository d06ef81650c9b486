"""Answers of agents in other conventions: numbers and pairs of any type, and answers that are no move.

No answer is passed on unchanged: their column 3 must not be taken for our cell 3.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.errors import truncate
from plyground.spec import takes

_MAX_SHOWN = 40  # characters of an answer that are shown; the reason follows


@dataclass(frozen=True, eq=False)
class NoMove:
    """An answer that is no legal move, and why. It equals nothing; its repr is shown."""

    answer: Any
    why: str

    def __repr__(self) -> str:
        return f"{truncate(repr(self.answer), _MAX_SHOWN)} ({self.why})"


def whole(answer: Any) -> int | None:
    """An answer as a whole number, of Python or numpy; True and 2.0 are none."""
    if isinstance(answer, bool):
        return None
    try:
        return operator.index(answer)
    except TypeError:
        return None


def pair(answer: Any) -> tuple[int, int] | None:
    """An answer as two whole numbers: a tuple, a list or an array."""
    if hasattr(answer, "tolist"):
        answer = answer.tolist()
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return None
    one, other = map(whole, answer)
    return None if one is None or other is None else (one, other)


def accepts(function: Callable[..., Any], count: int) -> bool:
    """Whether a function accepts so many arguments; True if it has no signature."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # compiled code may have none
        return True
    try:
        signature.bind(*[None] * count)
    except TypeError:
        return False
    return True


def describe_signature(function: Callable[..., Any]) -> str:
    """The parameters of a function, for an error message."""
    name = getattr(function, "__name__", type(function).__name__)
    return truncate(f"{name} takes {takes(function)}", 80)
