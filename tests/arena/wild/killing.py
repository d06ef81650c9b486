"""An agent that kills the process of the arena that asks it. It is trusted, so it is let loose inside the fence only."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import fence  # type: ignore[import-not-found]  # noqa: F401 - it refuses to be loaded anywhere else

from plyground import Position


class Killer:
    """Kills the process that asks it: always, or once for each seed if it has a folder to remember that in."""

    def __init__(self, seed: int, folder: str = "") -> None:
        self.mark = Path(folder) / f"{seed}" if folder else None

    def choose(self, position: Position[Any]) -> Any:
        if self.mark is None or not self.mark.exists():
            if self.mark is not None:
                self.mark.touch()
            kill_player()
            signal.pause()
        return position.moves()[0]


def kill_player() -> None:
    """Kill the parent, if it is a process of the arena: no other one may ever be hit by a test."""
    parent = os.getppid()
    command = Path(f"/proc/{parent}/cmdline").read_bytes()
    if parent == 1 or b"plyground" not in command:
        raise RuntimeError(f"process {parent} is no player: {command!r}")
    os.kill(parent, signal.SIGKILL)
