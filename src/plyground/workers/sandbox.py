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
from plyground.workers.hash_seed import HASH_SEED
from plyground.workers.readable import NETWORK_SETTINGS, SETTINGS, SYSTEM, readable_paths

FOLDER = "/agent"  # where an agent plays inside
WRITABLE = (FOLDER, "/tmp", "/dev/shm")  # inside, in memory
_MAX_TRIAL = 10.0  # seconds


def sandbox_command(
    command: Sequence[str], files: Iterable[Path], megabytes: int, network: bool = False
) -> list[str]:
    """The command that runs another one in a sandbox, where it can read some files of the user.

    It can write so many megabytes, in memory.
    """
    check_sandbox()
    options = (*_isolation_options(megabytes, network), *_mount_options(files), "--remount-ro", "/")
    return [*options, "--", *command]


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


def _isolation_options(megabytes: int, network: bool = False) -> Iterator[str]:
    """Namespaces, and a file system without the user's files."""
    yield from ("bwrap", "--die-with-parent", "--as-pid-1", "--clearenv")
    for name, value in (clean_environment(os.environ, FOLDER) | HASH_SEED).items():
        yield from ("--setenv", name, value)
    if os.geteuid() == 0:  # root becomes nobody inside, which needs its own user namespace
        yield from ("--unshare-ipc", "--unshare-pid", "--unshare-uts")
        yield from () if network else ("--unshare-net",)
        yield from ("--unshare-cgroup-try", "--cap-drop", "ALL")
        yield from ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID")
    else:
        yield from ("--unshare-all", "--unshare-user", "--disable-userns")
        yield from ("--share-net",) if network else ()
    yield from ("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev")
    for folder in WRITABLE:
        yield from ("--perms", "1777", "--size", str(megabytes << 20), "--tmpfs", folder)
    for path in SYSTEM:
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        else:
            yield from ("--ro-bind-try", str(path), str(path))
    yield from _folder_options(Path("/etc"))
    for path in (*SETTINGS, *(NETWORK_SETTINGS if network else ())):
        if path.exists():
            yield from _folder_options(path.parent)
        yield from ("--ro-bind-try", str(path), str(path))


def _mount_options(files: Iterable[Path]) -> Iterator[str]:
    """Python with its libraries, plyground, and the files of the agent, each at its usual path."""
    for path in readable_paths(files):
        yield from _folder_options(path.parent)
        yield from ("--ro-bind", str(path), str(path))
    here = Path.cwd()
    yield from (*_folder_options(here), "--chdir", str(here))


def _folder_options(path: Path) -> Iterator[str]:
    """Make a folder that everybody can enter; by itself, bwrap makes folders for their owner only."""
    for each in (*reversed(path.parents), path):
        if each != Path("/"):
            yield from ("--perms", "0755", "--dir", str(each))
