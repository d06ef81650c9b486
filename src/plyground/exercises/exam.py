"""Mixed sheets: several exercises for each student of a class, by a seed of their own, with points."""

from __future__ import annotations

import csv
import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from plyground.errors import BadSpec, Failed, truncate
from plyground.exercises.exercise import Exercise
from plyground.exercises.registry import KINDS, make_exercise

APART = 1_000  # seeds between two exercises of a sheet: no student has what another has
MOST_STUDENTS = APART
MOST_PARTS = 20
# What the columns with names are called, in lists that Moodle, Google Classroom and people write.
_FIRST = ("first name", "primeiro nome")
_WHOLE = ("name", "full name", "student", "nome", "nome completo", "aluno", "aluna", "estudante")
_LAST = ("last name", "surname", "family name", "sobrenome", "último nome")


@dataclass(frozen=True)
class SheetPart:
    """An exercise of a sheet, and what it is worth."""

    exercise: Exercise
    points: int


@dataclass(frozen=True)
class ExamSheet:
    """What one student gets."""

    title: str  # "" is the usual one
    seed: int
    student: str  # "" leaves a line for the name
    parts: tuple[SheetPart, ...]

    @property
    def points(self) -> int:
        return sum(part.points for part in self.parts)


def make_exam(
    kinds: Sequence[str],
    seed: int = 1,
    student: str = "",
    title: str = "",
    points: Sequence[int] = (),
    **options: Any,
) -> ExamSheet:
    """The sheet of a seed: an exercise of each kind, which takes those of the options that it knows.

    Each question is worth a point unless `points` says what the exercises are worth. Leaves all differ
    unless `ties` is given: the key of a sheet that is marked by hand has one answer.

    >>> sheet = make_exam(["minimax", "win"], seed=3, points=[4, 6])
    >>> [(part.exercise.kind, part.points) for part in sheet.parts], sheet.points
    ([('minimax', 4), ('win', 6)], 10)
    """
    _check_parts(kinds, points)
    given = {name: value for name, value in options.items() if value is not None}
    usual = {"ties": False}
    parts, known = [], {kind: _options_of(kind) for kind in kinds if kind in KINDS}
    for name in given:
        if not any(name in taken for taken in known.values()):
            right = f"the kinds are {', '.join(kinds)}"
            raise BadSpec(f"no exercise takes {name}", f"{name}={given[name]!r}", None, right)
    for place, kind in enumerate(kinds):
        wanted = {name: value for name, value in (usual | given).items() if name in known.get(kind, ())}
        made = make_exercise(kind, seed + APART * place, **wanted)
        parts.append(SheetPart(made, points[place] if points else len(made.questions)))
    return ExamSheet(title, seed, student, tuple(parts))


def _check_parts(kinds: Sequence[str], points: Sequence[int]) -> None:
    if not 1 <= len(kinds) <= MOST_PARTS:
        raise BadSpec("bad kinds", ",".join(kinds)[:40], None, f"a sheet has 1 to {MOST_PARTS} exercises")
    if points and (len(points) != len(kinds) or min(points) < 1):
        given = ",".join(map(str, points))
        right = f"give a whole number for each of the {len(kinds)} exercises: --points 4,6"
        raise BadSpec("bad points", given, None, right)


def _options_of(kind: str) -> set[str]:
    return set(inspect.signature(KINDS[kind]).parameters) - {"seed"}


def read_names(file: Path) -> list[str]:
    """The students of a class: a name a line, or a table with commas, semicolons or tabs.

    Of a table with headings the columns that hold names are taken, else the first one.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise Failed(f"{file} cannot be read ({error.strerror})") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")  # as spreadsheets on Windows write it
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    rows = [[cell.strip() for cell in row] for row in csv.reader(StringIO(text), delimiter=delimiter)]
    columns, rows = _columns_of_names([row for row in rows if any(row)])
    names = [" ".join(row[place] for place in columns if place < len(row)).strip() for row in rows]
    if not (names := [truncate(name, 80) for name in names if name]):
        raise BadSpec("no names", str(file), None, "write a name a line, or a table with a column name")
    if len(names) > MOST_STUDENTS:
        raise BadSpec("too many names", str(len(names)), None, f"a class has at most {MOST_STUDENTS}")
    return names


def _columns_of_names(rows: list[list[str]]) -> tuple[list[int], list[list[str]]]:
    """Which columns make a name, and the rows without headings."""
    heads = [cell.casefold() for cell in rows[0]] if rows else []
    last = next((heads.index(name) for name in _LAST if name in heads), None)
    first = next((heads.index(name) for name in (*_FIRST, *_WHOLE) if name in heads), None)
    columns = [place for place in (first, last) if place is not None]
    return (columns, rows[1:]) if columns else ([0], rows)
