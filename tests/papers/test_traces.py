"""The papers' players leave traces of their own searches: the same answers, the nodes that they count, their own values."""

from __future__ import annotations

import pytest

from plyground import connect4, tictactoe
from plyground.agents import load_agent
from plyground.errors import BadSpec
from plyground.searchers import Limits
from plyground.searchers.trace import Trace
from plyground.ui.explain.text import tree_text

ENDGAME = "XXO/OO./X.."  # X must stop O on 6

TICTACTOE = [
    *("p0.mtt", "p0.alphabeta", "p0.alphabeta(carried=True)", "p1.minimax", "p1.minimax(sibling=True)"),
    *("p1.minimax(sibling='root')", "p1.greedy", "p1.greedy(diagonals='none')", "p2.alphabeta"),
    *("p2.alphabeta(whole_break=True)", "p3.pruned", "p3.unpruned", "p3.pruned(count_min=True)"),
    "p3.pruned(early=False)",
]
CONNECT4 = [
    "p4.minimax(depth=3)",
    "p4.alphabeta(depth=3)",
    "p4.alphabeta(depth=3, version='text')",
    "p4.deepening",
]


def traced(spec: str, game_text: str, text: str) -> Trace:
    """The trace of a search that comes to the same with a trace and without."""
    game = connect4() if game_text == "connect4" else tictactoe()
    position, trace = game.parse(text), Trace()
    limits = Limits(depth=3) if game_text == "connect4" else Limits()
    found = load_agent(spec).search(position, limits, trace)
    assert found == load_agent(spec).search(position, limits)
    return trace


@pytest.mark.parametrize("spec", TICTACTOE)
@pytest.mark.parametrize("text", [ENDGAME, "XO./.../..X", "XOX/.O./X.."])
def test_a_trace_has_one_root_and_follows_its_values(spec: str, text: str) -> None:
    trace = traced(spec, "tictactoe", text)
    assert trace.complete
    assert len(trace.roots()) == 1
    follows_its_values(trace, 0, loose="sibling" in spec)


@pytest.mark.parametrize("spec", CONNECT4)
def test_a_trace_of_connect_four(spec: str) -> None:
    trace = traced(spec, "connect4", "4453")
    assert len(trace.roots()) == (3 if "deepening" in spec else 1)
    for root in trace.roots():
        follows_its_values(trace, root)


def follows_its_values(trace: Trace, node: int, loose: bool = False) -> None:
    """Every value is that of the best reply that was looked at; a player with an error may choose another."""
    replies = [-(trace.rows[child].value or 0) for child in trace.children(node)]
    if replies:
        value = trace.rows[node].value
        assert value in replies if loose else value == max(replies)
    for child in trace.children(node):
        follows_its_values(trace, child, loose)


def test_the_nodes_are_those_that_the_paper_counts() -> None:
    """P0's alpha-beta and P2 do not count the root, P3 counts MAX nodes only: the trace has them all."""
    position = tictactoe().parse(ENDGAME)
    counted = {
        spec: load_agent(spec).search(position).stats.nodes
        for spec in ("p0.mtt", "p0.alphabeta", "p2.alphabeta", "p3.pruned", "p3.pruned(count_min=True)")
    }
    rows = {spec: len(traced(spec, "tictactoe", ENDGAME)) for spec in counted}
    assert rows == dict.fromkeys(counted, 14)
    assert counted == {
        "p0.mtt": 14,
        "p0.alphabeta": 13,
        "p2.alphabeta": 13,
        "p3.pruned": 6,
        "p3.pruned(count_min=True)": 13,
    }


def test_values_are_the_papers_own() -> None:
    roots = {
        spec: traced(spec, "tictactoe", "XOX/.O./X..").rows[0].value for spec in ("p0.mtt", "p2.alphabeta")
    }
    assert roots == {"p0.mtt": 9, "p2.alphabeta": 1}  # O wins with its next mark


def test_pruned_moves_have_their_reason() -> None:
    trace = traced("p4.alphabeta(depth=3)", "connect4", "4453")
    assert any("pruned, β ≤ α" in line for line in tree_text(trace))
    plain = traced("p4.minimax(depth=3)", "connect4", "4453")
    assert not any(plain.pruned(node) for node in range(len(plain)))


def test_an_early_return_is_no_pruning() -> None:
    """P3 returns a move that wins at once: what it did not look at any more was not pruned."""
    trace = traced("p3.pruned", "tictactoe", "XOX/.O./X..")
    assert trace.pruned(0) == []
    assert [trace.rows[child].move for child in trace.children(0)] == trace.rows[0].moves


def test_a_move_by_heart_leaves_an_empty_trace() -> None:
    assert len(traced("p0.mtt", "tictactoe", "-")) == 0


def test_other_games_are_refused_with_a_trace_too() -> None:
    with pytest.raises(BadSpec, match="plays connect4 only"):
        load_agent("p4.minimax").search(tictactoe().start(), trace=Trace())
