"""Room for recursion: Python itself allows a thousand calls, and a game may be longer."""

from __future__ import annotations

import sys

_ROOM_FOR_CALLERS = 1_000


def room_to_recurse(frames: int) -> None:
    """Let functions call themselves that deep."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), frames + _ROOM_FOR_CALLERS))
