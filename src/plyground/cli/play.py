"""The command play: a game at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.options import (
    AllowNet,
    AllowRead,
    MoveDepth,
    MoveNodes,
    MoveTime,
    Trust,
    confinement_of,
)


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game: tictactoe (if none is given), connect4, 'mnk(5,5,4)', nim.py:Nim.",
            show_default=False,
        ),
    ] = None,
    first: Annotated[
        str | None, typer.Option("--first", metavar="WHO", help="Who begins: human, or an agent (human).")
    ] = None,
    second: Annotated[
        str | None,
        typer.Option(
            "--second", metavar="WHO", help="Who answers: human, 'alphabeta(depth=9)', python:mine.py."
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="P", help="Where play begins: moves (4453) or X.O/.X./..O."),
    ] = None,
    language: Annotated[
        str | None, typer.Option("--lang", metavar="L", help="en or pt-BR; else the environment's.")
    ] = None,
    seconds: MoveTime = None,
    depth: MoveDepth = None,
    nodes: MoveNodes = None,
    opening: Annotated[
        int, typer.Option("--opening", min=0, max=100, metavar="N", help="Random moves to begin with.")
    ] = 0,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Decides all chance.")] = None,
    delay: Annotated[
        float,
        typer.Option("--delay", min=0, max=3600, metavar="S", help="Seconds between machines' moves."),
    ] = 0.0,
    step: Annotated[bool, typer.Option("--step", help="Enter lets a machine make its next move.")] = False,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on with a game that was saved.")
    ] = None,
    zero_based: Annotated[
        bool, typer.Option("--zero-based", help="Squares and columns are typed and shown from 0.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="No colour, and boards in ASCII.")] = False,
    trust: Trust = False,
    allow_read: AllowRead = None,
    allow_net: AllowNet = False,
) -> None:
    """Play a game at the terminal: against a machine, another person, or machines among themselves.

    Type moves as the board names them; `help` lists what else can be typed.
    """
    from plyground.agents import MoveLimits
    from plyground.ui.terminal.play import PlayOptions
    from plyground.ui.terminal.play import play as play_at_terminal

    wishes = PlayOptions(
        game=game,
        first=first,
        second=second,
        position=position,
        limits=MoveLimits(depth, nodes, seconds),
        opening=opening,
        seed=seed,
        delay=delay,
        step=step,
        load=load,
        language=language,
        zero_based=zero_based,
        plain=plain,
        confinement=confinement_of([first, second], trust, allow_read, allow_net),
    )
    if code := play_at_terminal(wishes):
        raise typer.Exit(code)
