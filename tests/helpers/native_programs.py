"""C++ programs of tests/native, each compiled once."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parents[1] / "native"
COMPILER = os.environ.get("CXX") or shutil.which("c++") or "g++"

Run = Callable[..., str]


def runner(folder: Path) -> Run:
    """What compiles a program once into a folder, with the flags given, and runs it."""

    def compiled(name: str, flags: tuple[str, ...]) -> Path:
        program = folder / "_".join([name, *flags]).replace("/", "_")
        if not program.exists():
            command = [
                COMPILER,
                "-std=c++20",
                "-pthread",
                *flags,
                str(HERE / f"{name}.cpp"),
                "-o",
                str(program),
            ]
            subprocess.run(command, check=True, capture_output=True, timeout=120)
        return program

    def ran(name: str, *words: int | str, flags: tuple[str, ...] = ("-O2",)) -> str:
        command = [str(compiled(name, flags)), *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return ran
