"""A game with its moves, as both ends of an engine protocol keep it."""

from __future__ import annotations

import pytest

from plyground.engines.history import History
from plyground.engines.notation import DropNotation, OwnNotation
from plyground.engines.uci_messages import read_position_words, write_position
from plyground.errors import NotationError
from plyground.games.line import connect4, tictactoe


def test_a_history_is_played_undone_and_written() -> None:
    history = History.begin(connect4().start()).read("4 4, 5")
    assert history.write() == ["4", "4", "5"]
    assert history.undo() == History.begin(connect4().start()).read("4 4")
    assert history.write(DropNotation().write) == ["P@d1", "P@d2", "P@e1"]


def test_the_reply_that_leads_to_a_position_is_found() -> None:
    history = History.begin(tictactoe().start()).read("5")
    assert history.reply(tictactoe().parse("51")) == history.read("1")
    assert history.reply(tictactoe().parse("52 1")) is None, "two moves away"


def test_history_leading_to_a_position() -> None:
    known = History.leading_to(tictactoe().parse("X.O/.X./... o"))
    assert known.from_game_start
    assert known.position == tictactoe().parse("X.O/.X./... o")
    assert len(known.moves) == 3
    second_began = History.leading_to(tictactoe().parse("O../.../... x"))
    assert not second_began.from_game_start
    assert second_began.moves == ()


@pytest.mark.parametrize("notation", [OwnNotation(), DropNotation()])
def test_a_position_line_is_read_as_it_was_written(notation: OwnNotation | DropNotation) -> None:
    history = History.begin(connect4().start()).read("4 4 3 5")
    line = write_position(history, notation)
    words = read_position_words(line.removeprefix("position "))
    assert words is not None
    board, moves = words
    assert board == "-"
    assert History.begin(connect4().start()).read(moves) == history


def test_an_error_names_the_place_of_the_illegal_move() -> None:
    with pytest.raises(NotationError) as error:
        History.begin(connect4().start()).read("4 4 9")
    assert error.value.at == 4
