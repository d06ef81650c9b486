"""OpenSpiel's bots, and those of its users, as agents in our games."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.command import complaint
from helpers.outsiders import answered, answered_text, check_forfeit, check_played, undone
from helpers.played import played, timeless
from helpers.subjects import positions, random_play
from plyground import BadSpec, PlygroundError, SplitMix64, load_game
from plyground.agents import MoveLimits, load_entrant
from plyground.agents.openspiel_state import Follower, move_of, set_up
from plyground.games.openspiel import MISSING
from plyground.score import WIN

installed = pytest.mark.skipif(find_spec("pyspiel") is None, reason=MISSING)
ZOO = "openspiel:tests/agents/openspiel_zoo/bots.py"


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with undone():
        yield


# ------------------------------------------------------------------ states for our positions


@installed
@given(data=st.data())
@pytest.mark.parametrize(
    "spec", ["tictactoe", "connect4", "connect4(5,4,3)", "connect4(9,9,5)", "mnk(5,5,4)", "mnk(9,1,2)"]
)
def test_a_board_without_its_history_becomes_the_same_board_there(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    if position.outcome():
        return
    state = set_up(load_game(spec).parse(position.text()))  # type: ignore[arg-type]
    drawn = "".join(mark for mark in str(state) if mark in "xo.").upper()
    assert drawn == position.text().replace("/", "")
    assert state.current_player() == position.to_move.value


@installed
def test_where_o_began_o_is_the_first_player_there() -> None:
    position = load_game("connect4(5,4,3)").parse("...../...../...../XO.O. x")
    state = set_up(position)  # type: ignore[arg-type]
    assert str(state).split() == [".....", ".....", ".....", "ox.x."]
    assert state.current_player() == 1
    assert answered_text("openspiel:mcts(simulations=200)", "connect4(5,4,3)", position.text()) == "3"


@installed
def test_a_board_that_no_order_of_discs_leads_to_is_refused() -> None:
    with pytest.raises(
        PlygroundError, match=r"no state of OpenSpiel's for .*: no order of moves was found"
    ):
        answered("openspiel:mcts", "connect4", "......./......./......./X....../X....../OO.....")


@installed
def test_a_game_that_openspiel_does_not_have_is_refused() -> None:
    with pytest.raises(
        PlygroundError, match="no game like Nim in OpenSpiel: OpenSpiel plays games of lines and its own"
    ):
        answered("openspiel:mcts", "examples/nim.py:Nim")


@installed
@pytest.mark.parametrize("spec", ["connect4", "mnk(5,5,4)"])
def test_from_where_it_begins_a_game_is_followed_in_its_order(spec: str) -> None:
    path = list(random_play(load_game(spec).start(), SplitMix64(3)))
    follower = Follower()
    for ply in range(2, len(path) - 1, 2):
        state = follower.state_of(path[ply])
        followed = [move_of(*step) for step in zip(path[2:ply], state.history()[2:], strict=True)]
        assert followed == [
            next(m for m in a.moves() if a.after(m) == b) for a, b in pairwise(path[2 : ply + 1])
        ]
        state.apply_action(state.legal_actions()[0])  # it is a copy


# ------------------------------------------------------------------ bots


@installed
@pytest.mark.parametrize(
    ("bot", "game"),
    [
        ("uniform_random", "tictactoe"),
        ("minimax(depth=2)", "connect4"),
        (
            "mcts(simulations=20, uct_c=1, rollouts=2, solve=False)",
            "openspiel:breakthrough(columns=4, rows=5)",
        ),
    ],
)
def test_its_bots_play(bot: str, game: str) -> None:
    check_played(f"openspiel:{bot}", game)


@installed
@pytest.mark.slow
def test_match_with_the_perfect_player_is_stored(tmp_path: Path) -> None:
    agents = ("openspiel:mcts(simulations=100)", "perfect")
    one, two = (played(tmp_path / f"{n}.run", *agents, games=2, seed=5) for n in range(2))
    assert timeless(one) == timeless(two)
    stored = timeless(one)
    assert len(stored["games"]) == 2
    assert {game["ending"] for game in stored["games"]} == {"rules"}
    assert all(game["winner"] != 0 for game in stored["games"])
    own = [move for move in stored["moves"] if move["agent"] == agents[0]]
    assert own
    assert all(1 <= move["nodes"] <= 100 and move["depth"] >= 1 for move in own)


@installed
def test_chance_is_decided_by_the_seed() -> None:
    start, limits = load_game("connect4").start(), MoveLimits()
    for spec in ("openspiel:uniform_random", "openspiel:mcts(simulations=8)"):
        chosen = [
            [load_entrant(spec).enter(seed).choose(start, limits).move for seed in range(30)]
            for _ in range(2)
        ]
        assert chosen[0] == chosen[1]
        assert len(set(chosen[0])) > 3


@installed
def test_limits_of_nodes_and_of_time_are_limits_of_simulations() -> None:
    start = load_game("connect4").start()

    def nodes(spec: str, **limits: Any) -> int:
        result = load_entrant(spec).enter(0).choose(start, MoveLimits(**limits)).result
        assert result is not None
        return result.stats.nodes

    assert nodes("openspiel:mcts") == 1_000
    assert nodes("openspiel:mcts", nodes=77) == 77
    assert nodes("openspiel:mcts", nodes=2_345) == 2_345
    assert nodes("openspiel:mcts(simulations=50)", nodes=77) == 50
    assert nodes("openspiel:mcts(simulations=50)", seconds=60) == 50
    assert nodes("openspiel:mcts", seconds=0.05) > 0  # and it has come back


@installed
def test_a_proven_win_is_told_as_one() -> None:
    position = load_game("tictactoe").parse("XX./OO./...")
    choice = load_entrant("openspiel:mcts").enter(0).choose(position, MoveLimits())
    assert position.write(choice.move) == "3"
    assert choice.result is not None
    assert (choice.result.score, choice.result.proven) == (WIN, True)


@installed
def test_minimax_goes_as_deep_as_it_is_told() -> None:
    def answer(bot: str, **limits: int) -> str:
        return answered_text(f"openspiel:{bot}", "connect4(5,4,3)", "...../...../...../OXX..", **limits)

    assert answer("minimax(depth=1)") == "1"  # it does not see that X would win
    assert answer("minimax(depth=2)") == "4"
    assert answer("minimax") == "4"
    assert answer("minimax", depth=1) == "1"


@installed
@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (
            "openspiel:stockfish",
            "no bot of OpenSpiel's called stockfish: bots are mcts, minimax, uniform_random, or file.py:Class",
        ),
        ("openspiel:mcts(simulations=0)", "simulations is a whole number from 1 to"),
        ("openspiel:mcts(uct_c='2')", "uct_c is a number from 0 to 1000000"),
        ("openspiel:mcts(solve=2)", "solve is True or False"),
        (
            "openspiel:mcts(rounds=9)",
            "openspiel:mcts takes simulations=None, uct_c=2.0, rollouts=1, solve=True",
        ),
        ("openspiel:minimax(depth=0)", "depth is a whole number from 1 to 1000"),
        ("openspiel", "write openspiel:file.py:name"),
    ],
)
def test_a_bad_spec_of_a_bot_is_refused_at_once(spec: str, sentence: str) -> None:
    with pytest.raises(BadSpec) as refused:
        load_entrant(spec)
    assert sentence in str(refused.value)


# ------------------------------------------------------------------ users' own bots


@installed
@pytest.mark.parametrize(
    ("bot", "game"),
    [
        ("Remembering", "connect4(5,4,3)"),
        ("Remembering(habit='last')", "openspiel:mancala"),
        ("NoClassOfOpenSpiels", "openspiel:mancala"),
        ("step", "mnk(4,4,3)"),
    ],
)
def test_users_bots_play_as_they_are(bot: str, game: str) -> None:
    check_played(f"{ZOO}:{bot}", game)


@installed
def test_a_bot_that_fails_loses() -> None:
    check_forfeit(f"{ZOO}:failing", "crash", "ValueError: no idea (bots.py, line ")


@installed
@pytest.mark.parametrize(("bot", "told"), [("far_out", "40"), ("a_float", "3.0"), ("nothing", "None")])
def test_unknown_action_is_an_illegal_move(bot: str, told: str) -> None:
    answer = answered(f"{ZOO}:{bot}")
    assert answer not in load_game("connect4").start().moves()
    assert repr(answer) == f"{told} (no legal action of OpenSpiel's)"


@installed
@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("nothing_at_all", "a bot is a class with step(state), or a function of a state"),
        ("absent", "no absent in tests/agents/openspiel_zoo/bots.py"),
        ("Remembering(mood=1)", "Remembering takes player_id, rng, habit='any'"),
        ("step(mood=1)", "only a class takes some"),
    ],
)
def test_unknown_bot_does_not_start(bot: str, sentence: str) -> None:
    with pytest.raises(BadSpec) as refused:
        load_entrant(f"{ZOO}:{bot}").enter(0)
    assert sentence in str(refused.value)


@installed
def test_a_bot_whose_move_was_not_made_is_told_the_game_anew() -> None:
    agent, chance = load_entrant(f"{ZOO}:Remembering").enter(1), random.Random(2)
    position = load_game("connect4").start()
    while not position.outcome():  # the bot itself looks whether what it was told is what was played
        agent.choose(position, MoveLimits())
        for _ in range(2):
            if moves := position.moves():
                position = position.after(chance.choice(moves))


# ------------------------------------------------------------------ where it is not installed


@pytest.mark.parametrize(
    "command",
    [("match", "tictactoe", "openspiel:mcts", "random", "--games", "2"), ("show", "openspiel:tic_tac_toe")],
)
def test_where_it_is_missing_that_is_said(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path))
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert "OpenSpiel needs open_spiel: pip install 'plyground[openspiel]'" in complaint(*command)


def test_openspiel_is_imported_lazily() -> None:
    code = "import sys, plyground; plyground.load_game('connect4'); print([m for m in sys.modules if 'spiel' in m])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
