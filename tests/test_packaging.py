"""The package as others get it: a wheel from a clean tree, into an empty environment. Takes minutes."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from release.smoke import check
from release.targets import Interpreter

pytestmark = pytest.mark.campaign

ROOT = Path(__file__).parents[1]


def build(folder: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", *options, "-w", str(folder), str(ROOT)]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)


def this_python() -> Interpreter:
    return Interpreter(Path(sys.base_prefix) / "bin" / "python3", sys.version_info[:2], False)


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


def test_a_wheel_works_in_an_empty_environment_without_a_compiler(wheel: Path, tmp_path: Path) -> None:
    assert check(wheel, this_python(), tmp_path) == ""


def test_the_wheel_without_a_core_fits_every_machine_and_works(tmp_path: Path) -> None:
    built = build(tmp_path, "--config-settings=wheel.cmake=false", "--config-settings=wheel.py-api=py3")
    assert built.returncode == 0, built.stdout + built.stderr
    (made,) = tmp_path.glob("*-py3-none-any.whl")
    names = zipfile.ZipFile(made).namelist()
    assert not [name for name in names if name.endswith((".so", ".pyd"))]
    assert "plyground/solver/connect4.book" in names
    assert check(made, this_python(), tmp_path) == ""


def test_without_a_compiler_pip_gets_the_wheel_without_a_core_and_is_told_why(tmp_path: Path) -> None:
    built = build(tmp_path, "-v", CXX=str(tmp_path / "no-compiler"))
    said = " ".join((built.stdout + built.stderr).split())
    assert built.returncode == 0, said
    assert [made.name.partition("-py3")[2] for made in tmp_path.glob("*.whl")] == ["-none-any.whl"]
    assert "plyground needs a C++20 compiler and found none: install one" in said
    assert "plyground was built without its compiled core" in said
    assert "Traceback" not in said


def test_a_build_that_needs_the_core_fails_without_a_compiler(tmp_path: Path) -> None:
    built = build(tmp_path, CXX=str(tmp_path / "no-compiler"), PLYGROUND_NEEDS_CORE="1")
    assert built.returncode != 0
    assert not list(tmp_path.glob("*.whl"))


def test_the_source_archive_holds_what_it_needs(tmp_path: Path) -> None:
    hook = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", hook, str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    needed = {name for name in tracked.stdout.split() if name.startswith(("native/", "src/"))}
    assert needed | {"CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml"} <= names
    assert not [name for name in names if name.startswith((".venv", "build/", "dist/"))]
