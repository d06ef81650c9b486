"""Principal variation search: scouts, and lines that are best play."""

from __future__ import annotations

import pytest

from plyground import Position, SplitMix64, TreeGame, tictactoe
from plyground.games.tree import Tree
from plyground.searchers import PVS, AlphaBeta, Minimax, Searcher, Trace


@pytest.mark.parametrize(
    ("searcher", "nodes"),
    [
        (PVS(plain=True), 18_016),
        (PVS(), 18_111),
    ],
    ids=repr,
)
def test_node_counts_on_tictactoe(searcher: Searcher, nodes: int, core: str) -> None:
    found = searcher.search(tictactoe().start())
    assert found.stats.nodes == nodes
    assert (found.score, found.proven, found.stopped, found.core) == (0, True, None, core)
    assert found.stats.depth == len(found.line) == 9


def test_a_scout_that_finds_something_better_is_searched_again() -> None:
    """The second move is better than the first: an empty window at alpha = 3, then the whole one."""
    trace = Trace()
    found = PVS().search(TreeGame(((3, 4), (6, 5))).start(), trace=trace)
    assert (found.score, found.line) == (5, (1, 1))
    windows = [(row.move, row.alpha, row.beta) for row in trace.rows if row.parent == 0]
    assert windows == [("1", None, None), ("2", -4, -3), ("2", None, -3)]


def drawn(chance: SplitMix64, branches: int, depth: int) -> Tree:
    if depth == 0:
        return chance.below(19) - 9
    return tuple(drawn(chance, branches, depth - 1) for _ in range(branches))


@pytest.mark.parametrize("searcher", [AlphaBeta(), PVS(), PVS(order="killers")], ids=repr)
def test_lines_are_best_play(searcher: Searcher) -> None:
    """Searched again from the scout's value, as NegaScout does, PVS has some lines that are not."""
    chance = SplitMix64(1)
    for branches, depth in [(3, 5), (4, 4), (2, 7)] * 25:
        position: Position[int] = TreeGame(drawn(chance, branches, depth)).start()
        found = searcher.search(position)
        worth = found.score
        for move in found.line:
            assert Minimax().search(position).score == worth
            position, worth = position.after(move), -worth
        assert position.outcome()
