"""A laboratory for adversarial search: games, searches, perfect play, matches and experiments.

`import plyground as pg` is the door, and docs/reference/python.md shows the rooms behind it. What is needed
to write a game is loaded at once; the rest when it is first used, so that the import costs little. Names
that are not in `__all__` are parts of answers: they are here so that a repr evaluates back.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from plyground.errors import BadSpec, IllegalMove, NoNativeCore, NotationError, PlygroundError
from plyground.errors import Failed as Failed
from plyground.game import Board, Game, Outcome, Player, Position
from plyground.games.line import LineGame, LinePosition, connect4, gomoku, mnk, tictactoe
from plyground.games.registry import load_game, register
from plyground.games.registry import registered as registered
from plyground.games.tree import TreeGame, textbook
from plyground.perft import perft
from plyground.rng import SplitMix64 as SplitMix64
from plyground.score import WIN, Score, win_in
from plyground.score import describe as describe

if TYPE_CHECKING:
    from plyground import notebook as notebook
    from plyground.api.analysis import AnalysedMove as AnalysedMove
    from plyground.api.analysis import PositionAnalysis as PositionAnalysis
    from plyground.api.analysis import analyse
    from plyground.api.comparison import Comparison as Comparison
    from plyground.api.comparison import compare
    from plyground.api.explanation import Explanation as Explanation
    from plyground.api.explanation import explain
    from plyground.api.judge import judge
    from plyground.api.learn import learn
    from plyground.api.match import match, tournament
    from plyground.api.rows import RowTable as RowTable
    from plyground.api.run import Run
    from plyground.api.run import SPRTResult as SPRTResult
    from plyground.api.saved import open_run
    from plyground.api.search import search
    from plyground.api.survey import SurveyResult as SurveyResult
    from plyground.experiments.survey import Survey as Survey
    from plyground.report.tables import ReportTable as ReportTable
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
    from plyground.searchers.types import Limits, SearchResult
    from plyground.searchers.types import SearchStats as SearchStats
    from plyground.solver.perfect import Perfect
    from plyground.solver.solution import Solution
    from plyground.solver.solution import SolvedMove as SolvedMove
    from plyground.solver.solution import TooLarge as TooLarge
    from plyground.solver.solve import solve
    from plyground.solver.solve_many import ScoredMove as ScoredMove
    from plyground.solver.solve_many import solve_many
    from plyground.stats.elo import Elo as Elo
    from plyground.stats.ratings import Rating as Rating

__version__ = "0.1.0"

__all__ = [
    "MCTS",
    "PVS",
    "WIN",
    "AlphaBeta",
    "BadSpec",
    "Board",
    "Deepening",
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
    "ProofNumber",
    "Random",
    "Run",
    "Score",
    "SearchAnswer",
    "SearchResult",
    "Searcher",
    "Solution",
    "TableAlphaBeta",
    "TreeGame",
    "TreeSearcher",
    "analyse",
    "compare",
    "connect4",
    "explain",
    "gomoku",
    "judge",
    "learn",
    "load_game",
    "match",
    "mnk",
    "open_run",
    "perft",
    "register",
    "search",
    "solve",
    "solve_many",
    "textbook",
    "tictactoe",
    "tournament",
    "win_in",
]

_LATER = {  # by module, what is loaded when it is first used; the type checker reads it above
    "api.analysis": "AnalysedMove PositionAnalysis analyse",
    "api.comparison": "Comparison compare",
    "api.explanation": "Explanation explain",
    "api.judge": "judge",
    "api.learn": "learn",
    "api.match": "match tournament",
    "api.rows": "RowTable",
    "api.run": "Run SPRTResult",
    "api.saved": "open_run",
    "api.search": "search",
    "api.survey": "SurveyResult",
    "experiments.survey": "Survey",
    "report.tables": "ReportTable",
    "searchers.alphabeta": "AlphaBeta",
    "searchers.answer": "SearchAnswer",
    "searchers.deepening": "Deepening",
    "searchers.greedy": "Greedy",
    "searchers.mcts": "MCTS",
    "searchers.memo": "MemoMinimax",
    "searchers.minimax": "Minimax",
    "searchers.mtdf": "MTDf",
    "searchers.proof": "ProofNumber",
    "searchers.pvs": "PVS",
    "searchers.random_move": "Random",
    "searchers.searcher": "Searcher TreeSearcher",
    "searchers.table_alphabeta": "TableAlphaBeta",
    "searchers.types": "Limits SearchResult SearchStats",
    "solver.perfect": "Perfect",
    "solver.solution": "Solution SolvedMove TooLarge",
    "solver.solve": "solve",
    "solver.solve_many": "ScoredMove solve_many",
    "stats.elo": "Elo",
    "stats.ratings": "Rating",
}

if not TYPE_CHECKING:  # or every name would pass the type checker

    def __getattr__(name: str) -> Any:
        if name == "notebook":
            return import_module("plyground.notebook")
        for module, names in _LATER.items():
            if name in names.split():
                found = globals()[name] = getattr(import_module(f"plyground.{module}"), name)
                return found
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted([*__all__, "__version__"])
