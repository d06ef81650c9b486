"""Boards set up by hand: which may be, who moves on them, and how they ended."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.subjects import LINE_GAMES, positions
from plyground import LineGame, Player, connect4, load_game, mnk, tictactoe

X, O = Player.FIRST, Player.SECOND  # noqa: E741


@pytest.mark.parametrize(
    ("text", "to_move", "written"),
    [
        (".../.../...", X, ".../.../..."),
        ("X../.../...", O, "X../.../..."),
        ("x.o/.x./..o", X, "X.O/.X./..O"),
        ("X.O/.X./..O x", X, "X.O/.X./..O"),
        ("X../.../... o", O, "X../.../..."),
        ("XO./.../... o", O, "XO./.../... o"),  # O began
        ("O../.../... x", X, "O../.../... x"),
        ("  X../.../...   O  ", O, "X../.../..."),
    ],
)
def test_side_to_move(text: str, to_move: Player, written: str) -> None:
    position = tictactoe().parse(text)
    assert position.to_move is to_move
    assert position.text() == written
    assert tictactoe().parse(written) == position


def test_positions_that_differ_in_the_side_to_move_differ() -> None:
    assert tictactoe().parse("XO./.../... o") != tictactoe().parse("XO./.../...")


@pytest.mark.parametrize(
    ("game", "text", "winner"),
    [
        (tictactoe(), "XXX/OO./...", X),
        (tictactoe(), "OOO/XX./X..", O),
        (tictactoe(), "XOX/XOX/OXO", None),
        (tictactoe(), "XXX/XOO/XOO", X),  # two lines, one last stone
        (mnk(5, 1, 3), "XXXOO", X),
        (mnk(5, 5, 3), "XXXXX/OO..O/O..../...../.....", X),  # the middle stone came last
        (connect4(), "......./......./X....../XO...../XO...../XO.....", X),
        (connect4(4, 3, 3), "..../XXX./OOXO", X),
    ],
)
def test_boards_that_are_over(game: LineGame, text: str, winner: Player | None) -> None:
    outcome = game.parse(text).outcome()
    assert outcome is not None
    assert outcome.winner is winner


@pytest.mark.parametrize("spec", LINE_GAMES)
@given(data=st.data())
def test_every_reachable_board_may_be_set_up(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    again = load_game(spec).parse(position.text())
    assert again == position
    assert again.outcome() == position.outcome()
