"""An opponent that waits before each move without using a core, so that pondering can be measured."""

from __future__ import annotations

import time
from typing import Any

from plyground.game import Position

SLOW_OPPONENT = f"python:{__name__}:choose"
_REST = 0.05  # seconds


def choose(position: Position[Any]) -> Any:
    """The first move, after a while."""
    time.sleep(_REST)
    return position.moves()[0]
