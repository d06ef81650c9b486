"""An agent as an engine: chooses the protocol and the runner of searches, and refuses bad options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.agents import Entrant, MoveLimits, load_entrant
from plyground.engines.gomocup_server import GomocupServer
from plyground.engines.notation import DropNotation, OwnNotation
from plyground.engines.search_task import AgentRunner, SearchRunner, TaskRunner
from plyground.engines.server_loop import LineStream, ProtocolServer, ServerLoop
from plyground.engines.uci_server import UciServer
from plyground.errors import BadSpec
from plyground.game import Game
from plyground.games.line import gomoku
from plyground.games.registry import load_game

DEFAULT_GAME = "tictactoe"


@dataclass(frozen=True)
class EngineOptions:
    """The options of the command line."""

    agent: str
    protocol: str  # ugi, uci or gomocup
    game: str | None
    limits: MoveLimits
    seed: int = 0
    drops: bool = False


def serve_engine(options: EngineOptions) -> None:
    """Serve a tool over standard input and output until it leaves."""
    gomocup = options.protocol == "gomocup"
    if gomocup and (options.game is not None or options.drops):
        right = "START gives the size of the board, and moves are x,y"
        raise BadSpec("--game or --moves with gomocup", "", None, right)
    entrant = load_entrant(options.agent)
    notation = DropNotation() if options.drops else OwnNotation()
    with LineStream.take_over() as stream:  # before a game is loaded: it may print
        game: Game[Any] = gomoku() if gomocup else load_game(options.game or DEFAULT_GAME)
        notation.check(game)
        loop = ServerLoop(_runner(entrant, game), stream)
        protocol: ProtocolServer
        if gomocup:
            protocol = GomocupServer(loop, entrant.spec, options.limits, options.seed)
        else:
            protocol = UciServer(
                loop, entrant.spec, options.protocol, game, options.limits, options.seed, notation
            )
        loop.run(protocol)


def _runner(entrant: Entrant, game: Game[Any]) -> TaskRunner:
    """The runner of searches; a user's agent is started first, and refused if it cannot play."""
    if entrant.trusted:
        return SearchRunner(entrant)
    runner = AgentRunner(entrant)
    runner.check(game)
    return runner
