"""K in a row: who wins by which line, where discs fall, what symmetry makes the same."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.subjects import LINE_GAMES, positions
from plyground import (
    BadSpec,
    IllegalMove,
    LineGame,
    LinePosition,
    Outcome,
    Player,
    connect4,
    gomoku,
    load_game,
    mnk,
    tictactoe,
)
from plyground.games import geometry

X, O = Player.FIRST, Player.SECOND  # noqa: E741  the marks on the board


@pytest.mark.parametrize(
    ("columns", "rows", "k", "lines"),
    [
        (3, 3, 3, 8),
        (7, 6, 4, 69),
        (15, 15, 5, 572),
        (4, 4, 4, 10),
        (3, 3, 1, 9),
        (5, 1, 2, 4),
        (1, 5, 5, 1),
    ],
)
def test_number_of_winning_lines(columns: int, rows: int, k: int, lines: int) -> None:
    assert len(geometry.lines(columns, rows, k)) == lines


@pytest.mark.parametrize(
    ("game", "symmetries"),
    [
        (tictactoe(), 8),
        (gomoku(), 8),
        (connect4(), 2),
        (connect4(5, 5, 4), 2),
        (mnk(4, 3, 3), 4),
        (mnk(1, 1, 1), 1),
        (mnk(5, 1, 2), 2),
        (connect4(1, 6, 4), 1),
    ],
)
def test_number_of_symmetries(game: LineGame, symmetries: int) -> None:
    assert len(game.symmetries) == len(set(game.symmetries)) == symmetries
    assert game.symmetries[0] == tuple(range(game.cells))


@pytest.mark.parametrize("game", [tictactoe(), connect4(), mnk(4, 3, 3), mnk(6, 6, 4)], ids=str)
def test_symmetries_are_a_group_that_keeps_the_lines(game: LineGame) -> None:
    lines = {frozenset(line) for line in game.lines}
    for one in game.symmetries:
        assert sorted(one) == list(range(game.cells))
        assert {frozenset(one[cell] for cell in line) for line in lines} == lines
        for other in game.symmetries:
            assert tuple(other[cell] for cell in one) in game.symmetries


@pytest.mark.parametrize("spec", LINE_GAMES)
@given(data=st.data())
def test_symmetry_carries_moves_and_outcomes_along(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    assert isinstance(position, LinePosition)
    for symmetry in position.game.symmetries:
        image = position.image(symmetry)
        assert {symmetry[move] for move in position.moves()} == set(image.moves())
        assert image.canonical() == position.canonical()
        for move in position.moves()[:5]:
            after, image_after = position.after(move), image.after(symmetry[move])
            assert after.image(symmetry) == image_after
            assert after.image(symmetry).outcome() == image_after.outcome()


@pytest.mark.parametrize(
    ("game", "text", "outcome"),
    [
        (tictactoe(), "-", None),
        (tictactoe(), "1425", None),
        (tictactoe(), "14253", Outcome(X, ((0, 1, 2),))),
        (tictactoe(), "12457", Outcome(X, ((0, 3, 6),))),
        (tictactoe(), "213597", None),
        (tictactoe(), "123547698", Outcome(None)),
        (connect4(), "1212121", Outcome(X, ((14, 21, 28, 35),))),
        (connect4(), "72121212", Outcome(O, ((15, 22, 29, 36),))),
        (connect4(), "1122334", Outcome(X, ((35, 36, 37, 38),))),
        (connect4(), "12233434474", Outcome(X, ((17, 23, 29, 35),))),
        (connect4(), "76655454414", Outcome(X, ((17, 25, 33, 41),))),
        (mnk(6, 1, 2), "1", None),
    ],
)
def test_winner_and_winning_line(game: LineGame, text: str, outcome: Outcome | None) -> None:
    assert game.parse(text).outcome() == outcome


def test_a_row_longer_than_k_brings_all_its_lines() -> None:
    position = mnk(5, 5, 3).parse("a1 a5 b1 b5 d1 d5 e1 e4 c1")
    assert position.outcome() == Outcome(X, ((20, 21, 22), (21, 22, 23), (22, 23, 24)))


def test_discs_fall_and_stones_do_not() -> None:
    assert connect4().parse("4").text().endswith("/...X...")
    assert connect4().parse("44").text().endswith("/...O.../...X...")
    assert mnk(4, 4, 4).parse("b4").text() == ".X../..../..../...."


def test_a_full_column_is_no_move() -> None:
    position = connect4().parse("444444")
    assert list(map(position.write, position.moves())) == ["1", "2", "3", "5", "6", "7"]


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        (LineGame(3, 3, 3), "tictactoe"),
        (LineGame(7, 6, 4, gravity=True), "connect4"),
        (LineGame(7, 6, 4), "mnk(7,6,4)"),
        (LineGame(8, 7, 4, gravity=True), "connect4(8,7,4)"),
        (LineGame(15, 15, 5), "gomoku"),
        (LineGame(3, 3, 3, gravity=True), "connect4(3,3,3)"),
    ],
)
def test_a_game_is_named_by_its_rules(game: LineGame, spec: str) -> None:
    assert game.spec == str(game) == spec


def test_names_of_squares() -> None:
    assert [tictactoe().start().write(cell) for cell in (0, 2, 8)] == ["1", "3", "9"]
    assert [gomoku().start().write(cell) for cell in (0, 14, 112, 210)] == ["a15", "o15", "h8", "a1"]
    assert [mnk(43, 3, 3).start().write(cell) for cell in (25, 26, 42)] == ["z3", "aa3", "aq3"]
    wide = connect4(12, 10, 5)
    assert wide.parse("10 11 12,10").text().split("/")[-2:] == [".........O..", ".........XOX"]


def test_squares_may_be_written_large_and_run_together() -> None:
    game = gomoku()
    assert game.parse("H8h9 I9") == game.parse("h8 h9 i9")


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ((0, 3, 3), "bad columns in columns=0: columns is a whole number from 1 to 400"),
        ((3, -1, 3), "bad rows in rows=-1: rows is a whole number from 1 to 400"),
        ((3, 3, 4), "bad k in k=4: k is a whole number from 1 to 3"),
        ((3, 3, 0), "bad k in k=0: k is a whole number from 1 to 3"),
        ((21, 20, 5), "420 cells in 21 columns × 20 rows: a board has at most 400"),
        ((3.0, 3, 3), "bad columns in columns=3.0: columns is a whole number from 1 to 400"),
        (("3", 3, 3), "bad columns in columns='3': columns is a whole number from 1 to 400"),
        ((True, 3, 3), "bad columns in columns=True: columns is a whole number from 1 to 400"),
        ((3, 3, 3, 1), "bad gravity in gravity=1: gravity is True or False"),
    ],
)
def test_boards_that_cannot_be(size: tuple[int, int, int], message: str) -> None:
    with pytest.raises(BadSpec) as refused:
        LineGame(*size)
    assert str(refused.value) == message


@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "connect4(12,5,4)"])
def test_no_bare_number_plays_another_square_than_the_one_written(spec: str) -> None:
    start = load_game(spec).start()
    for number in (*range(-1, 62), 1.0, True):
        with pytest.raises(IllegalMove, match="a bare number may mean a cell or a "):
            start.play(number)
    for move in start.moves():
        assert start.play(move) == start.play(start.write(move)) == start.after(move)


@pytest.mark.parametrize(
    ("spec", "number", "right"),
    [
        ("tictactoe", 4, "give '4' for square 4, '5' if you count from 0, or one of position.moves()"),
        ("connect4", 3, "give '3' for column 3, '4' if you count from 0, or one of position.moves()"),
        ("connect4", 0, "give '1' for column 1, or one of position.moves()"),
        ("connect4", 7, "give '7' for column 7, or one of position.moves()"),
        ("connect4", 35, "give the text of a column, or one of position.moves()"),
    ],
)
def test_a_bare_number_is_refused_with_both_ways_to_say_it(spec: str, number: int, right: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        load_game(spec).start().play(number)
    assert str(refused.value).endswith(right)


def test_a_bare_number_is_a_cell_where_squares_have_letters() -> None:
    start = load_game("mnk(5,5,4)").start()
    assert start.play(4) == start.play("e5")


def test_a_finished_game_says_so_of_a_number_too() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        load_game("tictactoe").parse("14253").play(4)


def test_moves_go_through_pickle_and_json_as_what_they_are() -> None:
    start = load_game("connect4").start()
    (first, *_) = pickle.loads(pickle.dumps(start.moves()))
    assert start.play(first) == start.play("1")
    assert json.dumps(start.moves()) == "[35, 36, 37, 38, 39, 40, 41]"


def test_a_board_is_read_by_rows_and_squares() -> None:
    position = connect4().parse("4453")
    assert position.rows()[-2:] == ("...O...", "..OXX..")
    assert [position.at(column, 5) for column in range(7)] == list("..OXX..")
    assert (position.at(3, 4), position.at(3, 0)) == ("O", ".")
    for column, row in ((7, 0), (-1, 0), (0, 6), (0, -1)):
        with pytest.raises(IndexError, match="columns are 0 to 6 and rows 0 to 5, from the top left"):
            position.at(column, row)


@pytest.mark.parametrize("spec", LINE_GAMES)
@given(data=st.data())
def test_rows_and_squares_are_the_text(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    assert isinstance(position, LinePosition)
    game, rows = position.game, position.rows()
    assert "/".join(rows) == position.text().partition(" ")[0]
    assert all(
        position.at(column, row) == rows[row][column]
        for row in range(game.rows)
        for column in range(game.columns)
    )
