"""Solving under limits, in company, and of games that are not the solver's own."""

from __future__ import annotations

import random
import subprocess
import sys
import threading

import pytest

from helpers.command import PATIENCE
from helpers.positions import spread_over_plies
from plyground import LineGame, connect4, gomoku, load_game, mnk, tictactoe
from plyground.errors import BadSpec, PlygroundError
from plyground.score import win_in
from plyground.solver import NativeSolver, TooLarge, full_table, solve
from plyground.solver.estimate import describe_seconds, estimate_nodes
from plyground.solver.native import Budget

BUSY = "13712"  # two seconds and more without a book


def test_bounds_proved_in_time_hold_the_value() -> None:
    position = connect4().parse("444")
    found = solve(position, book=False, seconds=0.2)
    assert found.seconds < PATIENCE
    assert found.low <= -1 <= found.high  # as the book has it
    assert found.low < found.high
    assert (found.score, found.move, found.line) == (None, None, ())


def test_a_node_limit_gives_bounds_too() -> None:
    found = solve(connect4().parse(BUSY), book=False, nodes=5_000)
    assert found.score is None
    assert 5_000 <= found.nodes < 20_000
    assert found.low <= 3 <= found.high


def test_a_node_limit_is_for_all_moves_together() -> None:
    found = solve(connect4().parse(BUSY), book=False, nodes=5_000, moves=True)
    assert found.nodes < 5_000 + 2_048 * 2
    assert found.moves is not None
    assert all(move.low <= move.high for move in found.moves)


def test_a_table_too_small_or_too_large_is_told() -> None:
    with pytest.raises(BadSpec, match=r"the table of connect4\(8,7,4\) takes 4 MB at least"):
        solve(connect4(8, 7).start(), table_mb=1, seconds=1)
    with pytest.raises(PlygroundError, match="no memory for a table of 1048576 MB"):
        solve(connect4().start(), table_mb=1 << 20)


def test_a_large_table_for_threads_is_not_waited_for() -> None:
    solver = NativeSolver(connect4(), table_mb=1024, threads=2, book=False)
    assert solver.value(connect4().start(), Budget(seconds=0.2)).low <= 1
    assert solver.compiled.table_bytes < 1 << 30


def test_a_finished_game_on_a_large_board_is_answered() -> None:
    found = solve(gomoku().parse("h8 a1 i8 a2 j8 a3 k8 a4 l8"), moves=True)
    assert (found.words, found.line, found.moves) == ("loses", (), ())


def test_more_time_never_widens_the_bounds() -> None:
    solver, position = NativeSolver(connect4(), book=False), connect4().parse(BUSY)
    before = (-99, 99)
    for nodes in (1_000, 10_000, 100_000, 1_000_000):
        solver.forget()
        found = solver.value(position, Budget(nodes=nodes))
        assert before[0] <= found.low <= 3 <= found.high <= before[1]
        before = (found.low, found.high)


def test_another_thread_stops_it() -> None:
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    found = solve(connect4().start(), book=False, seconds=10 * PATIENCE, stop=stop)
    assert found.seconds < PATIENCE
    assert found.score is None


def test_stopped_search_leaves_a_sound_table() -> None:
    chance = random.Random(8)
    solver = NativeSolver(connect4(), table_mb=1, book=False)
    for position in spread_over_plies(connect4(), 30, seed=77, first=12):
        whole = NativeSolver(connect4(), table_mb=1, book=False).value(position, Budget())
        for _ in range(3):
            solver.value(position, Budget(nodes=chance.randrange(1, 20_000)))
        assert solver.value(position, Budget()) == whole


@pytest.mark.parametrize("table_mb", [1, 16])
def test_two_threads_find_the_same_values(table_mb: int) -> None:
    alone = NativeSolver(connect4(), table_mb, book=False)
    together = NativeSolver(connect4(), table_mb, threads=2, book=False)
    for position in spread_over_plies(connect4(), 25, seed=300, first=11):
        together.forget()
        assert together.value(position, Budget()) == alone.value(position, Budget())
    long, before = connect4().parse("154434421"), together.nodes
    assert together.value(long, Budget()) == alone.value(long, Budget())
    assert together.nodes - before > 60_000  # so the second thread has joined


def test_two_threads_are_stopped_at_random_moments() -> None:
    chance = random.Random(9)
    solver = NativeSolver(connect4(), table_mb=4, threads=2, book=False)
    position = connect4().parse(BUSY)
    for _ in range(8):
        found = solver.value(position, Budget(seconds=chance.uniform(0.01, 0.2)))
        assert found.low <= 3 <= found.high
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    solver.value(connect4().start(), Budget(stop=stop))


