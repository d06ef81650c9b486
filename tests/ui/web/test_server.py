"""The server as a page sees it: a real process, real sockets, and every message held against the protocol."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from helpers.command import PATIENCE, run, wait_until
from helpers.laboratory import Laboratory, Message, Page, is_gone, laboratory
from helpers.words import catalogue
from plyground.ui.web.app import PAGES_LACK
from plyground.ui.web.protocol import protocol_text
from plyground.ui.web.validation import Caps
from plyground.words import LANGUAGES

pytestmark = pytest.mark.xdist_group("server")  # so that its laboratories are started once
SLOW = "minimax(core='python', depth=40)"  # thinks for as long as it may on an empty Connect Four board
UNHURRIED = {"seconds": 600}  # what it may: longer than any test waits


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    with laboratory(caps=UNHURRIED, PLYGROUND_RUNS=str(tmp_path_factory.mktemp("runs"))) as running:
        yield running


@pytest.fixture
def page(lab: Laboratory) -> Iterator[Page]:
    with lab.page() as opened:
        yield opened


def got(lab: Laboratory, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(lab.authority, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def thinks(view: Message) -> bool:
    return bool(view["thinking"] == "move")


# ---------------------------------------------------------------- files


def test_the_page_and_its_parts_are_served(lab: Laboratory) -> None:
    response, body = got(lab, "/")
    assert (response.status, response.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert body.lstrip().lower().startswith(b"<!doctype html>")
    response, _ = got(lab, "/static/js/main.js")
    assert (response.status, response.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert got(lab, "/static/css/base.css")[0].headers["content-type"] == "text/css; charset=utf-8"
    assert got(lab, "/protocol.json")[1] == protocol_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_of_a_language_is_served(lab: Laboratory, language: str) -> None:
    said = json.loads(got(lab, f"/catalogue/{language}.json")[1])
    for key, sentences in catalogue().items():
        elsewhere = key.startswith(PAGES_LACK)
        assert said.get(key) == (None if elsewhere else sentences[language])


def test_a_file_that_the_browser_has_is_not_sent_again(lab: Laboratory) -> None:
    tag = got(lab, "/protocol.json")[0].headers["etag"]
    response, body = got(lab, "/protocol.json", **{"If-None-Match": tag})
    assert (response.status, body) == (304, b"")


def test_runs_that_are_not_there_cannot_be_downloaded(lab: Laboratory) -> None:
    for path in ("/runs/1/games.csv", "/runs/x/run.json", "/runs/1/passwd"):
        assert got(lab, path)[0].status == 404


# ---------------------------------------------------------------- playing


def test_report_that_cannot_be_drawn_says_why(lab: Laboratory) -> None:
    response, body = got(lab, "/runs/999/report.html")
    assert response.status == 404
    assert json.loads(body) == {"key": "jobs.no-run", "facts": {"run": "999"}}


def test_hello_tells_what_there_is(page: Page) -> None:
    hello = page.ask("hello", lang="en")["hello"]
    assert hello["languages"] == LANGUAGES
    assert hello["language"] is None
    assert [game["name"] for game in hello["games"]][:2] == ["tictactoe", "connect4"]
    agents = {agent["name"]: agent for agent in hello["agents"]}
    assert agents["p4.minimax"]["works"] == ["connect4"]
    assert agents["p4.minimax"]["group"] == "papers"
    assert agents["alphabeta"]["title"] == {"en": "Alpha-beta", "pt-BR": "Alfa-beta"}
    assert agents["alphabeta"]["about"]["en"].startswith("Minimax that skips")
    assert {"name": "inner", "kind": "agent", "default": "alphabeta"} in agents["deepening"]["options"]
    assert hello["caps"]["seconds"] == UNHURRIED["seconds"]
    assert Caps().seconds == 10


def test_move_before_open_is_refused(page: Page) -> None:
    assert page.error("move", move="4") == "server.no-session"
    assert page.error("graph") == "server.no-session"


def test_a_game_of_two_people(page: Page) -> None:
    view = page.do("open", game="tictactoe")
    assert "p0.mtt" in view["offered"]
    assert "p4.minimax" not in view["offered"]
    assert view["board"] == {"columns": 3, "rows": 3, "k": 3, "gravity": False, "cells": "." * 9}
    for move in "14253":
        view = page.do("move", move=move)
    assert view["outcome"] == {"winner": 0}
    assert view["winning"] == [0, 1, 2]
    assert [move["cell"] for move in view["played"]] == [0, 3, 1, 4, 2]
    assert view["note"] is None
    assert page.do("move", move="9")["note"]["key"] == "refused.over"
    assert page.do("go", ply=2)["text"] == "X../O../..."
    assert page.do("redo", plies=1)["text"] == "XX./O../..."
    assert page.do("new")["text"] == ".../.../..."


def test_discs_that_lie_on_each_other_have_their_cells(page: Page) -> None:
    view = page.do("open", game="connect4", position="44")
    for move in "445":
        view = page.do("move", move=move)
    assert [move["cell"] for move in view["played"]] == [24, 17, 39]
    assert view["last"] == 39


def test_a_machine_answers_under_limits_that_it_always_has(page: Page) -> None:
    seat = {"agent": "alphabeta(evaluate='windows')", "depth": 3}
    page.do("open", game="connect4", second=seat)
    view = page.do("move", lambda view: len(view["played"]) == 2, move="4")
    move = view["played"][1]
    assert (move["depth"], move["agent"]) == (3, seat["agent"])
    assert move["value"]["key"] == "value.estimate"
    assert view["statistics"][1]["moves"] == 1
    assert view["seats"][1] == {**seat, **UNHURRIED, "nodes": None}


def test_two_machines_play_a_series_at_a_pace_that_can_be_seen(page: Page) -> None:
    page.do("open", game="tictactoe", first={"agent": "random"}, second={"agent": "greedy"})
    page.do("series", games=2)
    began = time.monotonic()
    view = page.view(lambda view: view["series"] and view["series"]["games"] == 1)
    assert time.monotonic() - began > 0.15 * 3  # five moves at least
    assert view["series"]["agents"] == ["random", "greedy"]
    assert page.do("pause")["paused"]


def test_a_game_without_a_board_is_drawn(page: Page) -> None:
    view = page.do("open", game="textbook")
    assert (view["board"], view["picture"].splitlines()[:2]) == (None, ["△", "├─ 1  ▽  3  12  8"])
    nested = page.do("open", game="tree(((5, 0), (-2, (7, -7, 1), 4), 3))")["picture"]
    assert nested.splitlines()[2:5] == ["├─ 2  ▽", "│  ├─ 1  -2", "│  ├─ 2  △  7  -7  1"]
    page.do("open", game="textbook")
    assert page.do("move", move="1")["moves"] == [{"text": text, "cell": None} for text in "123"]


def test_values_a_hint_and_the_graph(page: Page) -> None:
    page.do("open", game="tictactoe", position="15")
    view = page.do("analyse", lambda view: view["analysis"], on=True)
    assert view["analysis"]["source"] == "solver"
    assert {value["kind"] for value in view["analysis"]["values"]} == {"draws"}
    assert page.do("hint", lambda view: view["hint"])["hint"]
    page.do("move", move="2")
    page.do("move", move="3")
    points = page.ask("graph")["graph"]
    assert [point["kind"] for point in points] == ["draws"] * 3
    page.do("move", move="4")
    page.do("move", move="9")
    assert [point["kind"] for point in page.ask("graph")["graph"]] == ["draws"] * 3 + ["loses", "wins"]


def test_a_hint_waits_while_a_machine_thinks(page: Page) -> None:
    page.do("open", game="connect4", second={"agent": SLOW, "seconds": 0.4})
    page.do("move", thinks, move="4")
    assert page.do("hint")["thinking"] == "move"
    view = page.view(lambda view: len(view["played"]) == 2)
    assert view["hint"] is None  # that was for the position before


def test_a_board_is_set_up(page: Page) -> None:
    page.do("open", game="connect4")
    assert page.do("edit")["set_up"]["problem"] is None
    view = page.do("put", cell=3, mark="O")
    assert view["set_up"]["board"]["cells"][38] == "O"
    assert view["set_up"]["problem"]["key"] == "setup.counts"
    assert page.do("turn", player=0)["set_up"]["problem"] is None
    assert page.do("leave_edit", keep=True)["start"].endswith("O... x")
    assert page.do("set_up", text="nonsense")["note"]["key"] == "refused.position"


def test_a_look_at_a_position(page: Page) -> None:
    found = page.ask("look", game="connect4", position="4453")
    assert found["to_move"] == 0
    assert [move["text"] for move in found["moves"]] == list("1234567")
    assert page.error("look", game="connect4", position="8") == "server.no-position"
    after = page.ask("look", game="connect4(5,4,3)", position="12", moves=["1", "2", "1"])
    assert (after["outcome"], after["moves"], after["last"]) == ({"winner": 0}, [], 5)
    assert after["winning"] == [5, 10, 15]
    part = page.ask("look", game="connect4", position="-", moves=["4", "nonsense", "4"])
    assert (part["to_move"], part["last"]) == (1, 38)


def test_agents_stay_in_their_seats_when_another_game_is_opened(page: Page) -> None:
    page.do("open", game="tictactoe", second={"agent": "random"})
    view = page.do("open", game="connect4")
    assert [seat["agent"] for seat in view["seats"]] == [None, "random"]
    assert page.do("open", game="connect4", second=None)["seats"][1]["agent"] is None


def test_an_agent_that_does_not_play_this_game_is_refused(page: Page) -> None:
    assert page.error("open", game="gomoku", first={"agent": "p0.mtt"}) == "server.cannot-play"
    page.do("open", game="tictactoe", first={"agent": "p0.mtt"})
    assert page.do("open", game="gomoku")["seats"][0]["agent"] == "mcts"  # who makes room for it
    assert page.error("seat", player=1, agent="perfect") == "server.cannot-play"


def test_a_game_is_opened_with_the_moves_that_led_there(page: Page) -> None:
    view = page.do("open", game="connect4", moves=["4", "4", "5"], second={"agent": "random"})
    assert [move["text"] for move in view["played"]] == ["4", "4", "5"]
    assert view["note"] is None
    view = page.do("open", game="tictactoe", moves=["5", "5", "1"], second=None)
    assert [move["text"] for move in view["played"]] == ["5"]  # as far as they can be played


def test_value_is_told_only_by_searchers_that_have_one(page: Page) -> None:
    """Random's move was worth "about 0" to it, also where it won; playouts tell a rate."""
    page.do("open", game="tictactoe", first={"agent": "random"})
    view = page.view(lambda view: view["played"])
    assert view["played"][0]["value"] is None
    page.do("open", game="connect4", first={"agent": "mcts(rounds=50)"})
    assert page.view(lambda view: view["played"])["played"][0]["value"]["key"] == "value.rate"
    won = page.do(
        "open",
        lambda view: view["outcome"],
        game="tictactoe",
        moves=list("1425"),
        first={"agent": "perfect"},
    )
    assert won["played"][-1]["value"] is None


