"""The command new-assignment: a folder with all that a teacher needs for one assignment."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from plyground.assignments import ASSIGNMENTS, write_assignment
from plyground.errors import BadSpec, nearest_name, truncate
from plyground.words import tongue


def new_assignment(
    kind: Annotated[
        str, typer.Argument(metavar="ASSIGNMENT", help=f"{', '.join(ASSIGNMENTS)}.", show_default=False)
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="FOLDER", help="A new folder; else one of the assignment's name."),
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            metavar="L",
            help="Of comments and reasons: en or pt-BR; else the environment's.",
        ),
    ] = None,
) -> None:
    """Write an assignment: handouts in English and Portuguese, starter code, tests, rubric, solution.

    Students get the folder `student`. The folder `teacher` has the solution and a zip for Gradescope.
    """
    if kind not in ASSIGNMENTS:
        near = nearest_name(kind, list(ASSIGNMENTS))
        right = f"did you mean {near}?" if near else f"assignments are {', '.join(ASSIGNMENTS)}"
        raise BadSpec(f"no assignment {truncate(kind)}", "", None, right)
    speaker, place = tongue(lang), folder or Path(kind)
    for path in write_assignment(ASSIGNMENTS[kind], place, speaker.language):
        typer.echo(str(path))
    where = {name: shlex.quote(str(place / name)) for name in ("student", "teacher")}
    typer.echo(speaker.say("assignment.next", **where))
