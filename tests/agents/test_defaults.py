"""Bare names: what limit suits an agent that was given none, and where it is used."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from plyground.agents import AGENTS, load_agent
from plyground.agents.defaults import (
    DEFAULT_SECONDS,
    OWN_NODES,
    OWN_SECONDS,
    default_depth,
    spec_with_default_limit,
    with_default_limit,
)
from plyground.agents.written import is_tree_searcher
from plyground.arena.clock import Clock, TimeControl
from plyground.arena.plan import Plan
from plyground.errors import BadSpec
from plyground.games.registry import load_game
from plyground.searchers import AlphaBeta, Limits, Minimax

NONE = Limits()
BUDGET = f"seconds={OWN_SECONDS}, nodes={OWN_NODES}"
OWN = f"deepening({BUDGET})"


def chosen(spec: str, game: str = "connect4", limits: Limits = NONE) -> str:
    return spec_with_default_limit(spec, load_game(game), limits)


@pytest.mark.parametrize(
    ("spec", "game", "expected"),
    [
        ("alphabeta", "connect4", "alphabeta(depth=9)"),
        ("minimax", "connect4", "minimax(depth=7)"),
        ("memo", "connect4", "memo(depth=7)"),
        ("alphabeta(order='centre')", "connect4", "alphabeta(depth=9, order='centre')"),
        ("alphabeta(core='python')", "connect4", "alphabeta(core='python', depth=6)"),
        ("alphabeta", "gomoku", "alphabeta(depth=3)"),
        ("alphabeta", "mnk(20,20,5)", "alphabeta(depth=2)"),
        ("alphabeta", "examples/hexapawn.py:Hexapawn", OWN),
        ("pvs(core='python')", "examples/nim.py:Nim", f"deepening(core='python', inner=pvs, {BUDGET})"),
        ("examples/razor.py:Razor", "examples/nim.py:Nim", f"deepening(inner=examples/razor.py:Razor, {BUDGET})"),
        ("deepening", "examples/nim.py:Nim", OWN),
        ("deepening", "connect4", f"deepening(seconds={DEFAULT_SECONDS})"),
        ("AlphaBeta()", "connect4", "alphabeta(depth=9)"),
        ("alphabeta(evaluate='examples/razor.py:height')", "connect4",
         "alphabeta(depth=6, evaluate='examples/razor.py:height')"),
        ("examples/razor.py:Razor", "connect4", "examples/razor.py:Razor(depth=5)"),
        ("python:examples/razor.py:Razor(width=3)", "connect4",
         "python:examples/razor.py:Razor(depth=5, width=3)"),
        ("examples/razor.py:Razor", "tictactoe", "examples/razor.py:Razor"),
    ],
)  # fmt: skip
def test_a_bare_name_gets_a_limit_that_suits_the_game(spec: str, game: str, expected: str) -> None:
    """NEWCOMER-REVIEW B2: `match connect4 alphabeta random` took two silent minutes and lost by time."""
    assert chosen(spec, game) == expected


@pytest.mark.parametrize("game", ["tictactoe", "textbook", "tree((3, (1, 2)))"])
@pytest.mark.parametrize("spec", ["minimax", "alphabeta", "deepening", "mtdf"])
def test_small_games_are_searched_to_the_end(spec: str, game: str) -> None:
    assert chosen(spec, game) == spec


@pytest.mark.parametrize("limits", [Limits(nodes=500), Limits(seconds=0.2)])
def test_under_a_clock_a_bare_name_deepens(limits: Limits) -> None:
    """NEWCOMER-REVIEW B2: `minimax --time 0.2` scored 50 % against random without a word."""
    assert chosen("minimax", limits=limits) == "deepening(inner=minimax)"
    assert chosen("pvs(core='python')", limits=limits) == "deepening(core='python', inner=pvs)"
    own = "alphabeta(evaluate='examples/razor.py:height')"
    assert chosen(own, limits=limits) == f"deepening(inner={own})"
    assert chosen("deepening", limits=limits) == "deepening"
    assert chosen("examples/razor.py:Razor", limits=limits) == "deepening(inner=examples/razor.py:Razor)"


@pytest.mark.parametrize(
    "spec",
    [
        *(
            "alphabeta(depth=3)",
            "deepening(depth=4)",
            "deepening(seconds=0.1)",
            "deepening(inner=pvs(depth=2))",
            "examples/razor.py:Razor(depth=2)",
            "examples/cautious.py:choose",
        ),
        *("random", "greedy", "mcts", "mcts(rounds=5)", "perfect", "p4.minimax", "python:nobody.py:choose"),
        *("kaggle:nobody.py", "alphabeta(depth=2, evaluate='nobody.py:worth')"),
    ],
)
def test_agent_with_a_limit_is_unchanged(spec: str) -> None:
    assert chosen(spec) == spec
    assert chosen("alphabeta", limits=Limits(depth=5, seconds=1.0)) == "alphabeta"


def test_default_agent_loads_and_has_a_limit() -> None:
    for name in AGENTS:
        for game in ("tictactoe", "connect4", "examples/nim.py:Nim"):
            found = chosen(name, game)
            assert load_agent(found).spec == found
            assert chosen(found, game) == found
    with pytest.raises(BadSpec, match="bad depth"):
        chosen("alphabeta(depth=-1)")


def test_python_stays_explicit() -> None:
    assert with_default_limit(AlphaBeta(depth=2), load_game("connect4"), NONE) == AlphaBeta(depth=2)
    assert AlphaBeta().depth is None
    assert default_depth(Minimax, load_game("connect4")) == 7


def test_a_plan_says_what_really_plays_and_what_was_asked_for() -> None:
    plan = Plan("connect4", ("alphabeta", "random", "mcts"), format="round-robin").normalized()
    assert plan.agents == plan.names == ("alphabeta(depth=9)", "random", "mcts")
    assert plan.asked == ("alphabeta", "random", "mcts")
    assert Plan.from_json(plan.to_json()) == plan == plan.normalized()
    assert plan.without(["random"]).asked == ("alphabeta", "mcts")
    timed = Plan("connect4", ("alphabeta", "random"), control=TimeControl(clock=Clock(60))).normalized()
    assert timed.agents == ("deepening", "random")  # whose inner searcher is alpha-beta
    given = replace(timed, agents=("alphabeta", "random"), names=("ana", "bia"), asked=())
    assert given.normalized().names == ("ana", "bia")
    assert Plan("tictactoe", ("alphabeta", "random")).normalized().asked == ()


def test_python_searcher_gets_a_smaller_depth() -> None:
    """Alpha-beta with an evaluation of one's own got depth 9, half a minute a move; a Razor got none."""
    connect4 = load_game("connect4")
    for spec, depth in [
        ("alphabeta(evaluate='examples/razor.py:height')", 6),
        ("examples/razor.py:Razor", 5),
    ]:
        found = with_default_limit(load_agent(spec), connect4, NONE)
        assert getattr(found, "depth", None) == depth
        assert load_agent(chosen(spec)) == found


@pytest.mark.parametrize(
    ("code", "is_one"),
    [
        ("from plyground.searchers import AlphaBeta as AB\nclass Mine(AB): pass", True),
        ("import plyground.searchers as search\nclass Mine(search.PVS): pass", True),
        ("from plyground.searchers.searcher import TreeSearcher\nclass Base(TreeSearcher): pass\nclass Mine(Base): pass", True),
        ("class Mine(Mine): pass", False),
        ("class Mine(Base): pass\nclass Base(Mine): pass", False),
        ("from plyground.searchers import MCTS\nclass Mine(MCTS): pass", False),
        ("class Mine(object): pass", False),
        ("class Mine(Tree[int]()): pass", False),
        ("class Mine(", False),
        ("raise SystemExit('it was run')", False),
    ],
)  # fmt: skip
def test_a_searcher_is_known_without_running_its_file(code: str, is_one: bool, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(code)
    assert is_tree_searcher(f"{tmp_path}/mine.py:Mine") is is_one
    assert not is_tree_searcher(f"{tmp_path}/nobody.py:Mine")
