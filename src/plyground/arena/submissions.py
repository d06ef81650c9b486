"""Submissions of a class: a folder of files, folders and archives, named by people or by platforms.

Every entry is an agent, or is left out for a stated reason. No code is run here.
"""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from plyground.agents.archive import ENDINGS, is_archive, lone_folder, unpack
from plyground.agents.detect import NOTEBOOK, Outline, detect_scheme
from plyground.agents.python import DEFAULT_NAMES
from plyground.arena.plan import distinct
from plyground.errors import BadSpec, PlygroundError, abbreviate, printable
from plyground.spec import Spec

WHOLE_FOLDERS = ("agent.py", "main.py")  # files that stand for their whole folder
# "Ana Silva_123456_assignsubmission_file" of Moodle, "silvaana_LATE_123_456_mine" of Canvas.
_PLATFORMS = (
    re.compile(r"(?P<who>.+?)_\d+_assignsubmission_\w+?(_.*)?"),
    re.compile(r"(?P<who>[^\W_]+)(_LATE)?_\d+_\d+_.*"),
)
_LITTER = ("Thumbs.db", "conftest.py")
_ABOUT = (".md", ".rst", ".toml", ".cfg", ".ini", ".csv", ".xlsx", ".log")  # files beside submissions
_TOOLS = ("conftest.py", "setup.py", "noxfile.py")
_MAX_DEPTH = 3  # levels of folders that are searched
_MAX_FILES = 1_000


@dataclass(frozen=True)
class NamedAgent:
    """An agent with its name."""

    name: str
    spec: str
    file: Path | None = None


@dataclass(frozen=True)
class LeftOut:
    """An entry that does not play, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Submissions:
    """The entries of a folder, in the order of their names."""

    agents: list[NamedAgent]
    left_out: list[LeftOut]

    def identical(self) -> list[list[str]]:
        """The names of agents whose files are the same, except for line ends."""
        groups: dict[str, list[str]] = defaultdict(list)
        for agent in self.agents:
            if agent.file is not None and agent.file.is_file():
                lines = [line.rstrip() for line in agent.file.read_bytes().splitlines()]
                groups[sha256(b"\n".join(lines).rstrip()).hexdigest()].append(agent.name)
        return [names for names in groups.values() if len(names) > 1]


def submissions(folder: Path, unpacked: Path) -> Submissions:
    """The submissions of a folder; archives are unpacked into another folder, each under its digest."""
    if not folder.is_dir():
        raise BadSpec(f"no folder {folder}", str(folder), None, "give a folder of submissions")
    paths = [path for path in sorted(folder.iterdir()) if not _is_litter(path)]
    tests = {f"test_{path.stem}.py" for path in paths}  # as new-agent writes them
    found = [(person(path), _agent_of(path, unpacked)) for path in paths if path.name not in tests]
    names = distinct(tuple(name for name, _ in found))
    agents, left_out = [], []
    for name, (_, file) in zip(names, found, strict=True):
        if isinstance(file, Path):
            agents.append(NamedAgent(name, str(Spec(detect_scheme(file), (str(file),))), file))
        else:
            left_out.append(LeftOut(name, file))
    return Submissions(agents, left_out)


def person(path: Path) -> str:
    """The person of a submission, from its file name without the additions of learning platforms."""
    name = path.name
    if not path.is_dir():
        endings = (*ENDINGS, ".py", NOTEBOOK)
        name = next((name[: -len(end)] for end in endings if name.lower().endswith(end)), name)
    for platform in _PLATFORMS:
        if found := platform.fullmatch(name):
            name = found["who"]
    return printable(name.strip() or path.name)


def _is_litter(path: Path) -> bool:
    about = path.suffix.lower() in _ABOUT or path.name.upper().startswith(("README", "LICENSE"))
    return path.name.startswith((".", "_")) or path.name in _LITTER or (about and not path.is_dir())


def _agent_of(path: Path, unpacked: Path) -> Path | str:
    """The file with the agent of an entry, or why there is none."""
    try:
        str(path).encode()
        if path.is_dir():
            return _file_in(path)
        if is_archive(path):
            return _file_in(_unpack_once(path, unpacked))
        if path.suffix in (".py", NOTEBOOK):
            return path
        return f"neither a Python file nor a notebook nor a folder nor an archive ({', '.join(ENDINGS)})"
    except UnicodeEncodeError:
        return "its name is no text"
    except OSError as error:
        return error.strerror or str(error)
    except PlygroundError as error:
        return str(error)


def _unpack_once(archive: Path, into: Path) -> Path:
    """The folder of an archive, unpacked once; its name is a digest of the content."""
    digest = sha256(archive.read_bytes()).hexdigest()[:16]
    folder, new = into / digest, into / f".{digest}.new"
    if not folder.is_dir():
        shutil.rmtree(new, ignore_errors=True)
        unpack(archive, new)
        new.rename(folder)
    return folder


def _file_in(folder: Path) -> Path | str:
    """The agent of a folder: agent.py or main.py, the only Python file, or the only one with an agent.

    Where there is no Python, the only notebook.
    """
    inner = folder
    for _ in range(_MAX_DEPTH):
        inner = lone_folder(inner)
    for file in (inner / name for name in WHOLE_FOLDERS):
        if file.is_file():
            return file
    files = list(_scripts(inner))
    for some in (files, [file for file in files if file.parent == inner]):
        for likely in (some, [file for file in some if file.name in WHOLE_FOLDERS], list(_likely(some))):
            if len(likely) == 1:
                return likely[0]
    notebooks = sorted(inner.glob(f"*{NOTEBOOK}"))
    if not files and len(notebooks) == 1:
        return notebooks[0]
    if not files:
        held = abbreviate(sorted(each.name for each in inner.iterdir() if not each.name.startswith(".")))
        return f"no Python file in it, but {held}" if held else "it is empty"
    return _unclear(list(_likely(files)), files)


def _unclear(likely: Sequence[Path], files: Sequence[Path]) -> str:
    if likely:
        names = abbreviate([file.name for file in likely])
        return f"{len(likely)} files with agents, {names}: call the right one agent.py"
    names = abbreviate([file.name for file in files])
    return f"no agent in {names}: a file defines choose(position, limits), or is called agent.py"


def _scripts(folder: Path) -> Iterator[Path]:
    """The Python files of a folder that may be agents, and of those inside it; no link is followed."""
    waiting, seen = [(folder, 0)], 0
    while waiting:
        one, depth = waiting.pop(0)
        for path in sorted(one.iterdir()):
            seen += 1
            if seen > _MAX_FILES or path.is_symlink() or path.name.startswith((".", "_")):
                continue
            if path.is_dir() and depth < _MAX_DEPTH and path.name not in ("venv", "node_modules", "tests"):
                waiting.append((path, depth + 1))
            elif path.is_file() and path.suffix == ".py" and not _is_test(path):
                yield path


def _is_test(path: Path) -> bool:
    return path.name.startswith("test_") or path.name.endswith("_test.py") or path.name in _TOOLS


def _likely(files: Iterable[Path]) -> Iterator[Path]:
    """The files that define an agent in one of the conventions."""
    for file in files:
        outline = Outline.of(file)
        if outline and (outline.names() & set(DEFAULT_NAMES) or detect_scheme(file) != "python"):
            yield file
