"""The package as others get it: a wheel from a clean tree, into an empty environment. Takes minutes."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.campaign

ROOT = Path(__file__).parents[1]


def build(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(folder), str(ROOT)]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = build(folder)
    assert built.returncode == 0, built.stdout + built.stderr
    (made,) = folder.glob("*.whl")
    return made


def test_a_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"plyground/py.typed", "plyground/_core.pyi", "plyground/game.py"} <= set(names)
    assert any(name.startswith("plyground/_core.") and not name.endswith(".pyi") for name in names)
    assert all(name.startswith(("plyground/", "plyground-")) for name in names)
    modules = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*.py")}
    assert modules <= set(names)


def test_a_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "env")], check=True)
    bin_ = tmp_path / "env" / "bin"
    subprocess.run([str(bin_ / "pip"), "install", "-q", str(wheel)], check=True)
    command = [str(bin_ / "plyground"), "perft", "connect4", "4", "--core", "native"]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert "2,401" in ran.stdout


def test_without_a_compiler_the_build_says_so_in_one_sentence(tmp_path: Path) -> None:
    built = build(tmp_path, CXX=str(tmp_path / "no-compiler"))
    said = " ".join((built.stdout + built.stderr).split())
    assert built.returncode != 0
    assert "plyground needs a C++20 compiler and found none: install one" in said
    assert "Traceback" not in said
