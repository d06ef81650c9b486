"""Programs that tests need and Python does not bring: looked for by tests, installed by `make test` before them.

A test never installs anything. What it lacks it skips with `need`, and the end of the run says what was not
tested and which command would change that (`summary`).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest

# Debian's packages: the names of their programs, and what is not tested without them.
PROGRAMS = {
    "chromium": (("chromium", "chromium-browser", "google-chrome"), "pages in a browser"),
    "bubblewrap": (("bwrap",), "the sandbox"),
    "fairy-stockfish": (("fairy-stockfish",), "a real UCI engine"),
    "nodejs": (("node",), "the pages' scripts"),
    "npm": (("npm",), "barriers in pages, by axe-core"),
    "zsh": (("zsh",), "completion in zsh"),
    "fish": (("fish",), "completion in fish"),
    "texlive-latex-base": (("pdflatex",), "tables in LaTeX"),
}
REASON = "NOT TESTED: {what} (install {package})"
PATTERN = re.compile(r"NOT TESTED: (.*) \(install (\S+?)\)")
OTHERS = re.compile(r"NOT TESTED: (?!.*\(install )(.*?)(?:'\))?$")  # what no package would change


@cache
def program(package: str) -> str:
    """The path of a package's program, or nothing; games are not on everybody's path."""
    places = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games"
    return next((path for name in PROGRAMS[package][0] if (path := shutil.which(name, path=places))), "")


def need(package: str) -> str:
    """The path of a program; without it the test is skipped, and the end of the run says so."""
    if not (path := program(package)):
        pytest.skip(REASON.format(what=PROGRAMS[package][1], package=package))
    return path


def summary(reasons: Iterable[str]) -> list[str]:
    """What was not tested, and the one command that would install the programs that are missing for it."""
    reasons = list(reasons)
    lacking = Counter(match.groups() for reason in reasons if (match := PATTERN.search(reason)))
    others = Counter(match[1] for reason in reasons if (match := OTHERS.search(reason)))
    lines = [f"{package}: {number} tests of {what}" for (what, package), number in sorted(lacking.items())]
    lines += [f"NOT TESTED, {number} times: {what}" for what, number in sorted(others.items())]
    if not lacking:
        return lines
    packages = " ".join(sorted({package for _, package in lacking}))
    return [*lines, f"Install what is missing: apt-get install {packages}"]


def install() -> None:
    """Install what is missing, where root may; elsewhere the tests' own summary names it."""
    missing = [package for package in PROGRAMS if not program(package)]
    if not missing or not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print(f"Installing for the tests: {' '.join(missing)} (apt-get)", flush=True)  # noqa: T201
    quietly = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
    subprocess.run(["apt-get", "update", "-qq"], **quietly)  # type: ignore[call-overload]
    for package in missing:  # one by one: a package that is not to be had keeps no other away
        subprocess.run(["apt-get", "install", "-y", "-qq", package], **quietly)  # type: ignore[call-overload]


if __name__ == "__main__":
    install()
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
    from helpers.axe_core import fetch

    fetch()
