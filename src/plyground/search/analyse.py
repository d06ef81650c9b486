"""The value of every legal move, for analysis: what each is worth, and not only which is best."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from plyground.score import HEURISTIC
from plyground.search.deepening import Deepening
from plyground.search.limits import Limits, nearer
from plyground.search.result import SearchResult, SearchStats
from plyground.search.searcher import Root, Searcher, TreeSearcher
from plyground.search.table_alphabeta import TableAlphaBeta


@dataclass(frozen=True)
class MoveValue:
    """A move, and what it is worth to the side that plays it."""

    move: Any
    score: int
    line: tuple[Any, ...]  # that begins with the move
    proven: bool
    stopped: str | None
    stats: SearchStats


def search_all(
    position: Root, searcher: Searcher = TableAlphaBeta(), limits: Limits = Limits()
) -> list[MoveValue]:
    """Every legal move with its value, in the order of the rules.

    Limits of nodes and seconds are for all of them together, and at least a node for each; what one move
    leaves over, the next may use.
    """
    moves = position.moves()
    started, nodes, values = limits.clock(), 0, []
    for index, move in enumerate(moves):
        left = len(moves) - index
        share = replace(
            limits,
            depth=None,
            nodes=limits.nodes and max(1, (limits.nodes - nodes) // left),
            seconds=limits.seconds and max(1e-6, (limits.seconds + started - limits.clock()) / left),
        )
        found = _reply(position.after(move), searcher, share, limits.depth)
        nodes += found.stats.nodes
        score = _one_ply_earlier(-found.score) if searcher.counts_plies else -found.score
        values.append(MoveValue(move, score, (move, *found.line), found.proven, found.stopped, found.stats))
    return values


def _reply(child: Root, searcher: Searcher, limits: Limits, most: int | None) -> SearchResult[Any]:
    """The search of the position after a move, which has one ply less to go."""
    if child.outcome() or not isinstance(searcher, TreeSearcher | Deepening):
        return searcher.search(child, limits)
    depth = nearer(searcher.reach, most)
    if depth is None:
        return searcher.search(child, limits)
    if depth > 1:
        return searcher.search(child, replace(limits, depth=depth - 1))
    return SearchResult(searcher.leaf()(child, 0), (), False, None, SearchStats(nodes=1))


def _one_ply_earlier(score: int) -> int:
    """A score counted from the position after a move, as counted from the one before it."""
    if -HEURISTIC <= score <= HEURISTIC:
        return score
    return score - 1 if score > 0 else score + 1
