"""The scripts of the pages, by their own tests: one run of node for all of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

from helpers.debian import need

HERE = Path(__file__).parent


def test_the_scripts_pass_their_tests() -> None:
    node = need("nodejs")
    tests = sorted(map(str, (HERE / "js").glob("*.test.mjs")))
    run = subprocess.run([node, "--test", *tests], capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout[-6_000:] + run.stderr[-2_000:]
