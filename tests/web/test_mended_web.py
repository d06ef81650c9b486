"""Defects of the web laboratory that were met: each has a name here, so that it does not come back."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from laboratory import Laboratory, Message, laboratory, within
from played import played
from thinking import ThinkersHere

from plyground.errors import Failed
from plyground.games.line import tictactoe
from plyground.session import HUMAN, Seat, Session
from plyground.session.mind import analysis
from plyground.ui.web.guard import Door
from plyground.ui.web.serving import bound
from plyground.ui.web.stored import everywhere, plain, without_folders
from plyground.ui.web.watching import Watched

SLOW: Message = {"agent": "minimax(core='python')"}  # thinks on an empty board for as long as it may


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    """One that does not wait long for a question."""
    with laboratory(caps={"silence": 0.3}, PLYGROUND_RUNS=str(tmp_path_factory.mktemp("runs"))) as running:
        yield running


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


def test_who_connects_and_asks_for_nothing_is_hung_up_on(lab: Laboratory) -> None:
    """Connections that never ended their first question kept others out; who asks is served as before."""

    def is_served(asking: HTTPConnection) -> bool:
        asking.request("GET", "/protocol.json")
        with asking.getresponse() as response:
            return bool(response.read())

    def is_hung_up_on(caller: socket.socket) -> bool:
        try:
            return caller.recv(1) == b""
        except BlockingIOError:
            return False

    host, _, port = lab.authority.rpartition(":")
    begun = (b"", b"GE", b"GET / HTTP/1.1\r\nHost: loc", b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    with ExitStack() as kept, lab.page() as page, closing(HTTPConnection(lab.authority)) as asking:
        callers = [kept.enter_context(socket.create_connection((host, int(port)))) for _ in begun]
        for caller, words in zip(callers, begun, strict=True):
            caller.sendall(words)
            caller.setblocking(False)
        assert is_served(asking)
        own = asking.sock
        assert within(15, lambda: is_served(asking) and all(map(is_hung_up_on, callers)))
        assert asking.sock is own
        assert "hello" in page.ask("hello")
        own.sendall(b"GET / HT")  # who asked once, and then only half
        own.setblocking(False)
        assert within(15, lambda: is_hung_up_on(own))


def test_a_job_has_the_machines_of_its_page_pause(lab: Laboratory) -> None:
    """Both were thought at once, and a page had two cores."""
    with lab.page() as page:
        machine = SLOW | {"seconds": 5}
        page.do("open", lambda view: view["thinking"], game="connect4", first=machine, second=machine)
        job = page.send("explain", game="textbook", position="-", agent="alphabeta")
        view = page.view(lambda view: view["paused"] or view["played"])
        assert (view["paused"], view["thinking"], view["played"]) == (True, None, [])
        assert page.reply(job)["result"]["move"] == "1"
        assert page.do("resume")["thinking"] == "move"


def test_a_move_ends_the_job_of_its_page(lab: Laboratory) -> None:
    with lab.page() as page:
        page.do("open", game="connect4", second=SLOW)
        job = page.send("explain", game="connect4", position="-", depth=40, **SLOW)
        assert page.do("move", lambda view: view["thinking"], move="4")["thinking"] == "move"
        assert page.reply(job)["error"]["key"] == "server.cancelled"


def test_a_forfeited_game_is_told_as_one(tmp_path: Path) -> None:
    """It was told as a win in so many moves, of which there may have been none."""
    played(tmp_path / "1.run", "p4.minimax", "random", games=2).close()  # which plays Connect Four only
    played(tmp_path / "2.run", games=2).close()
    latest = [Watched(n, tmp_path / f"{n}.run", lambda *_: False).view()["latest"] for n in (1, 2)]
    assert [(game["ending"], game["winner"]) for game in latest[0]] == [("forfeit", "random")] * 2
    assert {game["ending"] for game in latest[1]} == {"rules"}
