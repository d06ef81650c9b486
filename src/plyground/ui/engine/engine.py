"""Becoming an engine: who thinks, what is spoken, and what can be known to be wrong before it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.agents import Entrant, MoveLimits, load_entrant
from plyground.errors import BadSpec
from plyground.game import Game
from plyground.games.line import gomoku
from plyground.games.registry import load_game
from plyground.ui.engine.course import Notation
from plyground.ui.engine.gomocup import Gomocup
from plyground.ui.engine.serving import Dialog, Serving
from plyground.ui.engine.thinking import Mind, Searching
from plyground.ui.engine.ugi import Ugi
from plyground.ui.engine.wire import Wire

USUAL_GAME = "tictactoe"


@dataclass(frozen=True)
class Wishes:
    """What was asked for on the command line."""

    agent: str
    protocol: str  # ugi, uci or gomocup
    game: str | None
    limits: MoveLimits
    seed: int = 0
    drops: bool = False


def be_engine(wishes: Wishes) -> None:
    """Serve a tool over standard input and output until it leaves."""
    gomocup_ = wishes.protocol == "gomocup"
    if gomocup_ and (wishes.game is not None or wishes.drops):
        right = "START gives the size of the board, and moves are x,y"
        raise BadSpec("--game or --moves with gomocup", "", None, right)
    entrant, notation = load_entrant(wishes.agent), Notation(wishes.drops)
    with Wire.taken_over() as wire:  # before a game is loaded: it may print
        game: Game[Any] = gomoku() if gomocup_ else load_game(wishes.game or USUAL_GAME)
        notation.check(game)
        serving = Serving(_mind(entrant, game), wire)
        dialog: Dialog
        if gomocup_:
            dialog = Gomocup(serving, entrant.spec, wishes.limits, wishes.seed)
        else:
            dialog = Ugi(serving, entrant.spec, wishes.protocol, game, wishes.limits, wishes.seed, notation)
        serving.run(dialog)


def _mind(entrant: Entrant, game: Game[Any]) -> Mind:
    """Who thinks; one who is not ours is started first, and refused if it cannot play."""
    if entrant.trusted:
        return Searching(entrant)
    from plyground.ui.engine.isolated import Outsider  # slow to load: it brings the arena

    outsider = Outsider(entrant)
    outsider.check(game)
    return outsider
