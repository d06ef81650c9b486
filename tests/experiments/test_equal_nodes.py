"""Equal nodes: both sides of the judge's match use them, or the judge says that they do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.experiments.equal_nodes import REFERENCE, EqualSides, equal_sides
from plyground.experiments.judge import Judgement
from plyground.report.judge import JudgeReport
from plyground.report.judge_scores import NodesUsed


def judged(agent: Any, game: str = "connect4", nodes: int = 1_000) -> JudgeReport:
    return pg.judge(agent, game, quick=True, seeds=1, equal_nodes=nodes, parts=["windows"])


@pytest.mark.parametrize(
    ("agent", "own"),
    [
        ("table_alphabeta(evaluate='learned')", "deepening(inner=table_alphabeta(evaluate='learned'))"),
        ("alphabeta(depth=1, evaluate='learned')", "deepening(inner=alphabeta(evaluate='learned'))"),
        (
            "deepening(inner=pvs(depth=3, evaluate='learned', order='centre'), depth=4, seconds=2)",
            "deepening(inner=pvs(evaluate='learned', order='centre'))",
        ),
        (
            "minimax(depth=2, evaluate='centre', core='python')",
            "deepening(core='python', inner=minimax(evaluate='centre'))",
        ),
        (
            "alphabeta(depth=2, evaluate='mine.py:worth', order='centre')",
            "deepening(inner=alphabeta(evaluate='mine.py:worth', order='centre'))",
        ),
        (
            "deepening(inner=mtdf(evaluate='mine.py:worth'), depth=3)",
            "deepening(inner=mtdf(evaluate='mine.py:worth'))",
        ),
    ],
)
def test_a_tree_searcher_deepens_and_only_the_evaluation_differs(agent: str, own: str) -> None:
    other = own
    for evaluation in ("learned", "centre", "mine.py:worth"):
        other = other.replace(f"'{evaluation}'", "'windows'").replace("order='windows'", "order='centre'")
    assert equal_sides(agent) == EqualSides(own, other, "evaluation")


def test_a_searcher_whose_evaluation_is_windows_is_compared_by_its_search() -> None:
    assert equal_sides("pvs(depth=4)") == EqualSides("deepening(inner=pvs)", REFERENCE, "search")
    assert equal_sides("pvs(evaluate='windows')").how == "search"
    assert equal_sides("table_alphabeta(order=('best', 'centre'))").how == "itself"
    assert equal_sides(REFERENCE).how == "itself"


@pytest.mark.parametrize(
    "agent", ["random", "greedy", "mcts(rounds=10)", "perfect", "python:mine.py:choose"]
)
def test_other_agents_play_as_they_are(agent: str) -> None:
    assert equal_sides(agent) == EqualSides(agent, REFERENCE, "as-it-is")


def test_a_default_depth_is_no_limit_at_equal_nodes() -> None:
    """`table_alphabeta` got depth 9, was stopped in its midst, and lost all 40 games."""
    plan = Judgement("table_alphabeta(evaluate='learned')").plan("windows")
    assert plan.agents == (
        "deepening(inner=table_alphabeta(evaluate='learned'))",
        "deepening(inner=table_alphabeta(evaluate='windows'))",
    )
    assert "seconds" not in Judgement("deepening(inner=pvs(evaluate='learned'))").plan("windows").agents[0]


@pytest.mark.parametrize("agent", ["table_alphabeta(evaluate='learned')", "alphabeta(1, 'learned')"])
def test_both_sides_use_equal_nodes_and_it_is_told(agent: str) -> None:
    found = judged(agent)
    assert found.nodes_used is not None
    assert found.nodes_used.equal, found.nodes_used
    assert found.windows is not None
    assert found.windows.counts.wins > found.windows.counts.losses
    told = str(found)
    assert "only the evaluations differ" in told
    assert "Nodes per move, on average: " in told
    assert "Warning" not in told


def test_unequal_nodes_are_a_warning() -> None:
    found = judged("mcts(rounds=5)", "tictactoe", nodes=5_000)
    assert found.nodes_used is not None
    assert found.nodes_used.equal is False
    assert "It played as it is" in str(found)
    assert "Warning: they differ by more than a fifth" in str(found)
    told = found.to_json()["windows"]
    assert told["equal"] is False
    assert told["nodes"]["agent"] < told["nodes"]["opponent"]
    assert told["sides"]["how"] == "as-it-is"


def test_an_agent_that_counts_no_nodes_is_a_warning() -> None:
    found = judged(lambda position: position.moves()[0], "tictactoe", nodes=100)
    assert found.nodes_used is not None
    assert (found.nodes_used.agent, found.nodes_used.equal) == (None, None)
    assert "Nodes per move, on average: –; windows: " in str(found)
    assert "Warning: it does not count its nodes" in str(found)


def test_an_object_whose_evaluation_is_a_function_deepens_too() -> None:
    def worth(position: Any) -> int:
        return 0

    found = judged(pg.AlphaBeta(depth=1, evaluate=worth), "tictactoe", nodes=60)
    sides = found.judgement.sides
    assert sides is not None
    assert sides.how == "evaluation"
    assert sides.agent.startswith("object:deepening")
    assert sides.opponent == "deepening(inner=alphabeta(evaluate='windows'))"
    assert found.nodes_used is not None
    assert found.nodes_used.agent is not None


def test_a_users_evaluation_deepens_in_its_own_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("def worth(position):\n    return 0\n")
    monkeypatch.chdir(tmp_path)
    found = judged("alphabeta(depth=1, evaluate='mine.py:worth')", "tictactoe", nodes=60)
    assert found.nodes_used is not None
    assert found.nodes_used.agent is not None
    assert found.nodes_used.agent > 10, "one ply has nine"


def test_a_fifth_is_the_most_that_nodes_may_differ_by() -> None:
    assert NodesUsed(80, 100).equal
    assert NodesUsed(100, 80).equal
    assert NodesUsed(79, 100).equal is False
    assert NodesUsed(None, 100).equal is None
