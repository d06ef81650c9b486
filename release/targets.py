"""The Linux machines that wheels are built for here, and the Pythons that are to be had."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OLDEST = (3, 11)
STABLE_ABI = (3, 12)  # from there on, one wheel serves all
ASK = (
    "import json, sys, sysconfig; print(json.dumps([sys.executable, sys.version_info[:2],"
    " sys.implementation.name, bool(sysconfig.get_config_var('Py_GIL_DISABLED')),"
    " sys.prefix == sys.base_prefix]))"
)


@dataclass(frozen=True)
class Target:
    """A kind of machine: its name in wheels, and for the compiler, which is Zig's and knows them all."""

    name: str
    triple: str
    machine: str
    libc: str

    @property
    def python_platform(self) -> str:
        """What Python on such a machine calls it, in the names of compiled modules."""
        return f"{self.machine}-linux-{'gnu' if self.libc == 'glibc' else 'musl'}"


# The oldest C library that is promised: glibc 2.17 (2012), musl 1.2 (2020).
TARGETS = (
    Target("manylinux_2_17_x86_64", "x86_64-linux-gnu.2.17", "x86_64", "glibc"),
    Target("manylinux_2_17_aarch64", "aarch64-linux-gnu.2.17", "aarch64", "glibc"),
    Target("musllinux_1_2_x86_64", "x86_64-linux-musl", "x86_64", "musl"),
    Target("musllinux_1_2_aarch64", "aarch64-linux-musl", "aarch64", "musl"),
)


@dataclass(frozen=True)
class Interpreter:
    """A CPython that is installed here."""

    path: Path
    version: tuple[int, int]
    free_threaded: bool

    @property
    def tag(self) -> str:
        """What wheels call it: cp311, cp314t."""
        return f"cp{self.version[0]}{self.version[1]}{'t' if self.free_threaded else ''}"


def interpreters() -> list[Interpreter]:
    """Every CPython that is new enough, one of each version: on the path, or kept by pyenv or uv."""
    found: dict[str, Interpreter] = {}
    for path in _candidates():
        known = _ask(path)
        if known is not None and known.version >= OLDEST:
            found.setdefault(known.tag, known)
    return sorted(found.values(), key=lambda each: (each.version, each.free_threaded))


def builders(known: list[Interpreter]) -> list[Interpreter]:
    """Those that a wheel is built with: of those that share the stable ABI, the oldest."""
    stable = [each for each in known if each.version >= STABLE_ABI and not each.free_threaded]
    others = [each for each in known if each not in stable]
    return others + stable[:1]


def _candidates() -> Iterator[Path]:
    home = Path.home()
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += sorted((home / ".pyenv" / "versions").glob("*/bin"))
    folders += sorted((home / ".local" / "share" / "uv" / "python").glob("*/bin"))
    for folder in folders:
        for minor in range(OLDEST[1], OLDEST[1] + 10):
            for suffix in ("", "t"):
                path = folder / f"python3.{minor}{suffix}"
                if path.is_file():
                    yield path


def _ask(path: Path) -> Interpreter | None:
    """What a Python says of itself; None if it does not run, is no CPython, or is a virtual environment."""
    asked = subprocess.run([path, "-c", ASK], capture_output=True, text=True)
    if asked.returncode:
        return None
    itself, version, name, free_threaded, is_base = json.loads(asked.stdout)
    if name != "cpython" or not is_base:
        return None
    return Interpreter(Path(itself), (version[0], version[1]), free_threaded)
