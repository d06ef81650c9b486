"""Why something was refused is said in the page's language: whatever a person can type has its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from typing import Any

import pytest

from plyground.agents import AGENTS
from plyground.arena.openings import openings
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.message import Message
from plyground.session.machines import failure_reason
from plyground.session.search_main import SearchServer, reason_of, trace_search
from plyground.session.view import why
from plyground.ui.offers import NAMES
from plyground.ui.web.arena import read_plan
from plyground.ui.web.protocol import Refused, check
from plyground.ui.web.run_main import find_problem
from plyground.ui.web.validation import Caps, read_agent, read_game, read_openings, read_position
from plyground.words import LANGUAGES, tongue
from plyground.workers.channel import Reply
from plyground.workers.messages import Cost, Trouble

CAPS = Caps()
GAMES = (
    *("", " ", "mnk", "mnk()", "mnk(3,3)", "mnk(3,3,9)", "mnk(0,3,3)", "mnk(3,3,3,3)", "mnk('a',3,3)"),
    *("mnk(3.5,3,3)", "mnk(x=3)", "mnk(99,99,5)", "connect4(1)", "connect4(200,1,4)", "tictactoe(4)"),
    *("tree()", "tree(1.5)", "tree(((1,2),'x'))", "tree(((),))", "tree(" + "(" * 80, "a b", "mnk(3,,3)"),
)
VALUES = (
    "0",
    "3",
    "'x'",
    "None",
    "random",
    "alphabeta(core='python')",
)
POSITIONS = {
    "tictactoe": (
        "0",
        "55",
        "x",
        "XXX/.../...",
        "XXX/OOO/...",
        "X/O",
        "..x",
        "X.O/.X./..O q",
        "123456789 1",
    ),
    "connect4": ("9", "1111111", "44a", "......X"),
    "gomoku": ("h8 h8", "z99", "h"),
    "textbook": ("9", "x", "1 1 1"),
}
OPENINGS = (
    *("", "random", "random(0)", "random('x')", "random(2,3)", "list()"),
    *(
        "list('99')",
        "list('1','55')",
        "list('1254738')",
        "list('1 4 2 5 3')",
        "none(3)",
        "random(x=1)",
        "foo",
    ),
)
PLANS: tuple[dict[str, Any], ...] = (
    {"agents": ["random"] * 3},
    {"names": ["a", "a"]},
    {"format": "round-robin", "until_decided": True},
    {"openings": "random(9)"},
    {"openings": "list('55')"},
)


def specs() -> Iterator[str]:
    for name in NAMES:
        for option in (*(each.name for each in fields(AGENTS[name])), "nonsense"):
            yield from (f"{name}({option}={value})" for value in VALUES)
        yield from (f"{name}(", f"{name}(1,2,3,4,5,6,7,8,9)", f"{name}('x')", f"{name}(depth=1,depth=2)")


def reasons(attempt: Callable[[], object]) -> Iterator[Message | str]:
    """Why an attempt was refused, if it was."""
    try:
        attempt()
    except Refused as refused:
        check(refused.to_json(), "Error")
        if "why" in refused.facts:
            yield refused.facts["why"]
    except PlygroundError as error:
        yield why(error)


def first_opening(game: Game[Any], text: str) -> str:
    return next(openings(game, read_openings(text, game), 0))


def assert_spoken(reason: Message | str, what: str) -> None:
    assert isinstance(reason, Message), f"{what}: {reason}"
    told = {tongue(language).message(reason) for language in LANGUAGES}
    assert all("{" not in sentence for sentence in told), told


def test_specs_of_games_and_agents() -> None:
    counted = 0
    for text in GAMES:
        for reason in reasons(partial(read_game, text, CAPS)):
            assert_spoken(reason, text)
            counted += 1
    for text in specs():
        for reason in reasons(partial(read_agent, text, CAPS)):
            assert_spoken(reason, text)
            counted += 1
    assert counted > 400


def test_positions_and_openings() -> None:
    for name, texts in POSITIONS.items():
        game = read_game(name, CAPS)
        for text in texts:
            (reason,) = reasons(partial(read_position, game, text))
            assert_spoken(reason, f"{name} {text}")
        for text in OPENINGS:
            for reason in reasons(partial(first_opening, game, text)):
                assert_spoken(reason, f"{name} {text}")


@pytest.mark.parametrize("wanted", PLANS, ids=str)
def test_plans_here_and_in_the_process_that_plays(wanted: dict[str, Any]) -> None:
    plan = {"game": "tictactoe", "agents": ["random", "random"], "format": "match", "games": 2} | wanted
    found = list(reasons(lambda: read_plan(plan, CAPS)))
    if not found:  # only the openings are found later
        problem = find_problem({"plan": read_plan(plan, CAPS).to_json()})
        assert isinstance(problem, dict)
        check({"key": "jobs.plan", "facts": {"why": problem}}, "Error")
        found = [Message(**problem)]
    if "why" in found[0].facts:  # type: ignore[union-attr]
        assert "5" in str(found[0].facts["why"])  # type: ignore[union-attr]
        return
    assert_spoken(found[0], str(wanted))


def test_machines_that_cannot_move() -> None:
    """`O não jogou (o agente falhou): greedy in a position of …`, in a page in Portuguese."""
    server = SearchServer()
    about = {"key": "1/1/O", "game": "textbook", "begin": "-", "seed": 0}
    assert "error" not in server.answer({"id": 1, "prepare": "greedy", **about})
    reply = server.answer({"id": 2, "key": about["key"], "played": [], "limits": {}})
    assert reply["error"].startswith("greedy in a position of")
    assert reply["why"] == {"key": "why.line-game", "facts": {"name": "greedy"}}
    found = failure_reason(Reply(reply), Trouble("crash", reply["error"], Cost(0.0)))
    assert_spoken(found, "greedy")
    told = tongue("pt-BR").message(
        Message("machine.failed", {"player": 1, "reason": "crash", "why": found})
    )
    assert "greedy só serve para jogos de linhas" in told


@pytest.mark.parametrize(
    ("agent", "game", "key"),
    [
        ("p4.minimax", "tictactoe", "why.one-game"),
        ("p0.alphabeta", "connect4", "why.one-game"),
        ("p2.alphabeta", "connect4", "why.one-game"),
        ("alphabeta(order='centre')", "textbook", "why.line-game"),
        ("alphabeta(depth=1, evaluate='windows')", "textbook", "why.line-game"),
        ("alphabeta(core='native')", "textbook", "why.no-core"),
    ],
)
def test_searches_that_fail(agent: str, game: str, key: str) -> None:
    request = {"trace": agent, "game": game, "begin": "-", "limits": {"depth": 2}, "rows": 10}
    with pytest.raises(PlygroundError) as failed:
        trace_search(request)
    told = reason_of(failed.value)["why"]
    assert told["key"] == key
    assert_spoken(Message(**told), agent)
