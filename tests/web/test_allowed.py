"""What a page may name: our own games and agents, of a bearable size, and never code of anybody else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.agents import AGENTS, load_agent
from plyground.errors import PlygroundError
from plyground.games.line import connect4, tictactoe
from plyground.games.registry import load_game, registered
from plyground.search import Limits
from plyground.ui.web.allowed import (
    GAMES,
    agent_named,
    game_named,
    limits_wished,
    openings_named,
    position_named,
    seat_wished,
)
from plyground.ui.web.choices import works_in
from plyground.ui.web.rooms import Caps, Refused

CAPS = Caps()


@pytest.mark.parametrize("name", GAMES)
def test_our_games_are_allowed(name: str) -> None:
    assert game_named(registered()[name].example).start().moves()


@pytest.mark.parametrize(
    "spec",
    [
        *("", "chess", "os:system", "builtins:object", "nim.py:Nim", "/etc/passwd:Game", "tictactoe:Game"),
        *(
            "mnk(17,16,5)",
            "mnk(1e9,1,1)",
            "connect4(300,300,4)",
            "mnk(3,3)",
            "mnk(x(),3,3)",
            "tictactoe(1)",
        ),
        *("mnk(Player.FIRST,3,3)", "tree((1, alphabeta()))", "tree('nonsense')", "tree(())", "mnk(3,3,3"),
        *("\0", "tree(" + "(" * 200 + ")" * 200 + ")", "mnk(" + "9" * 3_000 + ",3,3)"),
    ],
)
def test_other_games_are_refused(spec: str) -> None:
    with pytest.raises(Refused):
        game_named(spec)


def test_a_board_of_more_cells_than_allowed_is_refused() -> None:
    with pytest.raises(Refused, match="too-much"):
        game_named("gomoku", Caps(cells=224))


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_our_agents_are_allowed_and_play_what_is_said(name: str) -> None:
    assert agent_named(name, CAPS).spec == name
    for kind in GAMES:
        position = load_game(registered()[kind].example).start()
        try:
            load_agent(name).search(position, Limits(depth=2, nodes=200, seconds=0.01))
            plays = True
        except PlygroundError:
            plays = False
        assert plays == (kind in works_in(name))


@pytest.mark.parametrize(
    "spec",
    [
        *("", "nobody", "python:bots/mine.py:choose", "python('mine.py', 'choose')", "Python:x.py:y"),
        *(
            "file:agent.py",
            "os:system",
            "/bin/sh",
            "deepening(inner=python('x.py'))",
            "alphabeta(evaluate=os)",
        ),
        *(
            "alphabeta(evaluate='nonsense')",
            "alphabeta(depth='deep')",
            "alphabeta(depth=41)",
            "alphabeta(41)",
        ),
        *("perfect(table_mb=129)", "pvs(size=4000001)", "deepening(seconds=11)", "mcts(rounds=200000001)"),
        *("deepening(inner=alphabeta(depth=41))", "p4.deepening(seconds=1e300)", "random(seed=-1)"),
        *("alphabeta(order=(os, sys))", "alphabeta(evaluate=Windows(own=(alphabeta,)))"),
    ],
)
def test_other_agents_are_refused(spec: str) -> None:
    with pytest.raises(Refused):
        agent_named(spec, CAPS)


def test_code_is_not_even_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("trap.py").write_text("raise SystemExit('run')")
    for spec in ("trap.py:Game", "trap:Game", f"{tmp_path}/trap.py:Game"):
        with pytest.raises(Refused) as refused:
            game_named(spec)
        assert str(tmp_path) not in str(refused.value.facts["why"])
    for spec in ("python:trap.py:choose", "python:trap:choose", "python('trap.py')"):
        with pytest.raises(Refused):
            agent_named(spec, CAPS)


def test_agents_write_themselves() -> None:
    assert agent_named("AlphaBeta(depth=3)", CAPS).spec == "alphabeta(depth=3)"
    assert agent_named("deepening( inner=pvs(),seconds=1 )", CAPS).spec == "deepening(inner=pvs, seconds=1)"


@pytest.mark.parametrize("spec", ["file:openings.txt", "file('x')", "random(4", "list(random(4))", ""])
def test_openings_of_files_are_refused(spec: str) -> None:
    with pytest.raises(Refused):
        openings_named(spec)


def test_openings_that_are_drawn_or_listed_are_allowed() -> None:
    for spec in ("none", "random(4)", "balanced(4)", "list('44', '43')"):
        assert openings_named(spec) == spec


def test_a_position_is_read_by_the_rules() -> None:
    game = game_named("connect4")
    assert position_named(game, "4453") == game.parse("4453")
    for text in ("9", "44444444", "4" * 2_000):
        with pytest.raises(Refused):
            position_named(game, text)


def test_limits_stay_below_the_caps_and_there_is_always_one_of_time() -> None:
    assert limits_wished({}, CAPS).seconds == CAPS.seconds
    assert limits_wished({"seconds": 2, "depth": None}, CAPS).seconds == 2
    for wished in ({"seconds": 10.1}, {"depth": 41}, {"nodes": 10**9}):
        with pytest.raises(Refused, match="too-much"):
            limits_wished(wished, CAPS)


def test_a_seat_without_an_agent_is_a_person() -> None:
    assert seat_wished(None, CAPS, connect4()).human
    assert seat_wished({"agent": None, "seconds": 3}, CAPS, connect4()).human
    seated = seat_wished({"agent": "random", "nodes": 10}, CAPS, connect4())
    assert (seated.agent, seated.limits.nodes, seated.limits.seconds) == ("random", 10, CAPS.seconds)


def test_a_search_to_the_end_of_a_large_board_is_given_a_depth() -> None:
    """It was cut off by its time with nothing in its hands, and lost at once."""
    assert seat_wished({"agent": "alphabeta"}, CAPS, connect4()).limits.depth == 8
    assert seat_wished({"agent": "alphabeta", "depth": 3}, CAPS, connect4()).limits.depth == 3
    assert seat_wished({"agent": "alphabeta(depth=5)"}, CAPS, connect4()).limits.depth is None
    assert seat_wished({"agent": "alphabeta"}, CAPS, tictactoe()).limits.depth is None
    assert seat_wished({"agent": "mcts"}, CAPS, connect4()).limits.depth is None


def test_a_spec_that_writes_itself_too_long_is_refused() -> None:
    with pytest.raises(Refused):
        game_named(f"tree(({','.join(['1'] * 1_900)}))")
