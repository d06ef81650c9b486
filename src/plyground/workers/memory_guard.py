"""Watches the memory of a process and all that it has started, together, whatever that memory is called.

The limit of addresses holds for one process only, and not for what lies in its folder in memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from plyground.processes import family

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4_096


class MemoryGuard:
    """Looks at it now and then: quickly, and closely only if it may be too much."""

    def __init__(self, process: int, folder: Path | None, megabytes: int) -> None:
        self._process = process
        self._folder = folder
        self._bytes = megabytes << 20

    def trouble(self, strays: Iterable[int] = ()) -> str:
        """What the process has done, if it was too much, it or processes that it has left behind."""
        members = [member for root in (self._process, *strays) for member in family(root)]
        kept = self._in_folder()
        if sum(map(_resident, members)) + kept <= self._bytes or self._held(members, kept) <= self._bytes:
            return ""
        return f"its processes took more than {self._bytes >> 20:,} MB of memory together"

    def _in_folder(self) -> int:
        """Bytes in its folder, if that is in memory and its own (workers/own_mounts.py)."""
        if self._folder is None:
            return 0
        with suppress(OSError):
            seen = f"/proc/{self._process}/root{self._folder}"
            if os.stat(seen).st_dev != self._folder.stat().st_dev:  # noqa: PTH116 - as it sees it
                found = os.statvfs(seen)
                return (found.f_blocks - found.f_bfree) * found.f_frsize
        return 0

    def _held(self, members: Iterable[int], kept: int) -> int:
        """Bytes of all of them together: what several share, each page of it, counts once."""
        own = shared = 0
        for process in members:
            with suppress(OSError):
                lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
                sizes = {name: value for name, _, value in (line.partition(":") for line in lines)}
                own += sum(_kilobytes(sizes, name) for name in ("Pss_Anon", "SwapPss")) << 10
                shared += _kilobytes(sizes, "Pss_Shmem") << 10
        return own + max(shared, kept)  # files in its folder may be mapped, too


def _resident(process: int) -> int:
    with suppress(OSError, ValueError, IndexError):  # it has ended
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE
    return 0


def _kilobytes(sizes: dict[str, str], name: str) -> int:
    return int(sizes.get(name, "0").split()[0])
