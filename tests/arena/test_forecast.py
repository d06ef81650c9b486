"""How long a run will take, before it begins: orders of magnitude, from counts alone."""

from __future__ import annotations

from dataclasses import replace

from plyground.arena.clock import Clock, TimeControl
from plyground.arena.forecast import forecast, typical_plies
from plyground.arena.plan import Plan
from plyground.games.registry import load_game

TIMED = Plan(
    "connect4", ("deepening", "mcts(rounds=100000000)"), control=TimeControl(seconds=0.2), games=10
)


def test_limits_times_plies_times_games_by_workers() -> None:
    found = forecast(TIMED, 1)
    plies = typical_plies(load_game("connect4"))
    assert [move.seconds for move in found.moves] == [0.2, 0.2]
    assert 10 * plies * 0.2 < found.seconds < 10 * plies * 0.2 + 2
    assert found.plies == plies
    halved = forecast(TIMED, 2)
    assert (halved.workers, round(found.seconds / halved.seconds)) == (2, 2)
    assert forecast(TIMED, 64).workers == 5  # as many pairs as there are


def test_search_that_ends_early_does_not_take_its_time() -> None:
    small = forecast(replace(TIMED, game="tictactoe", agents=("deepening", "mcts"), names=()), 1)
    assert max(move.seconds for move in small.moves) < 0.02
    by_nodes = replace(TIMED, control=TimeControl(nodes=1_000))
    assert forecast(by_nodes, 1).seconds < 5
    shallow = replace(TIMED, agents=("alphabeta(depth=3)", "random"), names=())
    assert max(move.seconds for move in forecast(shallow, 1).moves) < 0.05


def test_deeper_searches_need_more_and_python_more_than_the_core() -> None:
    specs = (
        "minimax(depth=3)",
        "minimax(depth=6)",
        "minimax(depth=6, core='python')",
        "p4.minimax(depth=6)",
    )
    plan = Plan("connect4", specs, format="round-robin", control=TimeControl(seconds=0.001))
    three, six, slow, published = (move.needed for move in forecast(plan, 1).moves)
    assert three < six < slow
    assert six < published
    assert {move.seconds <= 0.001 for move in forecast(plan, 1).moves} == {True}


def test_clocks_users_agents_and_games_without_boards() -> None:
    clocked = replace(TIMED, control=TimeControl(clock=Clock(34.0, 1.0)))
    assert [move.seconds for move in forecast(clocked, 1).moves] == [3.0, 3.0]
    tree = Plan("textbook", ("minimax", "random"), games=2)
    assert forecast(tree, 1).plies == 2
    assert forecast(tree, 1).seconds < 2
    own = Plan("tictactoe", ("python:mine.py:choose", "random"), control=TimeControl(seconds=2), games=2)
    assert forecast(own, 1).moves[0].seconds == 2
