"""Watches how much a process writes to its folder: a limit of file size does not limit their number."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

MAX_MEGABYTES = 512
MAX_FILES = 100_000
_NOTICED = 4  # a part of these limits: only if so much of the disk has gone, the folder is looked through


class DiskGuard:
    """Looks at a folder now and then; cheap as long as the disk does not fill."""

    def __init__(self, folder: Path, megabytes: int = MAX_MEGABYTES, files: int = MAX_FILES) -> None:
        self._folder = folder
        self._bytes = megabytes << 20
        self._files = files
        self._free = self._left()

    def _left(self) -> tuple[int, int]:
        """Bytes and files that the disk can still hold."""
        with suppress(OSError):
            found = os.statvfs(self._folder)
            return found.f_bavail * found.f_frsize, found.f_favail
        return 0, 0

    def trouble(self) -> str:
        """What the process has done, if it was too much."""
        room, files = self._left()
        self._free = max(self._free[0], room), max(self._free[1], files)
        gone = self._free[0] - room, self._free[1] - files
        if gone[0] * _NOTICED < self._bytes and gone[1] * _NOTICED < self._files:
            return ""
        used, count = self._used()
        if used > self._bytes:
            return f"it wrote more than {self._bytes >> 20:,} MB into its folder"
        return f"it made more than {self._files:,} files" if count > self._files else ""

    def _used(self) -> tuple[int, int]:
        """Bytes and files of the folder, as far as the limits."""
        used = count = 0
        waiting = [str(self._folder)]
        while waiting and used <= self._bytes and count <= self._files:
            with suppress(OSError), os.scandir(waiting.pop()) as found:
                for entry in found:
                    count += 1
                    with suppress(OSError):
                        used += entry.stat(follow_symlinks=False).st_blocks * 512
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
        return used, count
