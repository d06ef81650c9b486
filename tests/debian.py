"""Programs that tests need and Python does not bring: found, or installed where that is allowed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path


@cache
def program(package: str, *names: str) -> str:
    """The path of a program by one of its names; root may have Debian's installed, by one process at a time."""
    names = names or (package,)
    if not found(*names) and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        import fcntl

        with Path(tempfile.gettempdir(), "plyground-apt.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not found(*names):
                for step in (["update", "-qq"], ["install", "-y", "-qq", package]):
                    subprocess.run(["apt-get", *step], capture_output=True, check=False)
    return found(*names)


def found(*names: str) -> str:
    """The first of the names that is there; games are not on everybody's path."""
    places = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games"
    return next((path for name in names if (path := shutil.which(name, path=places))), "")
