"""Openings: seeded, no two the same under symmetry while there are others, never over, even if asked for."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from plyground import connect4, load_game, tictactoe
from plyground.arena.openings import default_openings, openings
from plyground.errors import BadSpec
from plyground.solver import solve


def some(game: str, spec: str, count: int, seed: int = 0) -> list[str]:
    return list(islice(openings(load_game(game), spec, seed), count))


def test_none_is_the_start() -> None:
    assert some("connect4", "none", 3) == ["-"] * 3


def test_random_openings_are_decided_by_their_seed() -> None:
    assert some("connect4", "random(4)", 20) == some("connect4", "random(4)", 20)
    assert some("connect4", "random(4)", 20) != some("connect4", "random(4)", 20, seed=1)


@pytest.mark.parametrize("plies", [1, 2, 5, 7])
def test_random_openings_have_their_plies_and_are_not_over(plies: int) -> None:
    for text in some("tictactoe", f"random({plies})", 30):
        position = tictactoe().parse(text)
        assert (position.first | position.second).bit_count() == plies
        assert position.outcome() is None


def test_mirror_images_come_before_an_opening_is_repeated() -> None:
    """Half of a board was played twice: to who tries columns from the left a mirror image is another game."""
    game = load_game("connect4")
    drawn = [game.parse(text) for text in islice(openings(game, "random(2)", 3), 60)]
    assert len({position.canonical() for position in drawn[:25]}) == 25
    assert len(set(drawn[:49])) == 49
    assert len(set(drawn[49:])) == 11  # all over again


def test_no_two_openings_are_the_same_under_symmetry() -> None:
    game = connect4()
    found = [game.parse(text).canonical() for text in some("connect4", "random(4)", 500)]
    assert len(set(found)) == 500


def test_when_all_openings_are_used_they_come_again() -> None:
    found = [tictactoe().parse(text) for text in some("tictactoe", "random(1)", 18)]
    for start in (0, 9):
        assert len(set(found[start : start + 9])) == 9
        assert (
            len({position.canonical() for position in found[start : start + 3]}) == 3
        )  # corner, edge, centre


@pytest.mark.slow
def test_balanced_openings_are_draws_under_perfect_play() -> None:
    for text in some("connect4", "balanced(6)", 8):
        assert solve(connect4().parse(text)).score == 0
    assert all(solve(tictactoe().parse(text)).score == 0 for text in some("tictactoe", "balanced(3)", 20))


def test_games_without_a_draw_have_no_balanced_openings() -> None:
    with pytest.raises(
        BadSpec, match=r"no opening of 2 plies found in examples/nim.py:Nim: take fewer plies"
    ):
        some("examples/nim.py:Nim", "balanced(2)", 1)


def test_too_many_plies_are_told() -> None:
    with pytest.raises(BadSpec, match="no opening of 9 plies found"):
        some("tictactoe", "random(9)", 1)


def test_a_list_goes_round() -> None:
    assert some("connect4", "list('44', '4')", 3) == ["44", "4", "44"]


def test_a_file_has_one_a_line(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# mine\n44\n\n4453\n")
    assert some("connect4", f"file:{path}", 3) == ["44", "4453", "44"]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nonsense", r"no openings nonsense: openings are none, random\(4\)"),
        ("random", "missing a required argument: 'plies'"),
        ("random(0)", "plies is a whole number from 1 to 100"),
        ("random(4, 5)", "too many positional arguments"),
        ("list()", "no openings"),
        ("list('9')", "opening 9: no column 9"),
        ("list('12121212')", "opening 12121212"),
        ("list('1212121')", "the game is over there"),
        ("file:nowhere.txt", "cannot read nowhere.txt"),
    ],
)
def test_bad_openings_are_told_before_anything_is_played(spec: str, said: str) -> None:
    with pytest.raises(BadSpec, match=said):
        openings(connect4(), spec, 0)


@pytest.mark.parametrize(
    ("game", "usual"),
    [
        ("tictactoe", "balanced(3)"),
        ("connect4", "balanced(4)"),
        ("connect4(5,4,4)", "random(2)"),
        ("gomoku", "random(2)"),
        ("mnk(1,1,1)", "none"),
    ],
)
def test_openings_for_who_repeats_themselves(game: str, usual: str) -> None:
    assert default_openings(load_game(game)) == usual
    if usual != "none":
        assert len(set(some(game, usual, 10))) == 10
