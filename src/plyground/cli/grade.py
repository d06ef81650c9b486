"""The command grade: students' programs go through the checks of a rubric."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.options import AsJson
from plyground.cli.output import complain, print_json
from plyground.grader.grade import grade_all
from plyground.grader.grade_files import gradescope, write_grades
from plyground.grader.marks import CheckMark, Grade
from plyground.grader.page import check_text, check_title, number, points_text
from plyground.grader.rubric import load_rubric
from plyground.grader.submissions import find_likenesses, find_submissions
from plyground.ui.i18n import Tongue, tongue
from plyground.workers.confinement import Confinement
from plyground.workers.scratch import sweep_scratch_folders


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
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="L", help="en or pt-BR; else the environment's.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Grade students' programs by a rubric: moves, values, and the nodes that their search looks at.

    Each program runs in confined processes, and its calls are recorded from outside: no file has to change.
    """
    speaker, wanted = tongue(lang), load_rubric(rubric)
    found = find_submissions(submissions, wanted.file)
    confinement = Confinement()
    if confinement.note:
        complain(f"note: {confinement.note}")
    sweep_scratch_folders()
    grades: list[Grade] = []
    try:
        for each in grade_all(found, wanted, confinement):
            grades.append(each)
            _print_grade(each, speaker, as_json)
            if not sys.stdout.isatty():
                words = speaker.say("grade.progress", student=each.student, done=len(grades), of=len(found))
                complain(words)
    finally:  # Ctrl-C leaves the grades that are there
        if out is not None and grades:
            alike = find_likenesses(found)
            for path in write_grades(grades, alike, wanted, out, speaker):
                complain(str(path)) if as_json else typer.echo(str(path))
    if passing is not None and any(100 * each.share < passing for each in grades):
        raise typer.Exit(1)


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
