"""The command that makes an agent an engine: engine. What it needs is loaded when it is used."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from plyground.cli.app import command
from plyground.cli.matches import AgentArgument, Depth, Nodes, Time


class Protocol(StrEnum):
    """What tools speak."""

    ugi = "ugi"
    uci = "uci"
    gomocup = "gomocup"


class Moves(StrEnum):
    """How moves are written."""

    ours = "ours"
    drop = "drop"


@command
def engine(
    agent: AgentArgument,
    protocol: Annotated[Protocol, typer.Option("--protocol", help="What the tool speaks.")] = Protocol.ugi,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="SPEC",
            help="The game (tictactoe), until the tool sets another; not in gomocup.",
        ),
    ] = None,
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: Time = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**31 - 1, metavar="N", help="Decides all chance.")
    ] = 0,
    moves: Annotated[
        Moves, typer.Option("--moves", help="How moves are told: ours (4), or drops on squares (P@d1).")
    ] = Moves.ours,
) -> None:
    """Be an engine for other people's tools: an agent over standard input and output.

    The limits hold for each move, besides those that the tool gives.
    """
    from plyground.agents import MoveLimits
    from plyground.ui.engine.engine import Wishes, be_engine

    limits = MoveLimits(depth, nodes, seconds)
    be_engine(Wishes(agent, protocol.value, game, limits, seed, drops=moves is Moves.drop))
