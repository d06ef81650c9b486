"""A laboratory for adversarial search."""

from plyground.errors import BadSpec, IllegalMove, NoNativeCore, NotationError, PlygroundError
from plyground.game import Board, Game, Outcome, Player, Position
from plyground.games.line import LineGame, LinePosition, connect4, gomoku, mnk, tictactoe
from plyground.games.registry import load_game, register, registered
from plyground.games.tree import TreeGame, textbook
from plyground.perft import perft
from plyground.rng import SplitMix64
from plyground.score import WIN, Score, describe, win_in

__version__ = "0.1.0"

__all__ = [
    "WIN",
    "BadSpec",
    "Board",
    "Game",
    "IllegalMove",
    "LineGame",
    "LinePosition",
    "NoNativeCore",
    "NotationError",
    "Outcome",
    "Player",
    "PlygroundError",
    "Position",
    "Score",
    "SplitMix64",
    "TreeGame",
    "connect4",
    "describe",
    "gomoku",
    "load_game",
    "mnk",
    "perft",
    "register",
    "registered",
    "textbook",
    "tictactoe",
    "win_in",
]
