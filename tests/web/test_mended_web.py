"""Defects of the web laboratory that were met: each has a name here, so that it does not come back."""

from __future__ import annotations

import pytest
from thinking import ThinkersHere

from plyground.errors import Failed
from plyground.games.line import tictactoe
from plyground.session import HUMAN, Seat, Session
from plyground.session.mind import analysis
from plyground.ui.web.guard import Door
from plyground.ui.web.serving import bound
from plyground.ui.web.stored import everywhere, plain, without_folders


def test_a_solver_that_ran_out_of_time_leaves_the_values_to_a_search() -> None:
    found = analysis(tictactoe().start(), 0.000_001)
    assert len(found["values"]) == 9


def test_no_session_is_taken_for_another_that_is_gone() -> None:
    """An agent's process knew games by the address of their session, which is soon used again."""
    minds, keys = ThinkersHere(), set()
    for _ in range(50):
        with Session("tictactoe", Seat("random"), HUMAN, thinkers=minds):
            keys.add(minds.pending[-1].key)
    assert len(keys) == 50


def test_other_cookies_of_the_host_are_none_of_our_business() -> None:
    door = Door.at("0.0.0.0", 8000)
    good = f"{door.cookie}={door.pass_}"
    for others in ('prefs={"a":1}', "x=a b", "novalue", "n\u00e3o=1"):
        assert door.lets_in([(b"cookie", f"{others}; {good}".encode("latin-1"))])
        assert not door.lets_in([(b"cookie", f"{others}; {good}x".encode("latin-1"))])
    scope = {"path": "/", "query_string": b"&".join(b"a=1" for _ in range(9))}
    assert not door.exchanges(scope)


def test_browsers_leave_out_port_80() -> None:
    assert Door.at("127.0.0.1", 80).knows("127.0.0.1")
    assert Door.at("127.0.0.1", 80).knows("localhost:80")
    assert not Door.at("127.0.0.1", 80).knows("example.org")
    assert not Door.at("127.0.0.1", 8000).knows("127.0.0.1")


def test_downloads_tell_no_path_and_hold_no_formula() -> None:
    assert plain(["python:/home/me/bots/mine.py:choose", "=1+1", 4, None]) == [
        "python:mine.py:choose",
        "'=1+1",
        4,
        None,
    ]
    nested = everywhere(without_folders, {"agents": ["python:/home/me/mine.py:choose"], "n": 1})
    assert nested == {"agents": ["python:mine.py:choose"], "n": 1}


def test_a_host_that_cannot_be_a_name_is_a_sentence() -> None:
    with pytest.raises(Failed, match="is no name of a host"):
        bound("a" * 70, 0)
