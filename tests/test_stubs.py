"""The stub of the compiled core says what the binary says of itself.

mypy's stubtest does not understand nanobind's classes (their metaclass), so the stub is made by nanobind's
own generator from the binary, and this compares the two, formatting aside.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import plyground

STUB = Path(plyground.__file__).with_name("_core.pyi")


def test_the_stub_matches_the_binary(tmp_path: Path) -> None:
    made = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "plyground._core", "-o", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    written, found = (ast.dump(ast.parse(path.read_text(encoding="utf-8"))) for path in (STUB, made))
    assert written == found, "the binary has changed: run `make stubs` and commit _core.pyi"
