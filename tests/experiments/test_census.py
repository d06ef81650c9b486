"""Censuses: all openings, every line against an agent, every position of a small game."""

from __future__ import annotations

import pytest

from plyground import load_game
from plyground.experiments.census import LineCount, all_openings, mirror_halves, whole_game


@pytest.mark.parametrize(
    ("game", "plies", "count"),
    [
        ("connect4", 0, 1),
        ("connect4", 1, 7),
        ("connect4", 2, 49),
        ("connect4", 3, 238),  # 343 ways to play three moves
        ("tictactoe", 1, 9),
        ("tictactoe", 2, 72),
    ],
)
def test_openings_are_all_there_are_and_mirror_images_too(game: str, plies: int, count: int) -> None:
    """A census kept the left half: a mirrored opening is another game to who tries columns from the left."""
    rules = load_game(game)
    found = all_openings(rules, plies)
    assert len(found) == count == len({rules.parse(text) for text in found})


def test_halves_of_the_openings_are_mirror_images_of_each_other() -> None:
    rules = load_game("connect4")
    left, right = mirror_halves(rules, all_openings(rules, 2))
    assert {"".join(str(8 - int(move)) for move in text.split()) for text in left} == {
        text.replace(" ", "") for text in right
    }
    assert left & right == {"4 4"}
    assert len(left) == len(right) == 25


def test_finished_games_are_no_openings() -> None:
    rules = load_game("mnk(2,2,2)")
    assert all(rules.parse(text).outcome() is None for text in all_openings(rules, 2))
    assert all_openings(rules, 3) == ()


def test_tictactoe_is_looked_at_as_a_whole() -> None:
    """The counts are those of every line and every position, and alpha-beta is faultless in all."""
    found = whole_game(load_game("tictactoe"), "alphabeta")
    assert (found.positions, found.right, found.at_stake, found.given_away) == (4520, 4520, 3191, 0)
    assert (found.first, found.second) == (LineCount(71, 2, 0), LineCount(386, 183, 0))
    assert found.both.lines == 642


def test_an_agent_without_look_ahead_loses_lines() -> None:
    found = whole_game(load_game("tictactoe"), "greedy")
    assert found.both.lost == 33
    assert 0 < found.given_away < found.at_stake
