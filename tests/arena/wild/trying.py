"""What animals have in common: the list of them, and what came of an attempt."""

from __future__ import annotations

import ctypes
import errno
from collections.abc import Callable

ANIMALS: dict[str, Callable[[int], object]] = {}  # each gets the number of a process that is not its own
SYSTEM = ctypes.CDLL(None, use_errno=True)


def animal(attempt: Callable[[int], object]) -> Callable[[int], object]:
    ANIMALS[attempt.__name__] = attempt
    return attempt


def outcome(attempt: Callable[[int], object], victim: int) -> str:
    try:
        attempt(victim)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, type(error).__name__)
    except Exception as error:  # noqa: BLE001 - whatever kept it from doing harm
        return type(error).__name__
    return "done"


def call(name: str, *arguments: object) -> int:
    """A function of the C library; an OSError if it fails."""
    result: int = getattr(SYSTEM, name)(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result
