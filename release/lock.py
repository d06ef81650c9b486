"""Writes requirements/*.txt anew, with the hashes of all files: `make lock`; UPGRADE=1 takes the newest.

One resolution holds for all Pythons and systems; where a version differs, a marker says for which.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
LOCKED = ROOT / "requirements"
# Of each file: the extras of pyproject.toml that it has, and which file's versions it shares.
EXTRAS = {
    "run": (("web", "window", "plot"), ()),
    "dev": (("dev",), ("run",)),
    "docs": (("docs",), ("run", "dev")),
    "jupyter": (("jupyter",), ("run", "dev")),
}
OWN = {"wasm": (), "wheels": ("run",), "release": ("run",)}  # these have an .in file
OPTIONS = (
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-annotate",
    "--no-header",
    "-q",
)


def build_requirements() -> list[str]:
    """What the build of the core needs, which has no isolation in a clone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [*project["build-system"]["requires"], "cmake", "ninja"]


def lock(name: str, sources: list[str], shared: tuple[str, ...], upgrade: bool) -> None:
    """Write one file. No index is named in it: it is the reader's."""
    constraints = [f"--constraints=requirements/{each}.txt" for each in shared]
    options = [*OPTIONS, "--no-emit-index-url", *(["--upgrade"] if upgrade else [])]
    command = [sys.executable, "-m", "uv", "pip", "compile", *options, *constraints, *sources]
    subprocess.run([*command, f"--output-file=requirements/{name}.txt"], cwd=ROOT, check=True)


def main() -> None:
    upgrade = "--upgrade" in sys.argv[1:]
    with TemporaryDirectory() as folder:
        build = Path(folder) / "build.in"
        build.write_text("\n".join(build_requirements()) + "\n", encoding="utf-8")
        for name, (extras, shared) in EXTRAS.items():
            more = [str(build)] if name == "run" else []
            chosen = [f"--extra={extra}" for extra in extras]
            lock(name, ["pyproject.toml", *more, *chosen], shared, upgrade)
    for name, shared in OWN.items():
        lock(name, [f"requirements/{name}.in"], shared, upgrade)


if __name__ == "__main__":
    main()
