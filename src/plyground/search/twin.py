"""The compiled twins of the searchers: the same move, score, line, count and trace, many times faster.

Each function hands a searcher's options to the C++ header of the same name, and makes a result of what
comes back. docs/why/twins.md says what has to be fixed for the two to agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from plyground import _core
from plyground.evaluation import Windows, evaluation
from plyground.games.line import LinePosition
from plyground.native import board, rules
from plyground.score import LONGEST
from plyground.search.alphabeta import AlphaBeta
from plyground.search.deepening import Deepening
from plyground.search.greedy import Greedy
from plyground.search.limits import MOST_NODES, Limits, nearer
from plyground.search.mcts import MCTS
from plyground.search.memo import MemoMinimax
from plyground.search.minimax import Minimax
from plyground.search.mtdf import MTDf
from plyground.search.order import order_names
from plyground.search.ordered import Ordered
from plyground.search.proof import ProofNumber
from plyground.search.pvs import PVS
from plyground.search.random import Random
from plyground.search.result import SearchResult, SearchStats
from plyground.search.searcher import TO_THE_END, TWINS, TreeSearcher
from plyground.search.table_alphabeta import TableAlphaBeta
from plyground.search.tabled import Tabled
from plyground.search.trace import Trace

Result = SearchResult[int]
_Weights = tuple[tuple[int, ...] | None, tuple[int, ...] | None, int, int]


def _tree(
    searcher: TreeSearcher, position: LinePosition, limits: Limits, trace: Trace | None
) -> list[Result]:
    game = position.game
    depth = nearer(searcher.depth, limits.depth) or TO_THE_END
    options, rows = _options(searcher, evaluation(searcher.evaluate), game.k), _rows(trace)
    allowed = limits.nodes, limits.seconds, limits.stop
    try:
        return [_result(_core.search_tree(rules(game), *board(position), options, depth, *allowed, rows))]
    finally:
        _write_down(trace, rows, position)


def _deepening(
    searcher: Deepening, position: LinePosition, limits: Limits, trace: Trace | None
) -> Iterator[Result]:
    game, inner, rows = position.game, searcher.best_first(), _rows(trace)
    options = _options(inner, evaluation(inner.evaluate), game.k)
    deepest, seconds = nearer(searcher.reach, limits.depth) or LONGEST, searcher.shorter(limits.seconds)
    depths = _core.Deepening(
        rules(game), *board(position), options, deepest, limits.nodes, seconds, limits.stop, rows
    )
    while True:
        try:
            found = depths.next()
        finally:
            _write_down(trace, rows, position)
        if found is None:
            return
        yield _result(found)


def _mcts(searcher: MCTS, position: LinePosition, limits: Limits, trace: Trace | None) -> list[Result]:
    options = searcher.rounds, searcher.explore, searcher.seed
    allowed = limits.nodes, limits.seconds, limits.stop
    return [_result(_core.search_mcts(rules(position.game), *board(position), *options, *allowed))]


def _proof(
    searcher: ProofNumber, position: LinePosition, limits: Limits, trace: Trace | None
) -> list[Result]:
    best_first, size = searcher.method == "best_first", searcher.size
    allowed = limits.nodes, limits.seconds, limits.stop
    return [_result(_core.search_proof(rules(position.game), *board(position), best_first, size, *allowed))]


def _greedy(searcher: Greedy, position: LinePosition, limits: Limits, trace: Trace | None) -> list[Result]:
    one_diagonal = searcher.diagonals == "one"
    return [_result(_core.search_greedy(rules(position.game), *board(position), one_diagonal))]


def _random(searcher: Random, position: LinePosition, limits: Limits, trace: Trace | None) -> list[Result]:
    return [_result(_core.search_random(rules(position.game), *board(position), searcher.seed))]


TWINS |= dict.fromkeys((Minimax, AlphaBeta, PVS, MemoMinimax, TableAlphaBeta, MTDf), _tree)
TWINS |= {Deepening: _deepening, MCTS: _mcts, ProofNumber: _proof, Greedy: _greedy, Random: _random}


@lru_cache(maxsize=256)
def _options(searcher: TreeSearcher, evaluate: Any, k: int) -> _core.TreeOptions:
    """The options of a searcher as the compiled core takes them."""
    weights: _Weights = (None, None, 0, 0)
    if isinstance(evaluate, Windows):
        weights = *evaluate.stretched(k), evaluate.centre, evaluate.centre_against
    names = order_names(searcher.order) if isinstance(searcher, Ordered | TableAlphaBeta) else ()
    order = [name for name in dict.fromkeys(names) if name != "given"]
    table = (0, False, False)
    if isinstance(searcher, Tabled):
        table = (searcher.size or 0, searcher.policy == "deeper", searcher.symmetry)
    return _core.TreeOptions(searcher.name, *weights, searcher.plain, order, *table)


def _result(found: tuple[Any, ...]) -> Result:
    score, line, proven, stopped, nodes, depth, hits, seconds = found
    stats = SearchStats(nodes, depth, hits, seconds)
    return SearchResult(score, tuple(line), proven, stopped, stats, "native")


def _rows(trace: Trace | None) -> _core.Trace | None:
    if trace is None:
        return None
    most_rows = min(max(0, trace.most_rows - len(trace)), MOST_NODES)
    return _core.Trace(most_rows, min(trace.most_plies, LONGEST))


def _write_down(trace: Trace | None, rows: _core.Trace | None, root: LinePosition) -> None:
    if trace is not None and rows is not None:
        trace.take(root, *rows.take())
