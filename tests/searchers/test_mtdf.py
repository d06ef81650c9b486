"""MTD(f): a row of empty windows, and then the line."""

from __future__ import annotations

import pytest

from plyground import textbook, tictactoe
from plyground.searchers import MTDf, Searcher, Trace


@pytest.mark.parametrize(
    ("searcher", "nodes"),
    [
        (MTDf(plain=True), 4_405),
        (MTDf(), 4_405),
        (MTDf(symmetry=True), 906),
    ],
    ids=repr,
)
def test_node_counts_on_tictactoe(searcher: Searcher, nodes: int, core: str) -> None:
    found = searcher.search(tictactoe().start())
    assert found.stats.nodes == nodes
    assert (found.score, found.proven, found.stopped, found.core) == (0, True, None, core)
    assert found.stats.depth == len(found.line) == 9


def test_all_windows_but_the_last_are_empty() -> None:
    trace = Trace()
    found = MTDf().search(textbook().start(), trace=trace)
    *tests, last = [(trace.rows[root].alpha, trace.rows[root].beta) for root in trace.roots()]
    assert tests == [(-1, 0), (3, 4)]
    assert last == (found.score - 1, found.score + 1) == (2, 4)
