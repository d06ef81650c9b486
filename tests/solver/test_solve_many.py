"""Many positions at once: the same answers as one by one, in order, whatever they are given as."""

from __future__ import annotations

import _thread
import random
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from helpers.positions import spread_over_plies
from plyground import (
    LineGame,
    LinePosition,
    Player,
    Score,
    connect4,
    gomoku,
    load_game,
    mnk,
    tictactoe,
)
from plyground.errors import BadSpec, NotationError, PlygroundError
from plyground.game import Position
from plyground.native import _core
from plyground.solver import BadItem, ScoredMove, TooLarge, solve, solve_many

BUSY = "13712"  # two seconds and more without a book
LATE = list(spread_over_plies(connect4(), 40, seed=18, first=20))


def one_by_one(positions: list[Any], **options: Any) -> list[Score | None]:
    return [solve(position, **options).score for position in positions]


def random_texts(count: int, seed: int) -> Iterator[str]:
    """Columns at random: a full column, or a game that goes on after its end, comes often."""
    chance = random.Random(seed)
    for _ in range(count):
        yield "".join(chance.choice("1234567") for _ in range(chance.randrange(44)))


def random_games(count: int, seed: int) -> Iterator[str]:
    """Texts of positions late in the game, or at its end."""
    chance = random.Random(seed)
    for _ in range(count):
        position, text = connect4().start(), ""
        while position.moves() and len(text) < 36 + chance.randrange(7):
            move = chance.choice(position.moves())
            text, position = text + position.write(move), position.after(move)
        yield text


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_scores_are_those_of_solving_one_by_one(threads: int) -> None:
    found = solve_many(LATE, threads=threads)
    assert found == one_by_one(LATE)
    assert {type(score) for score in found} == {Score}


def test_texts_positions_and_generators_are_answered_alike() -> None:
    texts = list(random_games(60, seed=1))
    positions = [connect4().parse(text) for text in texts]
    wanted = one_by_one(positions)
    assert solve_many(texts) == wanted
    assert solve_many(positions) == wanted
    assert solve_many(tuple(texts)) == wanted
    assert solve_many(iter(texts)) == wanted
    assert solve_many(text if i % 3 else positions[i] for i, text in enumerate(texts)) == wanted


def test_a_text_or_a_position_alone_is_a_row_of_one() -> None:
    assert (
        solve_many("4444441522")
        == solve_many(connect4().parse("4444441522"))
        == [solve(connect4().parse("4444441522")).score]
    )
    assert solve_many([]) == []


def test_best_moves_are_those_of_solve() -> None:
    found = solve_many(LATE, best=True, threads=2)
    solutions = [solve(position) for position in LATE]
    moves = [solution.move for solution in solutions]
    assert found == [ScoredMove(s.score, move) for s, move in zip(solutions, moves, strict=True)]  # type: ignore[arg-type]
    assert solve_many(["1212121"], best=True) == [(solve(connect4().parse("1212121")).score, None)]


def test_weak_tells_who_wins_and_a_move_that_keeps_it() -> None:
    assert solve_many(LATE, weak=True) == one_by_one(LATE, weak=True)
    found = solve_many(LATE, weak=True, best=True)
    for position, (score, move) in zip(LATE, found, strict=True):
        assert move == solve(position, weak=True).move
        assert score == solve(position, weak=True).score


@pytest.mark.parametrize("game", [connect4(5, 5), connect4(6, 4, 3), mnk(4, 4, 4), mnk(5, 3, 3)], ids=str)
@pytest.mark.parametrize("weak", [False, True])
def test_other_boards_of_the_compiled_solver(game: LineGame, weak: bool) -> None:
    positions = list(spread_over_plies(game, 25, seed=5, first=6))
    found = solve_many(positions, best=True, weak=weak)
    for position, (score, move) in zip(positions, found, strict=True):
        alone = solve(position, weak=weak)
        assert (score, move) == (alone.score, alone.move)
    texts = [position.text() for position in positions]  # diagrams
    assert [score for score, _ in found] == solve_many(texts, game=game, weak=weak)


