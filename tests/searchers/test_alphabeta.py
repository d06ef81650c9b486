"""Alpha-beta: what it looks at, and what it prunes."""

from __future__ import annotations

import pytest

from plyground import connect4, textbook, tictactoe
from plyground.searchers import AlphaBeta, Searcher, Trace


@pytest.mark.parametrize(
    ("searcher", "nodes"),
    [
        (AlphaBeta(plain=True), 18_297),
        (AlphaBeta(), 20_866),
        (AlphaBeta(plain=True, fail="hard"), 18_297),
        (AlphaBeta(fail="hard"), 20_866),
        pytest.param(AlphaBeta(plain=True, cut="strict"), 146_120, marks=pytest.mark.slow),
        pytest.param(AlphaBeta(cut="strict"), 125_500, marks=pytest.mark.slow),
        pytest.param(AlphaBeta(plain=True, cut="strict", fail="hard"), 304_155, marks=pytest.mark.slow),
        pytest.param(AlphaBeta(cut="strict", fail="hard"), 287_676, marks=pytest.mark.slow),
    ],
    ids=repr,
)
def test_node_counts_on_tictactoe(searcher: Searcher, nodes: int, core: str) -> None:
    found = searcher.search(tictactoe().start())
    assert found.stats.nodes == nodes
    assert (found.score, found.proven, found.stopped, found.core) == (0, True, None, core)
    assert found.stats.depth == len(found.line) == 9


def test_fail_hard_keeps_values_in_the_window(core: str) -> None:
    for searcher, outside in ((AlphaBeta(4), True), (AlphaBeta(4, fail="hard"), False)):
        trace = Trace()
        assert searcher.search(connect4().parse("445"), trace=trace).core == core
        parents = {row.parent for row in trace.rows}  # the value of a leaf is what it is
        inner = [trace.rows[parent] for parent in parents if parent is not None]
        assert any(row.bound == "lower" and row.value != row.beta for row in inner) == outside
        assert any(row.bound == "upper" and row.value != row.alpha for row in inner) == outside


def test_a_strict_cut_looks_at_equal_values(core: str) -> None:
    """Where α and β are equal, one textbook cuts and the other goes on: the pages of CS188 and AIMA differ."""
    position = tictactoe().parse("1 5 2 3")
    nodes = []
    for searcher, at_equality in (
        (AlphaBeta(plain=True), True),
        (AlphaBeta(plain=True, cut="strict"), False),
    ):
        trace = Trace()
        assert searcher.search(position, trace=trace).core == core
        crossings = [trace.cut(node) for node in range(len(trace)) if trace.pruned(node)]
        assert any(found and found[0] == found[1] for found in crossings) == at_equality
        nodes.append(len(trace))
    assert nodes[0] < nodes[1]


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
