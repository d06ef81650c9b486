"""Limits: nodes stop exactly, clocks are kept, and a stopped search still answers and harms nothing."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from helpers.players import ALL_ORDERS, oracle
from helpers.samples import part
from plyground import BadSpec, connect4, tictactoe
from plyground.errors import truncate
from plyground.searchers import (
    MCTS,
    PVS,
    AlphaBeta,
    Deepening,
    Greedy,
    Limits,
    MemoMinimax,
    Minimax,
    MTDf,
    ProofNumber,
    Random,
    Searcher,
    TableAlphaBeta,
    search_all,
)
from plyground.searchers.searcher import TreeSearcher
from plyground.searchers.types import TO_THE_END
from plyground.searchers.watch import NODES_BETWEEN_LOOKS, Stopped, Watch

both_cores = pytest.mark.usefixtures("core")

SEARCHERS: list[Searcher] = [
    Minimax(),
    AlphaBeta(),
    MemoMinimax(),
    TableAlphaBeta(),
    PVS(),
    MTDf(),
    Deepening(),
    Deepening(TableAlphaBeta(order=ALL_ORDERS)),
    MCTS(rounds=10**9),
    ProofNumber(),
    ProofNumber("best_first"),
]
each = pytest.mark.parametrize("searcher", SEARCHERS, ids=repr)


class Clock:
    """A clock that goes on by a step each time it is looked at."""

    def __init__(self, step: float) -> None:
        self.ticks = itertools.count()
        self.step = step

    def __call__(self) -> float:
        return next(self.ticks) * self.step


@both_cores
@each
@pytest.mark.parametrize("nodes", [1, 2, 3, 31, 32, 33, 100, 1_000])
def test_a_limit_of_nodes_stops_exactly(searcher: Searcher, nodes: int) -> None:
    position = connect4().parse("4453")
    found = searcher.search(position, Limits(nodes=nodes))
    assert found.stats.nodes == nodes
    assert found.stopped == "nodes"
    assert not found.proven
    assert position.play(found.move)


@each
def test_a_limit_of_seconds_stops_at_the_next_look(searcher: Searcher) -> None:
    clock = Clock(step=0.001)
    position = connect4().start()
    found = searcher.search(position, Limits(seconds=0.0105, clock=clock))
    assert found.stopped == "seconds"
    assert found.stats.nodes <= 11 * NODES_BETWEEN_LOOKS
    assert position.play(found.move)
    assert found.stats.seconds == pytest.approx(0.011, abs=0.005)  # this clock ticks with every look


@pytest.mark.parametrize("searcher", [*SEARCHERS, Random(), Greedy()], ids=repr)
def test_every_search_is_timed_by_the_clock_it_is_given(searcher: Searcher) -> None:
    found = searcher.search(tictactoe().parse("5192"), Limits(clock=Clock(0.25)))
    assert found.stats.seconds >= 0.25
    assert found.stats.seconds % 0.25 == 0


@each
def test_both_limits_together(searcher: Searcher) -> None:
    found = searcher.search(connect4().start(), Limits(nodes=70, seconds=1_000, clock=Clock(1.0)))
    assert (found.stopped, found.stats.nodes) == ("nodes", 70)
    found = searcher.search(connect4().start(), Limits(nodes=10**6, seconds=5, clock=Clock(1.0)))
    assert found.stopped == "seconds"


@both_cores
@each
def test_a_search_that_ends_in_time_was_not_stopped(searcher: Searcher) -> None:
    position = tictactoe().parse("5192")
    found = searcher.search(position, Limits(nodes=10**9, seconds=10**6))
    assert found.stopped is None
    assert found.proven


@both_cores
@each
def test_a_finished_game_has_a_score_and_no_move(searcher: Searcher) -> None:
    found = searcher.search(tictactoe().parse("XXX/OO./..."))
    assert found.line == ()
    assert found.score < 0
    with pytest.raises(Exception, match="the game is over: there is no move to play"):
        _ = found.move


@pytest.mark.sampled
@both_cores
def test_a_stopped_search_answers_with_the_best_that_came_back() -> None:
    position = connect4().parse("1223334")  # X threatens; the first moves lose, one holds
    whole = AlphaBeta(4).search(position)
    exact = {v.move: v.score for v in search_all(position, AlphaBeta(4))}
    seen = -(10**9)
    for nodes in part(range(10, whole.stats.nodes)):
        found = AlphaBeta(4).search(position, Limits(nodes=nodes))
        if len(found.line) > 1:
            assert found.score == exact[found.move]
            assert found.score >= seen
            seen = found.score
    last = AlphaBeta(4).search(position, Limits(nodes=whole.stats.nodes - 1))
    assert last.move == whole.move


def test_deepening_keeps_its_own_time_and_the_stricter_one() -> None:
    for own, given in ((0.01, None), (None, 0.01), (0.01, 5.0), (5.0, 0.01)):
        limits = Limits(seconds=given, clock=Clock(0.001))
        assert Deepening(seconds=own).search(connect4().start(), limits).stats.seconds < 0.02


@pytest.mark.sampled
@pytest.mark.parametrize(
    "searcher",
    [
        MemoMinimax(),
        TableAlphaBeta(order=ALL_ORDERS),
        TableAlphaBeta(size=50),
        MTDf(),
        MemoMinimax(symmetry=True),
    ],
    ids=repr,
)
def test_no_half_value_is_left_in_a_table(searcher: TreeSearcher) -> None:
    """Stop at one node or another, go on with the same table, and nothing is different."""
    position = tictactoe().parse("51")
    expected = oracle(position)
    total = searcher.search(position).stats.nodes
    for nodes in part(range(1, total, 3 if total < 700 else 17)):
        memory: Any = searcher.memory(position)
        leaf = searcher.leaf(position, TO_THE_END)
        with pytest.raises(Stopped):
            searcher.explore(position, TO_THE_END, leaf, memory, Watch(Limits(nodes=nodes)))
        score, _ = searcher.explore(position, TO_THE_END, leaf, memory, Watch(Limits()))
        assert score == expected, nodes


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": 0}, "bad depth in depth=0: depth is a whole number from 1 to 1000"),
        ({"depth": "x"}, "bad depth in depth='x': depth is a whole number from 1 to 1000"),
        ({"nodes": -1}, "bad nodes in nodes=-1: nodes is a whole number from 1 to 9223372036854775807"),
        ({"seconds": 0}, "bad seconds in seconds=0: seconds is a number above 0"),
        ({"seconds": float("inf")}, "bad seconds in seconds=inf: seconds is a number above 0"),
        (
            {"seconds": 2 * 10**308},
            f"bad seconds in seconds={truncate('2' + '0' * 308)}: seconds is a number above 0",
        ),
    ],
)
def test_bad_limits(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSpec) as refused:
        Limits(**limits)
    assert str(refused.value) == message


def test_the_longest_games_are_searched() -> None:
    from plyground import TreeGame
    from plyground.games.tree import DEEPEST, Tree

    tree: Tree = 7
    for _ in range(DEEPEST):
        tree = (tree,)
    assert AlphaBeta().search(TreeGame(tree).start()).score == 7
    assert TableAlphaBeta().search(connect4().start(), Limits(nodes=200)).stats.nodes == 200


@both_cores
@pytest.mark.parametrize("searcher", [AlphaBeta(), Minimax(), TableAlphaBeta(), PVS(depth=20)], ids=repr)
def test_a_search_that_was_broken_off_has_finished_no_depth(searcher: Searcher) -> None:
    """NEWCOMER-REVIEW: "depth 42" in a table was the deepest ply touched, and no depth finished."""
    found = searcher.search(connect4().start(), Limits(nodes=500))
    assert (found.stopped, found.stats.depth, found.remark) == ("nodes", 0, "no-depth")
    deepening = Deepening().search(connect4().start(), Limits(nodes=500))
    assert deepening.stopped == "nodes"
    assert deepening.stats.depth >= 2
    assert deepening.remark is None
