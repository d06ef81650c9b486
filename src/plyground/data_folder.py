"""Where the user's data are kept: runs, trainings, findings."""

from __future__ import annotations

import os
from pathlib import Path

from plyground.errors import PlygroundError

VARIABLE = "PLYGROUND_RUNS"


def runs_folder() -> Path:
    """PLYGROUND_RUNS, or a folder among the user's data."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen)
    try:
        base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / ".local" / "share") / "plyground" / "runs"
    except RuntimeError:
        raise PlygroundError("no home folder for runs: set PLYGROUND_RUNS, or give --run FILE") from None


def runs_environment() -> dict[str, str]:
    """What tells a process with a clean environment where our own agents find weights of trainings."""
    try:
        return {VARIABLE: str(runs_folder().absolute())}
    except PlygroundError:
        return {}


def trainings_folder() -> Path:
    """Where the trainings of the web laboratory are kept: beside the runs."""
    return runs_folder() / "trainings"
