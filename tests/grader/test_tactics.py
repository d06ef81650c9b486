"""The check `tactics`: a program that does not know one line of the board does not get all points."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from helpers.samples import some_slow
from plyground.errors import BadSpec
from plyground.game import Player
from plyground.games.line import LineGame, LinePosition, connect4, mnk, tictactoe
from plyground.grader import tactics
from plyground.grader.grade import grade
from plyground.grader.marks import Grade
from plyground.grader.rubric import read_rubric
from plyground.grader.submissions import StudentFile
from plyground.grader.tactics import EACH, KINDS, SEED, Kind, tactics_puzzles
from plyground.workers.confinement import Confinement
from plyground.workers.landlock import landlock_abi

NEEDS_LANDLOCK = pytest.mark.skipif(
    landlock_abi() == 0, reason="NOT TESTED: grades: there is no Landlock here, and programs run confined"
)
TACTICS = '[[check]]\nkind = "tactics"\npoints = 10\n'
LINES = {
    "top row": (0, 1, 2),
    "middle row": (3, 4, 5),
    "bottom row": (6, 7, 8),
    "left column": (0, 3, 6),
    "middle column": (1, 4, 7),
    "right column": (2, 5, 8),
    "diagonal": (0, 4, 8),
    "anti-diagonal": (2, 4, 6),
}
# A right minimax without distances; LINES is what its `winner` knows.
PROGRAM = """\
from functools import cache


def choose(position):
    return best("".join(position.rows()), position.to_move.value)[1]


def winner(board):
    return next((board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != "."), None)


@cache
def best(board, side):
    free = [square for square in range(9) if board[square] == "."]
    if winner(board):
        return -1, None
    if not free:
        return 0, None
    values = []
    for square in free:
        after = board[:square] + "XO"[side] + board[square + 1 :]
        values.append((-best(after, 1 - side)[0], str(square + 1)))
    return max(values, key=KEY)
"""
FIRST, LAST = "lambda pair: pair[0]", "lambda pair: (pair[0], int(pair[1]))"  # of equally good moves


def graded(folder: Path, lines: list[tuple[int, ...]], key: str, keys: str = "") -> Grade:
    file = folder / "program.py"
    program = PROGRAM.replace("LINES", repr(lines)).replace("KEY", key)
    file.write_text(program, encoding="utf-8")
    return grade(StudentFile("student", file), read_rubric(TACTICS + keys), Confinement())


@NEEDS_LANDLOCK
@pytest.mark.parametrize("key", [FIRST, LAST], ids=["first", "last"])
def test_a_right_program_gets_all_points(key: str, tmp_path: Path) -> None:
    found = graded(tmp_path, list(LINES.values()), key)
    assert (found.points, found.mistakes) == (10, [])


@NEEDS_LANDLOCK
@pytest.mark.parametrize("key", [FIRST, LAST], ids=["first", "last"])
@pytest.mark.parametrize("missing", some_slow(LINES, {*LINES} - {"middle row", "anti-diagonal"}))
def test_a_program_that_lacks_a_line_does_not_get_all_points(
    missing: str, key: str, tmp_path: Path
) -> None:
    """Without the anti-diagonal or the middle row it had 10 of 10."""
    found = graded(tmp_path, [line for name, line in LINES.items() if name != missing], key)
    assert 5 <= found.points < 10
    assert "grade.tactics.win" in found.mistakes


def lines_of(game: LineGame, seed: int, each: int) -> dict[Kind, Counter[int]]:
    """How often each line is a win in the positions, and how often it is blocked."""
    found: dict[Kind, Counter[int]] = {kind: Counter() for kind in KINDS}
    for kind, puzzle in tactics_puzzles(game, seed, each):
        position, (right,) = puzzle.position, puzzle.right
        assert isinstance(position, LinePosition)
        owner = position.to_move if kind == "win" else position.to_move.other
        stones = position.stones[owner.value] | 1 << position.read(right)
        found[kind] += Counter(mask for mask in game.masks if stones & mask == mask)
    return found


@pytest.mark.parametrize("seed", [SEED, 0, 1, 7])
@pytest.mark.parametrize("game", [tictactoe(), mnk(4, 3, 3), mnk(4, 4, 4), connect4(5, 4, 4)], ids=str)
def test_every_line_is_a_win_and_a_block(game: LineGame, seed: int) -> None:
    for counted in lines_of(game, seed, EACH).values():
        assert counted.keys() == set(game.masks)


@pytest.mark.slow
def test_every_line_of_connect_four_is_a_win_and_a_block() -> None:
    assert [len(counted) for counted in lines_of(connect4(), SEED, EACH).values()] == [69, 69]


def test_of_a_board_with_more_lines_some_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tactics, "MOST_LINES", 5)
    assert [len(counted) for counted in lines_of(mnk(4, 3, 3), SEED, 1).values()] == [5, 5]


def test_positions_are_those_of_the_seed_and_of_both_sides() -> None:
    found = tactics_puzzles(tictactoe(), 3, 12)
    tactics_puzzles.cache_clear()
    assert tactics_puzzles(tictactoe(), 3, 12) == found != tactics_puzzles(tictactoe(), 4, 12)
    counted = Counter((kind, puzzle.position.to_move) for kind, puzzle in found)
    assert counted.keys() == {(kind, side) for kind in KINDS for side in Player}
    assert min(counted.values()) >= 8
    assert len({(kind, puzzle.position) for kind, puzzle in found}) == len(found)


@pytest.mark.slow
def test_a_game_without_such_positions_is_refused() -> None:
    with pytest.raises(BadSpec, match=r"line 3: tactics with game mnk\(2,2,2\): no move wins or blocks"):
        read_rubric('game = "mnk(2,2,2)"\n[[check]]\nkind = "tactics"\npoints = 1\n')
