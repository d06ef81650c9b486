"""A game in a notebook: clicks, machines' replies, undo, values, listeners, and what goes wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plyground import AlphaBeta, Limits, Player, Position, connect4, load_game, textbook, tictactoe
from plyground.games.given import given_position
from plyground.notebook.game import NotebookGame

EXAMPLES = Path(__file__).parents[2] / "examples"


def played(game: Any) -> str:
    return " ".join(game.moves)


def last_move(position: Position[Any]) -> Any:
    return position.moves()[-1]


def fails(position: Position[Any]) -> Any:
    raise ValueError("no idea")


def interrupted(position: Position[Any]) -> Any:
    raise KeyboardInterrupt


def test_a_click_plays_and_the_machine_replies() -> None:
    game = NotebookGame(tictactoe().start(), (None, last_move))
    game.click(4)
    assert played(game) == "5 9"
    assert game.view()["last"] == 8
    assert game.view()["played"][1]["agent"] == "object:last_move"


def test_a_click_anywhere_in_a_column_drops_a_disc() -> None:
    game = NotebookGame(connect4().start())
    game.click(3)
    assert played(game) == "4"
    assert game.view()["board"]["cells"][38] == "X"


def test_a_move_of_two_clicks_shows_where_it_begins() -> None:
    game = NotebookGame(load_game(f"{EXAMPLES / 'hexapawn.py'}:Hexapawn").start())
    game.click(6)
    assert (game.picked, played(game)) == ((6,), "")
    game.click(3)
    assert (game.picked, played(game)) == ((), "a1a2")


def test_a_click_that_begins_no_move_is_told() -> None:
    game = NotebookGame(load_game(f"{EXAMPLES / 'hexapawn.py'}:Hexapawn").start())
    game.click(4)
    assert game.note is not None
    assert game.note.key == "notebook.no-move"
    game.click(99)
    assert played(game) == ""


def test_an_illegal_move_is_told_and_changes_nothing() -> None:
    game = NotebookGame(tictactoe().start())
    game.play("5")
    game.play("5")
    assert played(game) == "5"
    assert game.note is not None
    assert game.note.key == "refused.taken"


def test_undo_and_redo_stop_where_a_person_is_to_move() -> None:
    game = NotebookGame(tictactoe().start(), (None, last_move))
    game.play("5")
    game.undo()
    assert played(game) == ""
    game.redo()
    assert played(game) == "5 9"
    game.undo()
    game.undo()
    assert game.note is not None
    assert game.note.key == "refused.nothing-to-undo"


def test_a_machine_that_begins_moves_at_once_and_cannot_be_undone_to() -> None:
    game = NotebookGame(tictactoe().start(), (last_move, None))
    game.reply()
    assert played(game) == "9"
    game.undo()
    assert played(game) == "9"


def test_two_machines_move_step_by_step() -> None:
    game = NotebookGame(tictactoe().start(), (last_move, AlphaBeta()), Limits(depth=1))
    game.reply()
    assert played(game) == ""
    game.step()
    game.step()
    assert len(game.moves) == 2
    game.undo()
    assert len(game.moves) == 1


def test_what_a_search_found_is_shown() -> None:
    game = NotebookGame(connect4().start(), (None, "alphabeta(depth=2)"))
    game.play("4")
    move = game.view()["played"][1]
    assert (move["depth"], len(move["line"]), move["value"]["key"]) == (2, 2, "value.estimate")


@pytest.mark.parametrize(
    ("agent", "key"), [(fails, "notebook.failed"), (interrupted, "notebook.interrupted")]
)
def test_an_agent_that_fails_leaves_the_game_as_it_was(agent: Any, key: str) -> None:
    game = NotebookGame(tictactoe().start(), (None, agent))
    game.play("5")
    assert played(game) == "5"
    assert game.thinking is None
    assert game.note is not None
    assert game.note.key == key
    game.undo()
    assert played(game) == ""


def test_listeners_hear_every_move_and_their_failures_are_told() -> None:
    heard: list[tuple[str, Player]] = []
    game = NotebookGame(tictactoe().start(), (None, last_move))
    game.listeners.append(lambda position, move: heard.append((move, position.to_move)))
    game.play("5")
    assert heard == [("5", Player.SECOND), ("9", Player.FIRST)]
    game.listeners.append(lambda position, move: 1 / 0)
    game.play("1")
    assert played(game) == "5 9 1 8"
    assert game.note is not None
    assert game.note.key == "notebook.listener-failed"


def test_values_are_of_the_position_on_the_board() -> None:
    game = NotebookGame(tictactoe().parse("1524"))
    assert game.view()["analysis"] is None
    game.show_values(True)
    values = game.view()["analysis"]["values"]
    assert [value["text"] for value in values if value["best"]] == ["3"]
    game.play("3")
    assert game.view()["outcome"] == {"winner": 0}
    assert game.view()["winning"] == [0, 1, 2]


def test_a_game_without_a_board_has_its_picture() -> None:
    game = NotebookGame(textbook().start())
    assert game.view()["board"] is None
    assert "14" in game.view()["picture"]
    game.play("2")
    assert played(game) == "2"


def test_what_is_changing_is_told_before_the_machine_searches() -> None:
    seen: list[tuple[int, object]] = []
    game = NotebookGame(tictactoe().start(), (None, last_move))
    game.changed = lambda: seen.append((len(game.moves), game.thinking))
    game.play("5")
    assert seen.index((1, None)) < seen.index((1, "move")) < seen.index((2, None))


def test_a_game_may_be_named_in_three_ways() -> None:
    assert given_position("tictactoe") == given_position(tictactoe()) == tictactoe().start()
    assert given_position(tictactoe().parse("5")) == tictactoe().parse("5")
