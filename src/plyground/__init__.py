"""A laboratory for adversarial search: games, searches, perfect play, matches and experiments.

`import plyground as pg` is the door, and docs/reference/python.md shows the rooms behind it. What is needed
to write a game is loaded at once; the rest when it is first used, so that the import costs little.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from plyground.errors import BadSpec, Failed, IllegalMove, NoNativeCore, NotationError, PlygroundError
from plyground.game import Board, Game, Outcome, Player, Position
from plyground.games.line import LineGame, LinePosition, connect4, gomoku, mnk, tictactoe
from plyground.games.registry import load_game, register, registered
from plyground.games.tree import TreeGame, textbook
from plyground.perft import perft
from plyground.rng import SplitMix64
from plyground.score import WIN, Score, describe, win_in

if TYPE_CHECKING:
    from plyground.api.analysis import AnalysedMove, PositionAnalysis, analyse
    from plyground.api.explanation import Explanation, explain
    from plyground.api.match import match, tournament
    from plyground.api.rows import RowTable
    from plyground.api.run import Run, SPRTResult
    from plyground.api.saved import open_run
    from plyground.api.search import search
    from plyground.searchers.alphabeta import AlphaBeta
    from plyground.searchers.answer import SearchAnswer
    from plyground.searchers.deepening import Deepening
    from plyground.searchers.greedy import Greedy
    from plyground.searchers.mcts import MCTS
    from plyground.searchers.memo import MemoMinimax
    from plyground.searchers.minimax import Minimax
    from plyground.searchers.mtdf import MTDf
    from plyground.searchers.proof import ProofNumber
    from plyground.searchers.pvs import PVS
    from plyground.searchers.random_move import Random
    from plyground.searchers.searcher import Searcher, TreeSearcher
    from plyground.searchers.table_alphabeta import TableAlphaBeta
    from plyground.searchers.types import Limits, SearchResult, SearchStats
    from plyground.solver.perfect import Perfect
    from plyground.solver.solution import Solution, SolvedMove, TooLarge
    from plyground.solver.solve import solve

__version__ = "0.1.0"

__all__ = [
    "MCTS",
    "PVS",
    "WIN",
    "AlphaBeta",
    "AnalysedMove",
    "BadSpec",
    "Board",
    "Deepening",
    "Explanation",
    "Failed",
    "Game",
    "Greedy",
    "IllegalMove",
    "Limits",
    "LineGame",
    "LinePosition",
    "MTDf",
    "MemoMinimax",
    "Minimax",
    "NoNativeCore",
    "NotationError",
    "Outcome",
    "Perfect",
    "Player",
    "PlygroundError",
    "Position",
    "PositionAnalysis",
    "ProofNumber",
    "Random",
    "RowTable",
    "Run",
    "SPRTResult",
    "Score",
    "SearchAnswer",
    "SearchResult",
    "SearchStats",
    "Searcher",
    "Solution",
    "SolvedMove",
    "SplitMix64",
    "TableAlphaBeta",
    "TooLarge",
    "TreeGame",
    "TreeSearcher",
    "analyse",
    "connect4",
    "describe",
    "explain",
    "gomoku",
    "load_game",
    "match",
    "mnk",
    "open_run",
    "perft",
    "register",
    "registered",
    "search",
    "solve",
    "textbook",
    "tictactoe",
    "tournament",
    "win_in",
]

_LATER = {  # by module, what is loaded when it is first used; the type checker reads it above
    "api.analysis": (
        "AnalysedMove",
        "PositionAnalysis",
        "analyse",
    ),
    "api.explanation": (
        "Explanation",
        "explain",
    ),
    "api.match": (
        "match",
        "tournament",
    ),
    "api.rows": ("RowTable",),
    "api.run": (
        "Run",
        "SPRTResult",
    ),
    "api.saved": ("open_run",),
    "api.search": ("search",),
    "searchers.alphabeta": ("AlphaBeta",),
    "searchers.answer": ("SearchAnswer",),
    "searchers.deepening": ("Deepening",),
    "searchers.greedy": ("Greedy",),
    "searchers.mcts": ("MCTS",),
    "searchers.memo": ("MemoMinimax",),
    "searchers.minimax": ("Minimax",),
    "searchers.mtdf": ("MTDf",),
    "searchers.proof": ("ProofNumber",),
    "searchers.pvs": ("PVS",),
    "searchers.random_move": ("Random",),
    "searchers.searcher": (
        "Searcher",
        "TreeSearcher",
    ),
    "searchers.table_alphabeta": ("TableAlphaBeta",),
    "searchers.types": (
        "Limits",
        "SearchResult",
        "SearchStats",
    ),
    "solver.perfect": ("Perfect",),
    "solver.solution": (
        "Solution",
        "SolvedMove",
        "TooLarge",
    ),
    "solver.solve": ("solve",),
}

if not TYPE_CHECKING:  # or every name would pass the type checker

    def __getattr__(name: str) -> Any:
        for module, names in _LATER.items():
            if name in names:
                found = globals()[name] = getattr(import_module(f"plyground.{module}"), name)
                return found
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
