"""Errors in the front ends: those of users' own games, and refused arguments in the chosen language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from plyground.agents.remedies import describe_error
from plyground.errors import LONGEST_PATH, Failed, PlygroundError, truncate
from plyground.games.custom import CustomGame
from plyground.message import Message, refuse
from plyground.session import Session
from plyground.session.view import why
from plyground.words import Tongue


@contextmanager
def report_rule_errors(session: Session) -> Iterator[None]:
    """Turn what a user's rules raise into a Failed; an error of our own games stays as it is."""
    try:
        yield
    except (PlygroundError, OSError, MemoryError, RecursionError, OverflowError):
        raise
    except Exception as error:
        if not isinstance(session.game, CustomGame):
            raise
        raise Failed(
            f"the rules of {truncate(session.game.spec, LONGEST_PATH)} failed: {describe_error(error)}"
        ) from error


@contextmanager
def refusals_in(tongue: Tongue, key: str | None = None, given: str = "") -> Iterator[None]:
    """Turn a refused argument into a sentence of the chosen language; English errors stay as they are.

    `key` is the sentence for this argument in the catalogue; without one, only the reason is said.
    """
    try:
        yield
    except Failed:
        raise
    except PlygroundError as error:
        reason = why(error)
        if tongue.language == "en" or (key is None and isinstance(reason, str)):
            raise
        message = reason if isinstance(reason, Message) else None
        if key is not None:
            message = refuse(key, given=truncate(given), why=reason)
        assert message is not None
        raise PlygroundError(tongue.message(message).rstrip(".")) from error
