"""axe-core, which finds barriers in pages: fetched once by npm into build/, or said loudly to be missing."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

VERSION = "4.14.0"
FOLDER = Path(__file__).parents[2] / "build" / f"axe-core-{VERSION}"
SCRIPT = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@cache
def axe() -> str:
    """The source of the script; the test is skipped loudly where it cannot be had."""
    npm = shutil.which("npm")
    if not SCRIPT.is_file() and npm:
        import fcntl

        with Path(tempfile.gettempdir(), "plyground-axe.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # by one of the processes that run tests
            if not SCRIPT.is_file():
                FOLDER.mkdir(parents=True, exist_ok=True)
                install = [
                    npm,
                    "install",
                    "--no-audit",
                    "--no-fund",
                    "--prefix",
                    str(FOLDER),
                    f"axe-core@{VERSION}",
                ]
                subprocess.run(install, capture_output=True, check=False, timeout=120)
    if not SCRIPT.is_file():
        pytest.skip("NO AXE-CORE: npm could not fetch it, so barriers in pages are left unfound")
    return SCRIPT.read_text(encoding="utf-8")


def barriers(page: Any) -> list[str]:
    """What axe-core finds wrong with a page."""
    page.evaluate(f"{axe()}; void 0")
    options = {"runOnly": RULES, "resultTypes": ["violations"]}
    found = page.evaluate("options => axe.run(document, options)", options)
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found["violations"] for node in rule["nodes"]]
