"""OpenSpiel's games beside ours and as ours: the same rules, the same counts, the same contract."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings

from helpers.command import complaint
from helpers.outsiders import answered
from plyground import Outcome, Player, SplitMix64, load_game, perft
from plyground.agents.openspiel_state import move_of, twin
from plyground.games.openspiel import MISSING, PASS, OpenSpielPosition
from plyground.searchers import AlphaBeta

installed = pytest.mark.skipif(find_spec("pyspiel") is None, reason=MISSING)

TWINS = {  # ours, and what it is called there
    "tictactoe": "openspiel:tic_tac_toe",
    "connect4": "openspiel:connect_four",
    "connect4(5,4,3)": "openspiel:connect_four(columns=5, rows=4, x_in_row=3)",
    "mnk(5,3,3)": "openspiel:mnk(k=3, m=5, n=3)",
    "mnk(5,5,4)": "openspiel:mnk(k=4, m=5, n=5)",
}
OTHERS = [
    "openspiel:breakthrough(columns=4, rows=5)",
    "openspiel:dots_and_boxes(num_cols=1)",  # where who closes a box moves again
    "openspiel:dots_and_boxes(num_cols=1, utility_margin=True)",  # which pays in points
    "openspiel:go(board_size=3, komi=1.5)",
    "openspiel:gomoku(connect=3, size=4)",  # moves with a comma: 0,1
    "openspiel:nim(pile_sizes='2;3')",  # moves with spaces: pile:1, take:1;
]


# ------------------------------------------------------------------ side by side


@installed
@pytest.mark.parametrize("spec", TWINS)
def test_rules_are_the_same_move_by_move(spec: str) -> None:
    game, chance = load_game(spec), SplitMix64(10)
    for _ in range(100):
        position, state = game.start(), twin(game).new_initial_state()
        while True:
            outcome, actions = position.outcome(), state.legal_actions()
            assert (outcome is not None) == state.is_terminal()
            if outcome:
                gained = {None: 0, Player.FIRST: 1, Player.SECOND: -1}[outcome.winner]
                assert state.returns() == [gained, -gained]
                break
            assert [move_of(position, action) for action in actions] == list(position.moves())
            assert state.current_player() == position.to_move.value
            action = chance.choice(actions)
            position = position.after(move_of(position, action))
            state.apply_action(action)


@installed
@pytest.mark.parametrize(
    ("spec", "depth"), [("tictactoe", 6), ("connect4", 5), ("connect4(5,4,3)", 6), ("mnk(5,5,4)", 3)]
)
def test_both_count_the_same_sequences(spec: str, depth: int) -> None:
    assert perft(load_game(TWINS[spec]).start(), depth) == perft(load_game(spec).start(), depth, "native")


@installed
def test_a_search_of_either_tictactoe_is_the_same() -> None:
    specs = ("tictactoe", TWINS["tictactoe"])
    ours, theirs = (AlphaBeta(core="python").search(load_game(spec).start()) for spec in specs)
    assert (theirs.score, theirs.line, theirs.stats) == (ours.score, ours.line, ours.stats)
    assert theirs.stats.nodes == 20_866


@installed
@pytest.mark.parametrize(
    "spec",
    [
        "openspiel:nim(pile_sizes='1;2;2')",
        "openspiel:dots_and_boxes(num_cols=1)",
        "openspiel:dots_and_boxes(num_cols=1, utility_margin=True)",
        "openspiel:breakthrough(columns=3, rows=4)",
    ],
)
def test_our_search_finds_the_value_that_theirs_finds(spec: str) -> None:
    start = load_game(spec).start()
    assert isinstance(start, OpenSpielPosition)
    search = import_module("open_spiel.python.algorithms.minimax").alpha_beta_search
    value, _ = search(start.game.rules)
    score = AlphaBeta().search(start).score
    assert (score if start.game.pays else (score > 0) - (score < 0)) == value


# ------------------------------------------------------------------ as our games


def contract() -> ModuleType:
    """The tests that every game must pass."""
    spec = spec_from_file_location("the_contract", Path(__file__).parents[1] / "contract" / "test_games.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CONTRACT = {
    name: settings(max_examples=3)(test) if hasattr(test, "hypothesis") else test
    for name, test in vars(contract()).items()
    if name.startswith("test_")
}


def keep_the_contract(spec: str) -> None:
    for test in CONTRACT.values():
        test(spec=spec)


@installed
@pytest.mark.parametrize("spec", [TWINS["tictactoe"], TWINS["connect4(5,4,3)"], *OTHERS])
def test_its_games_keep_our_contract(spec: str) -> None:
    assert len(CONTRACT) > 15
    assert load_game(spec).spec == spec
    keep_the_contract(spec)


@installed
@pytest.mark.campaign
def test_all_its_games_that_fit_keep_our_contract() -> None:
    fitting = complaint("show", "openspiel:nothing").partition("games are ")[2].split(", ")
    assert len(fitting) > 30
    for name in map(str.strip, fitting):
        keep_the_contract(f"openspiel:{name}")


@installed
def test_the_side_that_does_not_move_passes() -> None:
    spec = "openspiel:dots_and_boxes(num_rows=1)"
    closed = load_game(spec).parse("P1(h,0,0) P2(h,1,0) P1(v,0,0) P2(v,0,1)")
    assert closed.to_move is Player.FIRST
    assert [closed.write(move) for move in closed.moves()] == ["pass"]
    again = closed.play("pass")
    assert again.to_move is Player.SECOND
    assert [again.write(move) for move in again.moves()] == ["P2(h,0,1)", "P2(h,1,1)", "P2(v,0,2)"]
    assert answered("openspiel:mcts", spec, closed.text()) == PASS


@installed
def test_a_game_may_pay_in_points() -> None:
    game = load_game("openspiel:dots_and_boxes(num_cols=1, utility_margin=True)")
    moves = "P1(h,0,0) P2(h,1,0) P1(v,0,0) P2(v,0,1) pass P2(v,1,0) P1(v,1,1) P2(h,2,0)"
    assert game.parse(moves).outcome() == Outcome(Player.SECOND, points=-2)


@installed
def test_white_begins_though_it_is_player_one() -> None:
    start = load_game("openspiel:chess").start()
    assert isinstance(start, OpenSpielPosition)
    assert (start.to_move, start.player, start.state.current_player()) == (Player.FIRST, 1, 1)
    mate = load_game("openspiel:chess").parse("f3 e5 g4 Qh4#")
    assert mate.outcome() == Outcome(Player.SECOND)


@installed
def test_a_board_is_drawn_in_plain_letters_unless_asked() -> None:
    position = load_game("openspiel:dots_and_boxes").parse("P1(h,0,0)")
    assert position.draw().splitlines()[0] == "+---+- -+"
    assert position.draw(unicode=True).splitlines()[0] == "┌───┬╴ ╶┐"
    assert "\x1b" not in load_game("openspiel:twixt").start().draw()


@installed
def test_options_that_are_the_usual_ones_are_not_told() -> None:
    assert (
        load_game("openspiel:breakthrough(rows=8, columns=6)").spec == "openspiel:breakthrough(columns=6)"
    )
    assert load_game("openspiel:go(komi=7.5, board_size=9)").spec == "openspiel:go(board_size=9)"


@installed
@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("kuhn_poker", "no game for plyground: kuhn_poker: something in it is left to chance"),
        ("phantom_ttt", "no game for plyground: phantom_ttt: something is hidden from the players"),
        ("matrix_rps", "no game for plyground: matrix_rps: both sides move at once"),
        ("2048", "no game for plyground: 2048: it is not for two"),
        ("misere(game=tic_tac_toe())", "no game for plyground: misere: its rules come from elsewhere"),
        (
            "chequers",
            "no game of OpenSpiel's called chequers: games are amazons, antichess, breakthrough, ",
        ),
        (
            "breakthrough(6,6)",
            "too many positional arguments in openspiel:breakthrough(6, 6): openspiel:breakthrough takes columns=8, rows=8",
        ),
        ("breakthrough(size=6)", "openspiel:breakthrough takes columns=8, rows=8"),
        ("breakthrough(rows=1)", "OpenSpiel refuses it (rows_ > 1) in openspiel:breakthrough(rows=1)"),
        ("connect_four(rows=0)", "bad rows in rows=0: rows is a whole number from 1 to 26"),
        ("hex(num_cols=1)", "num_cols is a whole number from 2 to 26"),
        ("quoridor(players=4)", "bad players in players=4: plyground's games are for 2"),
        ("connect_four(rows='6')", "rows is a whole number"),
        ("go(komi='6')", "bad komi in komi='6': komi is a number"),
        ("nim(pile_sizes=3)", "bad pile_sizes in pile_sizes=3: pile_sizes is a string"),
        ("nim(pile_sizes='x')", "OpenSpiel refuses it (Could not parse size 'x'"),
        ("pentago(ansi_color_output=1)", "ansi_color_output is True or False"),
    ],
)
def test_unplayable_game_is_refused_with_the_reason(
    spec: str, sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert sentence in complaint("show", f"openspiel:{spec}")
    assert capfd.readouterr().err == ""  # OpenSpiel does not say it a second time
