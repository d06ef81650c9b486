"""What can go wrong through a user's doing; each error is one sentence that says how to mend it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_AROUND = 30


class PlygroundError(Exception):
    """The root of all errors that plyground raises on purpose."""


class _BadText(PlygroundError):
    """Text that could not be read: what is wrong, in which text, at which place, what would be right.

    `no column 9 in 445|9: columns are 1 to 7`. The bar stands where reading stopped; a text that the
    first words name already is not named again.
    """

    def __init__(
        self, what: str, text: str, at: int | None = None, right: str = "", reason: str = ""
    ) -> None:
        super().__init__(what, text, at, right, reason)
        self.what = what
        self.text = text
        self.at = at
        self.right = right
        self.reason = reason  # a name for programs that say it in words of their own

    def __str__(self) -> str:
        told = not self.at and self.what.endswith(f" {clip(self.text.strip())}")
        told = told or (self.at is None and not self.text)
        where = "" if told else f" in {point(self.text, self.at)}"
        return self.what + where + (self.right and f": {self.right}")


class NotationError(_BadText):
    """Text that is no position, or no move, of the game."""


class BadSpec(_BadText):
    """Text that names no game or agent, or gives one options that it does not take."""


class IllegalMove(PlygroundError):
    """A move that the rules do not allow: why, the move as given, the position, what would be right."""

    def __init__(self, what: str, text: str, position: Any, right: str = "") -> None:
        super().__init__(what, text, position, right)
        self.what = what
        self.text = text
        self.position = position
        self.right = right

    def __str__(self) -> str:
        return self.what + (self.right and f": {self.right}")


class NoNativeCore(PlygroundError):
    """The compiled core was asked for and has no code for this game or algorithm."""


class Failed(PlygroundError):
    """The work failed, and not the way it was asked for."""


def point(text: str, at: int | None) -> str:
    """The text with a bar at the place, cut to what stands around it; whole if there is no place."""
    if at is None:
        return clip(text, 2 * _AROUND)
    before = ("…" if at > _AROUND else "") + text[max(0, at - _AROUND) : at]
    return f"{printable(before)}|{clip(text[at:], _AROUND)}"


def clip(text: str, length: int = _AROUND) -> str:
    """The text made fit for one line of a screen: no longer than that, no control characters."""
    return printable(text[:length]) + ("…" if len(text) > length else "")


def a_few(names: Sequence[str], most: int = 12) -> str:
    """The names in a row, the middle left out where there are many."""
    if len(names) > most:
        names = [*names[: most - 1], "…", names[-1]]
    return " ".join(names)


def printable(text: str) -> str:
    """The text with control characters and the like spelt out, so that no screen obeys them."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
