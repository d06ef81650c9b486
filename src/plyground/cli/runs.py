"""Commands about what was played: runs, export, replay. What they need is loaded when they are used."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.app import command
from plyground.cli.positions import AsJson

RunArgument = Annotated[
    str, typer.Argument(metavar="RUN", help="The number or file of a run.", show_default=False)
]


@command
def runs(
    run: Annotated[
        str, typer.Argument(metavar="RUN", help="One run: what it has shown.", show_default=False)
    ] = "",
    blunders: Annotated[bool, typer.Option("--blunders", help="Have the solver judge every move.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the runs, or report what one of them has shown."""
    from plyground.cli import reading

    if run:
        reading.one_run(run, blunders, as_json)
    else:
        reading.all_runs(as_json)


@command
def export(
    run: RunArgument,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="DIR", help="Write games.csv and moves.csv.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="DIR", help="Write games.parquet and moves.parquet.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all games and moves as one JSON object.")
    ] = False,
) -> None:
    """Write a run in other formats: a row for each game, a row for each move."""
    from plyground.cli import reading

    reading.exported(run, csv, parquet, as_json)


@command
def replay(
    run: RunArgument,
    game: Annotated[
        int, typer.Argument(metavar="GAME", min=0, help="The number of a game.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Play a stored game again from its record, move by move."""
    from plyground.cli import reading

    reading.replayed(run, game, as_json)