def test_limits_beyond_the_caps_are_refused(page: Page) -> None:
    page.do("open", game="tictactoe")
    for limits in ({"seconds": UNHURRIED["seconds"] + 1}, {"depth": 41}, {"nodes": 200_000_001}):
        assert page.error("seat", player=0, agent="alphabeta", **limits) == "server.too-much"
    assert page.error("seat", player=0, agent="perfect(table_mb=129)") == "server.too-much"
    assert page.error("seat", player=0, agent="python:bots/mine.py:choose") == "server.unknown-agent"
    assert page.error("open", game="examples/nim.py:Nim") == "server.unknown-game"
    assert page.error("look", game="mnk(17,16,5)", position="") == "server.too-much"


def test_new_job_replaces_the_last_and_cancel(page: Page) -> None:
    page.do("open", game="connect4(9,8,4)", position="5")
    first, second = page.send("graph"), page.send("graph")
    assert page.reply(first)["error"]["key"] == "server.cancelled"
    assert page.ask("cancel").keys() == {"re"}
    assert page.reply(second)["error"]["key"] == "server.cancelled"


def test_pages_have_sessions_of_their_own(lab: Laboratory, page: Page) -> None:
    page.do("open", game="tictactoe")
    with lab.page() as other:
        other.do("open", game="connect4")
        assert page.do("move", move="5")["game"] == "tictactoe"


