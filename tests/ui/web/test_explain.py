"""Explained searches and measured claims: what pages get is what the command line prints."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.command import PATIENCE
from helpers.jobs import Page, page
from plyground.cli.explain import explain
from plyground.papers.registry import PAPERS
from plyground.session.search_main import SearchServer
from plyground.words import LANGUAGES


def with_page(script: Callable[[Page], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        async with page() as listener:
            return await script(listener)

    return asyncio.run(whole())


SEARCHES: list[tuple[str, str, str, dict[str, Any]]] = [
    ("textbook", "-", "minimax", {}),
    ("textbook", "-", "alphabeta", {}),
    ("tictactoe", "5193", "pvs(order='centre')", {"depth": 4}),
    ("connect4", "4453", "deepening(inner=alphabeta(evaluate='windows'))", {"depth": 3}),
    ("mnk(4,4,3)", "-", "table_alphabeta", {"nodes": 3_000}),
    ("gomoku", "h8", "mtdf(evaluate='windows')", {"depth": 1}),
    ("tictactoe", "-", "memo", {"rows": 50}),
    ("tictactoe", "-", "mcts(rounds=30)", {}),
    ("tictactoe", "X.O/.X./..O", "proof(method='best_first')", {}),
]


def test_a_trace_is_that_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    async def script(listener: Page) -> list[Any]:
        return [
            await listener.ask("explain", game=game, position=position, agent=agent, **limits)
            for game, position, agent, limits in SEARCHES
        ]

    for (game, position, agent, limits), reply in zip(SEARCHES, with_page(script), strict=True):
        given = {"rows": 5_000} | limits
        explain(game, position, agent, json_file=Path("-"), **given)
        shown = json.loads(capsys.readouterr().out)
        assert reply["trace"] == shown
        found = reply["result"]
        assert found["move"] == (found["line"][0] if found["line"] else None)
        assert found["nodes"] >= len(shown["rows"])


def test_the_longest_traces_come_through() -> None:

    async def script(listener: Page) -> list[Any]:
        flat = "deepening(inner=table_alphabeta(evaluate='zero'))"  # searches deepest, so its lines are longest
        searches = [("tictactoe", "minimax", {}), ("gomoku", flat, {"nodes": 2_000_000})]
        return [
            await listener.ask("explain", game=game, position="-", agent=agent, **limits)
            for game, agent, limits in searches
        ]

    small, large = with_page(script)
    assert len(small["trace"]["rows"]) == len(large["trace"]["rows"]) == 5_000
    assert (small["trace"]["left_out"], small["result"]["stopped"], small["depth"]) == (544_946, None, None)
    assert large["trace"]["left_out"] > 1_000_000
    assert len(json.dumps(large)) > 1_000_000


@pytest.mark.parametrize(
    ("key", "fields"),
    [
        ("jobs.by-heart", {"agent": "p0.mtt"}),
        ("jobs.no-trace", {"agent": "proof"}),
        ("jobs.no-trace", {"agent": "random"}),
        ("jobs.no-trace", {"agent": "perfect"}),
        ("server.unknown-agent", {"agent": "python:mine.py:choose"}),
        ("server.no-agent", {"agent": "alphabeta(evaluate='nonsense')"}),
        ("server.unknown-game", {"game": "os:system"}),
        ("server.no-game", {"game": "mnk(300,300,5)"}),
        ("server.no-position", {"position": "99"}),
        ("server.too-much", {"rows": 5_001}),
        ("server.too-much", {"depth": 41}),
        ("server.too-much", {"nodes": 200_000_001}),
        ("server.too-much", {"agent": "deepening(seconds=11)"}),
    ],
)
def test_bad_explain_requests_are_refused(key: str, fields: dict[str, Any]) -> None:
    asked = {"game": "tictactoe", "position": "-", "agent": "alphabeta"} | fields
    assert with_page(lambda listener: listener.refused("explain", **asked)) == key


def test_a_papers_player_is_explained_with_its_own_values() -> None:
    async def script(listener: Page) -> Any:
        return await listener.ask("explain", game="tictactoe", position="XXO/OO./X..", agent="p0.mtt")

    found = with_page(script)
    assert len(found["trace"]["rows"]) == 14
    assert -8 in {-row["value"] for row in found["trace"]["rows"]}


def test_a_search_that_fails_is_told_in_a_sentence() -> None:
    asked = {"game": "textbook", "position": "-", "agent": "alphabeta(depth=1, evaluate='windows')"}
    assert with_page(lambda listener: listener.refused("explain", **asked)) == "server.job-failed"


def test_a_cancelled_search_ends_at_once() -> None:
    async def script(listener: Page) -> None:
        asked = {"game": "connect4", "position": "-", "agent": "minimax", "nodes": 200_000_000}
        search = asyncio.create_task(listener.refused("explain", **asked))
        while not listener.lab.job_pool.load:
            await asyncio.sleep(0.01)
        listener.cancel()
        assert await asyncio.wait_for(search, PATIENCE) == "server.cancelled"  # it would take minutes
        assert listener.lab.job_pool.load == 0

    with_page(script)


@pytest.mark.parametrize(
    "request_",
    [
        {"trace": "alphabeta", "game": "nonsense", "begin": "-", "limits": {}, "rows": 10},
        {"trace": "greedy", "game": "tictactoe", "begin": "-", "limits": {}, "rows": 10},
        {"trace": "alphabeta", "game": "tictactoe", "begin": "99", "limits": {}, "rows": 10},
        {"trace": "alphabeta", "game": "tictactoe", "begin": "-", "limits": {"depth": -1}, "rows": 10},
        {"trace": "alphabeta"},
        {"claim": "P9.nothing"},
        {"claim": None},
    ],
)
def test_whatever_goes_wrong_in_a_mind_is_an_error(request_: dict[str, Any]) -> None:
    reply = SearchServer().answer({"id": 7} | request_)
    assert reply["id"] == 7
    assert isinstance(reply["error"], str)


def test_a_claim_is_measured_as_reproduce_does() -> None:
    async def script(listener: Page) -> Any:
        known = await listener.ask("papers")
        await listener.ask("measure", claims=["P1.figure-1", "P1.empty"])
        found = await listener.found("P1.figure-1", "P1.empty")
        return known["papers"], found, await listener.refused("measure", claims=["P1.nothing"])

    papers, found, refused = with_page(script)
    assert refused == "jobs.no-claim"
    assert [paper["name"] for paper in papers] == list(PAPERS)
    claims = {claim.id: claim for paper in PAPERS.values() for claim in paper.CLAIMS}
    described = [claim for paper in papers for claim in paper["claims"]]
    assert [claim["id"] for claim in described] == list(claims)
    for name, finding in found.items():
        found_here = claims[name].measure()
        (listed,) = [claim for claim in described if claim["id"] == name]
        for language in LANGUAGES:
            shown = claims[name].to_json(found_here, language)  # as `plyground reproduce --json` prints it
            said = _in(language, listed | finding)
            assert shown.pop("title") in papers[1]["short"].values()
            assert shown == {"paper": "P1", **{key: value for key, value in said.items() if key in shown}}
        assert finding["seconds"] >= 0


def _in(language: str, told: Any) -> Any:
    """What is told, each sentence in one language."""
    if isinstance(told, list):
        return [_in(language, each) for each in told]
    if not isinstance(told, dict):
        return told
    if told.keys() == set(LANGUAGES):
        return told[language]
    return {key: _in(language, value) for key, value in told.items()}