def test_games_that_the_compiled_solver_does_not_know() -> None:
    nim = load_game("examples/nim.py:Nim")
    starts: list[Position[Any]] = [nim.start(), *(nim.start().after(move) for move in nim.start().moves())]
    assert solve_many(starts) == one_by_one(starts)
    texts = ["5", "51", "519", "51937"]
    for text, (score, move) in zip(texts, solve_many(texts, game="tictactoe", best=True), strict=True):
        position = tictactoe().parse(text)
        assert (score, move) == (solve(position).score, solve(position).move)
    won = gomoku().parse("h8 a1 i8 a2 j8 a3 k8 a4 l8")
    assert solve_many([won, won]) == one_by_one([won, won])


def test_positions_of_several_games_in_a_row() -> None:
    games = [tictactoe(), connect4(), connect4(5, 4), mnk(4, 3, 3)]
    positions: list[Any] = []
    for number in range(4):
        for game in games:
            positions += list(spread_over_plies(game, 1, seed=number, first=4 if game.cells < 20 else 15))
    for turn in range(4):
        row = positions[turn:] + positions[:turn]
        assert solve_many(row, threads=2) == one_by_one(row)
    row = ["4444441522", *positions, "4444441522"]
    assert solve_many(row)[1:-1] == one_by_one(positions)
    assert solve_many([*positions[:1], "4444441522"])[1] == solve(connect4().parse("4444441522")).score


def test_texts_are_read_as_the_game_reads_them() -> None:
    texts = [" 4 4,5\t3\r", "-", "", "44444415221"]
    texts += [connect4().parse("4444441522").text(), "1212121"]
    assert solve_many(texts) == one_by_one([connect4().parse(text) for text in texts])


def test_the_compiled_reader_takes_exactly_the_texts_that_are_right() -> None:
    game = connect4()
    batch = _core.BatchSolver(7, 6, 4, True, 1 << 20, 1, None, LinePosition, game, Player.FIRST)
    taken = 0
    for text in [*random_texts(400, seed=2), *random_games(100, seed=3)]:
        batch.clear()
        took = batch.read([text], 0, True, 0) == 1
        taken += took
        try:
            game.parse(text)
            right = True
        except NotationError:
            right = False
        assert took == right, text
    assert 150 < taken < 450


@pytest.mark.parametrize(
    ("items", "index", "told"),
    [
        (["44", "445", "4459"], 2, r"positions\[2\]: no column 9 in 445\|9: columns are 1 to 7"),
        (["4444444"], 0, r"positions\[0\]: column 4 is full in 444444\|4: moves are"),
        (["44", "12121212"], 1, r"positions\[1\]: the game is over in 1212121\|2: no move follows"),
        (["44", 4453], 1, r"positions\[1\]: no position 4453: give positions, or texts such as '4453'"),
        (["44", None], 1, r"positions\[1\]: no position None"),
        (["44", "４"], 1, r"positions\[1\]: no column"),
        (["44", "\ud800"], 1, r"positions\[1\]: no column"),
    ],
)
def test_an_error_says_which_item_it_is_about(items: list[Any], index: int, told: str) -> None:
    for given in (items, iter(items)):
        with pytest.raises(BadItem, match=told) as raised:
            solve_many(given)
        assert raised.value.index == index
    assert issubclass(BadItem, NotationError)


def test_bad_items_are_told_before_the_others_are_solved() -> None:
    done: list[int] = []
    with pytest.raises(BadItem):
        solve_many([BUSY, "9"], book=False, progress=lambda count, total: done.append(count))
    assert done == []


