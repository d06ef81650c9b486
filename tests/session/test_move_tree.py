"""Lines that were left for another move are kept, with what their moves have cost."""

from __future__ import annotations

import pytest

from helpers.thinking import PoolHere
from plyground.game import Player
from plyground.games.registry import load_game
from plyground.session import Session
from plyground.session.history import GameHistory
from plyground.session.move_tree import MAX_VARIATIONS, MoveTree
from plyground.session.view import PlayedMove


def played(text: str) -> list[PlayedMove]:
    return [PlayedMove(move, Player(ply % 2)) for ply, move in enumerate(text)]


def tree_of(*lines: str) -> MoveTree:
    tree = MoveTree()
    for line in lines:
        tree.add(played(line))
    return tree


def variations(tree: MoveTree, line: str) -> list[str]:
    return ["".join(each) for each in tree.variations(list(line))]


def test_a_tree_knows_every_line_that_leaves_another() -> None:
    tree = tree_of("4453", "4457", "46", "1")
    assert variations(tree, "4453") == ["1", "46", "4457"]
    assert variations(tree, "44") == ["1", "46", "4453", "4457"]
    assert variations(tree, "1") == ["4453", "4457", "46"]
    assert variations(tree, "") == ["4453", "4457", "46", "1"]
    assert variations(tree, "7") == ["4453", "4457", "46", "1"]
    assert [move.text for move in tree.find("4459")] == ["4", "4", "5"]
    assert tree.add(played("4453")) == 0


def test_the_newest_variations_are_shown() -> None:
    pairs = [f"{first}{second}{third}" for first in "1234567" for second in "1234567" for third in "12"]
    tree = tree_of(*pairs)
    assert variations(tree, "") == pairs[-MAX_VARIATIONS:]


def left(session: Session) -> list[str]:
    return ["".join(line) for line in session.view.variations]


def test_a_new_move_keeps_the_old_line_and_one_can_go_back_to_it() -> None:
    with Session("connect4", pool=PoolHere()) as session:
        for move in "4453":
            session.move(move)
        session.undo(2)
        session.move("1")
        assert left(session) == ["4453"]
        assert not session.view.undone
        session.follow("4453", 3)
        assert "".join(each.text for each in session.view.played) == "445"
        assert "".join(each.text for each in session.view.undone) == "3"
        assert left(session) == ["441"]
        session.redo()
        assert session.view.position.text() == load_game("connect4").parse("4453").text()
        session.new()
        assert left(session) == []


def test_a_move_that_is_played_again_goes_on_in_the_same_line() -> None:
    history = GameHistory.of(load_game("connect4"), "-", "4453")
    for _ in range(3):
        history.undo()
    history.play(PlayedMove("4", Player.SECOND))
    assert [move.text for move in history.line] == list("4453")
    assert history.variations == ()


def test_what_a_move_has_cost_is_known_when_one_comes_back() -> None:
    history = GameHistory.of(load_game("tictactoe"), "-", "5")
    history.play(PlayedMove("1", Player.SECOND, "mcts", 0.5, 100))
    history.undo()
    history.play(PlayedMove("2", Player.SECOND))
    history.follow(["5", "1"], 2)
    assert history.statistics[1].nodes == 100


def test_an_illegal_line_is_refused_in_words() -> None:
    with Session("tictactoe", pool=PoolHere()) as session:
        session.move("5")
        session.follow(["5", "5"], 2)
        assert session.view.note is not None
        assert session.view.note.tone == "error"
        assert [move.text for move in session.view.played] == ["5"]


def test_the_tree_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who takes back and plays for hours does not fill the memory."""
    monkeypatch.setattr("plyground.session.history.MAX_MOVES", 20)
    history = GameHistory.of(load_game("connect4"), "-", "4")
    kept = 0
    for first in "1234567":
        for second in "1234567":
            history.follow(["4", first, second], 3)
            assert history._size <= 20
            assert [move.text for move in history.line] == ["4", first, second]
            kept = max(kept, len(history.variations))
    assert 5 < kept < 20
