"""The solver in Python answers as the compiled one does, by the same nodes where no lines are used."""

from __future__ import annotations

import zlib
from importlib.resources import files

import pytest

from helpers.positions import spread_over_plies
from plyground import LineGame, connect4, mnk, solve, tictactoe
from plyground.searchers import Limits
from plyground.solver import Perfect, Solution
from plyground.solver.book import MAGIC, PACKAGED, OpeningBook, packaged_book
from plyground.solver.native import Budget
from plyground.solver.plies import keys_at
from plyground.solver.python import PythonSolver

# With more nodes than this the compiled table begins to forget, and Python's does not.
FEW_NODES = 400
GAMES = [
    (connect4(), 24),
    (connect4(5, 5), 10),
    (connect4(6, 4), 8),
    (connect4(5, 4, 3), 0),
    (connect4(4, 9), 18),
    (mnk(4, 4, 4), 6),
    (mnk(5, 4, 4), 9),
    (mnk(4, 3, 3), 0),
]


def unpacked() -> bytes:
    data = files("plyground.solver").joinpath(PACKAGED).read_bytes()
    return zlib.decompress(data[len(MAGIC) + 3 :])


def answer(found: Solution) -> tuple[object, ...]:
    return found.low, found.high, found.score, found.raw_line, found.moves


@pytest.mark.needs_core
@pytest.mark.parametrize("weak", [False, True], ids=["exact", "weak"])
@pytest.mark.parametrize(("game", "first"), GAMES, ids=str)
def test_both_solvers_answer_the_same_by_the_same_nodes(game: LineGame, first: int, weak: bool) -> None:
    counted = 0
    for position in spread_over_plies(game, 20, seed=31, first=first):
        ours = solve(position, moves=True, weak=weak, book=False, core="python")
        compiled = solve(position, moves=True, weak=weak, book=False, core="native")
        assert (ours.core, compiled.core) == ("python", "native")
        assert answer(ours) == answer(compiled), position
        if compiled.nodes < FEW_NODES:
            assert ours.nodes == compiled.nodes, position
            counted += 1
    assert counted > 5


@pytest.mark.needs_core
@pytest.mark.parametrize("nodes", [1, 37, 200])
def test_a_limit_of_nodes_stops_both_at_the_same_bounds(nodes: int) -> None:
    for position in spread_over_plies(connect4(), 15, seed=8, first=14):
        ours, compiled = (
            solve(position, nodes=nodes, book=False, core=core) for core in ("python", "native")
        )
        assert (answer(ours), ours.nodes) == (answer(compiled), compiled.nodes), position
        assert ours.nodes <= nodes


@pytest.mark.needs_core
def test_the_perfect_player_plays_the_same_in_both_cores() -> None:
    for game in (connect4(), tictactoe(), mnk(4, 4, 4)):
        for position in spread_over_plies(game, 8, seed=4, first=game.cells * 2 // 3):
            ours, compiled = (Perfect(seed=3, core=core).search(position) for core in ("python", "native"))
            assert (ours.move, ours.score, ours.proven) == (compiled.move, compiled.score, compiled.proven)
            assert (ours.core, compiled.core) == ("python", "native")


def test_a_limit_of_time_and_a_stop_leave_true_bounds() -> None:
    position = connect4().parse("13712")
    found = solve(position, seconds=0.05, book=False, core="python")
    assert found.score is None
    assert found.low < found.high
    chosen = Perfect(book=False, core="python").search(position, Limits(seconds=0.05))
    assert (chosen.proven, chosen.stopped) == (False, "seconds")
    assert chosen.move in position.moves()


def test_a_full_table_is_emptied_and_changes_no_value() -> None:
    small = PythonSolver(connect4(5, 5), book=False)
    small.__dict__["max_entries"] = 50
    position = connect4(5, 5).parse("31321455")
    assert small.value(position, Budget()) == PythonSolver(connect4(5, 5), book=False).value(
        position, Budget()
    )
    assert len(small.table) <= 50


@pytest.mark.needs_core
def test_python_reads_the_book_as_the_compiled_core_does() -> None:
    ours, compiled = OpeningBook(connect4(), unpacked()), packaged_book(7, 6, 4)
    assert compiled is not None
    assert ours.plies == compiled.plies
    keys = [key for ply in range(10) for key in keys_at(connect4(), ply)[::97]]
    assert [ours.find(key) for key in keys] == [compiled.find(key) for key in keys]
    assert ours.find(keys[-1]) is None


@pytest.mark.parametrize("cut", [1, 3, 7, 40])
def test_a_book_that_is_cut_short_is_told(cut: int) -> None:
    with pytest.raises(ValueError, match="cut short"):
        OpeningBook(connect4(), unpacked()[:-cut])
