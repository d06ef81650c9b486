"""What other people's code may read: the system, Python and its libraries, plyground, and its own files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

SYSTEM = tuple(map(Path, ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")))
SETTINGS = tuple(
    Path("/etc") / name
    for name in ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "os-release")
)
# Without these Node ends at once, and Java at its first random number.
SETTINGS += (
    Path("/etc/ssl/openssl.cnf"),
    Path("/etc/pki/tls/openssl.cnf"),
    *sorted(Path("/etc").glob("java-*")),
)
# Settings with the names of the machine's users, which libraries ask for.
NAMES = tuple(Path("/etc") / name for name in ("nsswitch.conf", "passwd", "group"))
NETWORK_SETTINGS = tuple(
    Path("/etc") / name
    for name in (
        "resolv.conf",
        "hosts",
        "host.conf",
        "gai.conf",
        "services",
        "ssl",
        "pki",
        "ca-certificates",
    )
)
_WHOLE_FOLDER = ("agent.py", "main.py", "__init__.py")  # these need the files beside them, too


def readable_paths(files: Iterable[Path]) -> Iterator[Path]:
    """Python with its libraries, plyground, and the files of an agent; nothing that holds the home."""
    here = Path.cwd()
    homes = map(Path, (sys.base_prefix, sys.prefix, *sys.path, str(Path(__file__).parents[2])))
    libraries = [path for path in homes if path.is_absolute() and path.exists() and path != here]
    brought = sorted(map(_shared_path, filter(Path.exists, files)), key=Path.is_file)  # folders come first
    shown = set(SYSTEM)
    for path in dict.fromkeys([*libraries, *brought]):
        if not _holds_home(path) and shown.isdisjoint((path, *path.parents)):  # only once
            shown.add(path)
            yield path


def _shared_path(file: Path) -> Path:
    """A file alone, or its own folder: beside a single file may lie other agents and private files."""
    alone = file.is_dir() or file.name not in _WHOLE_FOLDER or _holds_home(file.parent)
    return file if alone else file.parent


def _holds_home(path: Path) -> bool:
    return path in (Path.home(), *Path.home().parents)
