"""The command engine: an agent as an engine for other programs."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from plyground.cli.options import AgentArgument, MoveDepth, MoveNodes, MoveTime


class EngineProtocol(StrEnum):
    """What tools speak."""

    ugi = "ugi"
    uci = "uci"
    gomocup = "gomocup"


class MoveNotation(StrEnum):
    """How moves are written."""

    ours = "ours"
    drop = "drop"


def engine(
    agent: AgentArgument,
    protocol: Annotated[
        EngineProtocol, typer.Option("--protocol", help="What the tool speaks.")
    ] = EngineProtocol.ugi,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="SPEC",
            help="The game (tictactoe), until the tool sets another; not in gomocup.",
        ),
    ] = None,
    depth: MoveDepth = None,
    nodes: MoveNodes = None,
    seconds: MoveTime = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**31 - 1, metavar="N", help="Decides all chance.")
    ] = 0,
    moves: Annotated[
        MoveNotation,
        typer.Option("--moves", help="How moves are told: ours (4), or drops on squares (P@d1)."),
    ] = MoveNotation.ours,
) -> None:
    """Be an engine for other people's tools: an agent over standard input and output.

    The limits hold for each move, besides those that the tool gives.
    """
    from plyground.agents import MoveLimits
    from plyground.engines.server import EngineOptions, serve_engine

    limits = MoveLimits(depth, nodes, seconds)
    serve_engine(EngineOptions(agent, protocol.value, game, limits, seed, drops=moves is MoveNotation.drop))
