"""Minimax: every line is looked at."""

from __future__ import annotations

import pytest

from plyground import textbook, tictactoe
from plyground.searchers import Minimax, Searcher


@pytest.mark.parametrize(
    ("searcher", "nodes"),
    [
        (Minimax(), 549_946),
        pytest.param(Minimax(plain=True), 549_946, marks=pytest.mark.slow),
    ],
    ids=repr,
)
def test_node_counts_on_tictactoe(searcher: Searcher, nodes: int, core: str) -> None:
    found = searcher.search(tictactoe().start())
    assert found.stats.nodes == nodes
    assert (found.score, found.proven, found.stopped, found.core) == (0, True, None, core)
    assert found.stats.depth == len(found.line) == 9


def test_the_textbook_tree() -> None:
    found = Minimax().search(textbook().start())
    assert (found.score, found.stats.nodes, found.line) == (3, 13, (0, 0))
