"""The compiled rules are the Python rules."""

from __future__ import annotations

import pytest

from plyground import (
    LineGame,
    LinePosition,
    Outcome,
    Player,
    SplitMix64,
    _core,
    load_game,
    native,
    tictactoe,
)
from subjects import LINE_GAMES, random_play

POSITIONS = 100_000
NOTHING = bytes(32)


@pytest.mark.parametrize("spec", LINE_GAMES)
def test_rules_agree_on_random_positions(spec: str) -> None:
    game = load_game(spec)
    chance, seen = SplitMix64(2026), 0
    while seen < POSITIONS // len(LINE_GAMES) + 1:
        for position in random_play(game, chance):
            assert isinstance(position, LinePosition)
            assert native.moves(position) == position.moves()
            assert native.outcome(position) == position.outcome()
            seen += 1


def test_rules_agree_on_games_that_o_began() -> None:
    for text in ("O../.../... x", "XO./.../... o", "XXO/.O./O.. x", "XXX/O../O.. o"):
        position = tictactoe().parse(text)
        assert native.moves(position) == position.moves()
        assert native.outcome(position) == position.outcome()


def test_a_stone_that_completes_two_lines_brings_both() -> None:
    won = tictactoe().parse(".XX/XOO/XOO x").play("1")
    assert won.outcome() == Outcome(Player.FIRST, ((0, 1, 2), (0, 3, 6))) == native.outcome(won)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ((0, 3, 1), "1 to 256 cells"),
        ((3, 0, 1), "1 to 256 cells"),
        ((-3, -3, 1), "1 to 256 cells"),
        ((257, 1, 1), "1 to 256 cells"),
        ((16, 17, 5), "1 to 256 cells"),
        ((2**31 - 1, 2**31 - 1, 4), "1 to 256 cells"),
        ((3, 3, 4), "no line of k fits"),
        ((3, 3, 0), "no line of k fits"),
    ],
)
def test_impossible_boards_are_refused(size: tuple[int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.LineRules(*size, False)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ((b"", NOTHING, 0), "stones are 32 bytes"),
        ((NOTHING, b"1" * 33, 0), "stones are 32 bytes"),
        (((1 << 9).to_bytes(32, "little"), NOTHING, 0), "beside the board"),
        ((bytes([3, *[0] * 31]), bytes([2, *[0] * 31]), 0), "two stones on one cell"),
        ((NOTHING, NOTHING, 2), "to_move is 0 or 1"),
    ],
)
def test_impossible_positions_are_refused(board: native.Board, message: str) -> None:
    rules = native.rules(tictactoe())
    for ask in (rules.moves, rules.outcome, rules.frontier):
        with pytest.raises(ValueError, match=message):
            ask(*board)


def test_the_words_are_the_right_size() -> None:
    for columns, rows in ((8, 8), (13, 5), (16, 8), (43, 3), (16, 16)):
        game = LineGame(columns, rows, 3)
        last = game.start().after(game.cells - 1)
        assert native.moves(last) == tuple(range(game.cells - 1))
