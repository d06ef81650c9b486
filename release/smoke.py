"""Installs wheels into empty environments, where no compiler is found, and sees that they work."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from release.targets import Interpreter

PROGRAM = Path(__file__).with_name("smoke_program.py")


def check_wheels(wheels: Sequence[Path], known: Sequence[Interpreter], work: Path) -> int:
    """Check every wheel with every Python here that takes it; 1 if one fails."""
    failed = 0
    for wheel in wheels:
        fitting = [each for each in known if fits(wheel, each)]
        for interpreter in fitting:
            problem = check(wheel, interpreter, work)
            print(f"{wheel.name} on {interpreter.tag}: {problem or 'ok'}", flush=True)
            failed |= bool(problem)
        if not fitting:
            print(f"{wheel.name}: no Python that is installed here takes it", flush=True)
    return failed


def fits(wheel: Path, interpreter: Interpreter) -> bool:
    """Whether a Python here can install a wheel."""
    *_, python, abi, where = wheel.stem.split("-")
    if where != "any" and not any(part in here() for part in where.split(".")):
        return False
    if python == "py3":
        return True
    if abi == "abi3":
        oldest = (int(python[2]), int(python[3:]))
        return interpreter.version >= oldest and not interpreter.free_threaded
    return python + ("t" if abi.endswith("t") else "") == interpreter.tag


def here() -> set[str]:
    """The names of machines like this one, in wheels: those with an older C library, too."""
    name, version = platform.libc_ver()
    machine = platform.machine()
    if name != "glibc":
        return {f"musllinux_1_{minor}_{machine}" for minor in range(3)}
    minors = range(5, int(version.split(".")[1]) + 1)
    return {f"manylinux_2_{minor}_{machine}" for minor in minors} | {f"manylinux2014_{machine}"}


def check(wheel: Path, interpreter: Interpreter, work: Path) -> str:
    """What is wrong with a wheel, if anything."""
    folder = work / f"{interpreter.tag}-{wheel.stem}"
    subprocess.run([interpreter.path, "-m", "venv", "--clear", folder], check=True)
    python, nothing = folder / "bin" / "python", folder / "nothing"
    nothing.mkdir()
    # No compiler is found on this path. What the wheel needs is taken as wheels, too.
    bare = dict(_without_compiler(), PATH=str(nothing))
    core = "python" if wheel.stem.endswith("-none-any") else "native"
    pip: list[Path | str] = [python, "-m", "pip", "--disable-pip-version-check"]
    install: list[Path | str] = [*pip, "install", "-q", "--only-binary=:all:", wheel]
    commands: list[list[Path | str]] = [install, [python, PROGRAM, core]]
    commands.append([folder / "bin" / "plyground", "version"])
    for command in commands:
        ran = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=bare)
        if ran.returncode:
            return ran.stderr.strip() or ran.stdout.strip()
    return ""


def _without_compiler() -> Iterator[tuple[str, str]]:
    for name, value in os.environ.items():
        if name not in ("CC", "CXX", "PYTHONPATH"):
            yield name, value
