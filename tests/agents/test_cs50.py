"""CS50's tictactoe.py plays here as it is; what it says of the rules is not asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.outsiders import answered, answered_text, check_forfeit, check_played, games, said, undone
from helpers.subjects import positions
from plyground import BadSpec, PlygroundError, tictactoe
from plyground.agents import cs50, load_entrant
from plyground.workers.messages import Reason

ZOO = "cs50:tests/agents/cs50_zoo"
EXAMPLE = "cs50:examples/cs50_tictactoe.py"
MARKS = (None, "X", "O")


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with undone():
        yield


@pytest.mark.parametrize("agent", ["", ":in_lists", ":in_numpy", ":scribbling", ":thorough"])
def test_odd_but_legal_agent_plays_on(agent: str) -> None:
    check_played(f"{ZOO}/behaving.py{agent}", "tictactoe")


def test_output_is_recorded_with_the_move() -> None:
    first, second = check_played(f"{ZOO}/behaving.py:talkative", "tictactoe")
    assert said(first)[:2] == ["9 free", "7 free"]
    assert said(second)[:2] == ["8 free", "6 free"]


def test_the_example_loses_to_nobody() -> None:
    for game in check_played(EXAMPLE, "tictactoe"):
        assert game.winner != 1


@pytest.mark.parametrize(
    ("text", "move"),
    [("XX./OO./...", "3"), ("XX./O../...", "3"), ("XX./OO./X..", "6"), ("X../.O./..X", "2")],
)
def test_the_example_wins_blocks_and_escapes(text: str, move: str) -> None:
    assert answered_text(EXAMPLE, "tictactoe", text) == move


@pytest.mark.parametrize(
    ("agent", "reason", "detail"),
    [
        ("faulty.py:nothing", "illegal", "None (a move is a row and a column) is no move"),
        ("faulty.py:beyond", "illegal", "(3, 0) (rows and columns are 0 to 2) is no move"),
        ("faulty.py:always_the_middle", "illegal", "(1, 1) (that square is taken) is no move"),
        ("faulty.py:crashing", "crash", "IndexError: list index out of range (faulty.py, line "),
        ("faulty.py", "start", "no minimax in faulty.py: the file has a function minimax(board)"),
    ],
)
def test_faulty_agent_forfeits(agent: str, reason: Reason, detail: str) -> None:
    check_forfeit(f"{ZOO}/{agent}", reason, detail, "tictactoe")


def test_slow_agent_loses_on_time() -> None:
    check_forfeit(f"{ZOO}/faulty.py:thoughtful", "time", "nothing came", "tictactoe", seconds=0.2)


def test_another_game_is_refused() -> None:
    (game,) = games(EXAMPLE, "mnk(3,3,2)", count=1)
    assert game.detail == "the agent failed: a CS50 agent plays tictactoe and nothing else, not mnk(3,3,2)"
    for other, called in (
        ("connect4(3,3,3)", "connect4"),
        ("mnk(4,3,3)", "mnk"),
        ("examples/nim.py:Nim", "Nim"),
    ):
        with pytest.raises(PlygroundError, match=f"tictactoe and nothing else, not {called}"):
            answered(EXAMPLE, other)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("minimax", "no minimax in faulty.py"),
        ("no_function", "no no_function in faulty.py"),
        ("demanding", "demanding takes board, depth in faulty.py"),
    ],
)
def test_a_file_without_the_function_is_refused(name: str, complaint: str) -> None:
    with pytest.raises(BadSpec, match=complaint):
        answered(f"{ZOO}/faulty.py:{name}", "tictactoe")


def test_a_bad_spec_is_refused_before_anything_is_run() -> None:
    for spec in ("cs50", "cs50:tictactoe", "cs50:tictactoe.py(depth=3)", "cs50(3)"):
        with pytest.raises(BadSpec):
            load_entrant(spec)


def test_an_entrant_names_its_file_and_is_not_ours() -> None:
    entrant = load_entrant("cs50:no_such_file.py")
    assert (entrant.files, entrant.trusted) == ((Path.cwd() / "no_such_file.py",), False)


def test_a_file_without_marks_means_the_usual_ones(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(
        "def minimax(board):\n  assert board == [['X', None, None], [None, 'O', None], [None, None, None]]\n  return 0, 2"
    )
    assert answered_text(f"cs50('{tmp_path}/plain.py')", "tictactoe", "X../.O./...") == "3"


@given(data=st.data())
def test_a_row_and_a_column_are_the_square_there(data: st.DataObject) -> None:
    position: Any = data.draw(positions("tictactoe"))
    rows = cs50.rows(position, MARKS)
    assert "/".join("".join(square or "." for square in row) for row in rows) == position.text()
    places = [(i, j) for i in range(3) for j in range(3) if rows[i][j] is None]
    found = [cs50.move(position, place) for place in places]
    assert position.outcome() or found == list(position.moves())


def test_a_board_is_made_anew_for_every_move() -> None:
    position = tictactoe().start()
    one, other = cs50.rows(position, MARKS), cs50.rows(position, MARKS)
    one[0][0] = "X"
    assert other == [[None] * 3] * 3
    assert cs50.rows(position, MARKS) == other


@pytest.mark.parametrize(
    "answer", [None, 4, "11", b"\1\1", {1, 2}, (1,), (1, 1, 1), (False, True), (1.0, 1.0), [[1, 1]]]
)
def test_whatever_else_is_answered_equals_no_move(answer: Any) -> None:
    position = tictactoe().start()
    move = cs50.move(position, answer)
    assert move not in position.moves()
    assert repr(move).endswith(" (a move is a row and a column)")
