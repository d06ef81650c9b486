"""A page's job beside its game, and connections that ask for nothing."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from typing import Any
from unittest.mock import Mock

import pytest

from helpers.command import wait_until
from helpers.laboratory import Laboratory, Message, laboratory
from plyground.ui.web.page_job import PageJob
from plyground.ui.web.protocol import Refused

pytestmark = pytest.mark.xdist_group("jobs")  # so that its laboratories are started once
SLOW: Message = {
    "agent": "minimax(core='python', depth=40)"
}  # thinks on an empty board for as long as it may


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    """One that does not wait long for a question."""
    with laboratory(
        caps={"silence": 2.0, "seconds": 600}, PLYGROUND_RUNS=str(tmp_path_factory.mktemp("runs"))
    ) as running:
        yield running


@pytest.mark.slow
def test_silent_connection_is_closed(lab: Laboratory) -> None:
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
        wait_until(lambda: is_served(asking) and all(map(is_hung_up_on, callers)))
        assert asking.sock is own
        assert "hello" in page.ask("hello")
        own.sendall(b"GET / HT")  # who asked once, and then only half
        own.setblocking(False)
        wait_until(lambda: is_hung_up_on(own))


def test_a_job_has_the_machines_of_its_page_pause(lab: Laboratory) -> None:
    """Both were thought at once, and a page had two cores."""
    with lab.page() as page:
        machine = SLOW | {"seconds": 600}
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


def test_a_job_that_a_move_has_ended_does_not_pause_the_game() -> None:
    """It began to wait after the move had ended it, and stopped the machine that was thinking of its reply."""

    class Thinking:
        paused = False

        def session_task(self) -> str:
            return "move"

        def pause_session(self) -> None:
            self.paused = True

    async def ended_before_it_runs(page: Any) -> None:
        jobs = PageJob(Mock(), page)
        job = jobs.begin()
        jobs.cancel()
        with pytest.raises(Refused):
            await jobs.run([], job)

    page = Thinking()
    asyncio.run(ended_before_it_runs(page))
    assert not page.paused