def test_the_server_answers_while_machines_think(lab: Laboratory, page: Page) -> None:
    pages = [lab.page() for _ in range(3)]
    for other in pages:
        other.do("open", thinks, game="connect4", first={"agent": SLOW})  # without an end
    page.do("open", game="tictactoe")
    page.do("move", move="5")
    for other in pages:
        other.socket.close()


# ---------------------------------------------------------------- beginning and ending


def test_a_page_that_vanishes_takes_its_search_along(lab: Laboratory) -> None:
    with lab.page() as page:
        page.do("open", thinks, game="connect4", first={"agent": SLOW})
        minds = thinking_minds(lab)
    wait_until(lambda: any(map(is_gone, minds)))  # those who do not think are never ended


def test_a_page_that_is_cut_off_takes_its_job_along(lab: Laboratory) -> None:
    page = lab.page()
    page.send("explain", game="connect4", position="-", agent=SLOW, depth=40)
    minds = thinking_minds(lab)
    page.socket.socket.shutdown(socket.SHUT_RDWR)  # without a goodbye
    wait_until(lambda: any(map(is_gone, minds)))


def thinking_minds(lab: Laboratory) -> list[int]:
    """The minds, as soon as one of them computes for longer than any needs to begin."""
    before = {mind: cpu_seconds(mind) for mind in lab.minds()}
    wait_until(lambda: any(cpu_seconds(m) > before.get(m, 0) + 0.8 for m in lab.minds()))
    return lab.minds()


