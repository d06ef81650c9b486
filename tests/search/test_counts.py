"""Node counts are checksums: every one that is known is asserted."""

from __future__ import annotations

import pytest

from plyground import textbook, tictactoe
from plyground.search import AlphaBeta, MemoMinimax, Minimax, Searcher, TableAlphaBeta, Trace


@pytest.mark.parametrize(
    ("searcher", "nodes", "hits"),
    [
        (Minimax(), 549_946, 0),
        (Minimax(plain=True), 549_946, 0),
        (AlphaBeta(plain=True), 18_297, 0),
        (AlphaBeta(), 20_866, 0),
        (MemoMinimax(), 16_168, 8_786),
        (MemoMinimax(symmetry=True), 2_271, None),
        (TableAlphaBeta(plain=True), 4_777, None),
        (TableAlphaBeta(), 5_505, None),
        (TableAlphaBeta(plain=True, symmetry=True), 1_085, None),
        (TableAlphaBeta(symmetry=True), 1_298, None),
    ],
    ids=repr,
)
def test_tictactoe(searcher: Searcher, nodes: int, hits: int | None, core: str) -> None:
    found = searcher.search(tictactoe().start())
    assert found.stats.nodes == nodes
    assert hits is None or found.stats.table_hits == hits
    assert (found.score, found.proven, found.stopped, found.core) == (0, True, None, core)
    assert found.stats.depth == len(found.line) == 9


def test_a_table_of_all_positions_has_all_live_ones() -> None:
    searcher = MemoMinimax()
    memory = searcher.memory(tictactoe().start())
    from plyground.search.limits import Limits
    from plyground.search.searcher import TO_THE_END
    from plyground.search.watch import Watch

    searcher.explore(tictactoe().start(), TO_THE_END, searcher.leaf(), memory, Watch(Limits()))
    assert memory.table is not None
    assert len(memory.table) == 4_520


def test_the_textbook_tree() -> None:
    assert Minimax().search(textbook().start()).stats.nodes == 13
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
