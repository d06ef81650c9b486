"""Games of users' own in front ends: what their rules raise is told in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from plyground.agents.host import told
from plyground.errors import Failed, PlygroundError, clip
from plyground.games.custom import CustomGame
from plyground.session import Session


@contextmanager
def told_of_rules(session: Session) -> Iterator[None]:
    """Whatever a user's rules raise inside becomes a Failed; of our own games it is a fault of ours."""
    try:
        yield
    except (PlygroundError, OSError, MemoryError, RecursionError, OverflowError):
        raise
    except Exception as error:
        if not isinstance(session.game, CustomGame):
            raise
        raise Failed(f"the rules of {clip(session.game.spec, 200)} failed: {told(error)}") from error
