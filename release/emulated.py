"""Runs wheels with the Pythons of other machines: Debian's own packages, whose processor QEMU emulates.

Nothing of them is installed: they are unpacked into a folder, and QEMU looks for libraries there.
"""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from release.smoke import PROGRAM

UNPACKER = "debootstrap"


@dataclass(frozen=True)
class EmulatedPython:
    """The Python of a release of Debian, for a kind of machine."""

    suite: str
    version: tuple[int, int]
    machine: str = "aarch64"
    debian: str = "arm64"  # what Debian calls the machine

    @property
    def qemu(self) -> str:
        return f"qemu-{self.machine}-static"

    @property
    def name(self) -> str:
        return f"Python 3.{self.version[1]} of Debian {self.suite}, {self.machine}"

    def takes(self, wheel: Path) -> bool:
        """Whether it is a wheel with a core for this Python, or for those with the stable ABI."""
        *_, python, abi, where = wheel.stem.split("-")
        own = f"cp3{self.version[1]}" == python or (abi == "abi3" and self.version >= (3, 12))
        return own and not abi.endswith("t") and "manylinux" in where and where.endswith(self.machine)

    def unpacked(self, work: Path) -> Path:
        """The folder of its files, fetched once."""
        root = work / f"{self.suite}-{self.debian}"
        python = f"python3.{self.version[1]}"
        if not (root / "usr" / "bin" / python).exists():
            shutil.rmtree(root, ignore_errors=True)
            fetch = ["--foreign", "--variant=minbase", f"--arch={self.debian}", f"--include={python}"]
            subprocess.run([UNPACKER, *fetch, self.suite, root], check=True, capture_output=True)
            for package in sorted((root / "var" / "cache" / "apt" / "archives").glob("*.deb")):
                subprocess.run(["dpkg-deb", "-x", package, root], check=True)
        return root

    def check(self, wheel: Path, work: Path) -> str:
        """What is wrong with a wheel on this Python, if anything."""
        root, package = self.unpacked(work), work / wheel.stem
        shutil.rmtree(package, ignore_errors=True)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(package)
        told = ["-E", f"PYTHONHOME={root / 'usr'}", "-E", f"PYTHONPATH={package}"]
        python = root / "usr" / "bin" / f"python3.{self.version[1]}"
        command = [self.qemu, "-L", root, *told, python, PROGRAM, "native"]
        ran = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        return (ran.stderr.strip() or f"it ended with {ran.returncode}") if ran.returncode else ""


PYTHONS = (
    EmulatedPython("bookworm", (3, 11)),
    EmulatedPython("trixie", (3, 13)),
    EmulatedPython("sid", (3, 14), "x86_64", "amd64"),
)


def check_emulated(wheels: Sequence[Path], work: Path) -> int:
    """Check the wheels that other machines' Pythons take; 1 if one fails."""
    work.mkdir(parents=True, exist_ok=True)
    failed = 0
    for python in PYTHONS:
        missing = [name for name in (UNPACKER, python.qemu) if shutil.which(name) is None]
        for wheel in filter(python.takes, wheels):
            if missing:
                problem = (
                    f"NOT TESTED: it takes {' and '.join(missing)} (Debian: debootstrap, qemu-user-static)"
                )
            else:
                try:
                    problem = python.check(wheel, work)
                except subprocess.CalledProcessError as error:
                    problem = f"NOT TESTED: {python.name} could not be fetched ({error.cmd[0]})"
            print(f"{wheel.name} on {python.name}, emulated: {problem or 'ok'}", flush=True)
            failed |= bool(problem) and not problem.startswith("NOT TESTED")
    return failed
