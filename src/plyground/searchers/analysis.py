"""The value of every legal move, not only of the best one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from plyground.columns import table
from plyground.game import Position
from plyground.score import Score, previous_ply
from plyground.searchers.deepening import Deepening
from plyground.searchers.proof import ProofNumber
from plyground.searchers.searcher import Searcher, TreeSearcher
from plyground.searchers.table_alphabeta import TableAlphaBeta
from plyground.searchers.types import Limits, MoveValue, SearchResult, SearchStats, stricter


def search_all(
    position: Position[Any], searcher: Searcher = TableAlphaBeta(), limits: Limits = Limits()
) -> list[MoveValue]:
    """Every legal move with the value by which the searcher chooses, in the order of the rules.

    A tree searcher searches the position after each move. Limits of nodes and seconds are for all moves
    together, with at least a node for each; what one move leaves over, the next may use. A searcher that
    does not value moves raises NoValues.
    """
    if position.outcome():
        return []
    if isinstance(searcher, TreeSearcher | Deepening | ProofNumber):
        return by_replies(position, searcher, limits)
    return searcher.values(position, limits)


def by_replies(position: Position[Any], searcher: Searcher, limits: Limits) -> list[MoveValue]:
    """The value of every move by a search of the position after it."""
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
        score = previous_ply(-found.score) if searcher.counts_plies else -found.score
        values.append(
            MoveValue(move, Score(score), (move, *found.line), found.proven, found.stopped, found.stats)
        )
    return values


def _reply(
    child: Position[Any], searcher: Searcher, limits: Limits, max_depth: int | None
) -> SearchResult[Any]:
    """The search of the position after a move, one ply less deep."""
    if child.outcome() or not isinstance(searcher, TreeSearcher | Deepening):
        return searcher.search(child, limits)
    depth = stricter(searcher.max_depth, max_depth)
    if depth is None:
        return searcher.search(child, limits)
    if depth > 1:
        return searcher.search(child, replace(limits, depth=depth - 1))
    return SearchResult(Score(searcher.leaf(child, 0)(child, 0)), (), False, None, SearchStats(nodes=1))


def all_answers(position: Position[Any], searcher: Searcher, limits: Limits) -> Iterator[SearchResult[Any]]:
    """The answer of a search; iterative deepening gives one for each depth, and the last one counts."""
    if isinstance(searcher, Deepening):
        yield from searcher.answers(position, limits)
    else:
        yield searcher.search(position, limits)


def values_table(position: Position[Any], values: list[MoveValue]) -> str:
    """The values of moves as columns of text."""

    def row(value: MoveValue) -> tuple[str, ...]:
        verdict, line = value.score.words(value.proven), " ".join(position.line_text(value.line))
        return position.write(value.move), verdict, value.score.figure, line

    if values[0].parts:  # what the score is made of, for players that tell it
        names = [name for name, _ in values[0].parts]
        rows = [(*row(value)[:3], *(str(number) for _, number in value.parts)) for value in values]
        return table(("move", "value", "score", *names), rows, left=2)
    if any(value.visits is not None for value in values):
        rows = [(*row(value)[:3], str(value.visits)) for value in values]
        return table(("move", "value", "score", "visits"), rows, left=2)
    return table(("move", "value", "score", "line"), map(row, values), left=4)