def test_what_is_too_large_is_refused_with_its_index() -> None:
    late = next(iter(spread_over_plies(connect4(8, 7), 1, seed=1, first=36)))
    won = connect4(8, 7).parse("121212")
    assert solve_many([late, won]) == one_by_one([late, won])
    with pytest.raises(TooLarge, match=r"positions\[1\]: connect4\(8,7,4\) from here takes about"):
        solve_many([late, connect4(8, 7).start()])
    with pytest.raises(TooLarge, match=r"positions\[0\]: gomoku is too large"):
        solve_many(["h8"], game="gomoku")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"threads": 0}, "threads"),
        ({"table_mb": 0}, "table_mb"),
        ({"seconds": 0}, "seconds is a number above 0"),
        ({"nodes": 0}, "nodes"),
        ({"stop": 3}, "stop has is_set"),
        ({"game": "chess"}, "no game chess"),
        ({"game": "connect4(8,7,4)", "threads": 2, "table_mb": 7}, "2 tables of .* take 8 MB"),
        ({"positions": 5}, "give positions or texts in a list or a generator"),
    ],
)
def test_bad_options_are_told(options: dict[str, Any], told: str) -> None:
    with pytest.raises(BadSpec, match=told):
        solve_many(**({"positions": ["444"]} | options))


def test_limits_are_for_each_position() -> None:
    easy, hard = "4444441522", BUSY
    score = solve(connect4().parse(easy)).score
    assert solve_many([easy, hard, easy], book=False, nodes=1_000) == [score, None, score]
    assert solve_many([easy, hard], book=False, seconds=1e-6, best=True) == [(score, "3"), None]


def test_a_stop_leaves_the_rest_unsolved() -> None:
    stop = threading.Event()
    stop.set()
    assert solve_many([BUSY, "4444441522"], stop=stop) == [None, None]
    later = threading.Event()
    threading.Timer(0.1, later.set).start()
    found = solve_many(["", "1", "2"] * 50, book=False, threads=2, stop=later)
    assert len(found) == 150
    assert found[-1] is None


def test_progress_counts_to_the_end() -> None:
    told: list[tuple[int, int | None]] = []
    solve_many(LATE, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (len(LATE), len(LATE))
    assert told == sorted(told)
    totals: set[int | None] = set()
    solve_many(iter(LATE), progress=lambda done, total: totals.add(total))
    assert totals == {None}


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_may_solve_and_may_raise(threads: int) -> None:
    class Enough(Exception):
        pass

    def look(done: int, total: int | None) -> None:
        assert solve_many(["4444441522"], book=False, threads=threads) == [999_999]
        raise Enough

    with pytest.raises(Enough):
        solve_many([BUSY] * 500, book=False, threads=threads, progress=look)
    assert solve_many(["4444441522"], book=False, threads=threads) == [999_999]


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_it(threads: int, request: pytest.FixtureRequest) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))

    def positions() -> Iterator[str]:
        threading.Timer(0.1, _thread.interrupt_main).start()
        yield from [BUSY] * 500

    with pytest.raises(KeyboardInterrupt):
        solve_many(positions(), book=False, threads=threads)


def test_other_threads_run_meanwhile() -> None:
    heard = threading.Event()

    def speak(done: int, total: int | None) -> None:
        threading.Thread(target=heard.set).start()
        if not heard.wait(timeout=0):
            return
        raise PlygroundError("heard")

    with pytest.raises(PlygroundError, match="heard"):
        solve_many([BUSY] * 500, book=False, progress=speak)


def test_nodes_do_not_depend_on_threads() -> None:
    game, nodes = connect4(), []
    for threads in (1, 2, 3):
        batch = _core.BatchSolver(7, 6, 4, True, 1 << 20, threads, None, LinePosition, game, Player.FIRST)
        assert batch.read(LATE, 0, False, 0) == len(LATE)
        batch.solve(False, [], None, None, None, None)
        nodes.append(batch.nodes)
    assert nodes[0] == nodes[1] == nodes[2] > 0


def test_a_batch_is_not_used_by_its_own_callback() -> None:
    game = connect4()
    batch = _core.BatchSolver(7, 6, 4, True, 1 << 20, 1, None, LinePosition, game, Player.FIRST)
    batch.read([BUSY], 0, True, 0)
    with pytest.raises(RuntimeError, match="used by one thread at a time"):
        batch.solve(False, [], None, None, None, lambda done: batch.clear())
    with pytest.raises(ValueError, match="beside the board, or on another"):
        batch.add(1, 1)
