"""Errors that a user can cause. Each is one sentence that says what was wrong and how to fix it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, TypeVar

INTERRUPTED = 130  # the exit code that shells report for a program that Ctrl-C ended
_AROUND = 30
LONGEST_PATH = 1_000  # of a path in a message: cut shorter, it could not be typed again


class PlygroundError(Exception):
    """The root of all errors that plyground raises on purpose.

    The message is in English. Some errors have a `reason` (a key) and `facts`, so that a program can say
    the same in another language.

    >>> import plyground as pg
    >>> try:
    ...     pg.load_game("conect4")
    ... except pg.PlygroundError as error:
    ...     print(error)
    no game conect4: did you mean connect4?
    """

    reason: str = ""
    facts: Mapping[str, Any] = MappingProxyType({})


E = TypeVar("E", bound=PlygroundError)


class _BadText(PlygroundError):
    """Text that could not be read: what is wrong, in which text, at which place, what would be right.

    `no column 9 in 445|9: columns are 1 to 7`. The bar stands where reading stopped. The text is left out
    where the first words name it already.
    """

    def __init__(
        self,
        what: str,
        text: str,
        at: int | None = None,
        right: str = "",
        reason: str = "",
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(what, text, at, right, reason, facts)
        self.what = what
        self.text = text
        self.at = at
        self.right = right
        self.reason = reason
        self.facts = facts or {}

    def __str__(self) -> str:
        text = self.text.strip()
        named = not self.at and self.what.endswith((f" {text}", f" {truncate(text)}"))
        nothing = self.at is None and not self.text
        where = "" if named or nothing else f" in {mark(self.text, self.at)}"
        return self.what + where + (self.right and f": {self.right}")


class NotationError(_BadText, ValueError):
    """Text that is no position, or no move, of the game; a ValueError too.

    >>> import plyground as pg
    >>> pg.connect4().parse("4459")
    Traceback (most recent call last):
        ...
    plyground.errors.NotationError: no column 9 in 445|9: columns are 1 to 7
    """


class BadSpec(_BadText):
    """Text that names no game or agent, or gives one options that it does not take.

    >>> import plyground as pg
    >>> pg.AlphaBeta(depth=0)
    Traceback (most recent call last):
        ...
    plyground.errors.BadSpec: bad depth in depth=0: depth is a whole number from 1 to 1000
    """


class IllegalMove(PlygroundError, ValueError):
    """A move that the rules do not allow: why, the move as given, the position, what would be right.

    It is a ValueError too.

    >>> import plyground as pg
    >>> pg.tictactoe().parse("5").play("5")
    Traceback (most recent call last):
        ...
    plyground.errors.IllegalMove: square 5 is taken: moves are 1 2 3 4 6 7 8 9
    """

    def __init__(
        self,
        what: str,
        text: str,
        position: Any,
        right: str = "",
        reason: str = "",
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(what, text, position, right, reason, facts)
        self.what = what
        self.text = text
        self.position = position
        self.right = right
        self.reason = reason
        self.facts = facts or {}

    def __str__(self) -> str:
        return self.what + (self.right and f": {self.right}")


class NoNativeCore(PlygroundError):
    """The compiled core was asked for and has no code for this game or algorithm.

    >>> import plyground as pg
    >>> pg.search(pg.textbook().start(), "minimax(core='native')")
    Traceback (most recent call last):
        ...
    plyground.errors.NoNativeCore: the compiled core has no rules for TreePosition: use core python or auto
    """


class Failed(PlygroundError):
    """The request was valid but the work failed (exit code 1).

    >>> import plyground as pg
    >>> pg.search(pg.tictactoe().start(), lambda position: 1 / 0)
    Traceback (most recent call last):
        ...
    plyground.errors.Failed: <lambda> failed: ZeroDivisionError: division by zero
    """


def with_reason(error: E, reason: str, **facts: Any) -> E:
    """The same error, with what a program needs to say it in another language."""
    error.reason, error.facts = reason, facts
    return error


def mark(text: str, at: int | None) -> str:
    """The text around a place, with a bar at the place; without a place, the beginning of the text."""
    if at is None:
        return truncate(text, 2 * _AROUND)
    before = ("…" if at > _AROUND else "") + text[max(0, at - _AROUND) : at]
    return f"{printable(before)}|{truncate(text[at:], _AROUND)}"


def truncate(text: str, length: int = _AROUND) -> str:
    """The text cut to a length and without control characters, for one line of a screen."""
    return printable(text[:length]) + ("…" if len(text) > length else "")


def nearest_name(name: str, known: Iterable[str]) -> str:
    """The known name that is most similar to a given one; "" if none is similar."""
    return next(iter(get_close_matches(name.lower(), list(known), n=1, cutoff=0.7)), "")


def unknown_name(
    what: str,
    name: str,
    known: Iterable[str],
    right: str,
    text: str | None = None,
    also: Mapping[str, str] = MappingProxyType({}),
) -> BadSpec:
    """The error about an unknown name: it suggests a similar one, or says what would be right.

    `also` has other words for what is known, such as those of another language.
    """
    given = name if text is None else text
    if near := nearest_name(name, [*known, *also]):
        near = also.get(near, near)
        return BadSpec(what, given, None, f"did you mean {near}?", "meant", {"name": near})
    return BadSpec(what, given, None, right)


def abbreviate(names: Sequence[str], most: int = 12) -> str:
    """The names in a row, the middle left out where there are many."""
    if len(names) > most:
        names = [*names[: most - 1], "…", names[-1]]
    return " ".join(names)


def printable(text: str) -> str:
    """The text with control characters written as escapes, so that no screen obeys them."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