def test_threads_of_a_program_take_turns_with_a_solver() -> None:
    solver, wrong = NativeSolver(connect4(), table_mb=1), []
    positions = list(spread_over_plies(connect4(), 20, seed=12, first=18))
    values = [solver.value(position, Budget()) for position in positions]

    def ask() -> None:
        for position, value in zip(positions, values, strict=True):
            solver.forget()
            if solver.value(position, Budget()) != value:
                wrong.append(position)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_stop_that_asks_the_solver_itself_is_told() -> None:
    solver = NativeSolver(connect4(), table_mb=1, book=False)

    class Curious:
        def is_set(self) -> bool:
            return solver.value(connect4().parse("444444"), Budget(nodes=1)).exact

    with pytest.raises(RuntimeError, match="asked by what it asked itself"):
        solver.value(connect4().start(), Budget(stop=Curious(), seconds=10))


@pytest.mark.slow
def test_the_table_takes_no_more_memory_than_asked_for() -> None:
    program = (
        "import resource\n"
        "from plyground import connect4\n"
        "from plyground.solver import NativeSolver\n"
        "from plyground.solver.native import Budget\n"
        "solver = NativeSolver(connect4(), table_mb={mb}, book=False)\n"
        "solver.value(connect4().parse('13712'), Budget(nodes=3_000_000))\n"
        "assert solver.compiled.table_bytes <= {mb} << 20\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )

    def peak(mb: int) -> int:
        ran = subprocess.run(
            [sys.executable, "-c", program.format(mb=mb)], capture_output=True, text=True, check=True
        )
        return int(ran.stdout)

    assert peak(64) - peak(1) < 66 << 10  # kilobytes


def test_too_large_is_refused_with_an_estimate() -> None:
    with pytest.raises(TooLarge, match=r"connect4\(8,7,4\) from here takes about .*: give a time"):
        solve(connect4(8, 7).start())
    with pytest.raises(TooLarge, match=r"gomoku is too large to solve \(about 10\^107 positions\)"):
        solve(gomoku().start())


@pytest.mark.parametrize("game", [connect4(32, 1), connect4(20, 2), connect4(21, 2)], ids=str)
def test_flat_boards_are_refused_too(game: LineGame) -> None:
    with pytest.raises(TooLarge):
        solve(game.start())


def test_a_late_position_of_a_large_board_is_solved() -> None:
    position = next(iter(spread_over_plies(connect4(8, 7), 1, seed=1, first=36)))
    assert solve(position).score is not None
    won = connect4(8, 7).parse("121212")
    assert solve(won).words == "wins in 1 ply"


def test_a_board_beyond_the_solver_is_searched_for_the_time_given() -> None:
    found = solve(gomoku().parse("h8 a1 i8 a2 j8 a3 k8 a4"), seconds=5)
    assert (found.words, found.stone_score) == ("wins in 1 ply", 109)
    found = solve(gomoku().start(), seconds=0.2)
    assert (found.low, found.high, found.words) == (-113, 113, "not known")


def test_tic_tac_toe_has_a_full_table() -> None:
    values = full_table(tictactoe().start())
    assert len(values) == 5_478
    assert values[tictactoe().start()] == 0
    assert values[tictactoe().parse("XX./OO./...")] == win_in(1)


def test_a_game_of_your_own_is_solved_by_full_table() -> None:
    nim = load_game("examples/nim.py:Nim")
    found = solve(nim.start(), moves=True)
    assert found.moves is not None
    assert found.low == max(move.low for move in found.moves)
    assert found.words.startswith(("wins in", "loses in"))


def test_a_full_table_has_a_limit() -> None:
    with pytest.raises(PlygroundError, match="more than 1,000 positions follow"):
        full_table(tictactoe().start(), most=1_000)


def test_the_estimate_grows_with_the_board_and_is_put_in_words() -> None:
    small, large = estimate_nodes(connect4(6, 6).start()), estimate_nodes(connect4(8, 6).start())
    assert 2e5 < small < 2e7 < large
    assert estimate_nodes(mnk(5, 5, 4).start()) > estimate_nodes(mnk(4, 4, 4).start())
    assert [describe_seconds(s) for s in (5, 90, 7_200, 1e6, 1e9)] == [
        "about 5 seconds",
        "about 2 minutes",
        "about 2 hours",
        "about 12 days",
        "about 31 years",
    ]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"threads": 0}, "threads"),
        ({"table_mb": 0}, "table_mb"),
        ({"seconds": 0}, "seconds is a number above 0"),
        ({"nodes": 0}, "nodes"),
        ({"stop": 3}, "stop has is_set"),
    ],
)
def test_bad_options_are_told(options: dict[str, object], told: str) -> None:
    with pytest.raises(BadSpec, match=told):
        solve(connect4().start(), **options)  # type: ignore[arg-type]


def test_a_game_without_the_fields_number_is_answered_in_words_alone() -> None:
    """A score such as +999989 told nobody anything."""
    nim = str(solve(load_game("examples/nim.py:Nim").start(), moves=True))
    assert "first player plays 1x2: wins in 11 plies\n" in nim
    assert "9999" not in nim
    assert "score" not in nim
    assert "draw (score +0)" in str(solve(tictactoe().start()))
