"""Searches of any game, in Python that reads like the textbook."""

from plyground.searchers.alphabeta import AlphaBeta
from plyground.searchers.analysis import search_all
from plyground.searchers.deepening import Deepening
from plyground.searchers.greedy import Greedy
from plyground.searchers.mcts import MCTS
from plyground.searchers.memo import MemoMinimax
from plyground.searchers.minimax import Minimax
from plyground.searchers.mtdf import MTDf
from plyground.searchers.playouts import Playouts, playouts, random_line
from plyground.searchers.proof import ProofNumber
from plyground.searchers.pvs import PVS
from plyground.searchers.random_move import Random
from plyground.searchers.registry import SEARCHERS, load_searcher
from plyground.searchers.searcher import NoValues, Searcher
from plyground.searchers.table_alphabeta import TableAlphaBeta
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, MoveValue, SearchResult, SearchStats

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
    "NoValues",
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
