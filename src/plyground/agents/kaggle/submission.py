"""Submissions for Kaggle: a Python file, a notebook, a folder, or an archive."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import gettempdir, mkdtemp

from plyground.agents.archive import ENDINGS, is_archive, lone_folder, unpack
from plyground.agents.detect import NOTEBOOK, Outline, detect_scheme
from plyground.agents.kaggle.entry_point import AGENTS
from plyground.agents.kaggle.notebook import Notebook
from plyground.agents.python import Source
from plyground.errors import BadSpec, abbreviate, truncate
from plyground.spec import Spec

MAIN = ("main.py", "submission.py", "agent.py")  # the file with the agent of a folder, in this order
READ = (".py", NOTEBOOK, *ENDINGS)
_OTHERS = "a notebook, an archive (.tar.gz, .zip), a folder that is there, kaggle:negamax or kaggle:random"
_LEFT_OUT = (".git", ".venv", "venv", "node_modules", "__pycache__", ".ipynb_checkpoints")
_MAX_FILES = 5_000  # files of a folder


@dataclass(frozen=True)
class OpenSubmission:
    """A submission ready to run: its Python file, its folder, and a temporary folder."""

    source: Source
    home: Path
    made: Path | None = None

    def close(self) -> None:
        if self.made is not None:
            shutil.rmtree(self.made, ignore_errors=True)


@dataclass(frozen=True)
class Submission:
    """Where a submission is."""

    source: Source

    @classmethod
    def of(cls, spec: Spec) -> Submission:
        try:
            return cls(Source.of(spec, READ, folders=True))
        except BadSpec as error:
            raise BadSpec(error.what, error.text, error.at, f"{error.right}; or {_OTHERS}") from None

    @property
    def path(self) -> Path:
        return self.source.folder / self.source.where

    @property
    def is_plain(self) -> bool:
        """Whether it is a Python file, or the name of a module."""
        return not self.path.is_dir() and not self.source.where.endswith(READ[1:])

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of the submission."""
        if self.is_plain:
            return self.source.files
        return tuple(_files(self.path)) if self.path.is_dir() else (self.path,)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folder of the submission, if it is one."""
        return (self.path,) if self.path.is_dir() else ()

    def open(self) -> OpenSubmission:
        """Unpack an archive, and find the file with the agent."""
        if self.is_plain:
            return OpenSubmission(self.source, self.source.file.parent if self.source.file else Path.cwd())
        if not self.path.exists():
            given = truncate(self.source.where, 80)
            raise BadSpec(f"no file {given}", given, None, "give the path of a submission")
        if self.path.is_dir():
            return self._open_folder(self.path, None)
        made = _new_folder()
        try:
            if not is_archive(self.path):
                return self._open_notebook(self.path, made)
            return self._open_folder(lone_folder(unpack(self.path, made / "agent")), made)
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise

    def _open_folder(self, folder: Path, made: Path | None) -> OpenSubmission:
        """A folder as a submission that is ready to run."""
        file = main_of(folder, self.source.where)
        if file.suffix != NOTEBOOK:
            return OpenSubmission(replace(self.source, where=str(file)), folder, made)
        return self._open_notebook(file, made or _new_folder())

    def _open_notebook(self, file: Path, made: Path) -> OpenSubmission:
        notebook = Notebook.of(file)
        code = made / f"{file.stem}.py"
        code.write_text(notebook.code, encoding="utf-8")
        name = self.source.name or notebook.name
        return OpenSubmission(replace(self.source, where=str(code), name=name), file.parent, made)


def _new_folder() -> Path:
    """A new temporary folder; those that killed processes have left behind are removed."""
    for left in Path(gettempdir()).glob("submission-*-*"):
        if not _is_alive(left.name.split("-")[1]):
            shutil.rmtree(left, ignore_errors=True)
    return Path(mkdtemp(prefix=f"submission-{os.getpid()}-"))


def _is_alive(process: str) -> bool:
    """Whether a process exists, as far as the system tells."""
    if sys.platform == "win32" or not process.isdecimal():
        return True
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # somebody else's
        return True
    return True


def main_of(folder: Path, given: str) -> Path:
    """The file with the agent of a folder: one of the usual names, or the only one that looks like it."""
    for name in MAIN:
        if (folder / name).is_file():
            return folder / name
    scripts = sorted(folder.glob("*.py"))
    likely = [file for file in scripts if detect_scheme(file) == "kaggle"]
    called = [file for file in likely if set(AGENTS) & _names(file)]
    books = sorted(folder.glob("*.ipynb"))
    candidates = next((files for files in (called, likely, scripts, books) if len(files) == 1), likely)
    if len(candidates) == 1:
        return candidates[0]
    inner = [path for path in folder.iterdir() if path.is_dir() and any((path / n).is_file() for n in MAIN)]
    if not candidates and len(inner) == 1:
        return main_of(inner[0], given)
    there = f"it has {abbreviate([file.name for file in candidates])}: " if candidates else ""
    name = truncate(Path(given).name, 60)
    raise BadSpec("no main.py", name, None, f"{there}call the file of the agent main.py")


def _names(file: Path) -> frozenset[str]:
    outline = Outline.of(file)
    return outline.names() if outline else frozenset()


def _files(folder: Path) -> Iterator[Path]:
    """The files of a folder, in a fixed order, without files of tools; no link is followed."""
    left = _MAX_FILES
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT)
        for name in sorted(names):
            left -= 1
            if left < 0:
                right = "leave out what the agent does not need"
                raise BadSpec(f"more than {_MAX_FILES:,} files", str(folder), None, right)
            if not Path(path, name).is_symlink():
                yield Path(path, name)
