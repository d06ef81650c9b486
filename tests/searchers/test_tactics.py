"""Sound play: wins in one are taken, losses in one prevented, only moves found."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from helpers.players import ALL_ORDERS, oracle
from helpers.samples import part
from helpers.small_games import EVERY_TICTACTOE
from helpers.subjects import random_play
from plyground import Position, SplitMix64, connect4, load_game
from plyground.searchers import (
    MCTS,
    PVS,
    AlphaBeta,
    Deepening,
    MemoMinimax,
    Minimax,
    MTDf,
    ProofNumber,
    Searcher,
    TableAlphaBeta,
    search_all,
)

both_cores = pytest.mark.usefixtures("core")

TWO_PLIES: list[Searcher] = [
    Minimax(2),
    AlphaBeta(2),
    AlphaBeta(2, "open_lines", order=("killers", "centre")),
    MemoMinimax(2),
    TableAlphaBeta(2, "windows", order=ALL_ORDERS),
    TableAlphaBeta(3, "centre", size=3),
    PVS(2, "windows"),
    MTDf(2, "windows"),
    Deepening(AlphaBeta(order="best", evaluate="windows"), depth=2),
    Deepening(MTDf(), depth=3),
]
WHOLE: list[Searcher] = [
    AlphaBeta(plain=True),
    TableAlphaBeta(order=ALL_ORDERS),
    ProofNumber(),
    ProofNumber("best_first"),
]
TACTICS = [
    tuple(part.strip() for part in line.split("|"))
    for line in (Path(__file__).parents[1] / "data" / "tactics.txt").read_text().splitlines()
    if not line.startswith("#")
]


def winning(position: Position[Any]) -> list[Any]:
    """The moves that win at once."""
    ends = ((move, position.after(move).outcome()) for move in position.moves())
    return [move for move, end in ends if end is not None and end.winner is position.to_move]


def safe(position: Position[Any]) -> list[Any]:
    """The moves after which the other side cannot win at once."""
    return [move for move in position.moves() if not winning(position.after(move))]


def connect4_positions() -> list[Position[Any]]:
    chance = SplitMix64(1)
    return [p for _ in range(40) for p in random_play(connect4().start(), chance)]


@cache
def positions() -> list[Position[Any]]:
    return [p for p in EVERY_TICTACTOE + connect4_positions() if p.moves()]


@cache
def to_win() -> list[Position[Any]]:
    return [p for p in positions() if winning(p)]


@cache
def to_save() -> list[Position[Any]]:
    return [p for p in positions() if not winning(p) and 0 < len(safe(p)) < len(p.moves())]


def test_enough_positions_to_win_and_to_save() -> None:
    assert len(to_win()) > 1_000
    assert len(to_save()) > 1_000


@pytest.mark.sampled
@both_cores
@pytest.mark.parametrize("searcher", TWO_PLIES, ids=repr)
def test_a_win_in_one_is_always_taken(searcher: Searcher) -> None:
    for position in part(to_win()[::2]):
        assert searcher.search(position).move in winning(position), position


@pytest.mark.sampled
@both_cores
@pytest.mark.parametrize("searcher", TWO_PLIES, ids=repr)
def test_a_loss_in_one_is_always_prevented(searcher: Searcher) -> None:
    for position in part(to_save()[::2]):
        assert searcher.search(position).move in safe(position), position


@pytest.mark.slow_in_python
@pytest.mark.sampled
@both_cores
@pytest.mark.parametrize("searcher", WHOLE, ids=repr)
def test_full_search_takes_wins_and_prevents_losses(searcher: Searcher) -> None:
    small = [p for p in EVERY_TICTACTOE[100:] if p.moves()]
    for position in part(small):
        move = searcher.search(position).move
        if winning(position) and searcher.counts_plies:  # to the others any win is as good
            assert move in winning(position), position
        lost = oracle(position) < 0 and searcher.name == "alphabeta"  # plain: one loss is like another
        if not winning(position) and not lost and 0 < len(safe(position)) < len(position.moves()):
            assert move in safe(position), position


@pytest.mark.sampled
@both_cores
@pytest.mark.parametrize("searcher", [MCTS(rounds=500), MCTS(rounds=500, seed=3)], ids=repr)
def test_playouts_see_what_is_near(searcher: Searcher) -> None:
    for position in part(to_win()[::25]):
        assert searcher.search(position).move in winning(position), position
    for position in part(to_save()[::25]):
        assert searcher.search(position).move in safe(position), position


def test_enough_tactics_of_every_kind() -> None:
    assert len(TACTICS) >= 30
    assert len({game for game, *_ in TACTICS}) >= 8


@pytest.mark.slow_in_python
@both_cores
@pytest.mark.parametrize(("game", "text", "move", "what"), TACTICS)
def test_only_moves_are_found(game: str, text: str, move: str, what: str) -> None:
    position = load_game(game).parse(text)
    limited = game == "gomoku"
    searchers: list[Searcher] = [
        TableAlphaBeta(2 if limited else None, plain=True, order=("best", "history")),
        Deepening(TableAlphaBeta(plain=True, order=ALL_ORDERS), depth=2 if limited else None),
    ]
    if not limited:
        searchers += [ProofNumber(), MTDf(plain=True)]
    for searcher in searchers:
        found = searcher.search(position)
        assert position.write(found.move) == move, searcher
        assert (found.score > 0) == (what == "wins"), searcher


@pytest.mark.slow_in_python
@both_cores
@pytest.mark.parametrize(("game", "text", "move", "what"), [t for t in TACTICS if "gomoku" not in t[0]])
def test_no_other_move_will_do(game: str, text: str, move: str, what: str) -> None:
    position = load_game(game).parse(text)
    values = {position.write(v.move): v.score for v in search_all(position, ProofNumber())}
    assert all(score < values[move] for other, score in values.items() if other != move)
