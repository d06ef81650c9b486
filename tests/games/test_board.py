"""Boards as values: what is drawn, and which move a click means."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from plyground import BadSpec, Board, connect4, load_game, tictactoe
from plyground.games.spelling import board_spelling
from plyground.session.view import board_of

HEXAPAWN = load_game("examples/hexapawn.py:Hexapawn").start()


def test_a_line_game_has_a_board_with_a_cell_for_every_move() -> None:
    position = connect4().parse("4453")
    board = position.as_board()
    assert (board.columns, board.rows, board.k, board.gravity) == (7, 6, 4, True)
    assert [path[0] for path in board.clicks] == list(position.moves())
    assert {cell: mark for cell, mark in enumerate(board.cells) if mark} == {
        38: "X",
        31: "O",
        39: "X",
        37: "O",
    }
    assert board.fault(len(position.moves())) == ""


def test_a_position_without_a_board_has_none() -> None:
    assert load_game("textbook").start().as_board() is None
    assert load_game("examples/nim.py:Nim").start().as_board() is None


def played(board: Board, *cells: int) -> list[tuple[tuple[int, ...], int | None]]:
    """What each of some clicks means, one after the other."""
    picked: tuple[int, ...] = ()
    meant = []
    for cell in cells:
        picked, move = board.click(picked, cell)
        meant.append((picked, move))
    return meant


def test_a_stone_is_put_by_one_click_anywhere_in_its_column() -> None:
    assert played(connect4().parse("44").as_board(), 3, 38) == [((), 3), ((), 3)]
    assert played(tictactoe().parse("5").as_board(), 4, 8) == [((), None), ((), 7)]


def test_piece_moves_by_two_clicks() -> None:
    board = HEXAPAWN.as_board()
    assert board is not None
    assert played(board, 4) == [((), None)]
    assert played(board, 6, 3) == [((6,), None), ((), 0)]
    assert played(board, 6, 7, 4) == [((6,), None), ((7,), None), ((), 1)]
    assert played(board, 6, 5, 8, 5) == [((6,), None), ((), None), ((8,), None), ((), 2)]
    assert (board.targets(()), board.targets((7,))) == ((6, 7, 8), (4,))


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        (Board(0, 3, (), ()), "a board of 0 columns and 3 rows"),
        (Board(21, 20, ("",) * 420, ((0,), (1,))), "1 to 400 cells"),
        (Board(2, 1, ("X",), ((0,), (1,))), "a board of 2 cells with 1 marks"),
        (Board(2, 1, ("XX", ""), ((0,), (1,))), "not one character"),
        (Board(2, 1, ("\n", ""), ((0,), (1,))), "not one character"),
        (Board(2, 1, ("", ""), ((0,),)), "clicks for 1 moves of 2"),
        (Board(2, 1, ("", ""), ((0,), (2,))), "clicks beside the board"),
        (Board(2, 1, ("", ""), ((0,), ())), "clicks beside the board"),
        (Board(2, 1, ("", ""), ((0,), (0,))), "by the clicks of another"),
        (Board(2, 1, ("", ""), ((0,), (0, 1))), "by the clicks of another"),
        (Board(2, 1, ("", "X"), ((1, 0), (0, 1))), ""),
    ],
)
def test_bad_boards_are_refused(board: Board, fault: str) -> None:
    assert fault in board.fault(2)
    assert bool(fault) == bool(board.fault(2))


def test_undrawable_board_is_refused_at_load(tmp_path: Path) -> None:
    source = """
        from examples_hexapawn import Hexapawn
        from plyground import Board

        class Bad(Hexapawn):
            def as_board(self):
                return Board(3, 3, ("",) * 9, ())
    """
    (tmp_path / "examples_hexapawn.py").write_text(Path("examples/hexapawn.py").read_text())
    file = tmp_path / "bad.py"
    file.write_text(dedent(source))
    with pytest.raises(BadSpec, match="clicks for 0 moves of 3"):
        load_game(f"{file}:Bad")


@pytest.mark.parametrize("game", ["connect4", "tictactoe", "mnk(5,5,4)", "examples/hexapawn.py:Hexapawn"])
def test_every_move_can_be_clicked(game: str) -> None:
    position: Any = load_game(game).start()
    while moves := position.moves():
        board = position.as_board()
        assert board.fault(len(moves)) == ""
        for number, path in enumerate(board.clicks):
            assert played(board, *path)[-1] == ((), number)
        position = position.after(moves[0])
    assert position.as_board().clicks == ()


def test_a_board_that_fails_in_the_middle_of_a_game_is_left_out() -> None:
    class Failing(type(HEXAPAWN)):  # type: ignore[misc]
        def as_board(self) -> Board:
            raise RuntimeError("no board here")

    assert board_of(HEXAPAWN) is not None
    assert board_of(Failing()) is None


@pytest.mark.parametrize(
    ("board", "name"),
    [
        (Board(3, 3, ("",) * 9, (), k=3), "1"),
        (Board(3, 3, ("",) * 9, ()), "a3"),  # it is not won by rows, so its moves are more than a square
        (Board(4, 4, ("",) * 16, (), k=3), "a4"),
        (Board(3, 3, ("",) * 9, (), gravity=True), "1"),
    ],
)
def test_cells_of_any_board_have_names(board: Board, name: str) -> None:
    assert board_spelling(board).write(0) == name
