"""A sandbox for code that nobody trusts: Linux namespaces, set up by bubblewrap (`bwrap`).

Inside there is the system and Python, to be read; the agent's own files, to be read; one small empty
folder in memory, to be written; no home, no network, and no process but its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from plyground.agents.confinement import clean_environment
from plyground.errors import PlygroundError, clip

FOLDER = "/agent"  # where agents are in there
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "os-release")
_WHOLE_FOLDER = ("agent.py", "main.py", "__init__.py")  # of these, what lies beside them is needed too
_TRIED = 10.0  # seconds


def sandboxed(command: Sequence[str], files: Iterable[Path], megabytes: int) -> list[str]:
    """The command that runs a command in a sandbox where it can read some files of the user's.

    It can write so many megabytes, into memory.
    """
    check_sandbox()
    return [*_walls(megabytes), *_windows(files), "--remount-ro", "/", "--", *command]


@cache
def check_sandbox() -> None:
    """Say in a sentence why there can be no sandbox here, if that is so."""
    if not shutil.which("bwrap"):
        raise PlygroundError("no sandbox without bwrap: install bubblewrap, or play without --sandbox")
    command = [*_walls(1), *_windows(()), "--remount-ro", "/", "--", sys.executable, "-I", "-S", "-c", ""]
    try:
        tried = subprocess.run(command, capture_output=True, text=True, timeout=_TRIED, check=False)
        why = tried.stderr.strip() if tried.returncode else ""
    except (OSError, subprocess.TimeoutExpired) as error:
        why = str(error)
    if why:
        raise PlygroundError(f"bwrap cannot make a sandbox here ({clip(why, 200)}): play without --sandbox")


def _walls(megabytes: int) -> Iterator[str]:
    """Namespaces, and a file system with nothing of the user's in it."""
    yield from ("bwrap", "--die-with-parent", "--as-pid-1", "--clearenv")
    for name, value in (clean_environment(os.environ, FOLDER) | {"PYTHONHASHSEED": "0"}).items():
        yield from ("--setenv", name, value)
    if os.geteuid() == 0:  # root becomes nobody inside, and for that needs to keep its own name space
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
    yield from _folder(Path("/etc"))
    for name in _SETTINGS:
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")


def _windows(files: Iterable[Path]) -> Iterator[str]:
    """Python with its libraries, plyground, and what the agent is read from, each where it is outside."""
    here = Path.cwd()
    homes = map(Path, (sys.base_prefix, sys.prefix, *sys.path, str(Path(__file__).parents[2])))
    libraries = [path for path in homes if path.is_absolute() and path.exists() and path != here]
    for path in dict.fromkeys([*libraries, *map(_brought, filter(Path.is_file, files))]):
        if not _holds_home(path):
            yield from _folder(path.parent)
            yield from ("--ro-bind", str(path), str(path))
    yield from (*_folder(here), "--chdir", str(here))


def _folder(path: Path) -> Iterator[str]:
    """Make a folder that everybody can pass through; bwrap by itself makes them for their owner alone."""
    for each in (*reversed(path.parents), path):
        if each != Path("/"):
            yield from ("--perms", "0755", "--dir", str(each))


def _brought(file: Path) -> Path:
    """A file alone, or a folder of its own: beside a file lie other people's agents, and one's letters."""
    alone = file.name not in _WHOLE_FOLDER or _holds_home(file.parent)
    return file if alone else file.parent


def _holds_home(path: Path) -> bool:
    return path in (Path.home(), *Path.home().parents)
