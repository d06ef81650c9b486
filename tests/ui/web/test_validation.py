"""What a page may name: our own games and agents, of a bearable size, and never code of anybody else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.agents import AGENTS, load_agent
from plyground.errors import PlygroundError
from plyground.games.line import connect4, tictactoe
from plyground.games.registry import load_game, registered
from plyground.searchers import Limits
from plyground.ui.offers import GAME_NAMES, games_of
from plyground.ui.web.protocol import Refused
from plyground.ui.web.validation import (
    Caps,
    read_agent,
    read_game,
    read_limits,
    read_openings,
    read_position,
    read_seat,
)

CAPS = Caps()


@pytest.mark.parametrize("name", GAME_NAMES)
def test_our_games_are_allowed(name: str) -> None:
    assert read_game(registered()[name].example).start().moves()


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
        read_game(spec)


def test_a_board_of_more_cells_than_allowed_is_refused() -> None:
    with pytest.raises(Refused, match="too-much"):
        read_game("gomoku", Caps(cells=224))


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_our_agents_are_allowed_and_play_what_is_said(name: str) -> None:
    assert read_agent(name, CAPS).spec == name
    for kind in GAME_NAMES:
        position = load_game(registered()[kind].example).start()
        try:
            load_agent(name).search(position, Limits(depth=2, nodes=200, seconds=0.01))
            plays = True
        except PlygroundError:
            plays = False
        assert plays == (kind in games_of(name))


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
        read_agent(spec, CAPS)


@pytest.mark.parametrize(
    ("spec", "key", "facts"),
    [
        ("mcts(rounds=0)", "why.number", {"name": "rounds", "least": 1, "most": 200_000_000}),
        ("mcts(seed=-1)", "why.number", {"name": "seed", "least": 0, "most": "18446744073709551615"}),
        ("alphabeta(depth=deep)", "why.spec", {"where": "depth=|deep"}),
    ],
)
def test_refused_agent_says_what_would_be_allowed(spec: str, key: str, facts: dict[str, object]) -> None:
    """The page said that rounds go to 9,223,372,036,854,776,000, and that there is no player called deep."""
    with pytest.raises(Refused) as refused:
        read_agent(spec, CAPS)
    told = refused.value.to_json()
    assert told["key"] == "server.no-agent"
    assert told["facts"]["why"] == {"key": key, "facts": facts}


def test_code_is_not_even_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("trap.py").write_text("raise SystemExit('run')")
    for spec in ("trap.py:Game", "trap:Game", f"{tmp_path}/trap.py:Game"):
        with pytest.raises(Refused) as refused:
            read_game(spec)
        assert str(tmp_path) not in str(refused.value.facts)
    for spec in ("python:trap.py:choose", "python:trap:choose", "python('trap.py')"):
        with pytest.raises(Refused):
            read_agent(spec, CAPS)


def test_agents_write_themselves() -> None:
    assert read_agent("AlphaBeta(depth=3)", CAPS).spec == "alphabeta(depth=3)"
    assert read_agent("deepening( inner=pvs(),seconds=1 )", CAPS).spec == "deepening(inner=pvs, seconds=1)"


@pytest.mark.parametrize("spec", ["file:openings.txt", "file('x')", "random(4", "list(random(4))", ""])
def test_openings_of_files_are_refused(spec: str) -> None:
    with pytest.raises(Refused):
        read_openings(spec, tictactoe())


def test_openings_that_are_drawn_or_listed_are_allowed() -> None:
    for spec in ("none", "random(4)", "balanced(4)", "list('44', '43')"):
        assert read_openings(spec, tictactoe()) == spec


def test_a_position_is_read_by_the_rules() -> None:
    game = read_game("connect4")
    assert read_position(game, "4453") == game.parse("4453")
    for text in ("9", "44444444", "4" * 2_000):
        with pytest.raises(Refused):
            read_position(game, text)


def test_limits_are_capped_and_always_have_seconds() -> None:
    assert read_limits({}, CAPS).seconds == CAPS.seconds
    assert read_limits({"seconds": 2, "depth": None}, CAPS).seconds == 2
    for wished in ({"seconds": 10.1}, {"depth": 41}, {"nodes": 10**9}):
        with pytest.raises(Refused, match="too-much"):
            read_limits(wished, CAPS)


def test_a_seat_without_an_agent_is_a_person() -> None:
    assert read_seat(None, CAPS, connect4()).human
    assert read_seat({"agent": None, "seconds": 3}, CAPS, connect4()).human
    seated = read_seat({"agent": "random", "nodes": 10}, CAPS, connect4())
    assert (seated.agent, seated.limits.nodes, seated.limits.seconds) == ("random", 10, CAPS.seconds)


def test_a_search_to_the_end_of_a_large_board_is_given_a_depth() -> None:
    """It was cut off by its time with nothing in its hands, and lost at once."""
    assert read_seat({"agent": "alphabeta"}, CAPS, connect4()).limits.depth == 9
    assert read_seat({"agent": "alphabeta", "depth": 3}, CAPS, connect4()).limits.depth == 3
    assert read_seat({"agent": "alphabeta(depth=5)"}, CAPS, connect4()).limits.depth is None
    assert read_seat({"agent": "alphabeta"}, CAPS, tictactoe()).limits.depth is None
    assert read_seat({"agent": "mcts"}, CAPS, connect4()).limits.depth is None


def test_a_spec_that_writes_itself_too_long_is_refused() -> None:
    with pytest.raises(Refused):
        read_game(f"tree(({','.join(['1'] * 1_900)}))")
