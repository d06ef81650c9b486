"""axe-core, which finds barriers in pages: fetched once by `make test` into build/, before the tests."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from helpers.debian import PROGRAMS, need, program

VERSION = "4.14.0"
FOLDER = Path(__file__).parents[2] / "build" / f"axe-core-{VERSION}"
SCRIPT = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def fetch() -> None:
    """Have npm fetch the script, if it is not there; without a network it stays away."""
    npm = program("npm")
    if SCRIPT.is_file() or not npm:
        return
    print(f"Fetching axe-core {VERSION} for the tests (npm)", flush=True)  # noqa: T201
    FOLDER.mkdir(parents=True, exist_ok=True)
    options = ["--no-audit", "--no-fund", "--prefix", str(FOLDER)]
    subprocess.run(
        [npm, "install", *options, f"axe-core@{VERSION}"], capture_output=True, check=False, timeout=120
    )


@cache
def axe() -> str:
    """The source of the script; the test is skipped loudly where it could not be had."""
    if not SCRIPT.is_file():
        need("npm")
        pytest.skip(f"NOT TESTED: {PROGRAMS['npm'][1]}: npm could not fetch it; try make test-programs")
    return SCRIPT.read_text(encoding="utf-8")


def barriers(page: Any) -> list[str]:
    """What axe-core finds wrong with a page."""
    page.evaluate(f"{axe()}; void 0")
    options = {"runOnly": RULES, "resultTypes": ["violations"]}
    found = page.evaluate("options => axe.run(document, options)", options)
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found["violations"] for node in rule["nodes"]]
