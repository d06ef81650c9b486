"""Alpha-beta with a table of bounds."""

from __future__ import annotations

import pytest

from helpers.small_games import EVERY_TICTACTOE
from plyground import tictactoe
from plyground.searchers import AlphaBeta, Searcher, TableAlphaBeta


@pytest.mark.parametrize(
    ("searcher", "nodes"),
    [
        (TableAlphaBeta(plain=True), 4_777),
        (TableAlphaBeta(), 5_505),
        (TableAlphaBeta(plain=True, symmetry=True), 1_085),
        (TableAlphaBeta(symmetry=True), 1_298),
    ],
    ids=repr,
)
def test_node_counts_on_tictactoe(searcher: Searcher, nodes: int, core: str) -> None:
    found = searcher.search(tictactoe().start())
    assert found.stats.nodes == nodes
    assert (found.score, found.proven, found.stopped, found.core) == (0, True, None, core)
    assert found.stats.depth == len(found.line) == 9


@pytest.mark.slow_in_python
def test_a_line_may_end_where_the_table_answered(core: str) -> None:
    """Most lines go to the end of the game. The others are the beginning of one that does."""
    lines = [TableAlphaBeta().search(position).line for position in EVERY_TICTACTOE]
    whole = [AlphaBeta().search(position).line for position in EVERY_TICTACTOE]
    shorter = [found for found, full in zip(lines, whole, strict=True) if len(found) < len(full)]
    assert 0 < len(shorter) < len(lines) // 50
    assert all(shorter)


def test_a_deeper_entry_is_kept_to_the_end_too() -> None:
    nodes = [
        TableAlphaBeta(size=100, policy=p).search(tictactoe().start()).stats.nodes
        for p in ("always", "deeper")
    ]
    assert nodes[0] != nodes[1]
