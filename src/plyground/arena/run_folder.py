"""The default place of runs: numbered files in a folder of the user."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from plyground.arena.store_file import NoRun, leftovers
from plyground.data_folder import runs_folder
from plyground.errors import truncate

SUFFIX = ".run"


def unpacked_folder() -> Path:
    """Where submitted archives are unpacked, so that a run can be resumed."""
    return runs_folder() / "unpacked"


def new_run() -> Path:
    """A file for the next run: 1.run, 2.run, …"""
    number = max((number for number, _ in numbered_runs()), default=0) + 1
    while leftovers(path := runs_folder() / f"{number}{SUFFIX}"):
        number += 1
    return path


def numbered_runs() -> Iterator[tuple[int, Path]]:
    """The runs in the folder, in order."""
    folder = runs_folder()
    found = [path for path in folder.glob(f"*{SUFFIX}") if re.fullmatch("[0-9]+", path.stem)]
    return iter(sorted((int(path.stem), path) for path in found))


def find_run(text: str) -> Path:
    """The file of a run, given as its number or as its path."""
    if re.fullmatch("[0-9]+", text) and not Path(text).is_file():
        path = runs_folder() / f"{int(text)}{SUFFIX}"
        if not path.exists():
            numbers = [number for number, _ in numbered_runs()]
            known = f"runs are {numbers[0]} to {numbers[-1]}" if numbers else "there are none yet"
            raise NoRun(f"no run {truncate(text)} in {runs_folder()}: {known}")
        return path
    return Path(text)


def run_label(path: Path) -> str:
    """The name of a run for the user: its number in the default folder, else its path."""
    if path.parent == runs_folder() and re.fullmatch("[0-9]+", path.stem):
        return path.stem
    return str(path)
