"""The command new-agent: a file to begin with, and its test."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.app import command


class Kind(StrEnum):
    """The convention that an agent follows."""

    python = "python"
    kaggle = "kaggle"
    cs50 = "cs50"


@command
def new_agent(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name: letters, digits and _.", show_default=False)
    ],
    folder: Annotated[
        Path, typer.Option("--folder", metavar="DIR", help="Where it is written.", show_default=False)
    ] = Path(),
    kind: Annotated[
        Kind, typer.Option("--kind", help="Ours, a Kaggle ConnectX submission, or CS50's tic-tac-toe.")
    ] = Kind.python,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang", metavar="CODE", help="Of its comments: en or pt-BR; else the environment's."
        ),
    ] = None,
) -> None:
    """Write an agent to begin with, NAME.py, that works and says how; and its test, test_NAME.py.

    Nothing that is there already is overwritten.
    """
    from plyground.cli.starting import started

    typer.echo(started(name, folder, kind.value, lang))
