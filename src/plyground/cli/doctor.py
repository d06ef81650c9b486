"""The command doctor: what is wrong with an agent, or with each one of a folder, in plain words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.app import command


@command
def doctor(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT",
            help="python:mine.py, kaggle:submission.py, 'mcts(rounds=100)'.",
            show_default=False,
        ),
    ] = "",
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="SPEC", help="Which game; else the one it is most likely made for."),
    ] = None,
    seconds: Annotated[float, typer.Option("--time", metavar="S", help="Seconds for each move.")] = 1.0,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="Examine every agent in it, in one table."),
    ] = None,
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="Let it see no files, no network and no other processes.")
    ] = False,
    warmup: Annotated[
        float,
        typer.Option(
            "--warmup", metavar="S", help="Seconds more for the first move of a game; engines have 5."
        ),
    ] = 0.0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Decides positions and all chance.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
) -> None:
    """Put an agent through its paces: wins and blocks in one, full boards, tiny limits, fast games.

    Ends with 0 if it can play, with 1 if something is wrong.
    """
    from plyground.arena.doctor import Exam
    from plyground.arena.sandbox import check_sandbox
    from plyground.cli.examining import examined, folder_examined
    from plyground.errors import BadSpec

    if bool(agent) == (folder is not None):
        raise BadSpec(
            "an agent and a folder" if agent else "no agent", agent, None, "give AGENT or --folder"
        )
    if sandbox:
        check_sandbox()
    exam = Exam("", seconds, seed, sandbox, warmup=warmup)
    if folder is not None:
        folder_examined(folder, game, exam, as_json)
    else:
        examined(agent, game, exam, as_json)
