"""Puzzles hold what they promise, in every game, by the rules alone."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.arena.doctor.puzzles import (
    blocks_in_one,
    every_position,
    first_moves,
    is_lost,
    moves_taken,
    nearly_full,
    usual_moves,
    wins_in_one,
)
from plyground.game import Player, Position
from plyground.games.registry import load_game

GAMES = ["tictactoe", "connect4", "connect4(8,7,4)", "connect4(4,4,3)", "mnk(5,5,4)", "examples/nim.py:Nim"]
games = pytest.mark.parametrize("spec", GAMES)


def winning(position: Position[Any]) -> set[str]:
    outcomes = {position.write(move): position.after(move).outcome() for move in position.moves()}
    return {text for text, outcome in outcomes.items() if outcome and outcome.winner is position.to_move}


@games
def test_a_win_in_one_is_one_on_both_sides(spec: str) -> None:
    game = load_game(spec)
    found = wins_in_one(game, 0)
    assert [puzzle.position.to_move for puzzle in found] == list(Player) * 3
    for puzzle in found:
        assert game.parse(puzzle.text) == puzzle.position
        assert set(puzzle.right) == winning(puzzle.position)
        assert len(puzzle.right) < len(puzzle.position.moves())


@games
def test_a_block_is_the_only_move_that_does_not_lose(spec: str) -> None:
    game = load_game(spec)
    found = blocks_in_one(game, 0)
    assert {puzzle.position.to_move for puzzle in found} == set(Player)
    for puzzle in found:
        position = game.parse(puzzle.text)
        safe = [move for move in position.moves() if not winning(position.after(move))]
        assert [position.write(move) for move in safe] == list(puzzle.right)
        assert len(safe) == 1 < len(position.moves())
        assert not winning(position)
        assert not is_lost(position)


@games
def test_nearly_full_boards_have_few_moves_left(spec: str) -> None:
    found = nearly_full(load_game(spec), 0)
    assert {len(puzzle.position.moves()) for puzzle in found} == {1, 2}
    for puzzle in found:
        assert load_game(spec).parse(puzzle.text) == puzzle.position
        assert set(puzzle.right) == set(map(puzzle.position.write, puzzle.position.moves()))


@games
def test_usual_moves_are_not_legal_where_they_are_taken(spec: str) -> None:
    game = load_game(spec)
    usual = usual_moves(game)
    found = moves_taken(game, 0, usual)
    assert found
    for puzzle in found:
        assert set(usual) - set(puzzle.right)
        assert puzzle.position.outcome() is None


def test_the_seed_decides() -> None:
    game = load_game("connect4")
    assert wins_in_one(game, 1) == wins_in_one(game, 1) != wins_in_one(game, 2)


def test_large_boards_have_puzzles_of_few_moves() -> None:
    found = wins_in_one(load_game("gomoku"), 0, 1)
    assert {puzzle.position.to_move for puzzle in found} == set(Player)
    assert all(len(puzzle.text.split()) < 60 for puzzle in found)


@pytest.mark.parametrize("spec", ["textbook", "mnk(1,1,1)", "connect4(1,6,4)"])
def test_a_game_without_them_has_none(spec: str) -> None:
    game = load_game(spec)
    assert wins_in_one(game, 0) == blocks_in_one(game, 0) == []
    assert first_moves(game, 0)[0].text == "-"


def test_puzzles_hold_every_tictactoe_position() -> None:
    found = every_position(load_game("tictactoe"), 0, 6_000)
    assert len(found) == len({puzzle.position for puzzle in found}) == 4_520
    canonical = [puzzle.position.canonical() for puzzle in found]
    assert len(set(canonical[:627])) == len(set(canonical)) == 627, "all that differ come first"
    by_text = {puzzle.position.text(): puzzle.right for puzzle in found}
    start = load_game("tictactoe")
    assert len(by_text[start.start().text()]) == 9
    assert by_text[start.parse("1").text()] == ("5",)
    assert by_text[start.parse("1524").text()] == ("3",)
    assert every_position(load_game("connect4"), 0, 6_000) == []
