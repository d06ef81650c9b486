"""Agents for tests of what is left when processes of the arena itself are killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from plyground import Position


class Killer:
    """Kills the process that asks it: always, or once for each seed if it has a folder to remember that in."""

    def __init__(self, seed: int, folder: str = "") -> None:
        self.mark = Path(folder) / f"{seed}" if folder else None

    def choose(self, position: Position[Any]) -> Any:
        if self.mark is None or not self.mark.exists():
            if self.mark is not None:
                self.mark.touch()
            os.kill(os.getppid(), signal.SIGKILL)
            signal.pause()
        return position.moves()[0]
