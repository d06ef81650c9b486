"""Writes an assignment: a folder for students, a folder for the teacher, and the zip for Gradescope."""

from __future__ import annotations

import io
import shutil
import stat
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from plyground.assignments.assignment import Assignment
from plyground.errors import LONGEST_PATH, BadSpec, Failed, truncate

ZIP_DATE = (2026, 1, 1, 0, 0, 0)  # the same folder is the same zip, byte for byte


def autograder_zip(files: Mapping[str, str]) -> bytes:
    """An archive as Gradescope takes it: all files at its root, programs executable."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, ZIP_DATE)
            entry.create_system = 3  # Unix: modes are kept
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if text.startswith("#!") else 0o644)) << 16
            made.writestr(entry, text)
    return archive.getvalue()


def assignment_files(assignment: Assignment, language: str) -> dict[str, bytes]:
    """All files of an assignment by their paths."""
    files = {"README.md": assignment.readme(language).encode()}
    files |= {f"student/{name}": text.encode() for name, text in assignment.student_files(language).items()}
    files |= {f"teacher/{name}": text.encode() for name, text in assignment.teacher_files(language).items()}
    return files | {"teacher/gradescope.zip": autograder_zip(assignment.autograder_files(language))}


def write_assignment(assignment: Assignment, folder: Path, language: str) -> list[Path]:
    """Write an assignment into a new or empty folder, whole or not at all; the paths of its files."""
    if folder.is_symlink() or (folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))):
        there = truncate(str(folder), LONGEST_PATH)
        raise BadSpec(f"{there} is there already", "", None, "give the name of a new folder")
    files, new = assignment_files(assignment, language), not folder.exists()
    try:
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
    except BaseException as error:
        for part in ("student", "teacher", "README.md") if not new else ("",):
            _remove(folder / part)
        if isinstance(error, OSError):
            where = truncate(str(folder), LONGEST_PATH)
            raise Failed(f"{where} cannot be written ({error.strerror})") from None
        raise
    return [folder / name for name in files]


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()
