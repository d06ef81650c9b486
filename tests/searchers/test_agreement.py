"""All exact searchers find the value that the definition gives, and a line that leads to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.players import DECIDING, EXACT, oracle, sign
from helpers.samples import samples
from helpers.small_games import EVERY_TICTACTOE, trees
from helpers.subjects import random_play
from plyground import LinePosition, Position, SplitMix64, TreeGame, load_game
from plyground.games.tree import Tree
from plyground.score import WIN, previous_ply
from plyground.searchers import (
    PVS,
    AlphaBeta,
    Deepening,
    MemoMinimax,
    Minimax,
    MTDf,
    Searcher,
    TableAlphaBeta,
)
from plyground.searchers.types import Limits

both_cores = pytest.mark.usefixtures("core")

each_exact = pytest.mark.parametrize("searcher", EXACT, ids=repr)
one_oracle = pytest.mark.xdist_group("oracle")  # so that each position is worked out once
each_deciding = pytest.mark.parametrize("searcher", DECIDING, ids=repr)


def late(spec: str, count: int, empty: int) -> list[Position[Any]]:
    """Positions with at most so many empty cells, from random games; some of them begun by O."""
    game, chance, found = load_game(spec), SplitMix64(2026), dict[Position[Any], None]()
    begin = [game.start()]
    if isinstance(begin[0], LinePosition):
        begin.append(begin[0]._replace(to_move=begin[0].to_move.other))
    while len(found) < count:
        for position in random_play(begin[len(found) % len(begin)], chance):
            assert isinstance(position, LinePosition)
            if position.game.cells - (position.first | position.second).bit_count() <= empty:
                found[position] = None
    return list(found)[:count]


def check(searcher: Searcher, positions: Iterable[Position[Any]]) -> None:
    for position in positions:
        found = searcher.search(position)
        assert found.score == oracle(position), (searcher, position)
        assert found.proven
        assert found.stopped is None
        check_line(position, found.line, found.score, line_may_end_early(searcher))


def line_may_end_early(searcher: Searcher) -> bool:
    """Whether a line may end where the table knew a value and not the play behind it."""
    inner = searcher.inner if isinstance(searcher, Deepening) else searcher
    return type(inner) is TableAlphaBeta


def check_line(position: Position[Any], line: tuple[Any, ...], score: int, may_end_early: bool) -> None:
    """The line is legal, goes to the end of the game, and its end has the value that the score says."""
    assert line or position.outcome()
    for move in line:
        position = position.play(move)
    assert position.outcome() or may_end_early
    value = oracle(position)
    for _ in line:
        value = previous_ply(-value)
    assert value == score


@cache
def up_to_symmetry() -> list[Position[Any]]:
    return [position for position in EVERY_TICTACTOE if position.canonical() == position]


@one_oracle
@pytest.mark.slow_in_python
@each_exact
def test_every_tictactoe_position(searcher: Searcher, core: str) -> None:
    """The compiled core on every one; Python, which takes its time, on one of those that mirror each other."""
    positions = EVERY_TICTACTOE if core == "native" else up_to_symmetry()
    slow = searcher == MemoMinimax(size=1)  # its table is of no use: a minute for the first few positions
    check(searcher, [p for p in positions if len(p.moves()) < 6] if slow else positions)


@pytest.mark.campaign
@each_exact
def test_every_tictactoe_position_in_python(searcher: Searcher) -> None:
    check(replace(searcher, core="python"), EVERY_TICTACTOE[300:])


@one_oracle
@pytest.mark.slow_in_python
@each_deciding
def test_winner_of_every_tictactoe_position(searcher: Searcher, core: str) -> None:
    for position in EVERY_TICTACTOE if core == "native" else up_to_symmetry():
        found = searcher.search(position)
        assert sign(found.score) == sign(oracle(position)), position
        assert abs(found.score) in (0, WIN)
        if position.moves():
            best = position.play(found.move)
            assert sign(-oracle(best)) == sign(found.score)


@cache
def late_positions() -> list[Position[Any]]:
    return [
        *late("connect4", 1_000, 7),
        *late("connect4(5,4,3)", 400, 7),
        *late("mnk(4,4,3)", 1_000, 6),
        *late("mnk(4,4,4)", 1_000, 6),
        *late("mnk(5,3,3)", 200, 6),
    ]


@one_oracle
@pytest.mark.slow_in_python
@each_exact
def test_late_positions(searcher: Searcher, core: str) -> None:
    check(searcher, late_positions()[:: 2 if core == "native" else 6])


@one_oracle
@pytest.mark.slow_in_python
@both_cores
@each_deciding
def test_winner_of_late_positions(searcher: Searcher) -> None:
    for position in late_positions()[::4]:
        assert sign(searcher.search(position).score) == sign(oracle(position)), position


@each_exact
@pytest.mark.parametrize("spec", ["examples/nim.py:Nim(heaps=(1, 2, 2))", "examples/hexapawn.py:Hexapawn"])
def test_users_games(searcher: Searcher, spec: str) -> None:
    check(searcher, [load_game(spec).start()])


@each_deciding
@pytest.mark.parametrize("heaps", [(1, 2, 3), (1, 1), (2, 2), (1, 2), (3, 1, 1)])
def test_nim_is_won_unless_the_heaps_cancel(searcher: Searcher, heaps: tuple[int, ...]) -> None:
    cancel = 0
    for heap in heaps:
        cancel ^= heap
    found = searcher.search(load_game(f"examples/nim.py:Nim(heaps={heaps})").start())
    assert (found.score > 0) == (cancel != 0)


@each_exact
@settings(max_examples=samples(60))
@given(tree=trees)
def test_random_trees(searcher: Searcher, tree: Tree) -> None:
    check(searcher, [TreeGame(tree).start()])


@settings(max_examples=samples(40))
@given(tree=trees, depth=st.integers(1, 5))
def test_searches_to_a_depth_agree(tree: Tree, depth: int) -> None:
    def evaluate(position: Position[Any]) -> int:
        return len(position.moves()) * 2 - 3

    position = TreeGame(tree).start()
    expected = Minimax(depth, evaluate).search(position).score
    for kind in (AlphaBeta, MemoMinimax, TableAlphaBeta, PVS, MTDf):
        found = kind(depth, evaluate).search(position)
        assert found.score == expected
        assert len(found.line) <= depth
    deepened = Deepening(TableAlphaBeta(evaluate=evaluate), depth).search(position)
    assert deepened.score == (oracle(position) if deepened.proven else expected)


@both_cores
@pytest.mark.parametrize("evaluate", ["zero", "centre", "open_lines", "windows"])
@pytest.mark.parametrize("text", ["-", "4453", "435", "1122"])
def test_connect4_to_a_depth(text: str, evaluate: str) -> None:
    position = load_game("connect4").parse(text)
    expected = Minimax(4, evaluate).search(position).score
    for searcher in (
        AlphaBeta(4, evaluate, order="centre"),
        AlphaBeta(4, evaluate, order=("killers", "centre")),
        MemoMinimax(4, evaluate, symmetry=True),
        TableAlphaBeta(4, evaluate, symmetry=True, order=("best", "centre")),
        TableAlphaBeta(4, evaluate, size=100),
        PVS(4, evaluate, order=("history", "centre")),
        MTDf(4, evaluate),
        Deepening(TableAlphaBeta(evaluate=evaluate, order="best"), depth=4),
        Deepening(MTDf(evaluate=evaluate), depth=4),
    ):
        found = searcher.search(position)
        assert found.score == expected, searcher
        assert len(found.line) == 4, searcher


def test_forced_collisions_cost_entries_and_never_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LinePosition, "key", lambda self: 5)
    for searcher in (TableAlphaBeta(size=64), MTDf(size=3, policy="deeper"), MemoMinimax(size=10)):
        check(replace(searcher, core="python"), EVERY_TICTACTOE[500::40])
    for position in EVERY_TICTACTOE[500::60]:
        from plyground.searchers import ProofNumber

        assert sign(ProofNumber(size=9).search(position).score) == sign(oracle(position))


def test_limits_of_depth_are_those_of_the_searcher() -> None:
    position = load_game("connect4").start()
    one = AlphaBeta(3, "windows").search(position)
    two = AlphaBeta(evaluate="windows").search(position, Limits(depth=3))
    assert one == replace(two)
