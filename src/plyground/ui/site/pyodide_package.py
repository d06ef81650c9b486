"""Pyodide, which is Python for browsers: fetched by npm when a site is made, and kept for the next time."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

from plyground.errors import Failed
from plyground.workers.process import CannotStart, exit_status, start_program

VERSION = "314.0.7"  # with Python 3.14; another may answer other messages than ours
PACKAGE = f"pyodide@{VERSION}"
ARCHIVE = f"pyodide-{VERSION}.tgz"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PATIENCE = 300.0  # seconds


def cache_folder() -> Path:
    """Where Pyodide is kept: PLYGROUND_CACHE, or a folder among the user's caches."""
    if chosen := os.environ.get("PLYGROUND_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "plyground"


def fetch_pyodide() -> Path:
    """The package as npm packs it: the one that is kept, else a new one."""
    kept = cache_folder() / ARCHIVE
    if not kept.is_file():
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            process = start_program(["npm", "pack", "--silent", PACKAGE], kept.parent)
        except CannotStart as error:
            why = f"npm, which fetches {PACKAGE}, does not start ({error})"
            raise Failed(f"{why}: install it, or give a package that you have with --pyodide") from None
        except OSError as error:
            raise Failed(
                f"{kept.parent} cannot hold Pyodide ({error.strerror}): set PLYGROUND_CACHE"
            ) from None
        process.communicate()
        if exit_status(process, PATIENCE) or not kept.is_file():
            raise Failed(f"npm could not fetch {PACKAGE}: give a package that you have with --pyodide")
    return kept


def read_pyodide(package: Path) -> dict[str, bytes]:
    """The files of the package that a site needs."""
    found: dict[str, bytes] = {}
    try:
        with tarfile.open(package) as archive:
            for name in FILES:
                file = archive.extractfile(f"package/{name}")
                assert file is not None
                found[name] = file.read()
    except OSError as error:
        raise Failed(f"cannot read {package}: {error.strerror or error}") from None
    except (KeyError, AssertionError, tarfile.TarError):
        raise Failed(f"{package} is no package of Pyodide as `npm pack {PACKAGE}` makes it") from None
    return found
