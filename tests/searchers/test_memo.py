"""Minimax with a table: every position is worked out once."""

from __future__ import annotations

import pytest

from plyground import tictactoe
from plyground.searchers import MemoMinimax, Searcher
from plyground.searchers.types import TO_THE_END, Limits
from plyground.searchers.watch import Watch


@pytest.mark.parametrize(
    ("searcher", "nodes"),
    [
        (MemoMinimax(), 16_168),
        (MemoMinimax(symmetry=True), 2_271),
    ],
    ids=repr,
)
def test_node_counts_on_tictactoe(searcher: Searcher, nodes: int, core: str) -> None:
    found = searcher.search(tictactoe().start())
    assert found.stats.nodes == nodes
    assert (found.score, found.proven, found.stopped, found.core) == (0, True, None, core)
    assert found.stats.depth == len(found.line) == 9


@pytest.mark.usefixtures("core")
def test_table_hits_on_tictactoe() -> None:
    assert MemoMinimax().search(tictactoe().start()).stats.table_hits == 8_786


def test_a_table_of_all_positions_has_all_live_ones() -> None:
    searcher = MemoMinimax()
    memory = searcher.memory(tictactoe().start())
    searcher.explore(
        tictactoe().start(),
        TO_THE_END,
        searcher.leaf(tictactoe().start(), TO_THE_END),
        memory,
        Watch(Limits()),
    )
    assert memory.table is not None
    assert len(memory.table) == 4_520
