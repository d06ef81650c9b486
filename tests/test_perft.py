"""The ground truth about games and positions, counted by both cores."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from helpers.subjects import EXAMPLES, LINE_GAMES, SUBJECTS
from plyground import BadSpec, NoNativeCore, Position, TreeGame, connect4, gomoku, load_game, tictactoe
from plyground.native import Core
from plyground.perft import OutcomeCount, distinct_positions, divide, perft

CORES: list[Core] = ["python", "native"]
both_cores = pytest.mark.parametrize("core", CORES)


def reachable(start: Position[Any]) -> set[Position[Any]]:
    found, edge = {start}, [start]
    while edge:
        children = {position.after(move) for position in edge for move in position.moves()} - found
        found |= children
        edge = list(children)
    return found


@both_cores
def test_tictactoe_games(core: Core) -> None:
    tallies = perft(tictactoe().start(), 9, core)
    assert sum(t.count for t in tallies) == 549_946
    assert sum(t.first_wins for t in tallies) == 131_184
    assert sum(t.second_wins for t in tallies) == 77_904
    assert sum(t.draws for t in tallies) == 46_080
    assert 131_184 + 77_904 + 46_080 == 255_168


@both_cores
def test_tictactoe_positions(core: Core) -> None:
    tallies = [ply.positions for ply in islice(distinct_positions(tictactoe().start(), core), 10)]
    assert sum(t.count for t in tallies) == 5_478
    assert [sum(t.first_wins for t in tallies), sum(t.second_wins for t in tallies)] == [626, 316]
    assert sum(t.draws for t in tallies) == 16
    assert 5_478 - (626 + 316 + 16) == 4_520


def test_tictactoe_positions_up_to_symmetry() -> None:
    everything = reachable(tictactoe().start())
    assert len(everything) == 5_478
    classes = {position.canonical() for position in everything}
    assert len(classes) == 765
    assert sum(position.outcome() is not None for position in classes) == 138


CONNECT4_POSITIONS = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186, 1_662_623, 4_568_683]
CONNECT4_SEQUENCES = [7**n for n in range(7)] + [823_536, 5_673_234, 39_394_572, 268_031_646]


@pytest.mark.campaign
def test_connect4_positions_and_sequences_of_eleven_plies() -> None:
    plies = list(islice(distinct_positions(connect4().start(), "native"), 12))
    assert [ply.positions.count for ply in plies] == CONNECT4_POSITIONS
    assert [ply.sequences.count for ply in plies][:11] == CONNECT4_SEQUENCES


@pytest.mark.needs_core
def test_connect4_sequences_one_by_one() -> None:
    assert [t.count for t in perft(connect4().start(), 9, "native")] == CONNECT4_SEQUENCES[:10]


@pytest.mark.slow
def test_connect4_in_python() -> None:
    plies = list(islice(distinct_positions(connect4().start(), "python"), 8))
    assert [ply.positions.count for ply in plies] == CONNECT4_POSITIONS[:8]
    assert [ply.sequences.count for ply in plies] == CONNECT4_SEQUENCES[:8]


@pytest.mark.needs_core
@pytest.mark.parametrize("spec", LINE_GAMES)
def test_both_cores_count_the_same(spec: str) -> None:
    start = load_game(spec).start()
    depth = 3 if len(start.moves()) < 50 else 2
    assert perft(start, depth, "native") == perft(start, depth, "python")
    compiled, ours = (list(islice(distinct_positions(start, core), depth + 1)) for core in CORES)
    assert compiled == ours


@pytest.mark.parametrize("spec", SUBJECTS)
def test_two_ways_to_count_agree(spec: str) -> None:
    start = load_game(spec).start()
    depth = 3 if len(start.moves()) < 50 else 2
    tallies = perft(start, depth)
    assert tallies == [ply.sequences for ply in islice(distinct_positions(start), depth + 1)]
    *_, divided = divide(start, depth)
    assert tallies == divided


@both_cores
@pytest.mark.parametrize("text", ["1212121", "XXX/OO./..."])
def test_an_ended_game_goes_no_further(core: Core, text: str) -> None:
    game = tictactoe() if "/" in text else connect4()
    assert perft(game.parse(text), 2, core) == [OutcomeCount(1, 1, 0, 0), OutcomeCount(), OutcomeCount()]
    assert list(divide(game.parse(text), 2, core)) == [perft(game.parse(text), 2, core)]


@both_cores
def test_depth_beyond_the_end_of_the_game(core: Core) -> None:
    tallies = perft(load_game("mnk(2,2,2)").start(), 9, core)
    assert [t.count for t in tallies] == [1, 4, 12, 24, 0, 0, 0, 0, 0, 0]


@both_cores
def test_set_up_positions_are_counted_from_where_they_are(core: Core) -> None:
    position = tictactoe().parse("XO./.../... x")
    assert perft(position, 1, core) == [OutcomeCount(1), OutcomeCount(7)]
    o_began = tictactoe().parse("O../.../... x")
    assert perft(o_began, 2, core)[2].count == 8 * 7


def test_an_unknown_core_is_refused() -> None:
    with pytest.raises(BadSpec, match="bad core in core='rust': core is one of auto, python, native"):
        perft(gomoku().start(), 1, "rust")  # type: ignore[arg-type]


def test_instalments_are_lists_of_their_own() -> None:
    first, *_, last = divide(tictactoe().start(), 3)
    assert first[3].count == 56
    assert last[3].count == 504


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(BadSpec, match="bad depth in depth=-1: depth is a whole number from 0 to 1000"):
        perft(gomoku().start(), -1)


def test_the_longest_games_are_counted_to_their_end() -> None:
    deep = TreeGame(1).start()
    assert perft(deep, 1000, "python")[0].count == 1
    long = load_game("mnk(250,1,250)").parse(" ".join(f"{name}1" for name in names(20)))
    assert perft(long, 1, "python")[1].count == 230


def names(count: int) -> list[str]:
    return [chr(ord("a") + n) for n in range(count)]


@pytest.mark.campaign  # a minute and 2.6 GB
def test_counts_beyond_64_bits_are_an_error() -> None:
    """A regression: the compiled core once wrapped around silently. 13!² ways lead to the end here."""
    board = "O" + ".O" * 13 + "X" + ".X" * 13
    frontier = distinct_positions(load_game("mnk(54,1,2)").parse(board), "native")
    with pytest.raises(OverflowError, match="more sequences than 64 bits count"):
        list(islice(frontier, 27))


@pytest.mark.parametrize("spec", [*EXAMPLES, "textbook"])
def test_games_without_compiled_rules_say_so(spec: str) -> None:
    start = load_game(spec).start()
    with pytest.raises(NoNativeCore, match="use core python or auto"):
        perft(start, 1, "native")
    with pytest.raises(NoNativeCore):
        next(distinct_positions(start, "native"))
    assert perft(start, 1, "auto") == perft(start, 1, "python")
