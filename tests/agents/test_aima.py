"""AIMA's players see our games in the textbook's shape, and their moves are ours."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.outsiders import answered, answered_text, check_forfeit, check_played, said, undone
from helpers.subjects import positions
from plyground import BadSpec, Player, connect4, load_game, tictactoe
from plyground.agents import MoveLimits, aima, load_entrant
from plyground.agents.aima import AimaGame, State, legal
from plyground.workers.messages import Reason

ZOO = "aima:tests/agents/aima_zoo/textbook.py"
GAMES = ["tictactoe", "mnk(4,3,3)", "connect4(5,4,3)", "connect4", "mnk(1,1,1)"]
OTHERS = ["examples/nim.py:Nim(heaps=(1, 2))", "examples/hexapawn.py:Hexapawn", "tree((3, (1, 2)))"]


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with undone():
        yield


# ------------------------------------------------------------------ matches


@pytest.mark.parametrize(
    ("player", "game"),
    [
        ("random_player", "connect4"),
        ("random_player", "examples/nim.py:Nim"),
        ("alpha_beta_player", "connect4(3,3,3)"),
        ("Bottom(steps=2)", "mnk(4,3,3)"),
        ("scribbling", "connect4(5,4,3)"),
        ("in_numpy", "tictactoe"),
    ],
)
def test_players_play(player: str, game: str) -> None:
    check_played(f"{ZOO}:{player}", game)


def test_output_is_recorded_with_the_move() -> None:
    first, _ = check_played(f"{ZOO}:showing", "connect4(5,4,3)")
    assert all(text.endswith("5 x 4, 3 in a row") and "." in text for text in said(first))


@pytest.mark.parametrize(
    ("player", "reason", "detail"),
    [
        ("nothing", "illegal", "None (a move is a square (x, y)) is no move"),
        ("floating", "illegal", "(1, 4) (no disc can lie there yet) is no move"),
        ("taken", "illegal", "(1, 1) (that square is taken) is no move"),
        (
            "trying_the_impossible",
            "crash",
            "ValueError: no move (0, 0) (squares are (1, 1) to (5, 4)): moves are",
        ),
        ("thoughtless", "start", "thoughtless takes state in textbook.py: a player"),
        ("nobody", "start", "no nobody in textbook.py: a player is a function f(game, state)"),
    ],
)
def test_faulty_agent_forfeits(player: str, reason: Reason, detail: str) -> None:
    check_forfeit(f"{ZOO}:{player}", reason, detail)


# ------------------------------------------------------------------ players


@pytest.mark.parametrize("player", ["alpha_beta_player", "alpha_beta_search", "minimax_search"])
@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        ("tictactoe", "X../.OO/X..", "4"),
        ("tictactoe", "..X/OO./.XX", "6"),
        ("tictactoe", ".X./.OO/..X", "4"),
        ("connect4(4,3,3)", "..../OO../XX..", "3"),
        ("connect4(4,3,3)", "..../X..X/O.XO", "3"),
        ("examples/nim.py:Nim(heaps=(1, 2))", "-", "2x1"),
    ],
)
def test_a_search_in_either_edition_finds_the_move(player: str, game: str, text: str, move: str) -> None:
    assert answered_text(f"{ZOO}:{player}", game, text) == move


def test_a_player_may_be_an_object() -> None:
    assert answered_text(f"{ZOO}:Bottom") == "1"
    assert answered_text(f"{ZOO}:Bottom(steps=2)") == "7"
    assert answered_text(f"{ZOO}:Called", "tictactoe") == "7"
    assert answered_text(f"{ZOO}:Called", "examples/nim.py:Nim") == "1x1"


def test_a_player_is_told_its_game_once_in_every_game() -> None:
    agent = load_entrant(f"{ZOO}:Bottom").enter(0)
    assert isinstance(agent, aima.AimaAgent)
    position = connect4().start()
    agent.choose(position, MoveLimits())
    known = agent.game
    agent.choose(position.after(position.moves()[0]), MoveLimits())
    assert agent.game is known


def test_a_player_of_an_installed_module_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "players_of_mine.py").write_text("def last(game, state): return game.actions(state)[-1]")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert answered_text("aima:players_of_mine:last") == "7"
    assert load_entrant("aima:players_of_mine:last").files == (tmp_path / "players_of_mine.py",)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        (
            "aima:players.py",
            "no name of a player in aima:players.py: name the player: aima:players.py:function",
        ),
        ("aima:players", "write aima:file.py:name"),
        ("aima", "write aima:file.py:name"),
    ],
)
def test_a_bad_spec_is_refused_before_anything_is_run(spec: str, complaint: str) -> None:
    with pytest.raises(BadSpec) as refused:
        load_entrant(spec)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        ("random_player(depth=3)", "options for the function random_player"),
        ("Bottom(depth=3)", "Bottom takes steps=1"),
        ("thoughtless", "a player is a function f\\(game, state\\)"),
        ("__doc__", "no __doc__"),
    ],
)
def test_bad_player_is_refused(player: str, complaint: str) -> None:
    with pytest.raises(BadSpec, match=complaint):
        answered(f"{ZOO}:{player}")


# ------------------------------------------------------------------ the view


@pytest.mark.parametrize("spec", GAMES)
@given(data=st.data())
def test_a_state_is_the_position(spec: str, data: st.DataObject) -> None:
    position: Any = data.draw(positions(spec))
    game, state, rules = AimaGame(position), State(position), position.game
    assert (game.h, game.v, game.k) == (rules.columns, rules.rows, rules.k)
    assert game.initial == State(rules.start())
    rows = [
        "".join(state.board.get((x, y), ".") for x in range(1, game.h + 1)) for y in range(game.v, 0, -1)
    ]
    assert rules.parse("/".join(rows)) == position
    assert len(state.moves) + len(state.board) == game.h * game.v
    assert not set(state.moves) & set(state.board)
    assert tuple(state) == (game.to_move(state), state.utility, state.board, state.moves)
    assert state.to_move == ("X" if position.to_move is Player.FIRST else "O")


@pytest.mark.parametrize("spec", GAMES + OTHERS)
@given(data=st.data())
def test_the_view_plays_by_the_rules(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    game, state = AimaGame(position), State(position)
    actions = game.actions(state)
    assert {game.result(state, action) for action in actions} == {
        State(position.after(m)) for m in position.moves()
    }
    assert [legal(position, action) for action in sorted(actions)] == [
        legal(position, a) for a in sorted(actions)
    ]
    assert set(actions) <= set(state.moves)
    assert game.terminal_test(state) == game.is_terminal(state) == (not actions)
    outcome = position.outcome()
    winner = outcome and outcome.winner
    assert game.utility(state, "X") == -game.utility(state, "O") == state.utility
    if outcome is None or outcome.points is None:
        assert state.utility == (0 if winner is None else 1 if winner is Player.FIRST else -1)


def test_squares_count_up_from_the_bottom_left() -> None:
    game = AimaGame(tictactoe().start())
    assert game.actions(game.initial) == [(x, y) for x in (1, 2, 3) for y in (1, 2, 3)]
    state = game.result(game.result(game.initial, (1, 1)), [3, 2])
    assert state.position.text() == ".../..O/X.."
    assert state.board == {(1, 1): "X", (3, 2): "O"}
    falling = AimaGame(connect4().start())
    assert falling.actions(falling.initial) == [(x, 1) for x in range(1, 8)]
    assert len(falling.initial.moves) == 42


def test_points_are_worth_what_they_are() -> None:
    position: Any = load_game("tree((3, -2))").start()
    game = AimaGame(position)
    ends = [game.result(game.initial, action) for action in game.actions(game.initial)]
    assert [(game.utility(end, "X"), game.utility(end, "O")) for end in ends] == [(3, -3), (-2, 2)]


def test_states_can_be_copied_compared_and_kept_in_tables() -> None:
    game = AimaGame(tictactoe().start())
    one, other = (game.result(game.initial, move) for move in ((1, 1), (2, 2)))
    assert copy.deepcopy(one) == one != other
    assert {one: 1}[copy.copy(one)] == 1
    assert one != one.position


def test_an_illegal_move_is_an_error() -> None:
    game = AimaGame(connect4(5, 4, 3).start())
    for move, why in (
        ((0, 1), "squares are"),
        ((1, 2), "no disc can lie there yet"),
        (3, "a square"),
        ("1", "a square"),
    ):
        with pytest.raises(ValueError, match=why):
            game.result(game.initial, move)


def test_a_state_that_is_none_is_an_error() -> None:
    game = AimaGame(tictactoe().start())
    for ask in (game.actions, game.to_move, game.terminal_test, game.display):
        with pytest.raises(TypeError, match="a dict is no state of this game"):
            ask({})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "answer", [None, 4, "11", (1,), (1.0, 1.0), (True, True), (0, 1), (4, 1), (0.5, (4, 4)), {1: 1}]
)
def test_whatever_else_is_answered_equals_no_move(answer: Any) -> None:
    position = tictactoe().start()
    assert aima.move(position, answer) not in position.moves()
