"""The compiled twins of the searchers: the same move, score, line, count and trace, many times faster.

Each function hands a searcher's options to the C++ header of the same name, and makes a result of what
comes back. docs/why/twins.md says what has to be fixed for the two to agree. A searcher is `Any` here: the
files of the searchers stand above this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from plyground.evaluation import LearnedWeights, LineWeights, data_of
from plyground.games.line import LineGame, LinePosition
from plyground.native import _core, board, rules
from plyground.score import LONGEST, Score
from plyground.searchers.order import order_names
from plyground.searchers.trace import Trace
from plyground.searchers.types import MAX_NODES, TO_THE_END, Limits, SearchResult, SearchStats, stricter

# The compiled search of a searcher: its answers. The last one counts.
Twin = Callable[[Any, Any, Limits, Trace | None], Iterable[SearchResult[Any]]]

_Result = SearchResult[int]
_Weights = tuple[tuple[int, ...] | None, tuple[int, ...] | None, int, int]


def twin_of(kind: type[Any]) -> Twin | None:
    """The twin of a searcher's class. A class that somebody derived from one of ours has none."""
    return TWINS.get(kind.__module__)


def mcts_children(
    searcher: Any, position: LinePosition, limits: Limits
) -> list[tuple[int, int, float, int | None]]:
    """What MCTS knows of each move: visits, their reward and the proven score for the other side."""
    options = searcher.rounds, searcher.explore, searcher.seed
    found = _core.mcts_children(rules(position.game), *board(position), *options, *_allowed(limits))
    places = position.game.places
    return [(places[move], visits, total, proven) for move, visits, total, proven in found]


def _tree(searcher: Any, position: LinePosition, limits: Limits, trace: Trace | None) -> list[_Result]:
    game = position.game
    depth = stricter(searcher.depth, limits.depth) or TO_THE_END
    (evaluate, name), rows = searcher.valued_by(position, depth), _rows(trace)
    options = _options(searcher, data_of(evaluate, position), game)
    try:
        found = _core.search_tree(rules(game), *board(position), options, depth, *_allowed(limits), rows)
        return [_result(game, found, name)]
    finally:
        _take_rows(trace, rows, position)


def _deepening(
    searcher: Any, position: LinePosition, limits: Limits, trace: Trace | None
) -> Iterator[_Result]:
    game, inner, rows = position.game, searcher.inner_best_first(), _rows(trace)
    evaluate, name = inner.valued_by(position, 1)
    options = _options(inner, data_of(evaluate, position), game)
    deepest = stricter(searcher.max_depth, limits.depth) or LONGEST
    allowed = _allowed(searcher.allowed(limits))
    depths = _core.Deepening(rules(game), *board(position), options, deepest, *allowed, rows)
    while True:
        try:
            found = depths.next()
        finally:
            _take_rows(trace, rows, position)
        if found is None:
            return
        yield _result(game, found, name)


def _mcts(searcher: Any, position: LinePosition, limits: Limits, trace: Trace | None) -> list[_Result]:
    options = searcher.rounds, searcher.explore, searcher.seed
    found = _core.search_mcts(rules(position.game), *board(position), *options, *_allowed(limits))
    return [_result(position.game, found)]


def _proof(searcher: Any, position: LinePosition, limits: Limits, trace: Trace | None) -> list[_Result]:
    options = searcher.method == "best_first", searcher.size
    found = _core.search_proof(rules(position.game), *board(position), *options, *_allowed(limits))
    return [_result(position.game, found)]


def _greedy(searcher: Any, position: LinePosition, limits: Limits, trace: Trace | None) -> list[_Result]:
    found = _core.search_greedy(rules(position.game), *board(position), searcher.most_diagonals)
    return [_result(position.game, found)]


def _random(searcher: Any, position: LinePosition, limits: Limits, trace: Trace | None) -> list[_Result]:
    found = _core.search_random(rules(position.game), *board(position), searcher.seed)
    return [_result(position.game, found)]


# By the module of the searcher: an algorithm is a file.
TWINS: Mapping[str, Twin] = MappingProxyType(
    {
        "plyground.searchers.minimax": _tree,
        "plyground.searchers.alphabeta": _tree,
        "plyground.searchers.pvs": _tree,
        "plyground.searchers.memo": _tree,
        "plyground.searchers.table_alphabeta": _tree,
        "plyground.searchers.mtdf": _tree,
        "plyground.searchers.deepening": _deepening,
        "plyground.searchers.mcts": _mcts,
        "plyground.searchers.proof": _proof,
        "plyground.searchers.greedy": _greedy,
        "plyground.searchers.random_move": _random,
    }
)


def _allowed(limits: Limits) -> tuple[int | None, float | None, Any]:
    return limits.nodes, limits.seconds, limits.stop


@lru_cache(maxsize=256)
def _options(searcher: Any, evaluate: Any, game: LineGame) -> _core.TreeOptions:
    """The options of a searcher of the tree as the compiled core takes them."""
    weights: _Weights = (None, None, 0, 0)
    if isinstance(evaluate, LineWeights):
        weights = *evaluate.stretched(game.k), evaluate.centre, evaluate.centre_against
    tables = _tables(evaluate) if isinstance(evaluate, LearnedWeights) else None
    names = dict.fromkeys(order_names(getattr(searcher, "order", "given")))
    order = [name for name in names if name != "given"]
    table = (0, False, False)
    if hasattr(searcher, "policy"):
        table = (searcher.size or 0, searcher.policy == "deeper", searcher.symmetry)
    convention = getattr(searcher, "cut", "equal") == "strict", getattr(searcher, "fail", "soft") == "hard"
    return _core.TreeOptions(searcher.name, *weights, searcher.plain, order, *table, *convention, tables)


@lru_cache(maxsize=16)
def _tables(learned: LearnedWeights) -> _core.TupleTables:
    """Learned weights as the compiled core takes them."""
    tuples, first, second = learned.by_cells()
    return _core.TupleTables(rules(learned.shape.game), tuples, learned.shape.states, first, second)


def _result(game: LineGame, found: tuple[Any, ...], evaluation_name: str = "") -> _Result:
    score, line, proven, stopped, nodes, depth, hits, seconds = found
    stats = SearchStats(nodes, depth, hits, seconds)
    moves = tuple([game.places[cell] for cell in line])
    return SearchResult(Score(score), moves, proven, stopped, stats, "native", evaluation_name)


def _rows(trace: Trace | None) -> _core.Trace | None:
    if trace is None:
        return None
    most_rows = min(max(0, trace.most_rows - len(trace)), MAX_NODES)
    return _core.Trace(most_rows, min(trace.most_plies, LONGEST))


def _take_rows(trace: Trace | None, rows: _core.Trace | None, root: LinePosition) -> None:
    if trace is not None and rows is not None:
        trace.take(root, *rows.take())
