"""Alpha-beta: what it looks at, and what it prunes."""

from __future__ import annotations

import pytest

from plyground import textbook, tictactoe
from plyground.searchers import AlphaBeta, Searcher, Trace


@pytest.mark.parametrize(
    ("searcher", "nodes"),
    [
        (AlphaBeta(plain=True), 18_297),
        (AlphaBeta(), 20_866),
    ],
    ids=repr,
)
def test_node_counts_on_tictactoe(searcher: Searcher, nodes: int, core: str) -> None:
    found = searcher.search(tictactoe().start())
    assert found.stats.nodes == nodes
    assert (found.score, found.proven, found.stopped, found.core) == (0, True, None, core)
    assert found.stats.depth == len(found.line) == 9


def test_the_textbook_tree() -> None:
    trace = Trace()
    found = AlphaBeta().search(textbook().start(), trace=trace)
    assert (found.score, found.stats.nodes, found.line) == (3, 11, (0, 0))
    assert trace.sizes() == [1, 3, 7]
    pruned = {
        tuple(trace.path(node)): trace.pruned(node) for node in range(len(trace)) if trace.pruned(node)
    }
    assert pruned == {("2",): ["2", "3"]}
    (node,) = (node for node in range(len(trace)) if trace.pruned(node))
    assert trace.reason(node) == "β ≤ α: 2 ≤ 3"
    assert [trace.rows[node].move for node in trace.principal_line()] == ["1", "1"]
