"""Searches that grow a tree are recorded round by round, and the numbers follow from the rounds."""

from __future__ import annotations

import json
import math

import pytest

from plyground.errors import NoNativeCore, NotationError
from plyground.games.line import connect4, tictactoe
from plyground.rng import SplitMix64
from plyground.searchers import MCTS, AlphaBeta, Deepening, Limits, Minimax, ProofNumber
from plyground.searchers.mcts import new_node, uct
from plyground.searchers.trace import Trace
from plyground.searchers.watch import Watch
from plyground.searchers.whole_tree import MAX_WHOLE, whole_tree
from plyground.ui.explain.grown import Grown
from plyground.ui.explain.text import trace_text
from plyground.words import tongue


def test_rounds_of_mcts_give_the_visits_and_rewards_of_its_tree() -> None:
    position, trace = tictactoe().parse("159"), Trace()
    found = MCTS(rounds=80, seed=3).search(position, trace=trace)
    assert (found.core, trace.kind) == ("python", "mcts")
    assert found.stats == MCTS(rounds=80, seed=3, core="python").search(position).stats
    root = new_node(position, 0)
    play = uct(root, 1.4, SplitMix64(3), Watch(Limits()))
    for _ in trace.rounds:
        play()
    grown, waiting = Grown(trace, 0, tongue("en")), [(0, root)]
    while waiting:
        row, node = waiting.pop()
        side = -1 if node.ply % 2 else 1
        assert grown.counted(row).visits == node.visits
        assert grown.counted(row).rate == pytest.approx((1 + side * node.total / node.visits) / 2)
        assert grown.counted(row).proven == (None if node.proven is None else side * node.proven)
        children = trace.children(row)
        moves = [position.game.write(node.position, move) for move in node.moves]
        assert [trace.rows[child].move for child in children] == moves[: len(children)]
        waiting += zip(children, node.children, strict=True)


def test_a_trace_that_is_full_still_counts_every_round() -> None:
    position, trace = connect4().start(), Trace(most_rows=5)
    MCTS(rounds=30).search(position, trace=trace)
    assert (len(trace), len(trace.rounds)) == (5, 30)
    assert trace.left_out > 0
    assert Grown(trace, 0, tongue("en")).counted(0).visits == 30


def test_expansions_of_proof_number_search_give_its_numbers() -> None:
    position, trace = tictactoe().parse("X.O/.X./..O"), Trace()
    found = ProofNumber(method="best_first").search(position, trace=trace)
    assert (found.score, found.proven, trace.kind) == (0, True, "proof")
    win, draw = trace.roots()
    first, second = (Grown(trace, root, tongue("en")).counted(root) for root in (win, draw))
    assert (first.proof, first.disproof) == (math.inf, 0)  # no win
    assert (second.proof, second.disproof) == (0, math.inf)  # a draw
    expanded = {each.node for each in trace.rounds}
    assert all(bool(trace.children(node)) == (node in expanded) for node in range(len(trace)))


def test_a_proof_that_does_not_fit_ends_with_whole_expansions() -> None:
    trace = Trace(most_rows=12)
    ProofNumber(method="best_first").search(tictactoe().parse("X.O/.X./..O"), trace=trace)
    assert len(trace) <= 12
    assert trace.left_out > 0
    for each in trace.rounds:
        assert len(trace.children(each.node)) == len(trace.rows[each.node].moves)


def test_a_proof_that_was_stopped_is_called_unfinished() -> None:
    trace = Trace()
    found = ProofNumber(method="best_first").search(connect4().start(), Limits(nodes=40), trace)
    assert found.stopped == "nodes"
    assert "Unfinished: neither proven nor disproven." in trace_text(trace)


@pytest.mark.needs_core
def test_only_python_leaves_such_a_trace() -> None:
    with pytest.raises(NoNativeCore, match="leaves no trace of mcts"):
        MCTS(core="native").search(tictactoe().start(), trace=Trace())


@pytest.mark.parametrize("searcher", [MCTS(rounds=20), ProofNumber(method="best_first")], ids=repr)
def test_rounds_go_through_json_and_are_printed(searcher: MCTS | ProofNumber) -> None:
    trace = Trace()
    searcher.search(tictactoe().parse("X.O/.X./..O"), trace=trace)
    again = Trace.from_json(trace.to_json())
    assert (again.kind, again.rounds, again.rows) == (trace.kind, trace.rounds, trace.rows)
    shown = trace_text(trace, most=40)
    assert trace_text(again, most=40) == shown
    assert "MAX" in shown
    assert "nodes written down" in shown.splitlines()[-1]


@pytest.mark.parametrize(
    ("key", "given"),
    [
        ("kind", "other"),
        ("rounds", {}),
        ("rounds", [{"node": 9}]),
        ("rounds", [{"node": 0, "reward": 2}]),
        ("rounds", [{"node": 0, "proven": [[0]]}]),
        ("rounds", [7]),
        ("whole", 3),
        ("whole", [{"parent": 0}]),
    ],
)
def test_bad_rounds_are_refused(key: str, given: object) -> None:
    text = json.dumps({"format": "plyground-trace", "version": 1, "rows": [{}], key: given})
    with pytest.raises(NotationError):
        Trace.from_json(text)


def test_the_whole_game_has_every_node_once_with_the_values_of_its_leaves() -> None:
    position, trace = tictactoe().parse("XXO/OO./X.."), Trace()
    Minimax().search(position, trace=trace)
    whole = whole_tree(AlphaBeta(), position, Limits())
    assert [(row.parent, row.move) for row in whole] == [(row.parent, row.move) for row in trace.rows]
    for row, searched in zip(whole, trace.rows, strict=True):
        assert row.value == (searched.value if searched.end else None)


def test_the_whole_of_a_large_game_is_left_out() -> None:
    assert whole_tree(AlphaBeta(), tictactoe().start(), Limits()) == []
    assert len(whole_tree(AlphaBeta(), connect4().start(), Limits(depth=2))) == 57 <= MAX_WHOLE
    assert len(whole_tree(Deepening(AlphaBeta()), connect4().start(), Limits(depth=1))) == 8
    assert whole_tree(MCTS(), tictactoe().parse("XXO/OO./X.."), Limits()) == []
