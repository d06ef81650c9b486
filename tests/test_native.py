"""The compiled rules are the Python rules."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from helpers.subjects import LINE_GAMES, random_play
from plyground import (
    LineGame,
    LinePosition,
    Outcome,
    Player,
    Position,
    SplitMix64,
    connect4,
    load_game,
    native,
    perft,
    tictactoe,
)
from plyground.errors import NoNativeCore
from plyground.native import _core
from plyground.searchers import load_searcher
from plyground.solver import TooLarge, solve

pytestmark = pytest.mark.needs_core

NOTHING = bytes(32)
SMALL = ["tictactoe", "mnk(1,1,1)", "mnk(9,1,2)", "connect4(1,5,2)", "mnk(4,3,3)", "connect4(4,4,4)"]
LARGE = [spec for spec in LINE_GAMES if spec not in SMALL]
DISTINCT = 100_000  # over all large boards


def agree(position: Position[int]) -> None:
    assert isinstance(position, LinePosition)
    assert native.moves(position) == position.moves()
    assert native.outcome(position) == position.outcome()
    assert native.key(position) == position.key()


def o_began(game: LineGame) -> LinePosition:
    """The start, with O to move: every other random game begins here."""
    return LinePosition(game, 0, 0, Player.SECOND, None)


@pytest.mark.parametrize("spec", LARGE)
def test_rules_agree_on_random_positions(spec: str) -> None:
    game = load_game(spec)
    assert isinstance(game, LineGame)
    chance, seen = SplitMix64(2026), set[Position[int]]()
    while len(seen) < DISTINCT // len(LARGE) + 1:
        for start in (game.start(), o_began(game)):
            for position in random_play(start, chance):
                if position not in seen:
                    agree(position)
                    seen.add(position)


@pytest.mark.parametrize("spec", SMALL)
def test_rules_agree_on_every_position_of_small_boards(spec: str) -> None:
    start = load_game(spec).start()
    seen, edge = {start}, [start]
    while edge and len(seen) < 20_000:  # 4×4 has more
        position = edge.pop()
        agree(position)
        children = {position.after(move) for move in position.moves()} - seen
        seen |= children
        edge.extend(children)


def test_threads_may_share_a_frontier() -> None:
    frontier = native.rules(connect4()).frontier(*native.board(connect4().start()))
    with ThreadPoolExecutor(4) as pool:
        for _ in range(7):
            pool.submit(frontier.advance)
            pool.submit(frontier.tally)
    assert frontier.tally()[1][0] == 54_859


def test_threads_count_at_once() -> None:
    with ThreadPoolExecutor(4) as pool:
        counted = list(pool.map(lambda _: perft(connect4().start(), 7)[7].count, range(8)))
    assert counted == [823_536] * 8


def test_boards_beyond_the_compiled_core_are_pythons() -> None:
    """Gomocup's 20×20 was refused; its matches need no compiled core."""
    start = load_game("mnk(20,20,5)").start()
    assert not native.is_native(start)
    assert perft(start, 2)[2].count == 400 * 399
    assert load_searcher("alphabeta(depth=1)").search(start).core == "python"
    with pytest.raises(
        NoNativeCore, match="no board of 400 cells, but 256 at most: use core python or auto"
    ):
        perft(start, 1, core="native")
    with pytest.raises(NoNativeCore, match="no board of 400 cells"):
        load_searcher("alphabeta(depth=1, core='native')").search(start)
    with pytest.raises(TooLarge):
        solve(start)


def test_a_stone_that_completes_two_lines_brings_both() -> None:
    won = tictactoe().parse(".XX/XOO/XOO x").play("1")
    assert won.outcome() == Outcome(Player.FIRST, ((0, 1, 2), (0, 3, 6))) == native.outcome(won)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ((0, 3, 1), "1 to 256 cells"),
        ((3, 0, 1), "1 to 256 cells"),
        ((-3, -3, 1), "1 to 256 cells"),
        ((257, 1, 1), "1 to 256 cells"),
        ((16, 17, 5), "1 to 256 cells"),
        ((2**31 - 1, 2**31 - 1, 4), "1 to 256 cells"),
        ((3, 3, 4), "no line of k fits"),
        ((3, 3, 0), "no line of k fits"),
    ],
)
def test_impossible_boards_are_refused(size: tuple[int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.LineRules(*size, False)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ((b"", NOTHING, 0), "stones are 32 bytes"),
        ((NOTHING, b"1" * 33, 0), "stones are 32 bytes"),
        (((1 << 9).to_bytes(32, "little"), NOTHING, 0), "beside the board"),
        ((bytes([3, *[0] * 31]), bytes([2, *[0] * 31]), 0), "two stones on one cell"),
        ((NOTHING, NOTHING, 2), "to_move is 0 or 1"),
    ],
)
def test_impossible_positions_are_refused(board: native.Board, message: str) -> None:
    rules = native.rules(tictactoe())
    for ask in (rules.moves, rules.outcome, rules.frontier):
        with pytest.raises(ValueError, match=message):
            ask(*board)


def test_the_words_are_the_right_size() -> None:
    for columns, rows in ((8, 8), (13, 5), (16, 8), (43, 3), (16, 16)):
        game = LineGame(columns, rows, 3)
        last = game.start().after(game.cells - 1)
        assert native.moves(last) == tuple(range(game.cells - 1))
