"""Censuses: all openings, every line against an agent, every position of a small game."""

from __future__ import annotations

import pytest

from plyground import load_game
from plyground.experiments.census import LineCount, all_openings, whole_game


@pytest.mark.parametrize(
    ("game", "plies", "count"),
    [
        ("connect4", 0, 1),
        ("connect4", 1, 4),
        ("connect4", 2, 25),
        ("tictactoe", 1, 3),
        ("tictactoe", 2, 12),
    ],
)
def test_openings_are_all_there_are_up_to_symmetry(game: str, plies: int, count: int) -> None:
    rules = load_game(game)
    found = all_openings(rules, plies)
    assert len(found) == count == len({rules.parse(text).canonical() for text in found})


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
