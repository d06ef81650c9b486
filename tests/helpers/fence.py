"""The fence around wild animals: a sandbox of its own, and a user without rights, for a whole run of plyground.

What plyground's own confinement does is tested inside. Should it fail, nothing of the machine is there to be
hurt: no network, no other process, no folder that can be written but some in memory, and a home of decoys.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from helpers.debian import need

ROOT = Path(__file__).parents[2]
MAIN = ROOT / "tests" / "arena" / "wild" / "keeper_main.py"
STRANGER = 54_321  # a user that nobody is
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = ("ld.so.cache", "alternatives", "passwd", "group", "nsswitch.conf", "localtime")


def run_inside(*arguments: str, seconds: float = 300) -> dict[str, Any]:
    """Let the keeper run inside the fence; what it reports."""
    need("bubblewrap")
    command = [*_fence(), sys.executable, "-P", str(MAIN), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    if done.returncode == 1 and done.stderr.startswith("bwrap: "):
        pytest.skip(f"NOT TESTED: wild animals, because there can be no fence here ({done.stderr.strip()})")
    assert done.returncode == 0, done.stderr + done.stdout
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _fence() -> list[str]:
    """The command that runs another one inside. Root has to become the stranger there itself."""
    bwrap = shutil.which("bwrap") or "bwrap"
    command = [bwrap, "--die-with-parent", "--new-session", "--clearenv"]
    if os.geteuid() == 0:
        command += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--cap-drop", "ALL"]
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        command += ["--unshare-all", "--unshare-user"]
    command += ["--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--size", str(64 << 20)]
    command += ["--tmpfs", "/dev/shm"]
    for path in map(Path, _SYSTEM):
        link = path.is_symlink()
        command += (
            ["--symlink", str(path.readlink()), str(path)] if link else ["--ro-bind-try", *[str(path)] * 2]
        )
    for name in _SETTINGS:
        command += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    for name, megabytes in (("/tmp", 256), ("/home/wild", 16), ("/fence", 1)):
        command += [*_parents(Path(name)), "--perms", "1777", "--size", str(megabytes << 20)]
        command += ["--tmpfs", name]
    # After those in memory: this repository may be a clone in /tmp.
    for folder in _folders():
        command += [*_parents(folder), "--ro-bind", str(folder), str(folder)]
    command += ["--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", "/home/wild"]
    return [*command, "--chdir", str(ROOT), "--remount-ro", "/", "--"]


def _folders() -> list[Path]:
    """Python, its libraries and this repository: to be read, never to be written."""
    found = dict.fromkeys(map(Path, (sys.base_prefix, sys.prefix, str(ROOT))))
    return [path for path in found if not any(path.is_relative_to(other) for other in _SYSTEM)]


def _parents(path: Path) -> list[str]:
    made = []
    for each in reversed(path.parents[:-1]):
        made += ["--perms", "0755", "--dir", str(each)]
    return made