def cpu_seconds(process: int) -> float:
    try:
        ticks = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11]
    except OSError:
        return 0.0
    return int(ticks) / os.sysconf("SC_CLK_TCK")


SERVICE_RESTART = 1012


def last_word(page: Page) -> object:
    """Why the server ends: in a word or, if a busy machine closes the connection first, by the code."""
    try:
        while "closing" not in page.take():
            pass
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
    return page.pushed[-1]["closing"]["key"]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_a_signal_ends_everything_at_once(number: int, status: int) -> None:
    with laboratory(caps=UNHURRIED) as lab, lab.page() as page:
        page.do("open", thinks, game="connect4", first={"agent": SLOW})
        page.send("explain", game="connect4", position="-", agent=SLOW, depth=40)
        wait_until(lab.minds)
        minds = lab.minds()
        assert lab.end(number) == status  # neither search comes to an end by itself
        wait_until(lambda: all(map(is_gone, minds)))
        assert last_word(page) in ("server.ends", SERVICE_RESTART)
        assert lab.process.stderr is not None
        assert lab.process.stderr.read() == ("plyground: interrupted\n" if status else "")


def test_the_language_of_the_command_is_told() -> None:
    with laboratory("--lang", "pt") as lab, lab.page() as page:
        assert page.ask("hello")["hello"]["language"] == "pt-BR"


def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = run("lab", "--no-browser", "--port", str(port))
    sentence = f"plyground: 127.0.0.1:{port} is taken: choose another with --port\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", sentence)


def test_a_host_that_is_none_of_ours_is_told_in_a_sentence() -> None:
    ran = run("lab", "--no-browser", "--host", "192.0.2.1")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("plyground: 192.0.2.1:8642 cannot be used (")


def test_the_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from plyground.cli.lab import lab
    from plyground.errors import Failed

    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "plyground.ui.web.server", raising=False)
    with pytest.raises(Failed, match=r"pip install 'plyground\[web\]'"):
        lab(port=0, browser=False)
