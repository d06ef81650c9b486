"""A sandbox for code that is not trusted: Linux namespaces, set up by bubblewrap (`bwrap`).

Inside, the system, Python and the agent's own files can be read. One small folder in memory can be written.
There is no home, no network, and no other process.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from plyground.errors import PlygroundError, truncate
from plyground.workers.confinement import clean_environment

FOLDER = "/agent"  # where an agent plays inside
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "os-release")
_WHOLE_FOLDER = ("agent.py", "main.py", "__init__.py")  # these need the files beside them, too
_MAX_TRIAL = 10.0  # seconds


def sandbox_command(command: Sequence[str], files: Iterable[Path], megabytes: int) -> list[str]:
    """The command that runs another one in a sandbox, where it can read some files of the user.

    It can write so many megabytes, in memory.
    """
    check_sandbox()
    return [*_isolation_options(megabytes), *_mount_options(files), "--remount-ro", "/", "--", *command]


@cache
def check_sandbox() -> None:
    """Raise an error that says why there can be no sandbox here, if there can be none."""
    if not shutil.which("bwrap"):
        raise PlygroundError("no sandbox without bwrap: install bubblewrap, or play without --sandbox")
    command = [
        *_isolation_options(1),
        *_mount_options(()),
        "--remount-ro",
        "/",
        "--",
        sys.executable,
        "-I",
        "-S",
        "-c",
        "",
    ]
    try:
        tried = subprocess.run(command, capture_output=True, text=True, timeout=_MAX_TRIAL, check=False)
        why = tried.stderr.strip() if tried.returncode else ""
    except (OSError, subprocess.TimeoutExpired) as error:
        why = str(error)
    if why:
        raise PlygroundError(
            f"bwrap cannot make a sandbox here ({truncate(why, 200)}): play without --sandbox"
        )


def _isolation_options(megabytes: int) -> Iterator[str]:
    """Namespaces, and a file system without the user's files."""
    yield from ("bwrap", "--die-with-parent", "--as-pid-1", "--clearenv")
    for name, value in (clean_environment(os.environ, FOLDER) | {"PYTHONHASHSEED": "0"}).items():
        yield from ("--setenv", name, value)
    if os.geteuid() == 0:  # root becomes nobody inside, which needs its own user namespace
        yield from ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts")
        yield from ("--unshare-cgroup-try", "--cap-drop", "ALL")
        yield from ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
    else:
        yield from ("--unshare-all", "--unshare-user", "--disable-userns")
    yield from ("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev")
    for folder in ("/dev/shm", "/tmp", FOLDER):
        yield from ("--perms", "1777", "--size", str(megabytes << 20), "--tmpfs", folder)
    for path in map(Path, _SYSTEM):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        else:
            yield from ("--ro-bind-try", str(path), str(path))
    yield from _folder_options(Path("/etc"))
    for name in _SETTINGS:
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")


def _mount_options(files: Iterable[Path]) -> Iterator[str]:
    """Python with its libraries, plyground, and the files of the agent, each at its usual path."""
    here = Path.cwd()
    homes = map(Path, (sys.base_prefix, sys.prefix, *sys.path, str(Path(__file__).parents[2])))
    libraries = [path for path in homes if path.is_absolute() and path.exists() and path != here]
    brought = sorted(map(_shared_path, filter(Path.exists, files)), key=Path.is_file)  # folders come first
    shown = set(map(Path, _SYSTEM))
    for path in dict.fromkeys([*libraries, *brought]):
        if not _holds_home(path) and shown.isdisjoint((path, *path.parents)):  # only once
            shown.add(path)
            yield from _folder_options(path.parent)
            yield from ("--ro-bind", str(path), str(path))
    yield from (*_folder_options(here), "--chdir", str(here))


def _folder_options(path: Path) -> Iterator[str]:
    """Make a folder that everybody can enter; by itself, bwrap makes folders for their owner only."""
    for each in (*reversed(path.parents), path):
        if each != Path("/"):
            yield from ("--perms", "0755", "--dir", str(each))


def _shared_path(file: Path) -> Path:
    """A file alone, or its own folder: beside a single file may lie other agents and private files."""
    alone = file.is_dir() or file.name not in _WHOLE_FOLDER or _holds_home(file.parent)
    return file if alone else file.parent


def _holds_home(path: Path) -> bool:
    return path in (Path.home(), *Path.home().parents)
