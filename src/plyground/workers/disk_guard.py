"""Watches how much a process writes to the disk: a limit of file size does not limit their number.

With mounts of its own (workers/own_mounts.py) a process has a folder of limited size; this is for others.
What lies in the folder is not all: a file that was removed takes room as long as anything holds it, even a
mapping, or a message that nobody has read. So what the kernel counted as written is looked at, too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from plyground.processes import family

MAX_MEGABYTES = 512
MAX_FILES = 100_000
_MOMENT = 0.005  # seconds that one look may take
_LONGEST_PATH = 1_000  # characters: deeper folders are not looked at
_NOTICED = 4  # a part of these limits: only if so much of the disk has gone, the folder is looked through


class DiskGuard:
    """Looks at a folder now and then; cheap as long as the disk does not fill."""

    def __init__(
        self, folder: Path, process: int, megabytes: int = MAX_MEGABYTES, files: int = MAX_FILES
    ) -> None:
        self._folder = folder
        self._process = process
        self._bytes = megabytes << 20
        self._files = files
        self._free = self._left()
        self._waiting: list[str] = []  # folders that are still to be looked at
        self._used = self._count = 0  # bytes and files found so far

    def _left(self) -> tuple[int, int]:
        """Bytes and files that the disk can still hold."""
        with suppress(OSError):
            found = os.statvfs(self._folder)
            return found.f_bavail * found.f_frsize, found.f_favail
        return 0, 0

    def trouble(self, strays: Iterable[int] = ()) -> str:
        """What the process has done, if it was too much, it or processes that it has left behind."""
        room, files = self._left()
        self._free = max(self._free[0], room), max(self._free[1], files)
        gone = self._free[0] - room, self._free[1] - files
        if gone[0] * _NOTICED < self._bytes and gone[1] * _NOTICED < self._files:
            return ""
        self._look()
        if self._used > self._bytes:
            return f"it wrote more than {self._bytes >> 20:,} MB into its folder"
        if self._count > self._files:
            return f"it made more than {self._files:,} files"
        return self._unseen((self._process, *strays)) if gone[0] > self._bytes else ""

    def _unseen(self, roots: Iterable[int]) -> str:
        """What it has written that is not in its folder; it is asked if so much of the disk is gone."""
        written = bytes_written(roots)
        if written is None:
            return "it hides what it writes, and the disk fills"
        if written > self._bytes:
            return f"it wrote more than {self._bytes >> 20:,} MB, though not all is in its folder any more"
        return ""

    def _look(self) -> None:
        """Look through a part of the folder, for a moment only: somebody waits for the deadline."""
        until = time.perf_counter() + _MOMENT
        if not self._waiting:
            self._waiting, self._used, self._count = [str(self._folder)], 0, 0
        while self._waiting and time.perf_counter() < until:
            with suppress(OSError), os.scandir(self._waiting.pop()) as found:
                for entry in found:
                    self._add(entry)

    def _add(self, entry: os.DirEntry[str]) -> None:
        self._count += 1
        with suppress(OSError):
            self._used += entry.stat(follow_symlinks=False).st_blocks * 512
            if entry.is_dir(follow_symlinks=False) and len(entry.path) < _LONGEST_PATH:
                self._waiting.append(entry.path)


def bytes_written(roots: Iterable[int]) -> int | None:
    """Bytes that some processes and their descendants wrote to disks; None if one hides that.

    A file system in memory is no disk: there nothing is counted.
    """
    total = 0
    for process in (member for root in roots for member in family(root)):
        try:
            lines = Path(f"/proc/{process}/io").read_text().splitlines()
        except PermissionError:
            return None
        except OSError:  # it has ended
            continue
        counts = {name: int(value) for name, _, value in (line.partition(": ") for line in lines)}
        total += counts["write_bytes"] - counts["cancelled_write_bytes"]
    return total
