"""The command window: games in a window of their own."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.options import AllowNet, AllowRead, Trust, confinement_of


def window(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A game: tictactoe, 'connect4(8,7,4)', nim.py:Nim."),
    ] = "connect4",
    first: Annotated[
        str, typer.Option("--first", metavar="WHO", help="Who begins: human, or an agent.")
    ] = "human",
    second: Annotated[
        str | None,
        typer.Option("--second", metavar="WHO", help="Who answers; without it, an agent that plays well."),
    ] = None,
    position: Annotated[
        str, typer.Option("--position", metavar="P", help="Where play begins: moves or a diagram.")
    ] = "-",
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="L", help="en or pt-BR; else as the environment says.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Decides all chance.")] = 0,
    trust: Trust = False,
    allow_read: AllowRead = None,
    allow_net: AllowNet = False,
) -> None:
    """Open a window to play, watch and set up games in, with the mouse or the keyboard.

    An agent is a spec such as 'alphabeta(depth=6)'; a bare name such as alphabeta gets a depth or a time
    that suits the game.
    """
    from plyground.ui.window import run

    confinement = confinement_of([first, second], trust, allow_read, allow_net)
    run(game, first, second, position, lang, seed, confinement)
