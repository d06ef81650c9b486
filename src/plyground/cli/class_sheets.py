"""Sheets for a class: one for each student, made by a seed, and one key to all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from plyground.cli.output import track_steps
from plyground.errors import BadSpec, Failed
from plyground.exercises.exam import ExamSheet, make_exam, read_names
from plyground.exercises.exam_sheets import exams_as_html, exams_as_latex, exams_as_text
from plyground.exercises.sheets import FORMATS
from plyground.whole_file import write_whole
from plyground.words import Tongue

_WRITERS = {"text": exams_as_text, "html": exams_as_html, "latex": exams_as_latex}


@dataclass(frozen=True)
class ClassSheets:
    """What the command was asked for."""

    kinds: Sequence[str]
    seed: int
    count: int  # without a list of names
    names: Path | None
    title: str
    points: Sequence[int]

    def made(self, options: Mapping[str, Any]) -> list[ExamSheet]:
        """A sheet for each student, each with the next seed."""
        if self.names is not None and self.count != 1:
            raise BadSpec("--count and --names", "", None, "give one of them: each name gets a sheet")
        students = read_names(self.names) if self.names is not None else [""] * self.count
        sheets = (
            make_exam(self.kinds, self.seed + place, student, self.title, self.points, **options)
            for place, student in enumerate(students)
        )
        return list(track_steps(sheets, len(students), "making"))


def write_class(
    sheets: Sequence[ExamSheet], speaker: Tongue, forms: Sequence[str], folder: Path | None, key: bool
) -> None:
    """Write the sheets and their key into a folder, or print them."""
    if "svg" in forms:
        raise BadSpec("a mixed sheet as svg", "svg", None, "formats are text, html, latex")
    if folder is not None:
        files = {f"sheets.{FORMATS[form]}": _WRITERS[form](sheets, speaker) for form in forms}
        files |= {f"key.{FORMATS[form]}": _WRITERS[form](sheets, speaker, key=True) for form in forms}
        return write_files(folder, files)
    if len(forms) > 1:
        raise BadSpec("several formats", ",".join(forms), None, "give --out FOLDER, or one format")
    write = _WRITERS[forms[0]]
    typer.echo(write(sheets, speaker), nl=False)
    return typer.echo("\n" + write(sheets, speaker, key=True), nl=False) if key else None


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files into a folder, and print their names."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_whole(folder / name, content)
    except OSError as error:
        raise Failed(f"{folder} cannot be written ({error.strerror})") from None
    for name in files:
        typer.echo(str(folder / name))
