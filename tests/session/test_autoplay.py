"""What a session has machines do: matches, hints, values of moves."""

from __future__ import annotations

from helpers.thinking import PoolHere, let_think
from plyground.games.line import tictactoe
from plyground.session import HUMAN, Seat, Session
from plyground.session.search_main import analyse_moves


def test_failed_match_names_its_players() -> None:
    minds = PoolHere()
    with Session("tictactoe", Seat("random"), Seat("python:nowhere.py"), pool=minds) as session:
        session.play_series(2)
        let_think(session, minds)
        series = session.view.series
        assert series is not None
        assert (series.wins, series.failures) == ((2, 0), (0, 2))
        assert session.view.seats[series.seat_of(0).value].agent == "random"


def test_rematch_has_other_openings() -> None:
    minds = PoolHere()
    with Session("connect4", Seat("random"), Seat("greedy"), opening=3, pool=minds) as session:
        session.play_series(2)
        first = session.view.start
        let_think(session, minds)
        session.play_series(2)
        assert session.view.series is not None
        assert session.view.series.agents == ("random", "greedy")
        assert session.view.start != first


def test_a_hint_for_a_position_that_is_left_is_not_thought_on() -> None:
    minds = PoolHere()
    with Session("tictactoe", HUMAN, HUMAN, pool=minds) as session:
        session.hint()
        session.move("5")
        assert (session.view.thinking, minds.pending) == (None, [])


def test_values_of_games_with_points_tell_them() -> None:
    minds = PoolHere()
    with Session("textbook", pool=minds) as session:
        session.analyse()
        let_think(session, minds)
        assert session.view.analysis is not None
        told = [(value.kind, value.score, value.best) for value in session.view.analysis.values]
        assert told == [("points", 3, True), ("points", 2, False), ("points", 2, False)]


def test_solver_timeout_leaves_values_to_a_search() -> None:
    found = analyse_moves(tictactoe().start(), 0.000_001)
    assert len(found["values"]) == 9


def test_no_session_is_taken_for_another_that_is_gone() -> None:
    """An agent's process knew games by the address of their session, which is soon used again."""
    minds, keys = PoolHere(), set()
    for _ in range(50):
        with Session("tictactoe", Seat("random"), HUMAN, pool=minds):
            keys.add(minds.pending[-1].key)
    assert len(keys) == 50
