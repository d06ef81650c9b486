"""The command grade: students' programs go through the checks of a rubric."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from plyground.arena.pool import count_cores
from plyground.cli.options import AsJson
from plyground.cli.output import complain, print_json
from plyground.grader.grade_files import gradescope, write_grades
from plyground.grader.grade_pool import grade_all
from plyground.grader.marks import CheckMark, Grade
from plyground.grader.page import check_text, check_title, number, points_text
from plyground.grader.rubric import load_rubric
from plyground.grader.submissions import find_likenesses, find_submissions
from plyground.words import Tongue, tongue
from plyground.workers.confinement import Confinement


def grade(
    rubric: Annotated[
        Path, typer.Argument(metavar="RUBRIC", help="A TOML file with the checks and their points.")
    ],
    submissions: Annotated[
        Path,
        typer.Argument(
            metavar="SUBMISSIONS", help="A folder with a file or folder for each student, or one file."
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Write pages, a grade sheet, JSON and XML there."),
    ] = None,
    passing: Annotated[
        float | None,
        typer.Option(
            "--pass", min=0, max=100, metavar="PERCENT", help="Exit with 1 if a submission has less."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            min=1,
            max=256,
            metavar="N",
            help="How many students are graded at a time.",
            show_default="as many as there are cores",
        ),
    ] = None,
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="L", help="en or pt-BR; else the environment's.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Grade students' programs by a rubric: moves, values, and the nodes that their search looks at.

    Each program runs in confined processes, and its calls are recorded from outside: no file has to change.

    A student's program has a minute for all of it, or as long as the rubric says (wall).
    """
    speaker, wanted = tongue(lang), load_rubric(rubric)
    found = find_submissions(submissions, wanted.file)
    confinement = Confinement()
    if confinement.note:
        complain(f"note: {confinement.note}")
    sheet = _Sheet(speaker, as_json)
    try:
        with closing(grade_all(found, wanted, confinement, workers or count_cores())) as grades:
            for place, each in grades:
                sheet.add(place, each)
                words = speaker.say(
                    "grade.progress", student=each.student, done=len(sheet.grades), of=len(found)
                )
                complain(words)
                sheet.print_up_to(sheet.complete)
    except KeyboardInterrupt:
        sheet.print_up_to(len(found))
        raise
    finally:  # Ctrl-C leaves the grades that are there
        if out is not None and sheet.grades:
            alike = find_likenesses(found)
            for path in write_grades(sheet.in_order, alike, wanted, out, speaker):
                complain(str(path)) if as_json else typer.echo(str(path))
    if passing is not None and any(100 * each.share < passing for each in sheet.in_order):
        raise typer.Exit(1)


@dataclass
class _Sheet:
    """The grades so far; they are printed in the order of the submissions, whichever is done first."""

    speaker: Tongue
    as_json: bool
    grades: dict[int, Grade] = field(default_factory=dict)
    printed: int = 0  # places

    def add(self, place: int, grade: Grade) -> None:
        self.grades[place] = grade

    @property
    def in_order(self) -> list[Grade]:
        return [self.grades[place] for place in sorted(self.grades)]

    @property
    def complete(self) -> int:
        """The first place that has no grade yet."""
        return next(place for place in count() if place not in self.grades)

    def print_up_to(self, end: int) -> None:
        """Print what has not been printed of the places before an end."""
        while self.printed < end:
            self.printed += 1
            if (each := self.grades.get(self.printed - 1)) is not None:
                _print_grade(each, self.speaker, self.as_json)


def _print_grade(each: Grade, speaker: Tongue, as_json: bool) -> None:
    if as_json:
        print_json({"student": each.student} | gradescope(each, speaker))
        return
    total = points_text(each.points, each.rubric.points, speaker)
    typer.echo(f"{each.student}: {total}")
    for mark in each.marks:
        if mark.reasons:
            typer.echo(f"  {_points(mark, speaker)} {check_title(mark, speaker)}")
            for line in check_text(mark, speaker).split("\n"):
                typer.echo(f"      {line}")
    silent = [mark for mark in each.marks if not mark.passed and not mark.reasons]
    if silent:  # what is wrong with them has been told
        titles = (f"{check_title(mark, speaker)} ({_points(mark, speaker)})" for mark in silent)
        typer.echo("  " + speaker.say("grade.also", checks=", ".join(titles)))


def _points(mark: CheckMark, speaker: Tongue) -> str:
    if mark.check.condition:
        return number(mark.points, speaker).replace("-", "−")
    return f"{number(mark.points, speaker)}/{number(mark.check.points, speaker)}"
