"""Searches of any game, in Python that reads like the textbook."""

from plyground.search import twin as _twin  # noqa: F401  (gives the searchers their compiled twins)
from plyground.search.alphabeta import AlphaBeta
from plyground.search.analyse import MoveValue, search_all
from plyground.search.deepening import Deepening
from plyground.search.greedy import Greedy
from plyground.search.limits import Limits
from plyground.search.mcts import MCTS
from plyground.search.memo import MemoMinimax
from plyground.search.minimax import Minimax
from plyground.search.mtdf import MTDf
from plyground.search.playouts import Playouts, playouts, random_line
from plyground.search.proof import ProofNumber
from plyground.search.pvs import PVS
from plyground.search.random import Random
from plyground.search.registry import SEARCHERS, load_searcher
from plyground.search.result import SearchResult, SearchStats
from plyground.search.searcher import Searcher
from plyground.search.table_alphabeta import TableAlphaBeta
from plyground.search.trace import Trace

__all__ = [
    "MCTS",
    "PVS",
    "SEARCHERS",
    "AlphaBeta",
    "Deepening",
    "Greedy",
    "Limits",
    "MTDf",
    "MemoMinimax",
    "Minimax",
    "MoveValue",
    "Playouts",
    "ProofNumber",
    "Random",
    "SearchResult",
    "SearchStats",
    "Searcher",
    "TableAlphaBeta",
    "Trace",
    "load_searcher",
    "playouts",
    "random_line",
    "search_all",
]
