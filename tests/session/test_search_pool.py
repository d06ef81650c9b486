"""Thinkers: real processes that are bounded, kept warm, killed at once, and never left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from helpers.command import wait_until
from plyground.games.line import tictactoe
from plyground.processes import children
from plyground.searchers.alphabeta import AlphaBeta
from plyground.session import HUMAN, SearchPool, Seat, Session
from plyground.session.machines import request_move, request_values
from plyground.session.search_pool import Request, SearchTask
from plyground.workers.messages import Trouble

FOR_EVER = Seat("minimax")


def move(game: str, seat: Seat, key: str = "") -> list[Request]:
    return request_move(game, "-", [], seat, key or f"{game} {seat.agent}", 0)


def gone(process: int) -> bool:
    return not Path(f"/proc/{process}").exists() or process not in children()


@pytest.fixture(scope="module")
def two() -> Iterator[SearchPool]:
    with SearchPool(2) as pool:
        pool.warm()
        yield pool


def begun(thought: SearchTask) -> bool:
    return thought._process is not None or thought.reply is not None


def answer(pool: SearchPool, requests: list[Request]) -> SearchTask:
    woken = threading.Event()
    thought = pool.ask(requests, woken.set)
    assert woken.wait(30)
    return thought


def test_a_thought_is_answered_and_wakes_who_waits(two: SearchPool) -> None:
    reply = answer(two, move("tictactoe", Seat("alphabeta"))).reply
    assert not isinstance(reply, Trouble)
    assert reply is not None
    found = AlphaBeta().search(tictactoe().start())
    assert (reply["move"], reply["nodes"]) == ("1", found.stats.nodes)
    assert reply["line"] == [str(move + 1) for move in found.line]
    values = answer(two, request_values("connect4", "-", [], 2.0)).reply
    assert isinstance(values, dict)
    assert [value["score"] for value in values["values"]] == [-2, -1, 0, 1, 0, -1, -2]


def test_an_agent_that_cannot_be_is_an_answer_and_not_the_end(two: SearchPool) -> None:
    reply = answer(two, move("tictactoe", Seat("python:nowhere.py:choose"))).reply
    assert isinstance(reply, dict)
    assert "no file nowhere.py" in reply["error"]
    assert isinstance(answer(two, move("tictactoe", Seat("random"))).reply, dict)


def test_cancelled_search_is_killed_and_others_go_on() -> None:
    with SearchPool(1) as pool:
        told: list[str] = []
        endless = pool.ask(move("gomoku", FOR_EVER), lambda: told.append("never"))
        queued = pool.ask(move("gomoku", FOR_EVER, "q"), lambda: told.append("never"))
        wait_until(lambda: endless._process)
        process = endless._process
        assert process is not None
        assert pool.load == 2
        queued.cancel()
        endless.cancel()
        wait_until(lambda: gone(process))
        assert isinstance(answer(pool, move("tictactoe", Seat("random"))).reply, dict)
        assert told == []
        assert pool.load == 0


def test_cancelling_just_after_the_answer_harms_nobody_else() -> None:
    """A process that was killed after its last answer used to be given the next thought, which failed."""
    with SearchPool(1) as pool:
        for _ in range(8):
            thought = pool.ask(move("tictactoe", Seat("random")), lambda: None)
            wait_until(partial(begun, thought))
            thought.cancel()
            reply = answer(pool, move("tictactoe", Seat("random"))).reply
            assert isinstance(reply, dict), reply


def test_a_process_that_dies_is_replaced(two: SearchPool) -> None:
    thought = two.ask(move("gomoku", FOR_EVER), lambda: None)
    wait_until(lambda: thought._process)
    assert thought._process is not None
    os.kill(thought._process, signal.SIGKILL)
    wait_until(lambda: thought.reply)
    assert isinstance(thought.reply, Trouble)
    assert thought.reply.reason == "crash"
    assert isinstance(answer(two, move("tictactoe", Seat("random"))).reply, dict)


def test_closing_leaves_no_process_behind() -> None:
    before = children()
    pool = SearchPool(2)
    for key in "abc":
        pool.ask(move("gomoku", FOR_EVER, key), lambda: None)
    wait_until(lambda: len(children() - before) == 2)
    pool.close()
    assert children() - before == set()
    pool.close()


def test_processes_end_with_a_session_that_is_killed(tmp_path: Path) -> None:
    code = """
import sys, time
from plyground.session import *
session = Session("gomoku", Seat("minimax"), Seat("minimax"))
while not session._auto.machines._move._process: time.sleep(0.01)
print(session._auto.machines._move._process, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as session:
        assert session.stdout is not None
        process = int(session.stdout.readline())
        session.kill()
        wait_until(lambda: not alive(process))


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_session_waits_for_its_machine_and_for_nothing_else(two: SearchPool) -> None:
    with Session("tictactoe", HUMAN, Seat("alphabeta"), pool=two) as session:
        assert not session.wait()
        session.move("1")
        assert session.wait(30)
        assert [played.text for played in session.view.played] == ["1", "5"]
        assert not session.wait()
    with Session("gomoku", FOR_EVER, HUMAN, pool=two) as session:
        assert not session.wait(0.05)
        session.pause()
        assert not session.wait()


def test_agent_remembers_its_game_until_undo(two: SearchPool, tmp_path: Path) -> None:
    agent = tmp_path / "counting.py"
    agent.write_text(
        "class Agent:\n"
        "    asked = 0\n"
        "    def choose(self, position):\n"
        "        self.asked += 1\n"
        "        return position.moves()[self.asked]\n"
    )
    with Session("connect4", HUMAN, Seat(f"python:{agent}:Agent"), pool=two) as session:
        for column in "44":
            session.move(column)
            assert session.wait(30)
        assert [played.text for played in session.view.played] == ["4", "2", "4", "3"]
        session.undo()
        session.move("5")
        assert session.wait(30)
        assert session.view.played[-1].text in ("2", "3", "4")
