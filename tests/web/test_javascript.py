"""The scripts of the pages, by their own tests: one run of node for all of them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_the_scripts_pass_their_tests() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("NO NODE: install node 20 or later, or the scripts are left untested")
    tests = sorted(map(str, (HERE / "js").glob("*.test.mjs")))
    run = subprocess.run([node, "--test", *tests], capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout[-6_000:] + run.stderr[-2_000:]
