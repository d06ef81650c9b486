"""The command completion: a script that makes a shell complete plyground's commands, agents and games."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

SCRIPTS = Path(__file__).with_name("completions")


class Shell(StrEnum):
    """The shells that there is a script for."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"


def completion(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh or fish.", show_default=False)],
) -> None:
    """Print a script that lets a shell complete commands, options, games, agents and runs by Tab.

    Each script says in its first lines where it is kept. To try it: `source <(plyground completion bash)`,
    or in fish `plyground completion fish | source`.
    """
    typer.echo((SCRIPTS / f"plyground.{shell.value}").read_text(encoding="utf-8"), nl=False)
