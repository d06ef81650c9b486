"""An opponent that takes its time and needs no core for it: who computes meanwhile is seen to."""

from __future__ import annotations

import time
from typing import Any

from plyground.game import Position

UNHURRIED = f"python:{__name__}:choose"
_REST = 0.05  # seconds


def choose(position: Position[Any]) -> Any:
    """The first move, after a while."""
    time.sleep(_REST)
    return position.moves()[0]
