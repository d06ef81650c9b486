"""Iterative deepening: an answer for every depth, and the last finished one counts."""

from __future__ import annotations

import pytest

from helpers.players import ALL_ORDERS, oracle
from helpers.samples import part
from plyground import connect4, tictactoe
from plyground.searchers import PVS, AlphaBeta, Deepening, Limits, MTDf, Searcher, TableAlphaBeta
from plyground.searchers.searcher import TreeSearcher

both_cores = pytest.mark.usefixtures("core")


@pytest.mark.parametrize(
    ("searcher", "nodes"),
    [
        (Deepening(), 52_746),
        (Deepening(TableAlphaBeta()), 7_968),
        (Deepening(PVS(order=("best", "killers"))), 17_062),
    ],
    ids=repr,
)
def test_node_counts_on_tictactoe(searcher: Searcher, nodes: int, core: str) -> None:
    found = searcher.search(tictactoe().start())
    assert found.stats.nodes == nodes
    assert (found.score, found.proven, found.stopped, found.core) == (0, True, None, core)
    assert found.stats.depth == len(found.line) == 9


@pytest.mark.sampled
@pytest.mark.parametrize(
    "searcher", [AlphaBeta(order=ALL_ORDERS), TableAlphaBeta(order=ALL_ORDERS), MTDf()], ids=repr
)
def test_deepening_answers_with_the_last_finished_depth(searcher: TreeSearcher, core: str) -> None:
    depth = 5 if core == "native" else 4
    deepening, position = Deepening(searcher, depth=depth), connect4().parse("4453")
    finished = list(deepening.answers(position))
    assert [answer.stats.depth for answer in finished] == [*range(1, depth + 1)]
    for nodes in part(range(1, finished[-1].stats.nodes, 7)):
        found = deepening.search(position, Limits(nodes=nodes))
        last = [answer for answer in finished if answer.stats.nodes <= nodes]
        if last:
            assert (found.move, found.score) == (last[-1].move, last[-1].score)
            assert found.stats.depth == last[-1].stats.depth


@both_cores
def test_deepening_stops_when_all_is_known() -> None:
    found = Deepening().search(tictactoe().parse("51"))
    assert found.proven
    assert found.score == oracle(tictactoe().parse("51"))
    win = Deepening().search(connect4().parse("121212"))
    assert (win.score, win.stats.depth) == (10**6 - 1, 1)


def test_deepening_gains_by_the_last_depth() -> None:
    """A regression: the table's moves were kept and not tried first."""
    position, inner = connect4().parse("44"), TableAlphaBeta(evaluate="windows")
    apart = sum(TableAlphaBeta(depth, "windows").search(position).stats.nodes for depth in range(1, 7))
    assert Deepening(inner, depth=6).search(position).stats.nodes < apart / 2
    assert Deepening(inner).spec == "deepening(inner=table_alphabeta(evaluate='windows'))"
