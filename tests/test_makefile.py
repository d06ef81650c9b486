"""What make would do in a clone: users wait for what users need, and no stamp outlives what it stands for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ("Makefile", "pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE")
BUILT, TOOLS = "--no-build-isolation --config-settings=build-dir", "requirements/dev.txt"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The files that a set-up depends on, in a folder with a space in its name, and nothing set up."""
    folder = tmp_path / "a clone"
    folder.mkdir()
    for name in SOURCES:
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "requirements", folder / "requirements")
    for header in ("native/bits.hpp", "tests/helpers/debian.py", "tests/helpers/axe_core.py"):
        (folder / header).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / header, folder / header)
    return folder


def planned(clone: Path, target: str) -> str:
    """What would be run, without running it; what is looked at while the file is read is looked at."""
    make = shutil.which("make")
    if not make:
        pytest.skip("NOT TESTED: make itself")
    ran = subprocess.run([make, "-n", target], cwd=clone, capture_output=True, text=True, check=True)
    return ran.stdout


def set_up(clone: Path, *stamps: str) -> Path:
    """An environment that was set up here, as far as make can see."""
    venv = clone / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(sys.executable)
    (venv / ".path").write_text(f"{clone}\n")
    for stamp in stamps:
        (venv / stamp).touch()
    return venv


def test_the_first_run_installs_no_tools_of_tests(clone: Path) -> None:
    assert BUILT in planned(clone, "run")
    assert TOOLS not in planned(clone, "run")
    for target in ("test", "check", "bench", "format"):
        assert BUILT in planned(clone, target)
        assert TOOLS in planned(clone, target)


def test_what_is_set_up_stays_until_its_reasons_change(clone: Path) -> None:
    venv = set_up(clone, ".installed", ".tools")
    assert BUILT not in planned(clone, "test")
    assert TOOLS not in planned(clone, "test")
    later = (venv / ".tools").stat().st_mtime + 1
    os.utime(clone / "native/bits.hpp", (later, later))
    assert BUILT in planned(clone, "test")
    assert TOOLS not in planned(clone, "test")
    os.utime(clone / "requirements/dev.txt", (later, later))
    assert TOOLS in planned(clone, "test")


def test_an_interrupted_set_up_is_done_again(clone: Path) -> None:
    set_up(clone, ".installed")  # the tools were not finished: there is no stamp
    assert BUILT not in planned(clone, "test")
    assert TOOLS in planned(clone, "test")


@pytest.mark.parametrize("fault", ["moved", "its Python is gone"])
def test_an_environment_that_cannot_be_used_is_made_anew(clone: Path, fault: str) -> None:
    venv = set_up(clone, ".installed", ".tools")
    if fault == "moved":
        (venv / ".path").write_text("/somewhere/else\n")
    else:
        (venv / "bin/python").unlink()
    assert BUILT in planned(clone, "test")
    assert TOOLS in planned(clone, "test")


def test_pip_is_asked_by_words_that_the_pip_of_debian_12_knows(clone: Path) -> None:
    """`-C` is known since pip 23.1; what comes with Python 3.11 there is 23.0.1, and ended the first `make run`."""
    for target in ("run", "test-pure"):
        assert " -C build-dir" not in planned(clone, target)
        assert " -C wheel" not in planned(clone, target)
        assert "--config-settings=build-dir=build/core" in planned(clone, target)
