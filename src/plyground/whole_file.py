"""Files that are written whole or not at all, and never through a link that somebody else has laid."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

_NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_WAIT = getattr(
    os, "O_NONBLOCK", 0
)  # a pipe that nobody reads is then an error, and not a wait for good


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A new file, which takes the place of `path` when the block ends, and vanishes if the block fails.

    Its name cannot be guessed and was nobody's before. A pipe or a device is written to as it is.
    """
    if is_special(path):
        with os.fdopen(_open_special(path), "wb") as file:
            yield file
        return
    new = path.with_name(f".plyground-{secrets.token_hex(8)}.new")
    handle = os.open(new, _NEW, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        if path.exists() and not path.is_symlink():
            new.chmod(
                stat.S_IMODE(path.stat().st_mode)
            )  # who could not read the old one cannot read this one
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def write_whole(path: Path, data: bytes | str) -> None:
    """Write a file, wholly or not at all; text as UTF-8."""
    encoded = data.encode("utf-8") if isinstance(data, str) else data
    with whole_file(path) as file:
        file.write(encoded)


def is_special(path: Path) -> bool:
    """Whether there is something else than a file: /dev/stdout is a link of the system."""
    folder = path.parent.resolve()
    if folder == Path("/dev") or Path("/proc") in (folder, *folder.parents):
        return True
    return path.exists() and not path.is_file() and not path.is_dir()


def _open_special(path: Path) -> int:
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | _NO_WAIT)
    if _NO_WAIT:
        os.set_blocking(handle, True)
    return handle
