"""Commands of the laboratory: compare, report, reproduce. What they need is loaded when they are used."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.app import command
from plyground.cli.positions import AsJson, Core, WhichCore

OutFolder = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Where the report is written.")
]


@command
def compare(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAMES...", help="Which games; tictactoe and connect4.", show_default=False),
    ] = None,
    agents: Annotated[
        list[str] | None,
        typer.Option("--agent", metavar="SPEC", help="An agent to be compared; may be given again."),
    ] = None,
    depths: Annotated[
        str | None, typer.Option("--depths", metavar="A-B", help="Depths of the searches by depth: 1-7.")
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option("--positions", metavar="N", help="Positions a number of empty squares."),
    ] = None,
    repetitions: Annotated[
        int | None, typer.Option("--repetitions", metavar="N", help="How often each search is made.")
    ] = None,
    matches: Annotated[
        int | None, typer.Option("--games", metavar="N", help="Games between two agents.")
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", metavar="N", help="Plies for each move.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Decides all chance.")] = None,
    core: WhichCore = Core.auto,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="TOML", help="Take the options from a file.")
    ] = None,
    out: OutFolder = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=1024, metavar="N", help="Games at a time.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare algorithms: searches over the same positions, then games of all against all.

    Writes a folder with a page, figures, data and tables. The same command goes on after an interruption.
    """
    from plyground.cli.comparing import compared

    given = {
        "depths": depths,
        "positions": positions,
        "repetitions": repetitions,
        "games": matches,
        "depth": depth,
        "seed": seed,
        "core": None if core is Core.auto else core.value,
    }
    compared(games or [], agents or [], given, file, out, workers, as_json)


@command
def report(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Its number or file.", show_default=False)],
    out: OutFolder = None,
    as_json: AsJson = False,
) -> None:
    """Write a report of a run: a page that needs nothing else, figures, data, tables for a paper."""
    from plyground.cli.comparing import reported

    reported(run, out, as_json)


@command
def reproduce(
    papers: Annotated[
        list[str] | None,
        typer.Argument(metavar="PAPERS...", help="P0 to P4; all of them.", show_default=False),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--report", metavar="DIR", help="Write a page with all of it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the claims of the five papers: what they published, what we find, and why it differs."""
    from plyground.cli.reproducing import reproduced

    reproduced(papers or [], folder, as_json)
