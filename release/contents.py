"""What is in a release, beside its files: their sums, and what plyground needs, for programs to read.

`python -m release.contents dist` writes dist/plyground.cdx.json (CycloneDX) and dist/SHA256SUMS.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
LIST, SUMS = "plyground.cdx.json", "SHA256SUMS"


def write_list(folder: Path) -> None:
    """The packages that plyground runs with, from an environment that has them in their locked versions."""
    with TemporaryDirectory() as work:
        venv.create(work, with_pip=True)
        python = Path(work, "Scripts" if sys.platform == "win32" else "bin", "python")
        pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / "requirements" / "run.txt")], check=True)
        subprocess.run([*pip, "--no-deps", str(_pure_wheel(folder))], check=True)
        command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"]
        about = ["--pyproject", str(ROOT / "pyproject.toml"), "--mc-type", "library"]
        subprocess.run([*command, *about, "--output-file", str(folder / LIST), str(python)], check=True)


def _pure_wheel(folder: Path) -> Path:
    """The wheel without a core, which fits every Python."""
    return next(folder.glob("plyground-*-py3-none-any.whl"))


def write_sums(folder: Path) -> None:
    """A line for each file, as sha256sum --check reads them."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name != SUMS)
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def main() -> None:
    folder = Path(sys.argv[1])
    write_list(folder)
    write_sums(folder)


if __name__ == "__main__":
    main()
