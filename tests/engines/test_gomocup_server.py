"""Our agents as Gomocup engines: whole dialogs with a real process over real pipes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from helpers.command import COMMAND, complaint, objects
from helpers.engine_tool import Tool
from plyground.games.line import mnk

DEEPENING = "deepening(inner=alphabeta(evaluate='windows', order='centre'), depth=2)"
SQUARE = re.compile(r"(\d+),(\d+)")
TELLS = """
def choose(position, limits):
    print(f"seconds={limits.seconds} remaining={limits.remaining}")
    return position.moves()[0]

def faulty(position, limits):
    left = len(position.moves())
    if left == 25:
        raise ValueError("no idea")
    if left == 24:
        return "z99"
    while True:
        pass
"""


@pytest.fixture(scope="module")
def tool() -> Iterator[Tool]:
    """An engine that looks two plies ahead."""
    with Tool("--protocol", "gomocup", DEEPENING) as tool:
        yield tool


@pytest.fixture
def agents(tmp_path: Path) -> str:
    (tmp_path / "agents.py").write_text(TELLS)
    return f"python:{tmp_path}/agents.py"


def answer(tool: Tool, *lines: str) -> str:
    """What is answered, past what is only said."""
    tool.send(*lines)
    while (line := tool.line()).startswith(("MESSAGE", "DEBUG")):
        pass
    return line


def square(tool: Tool, *lines: str) -> tuple[int, int]:
    found = SQUARE.fullmatch(answer(tool, *lines))
    assert found, tool.said[-1]
    return int(found[1]), int(found[2])


def test_about_says_who_it_is(tool: Tool) -> None:
    about = answer(tool, "ABOUT")
    assert about.startswith(f'name="plyground", version="{plyground.__version__}", ')


def test_a_whole_game_by_turns(tool: Tool) -> None:
    """We play the first free squares: it wins, with five stones in a row."""
    game = mnk(9, 9, 5)
    assert answer(tool, "START 9") == "OK"
    position = game.start()
    x, y = square(tool, "BEGIN")
    position = position.play(y * 9 + x)
    while not position.outcome():
        ours = position.moves()[0]
        position = position.play(ours)
        x, y = square(tool, f"TURN {ours % 9},{ours // 9}")
        position = position.play(y * 9 + x)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is plyground.Player.FIRST
    assert answer(tool, "TURN 8,8") == "ERROR the game is over: no move follows"
    assert answer(tool, "RESTART") == "OK"
    assert square(tool, "TURN 4,4") != (4, 4)


def test_boards_of_any_shape_up_to_what_we_have(tool: Tool) -> None:
    assert answer(tool, "START 21") == "ERROR 441 cells in 21 columns × 21 rows: a board has at most 400"
    assert answer(tool, "START 20") == "OK"
    assert max(square(tool, "TURN 19,19")) < 20, "Gomocup's own board"
    assert answer(tool, "START 4") == "ERROR a board of 4×4 has no room for five in a row"
    assert answer(tool, "START fifteen").startswith("ERROR no size fifteen")
    assert answer(tool, "RECTSTART 10").startswith("ERROR no size 10")
    assert answer(tool, "RECTSTART 12,3") == "OK"
    x, y = square(tool, "TURN 11,2")
    assert x < 12
    assert y < 3
    assert answer(tool, "TURN 2,11").startswith("ERROR no square 2,11: squares are 0,0 to 11,2")
    assert answer(tool, "START 16") == "OK"


def test_a_board_is_set_up_and_it_is_our_turn(tool: Tool) -> None:
    four = [f"{x},0,1" for x in range(4)]
    theirs = [f"{x},8,2" for x in range(4)]
    assert answer(tool, "START 9") == "OK"
    assert square(tool, "BOARD", *theirs, *four, "DONE") == (4, 0), "we win"
    assert answer(tool, "RESTART") == "OK"
    assert square(tool, "BOARD", *four[:3], *theirs, "DONE") == (4, 8), "they began, and we block"
    assert square(tool, "BOARD", "DONE"), "an empty one"
    for wrong, error in (
        (["0,0,1", "1,1,1"], "2 stones of ours and 0 of theirs: it cannot be our turn"),
        (["0,0,1", "0,0,2"], "two stones on 0,0"),
        (["0,0,3"], "no stone 0,0,3"),
        (["0,9,1"], "no square 0,9"),
        (["nonsense"], "no stone nonsense"),
        ([f"{n % 9},{n // 9},1" for n in range(81)] + ["0,0,2"] * 3, "two stones on 0,0"),
        ([f"{x},1,2" for x in range(5)] + four, "the game is over"),
    ):
        assert error in answer(tool, "BOARD", *wrong, "DONE")
    assert answer(tool, "BOARD", "0,0,1", "START 9") == "OK", "one that is broken off is forgotten"
    assert answer(tool, "DONE") == "ERROR DONE without BOARD"


def test_undo(tool: Tool) -> None:
    assert answer(tool, "START 9") == "OK"
    x, y = square(tool, "TURN 4,4")
    assert answer(tool, "TAKEBACK 4,4") == "ERROR 4,4 was not the last move"
    assert answer(tool, f"TAKEBACK {x},{y}") == "OK"
    assert answer(tool, "TAKEBACK 4,4") == "OK"
    assert square(tool, "TURN 4,4") == (x, y)
    x, y = square(tool, "BOARD", "1,1,1", "2,2,2", "DONE")
    assert answer(tool, f"TAKEBACK {x},{y}") == "OK"
    assert answer(tool, "TAKEBACK 1,1") == "ERROR that stone was not the last move"
    assert answer(tool, "TAKEBACK 2,2") == "OK", "a stone of a board, too"
    assert square(tool, "TURN 3,3")
    assert answer(tool, "TURN 1,1").startswith("ERROR square b8 is taken")


def test_unknown_command(tool: Tool) -> None:
    assert answer(tool, "SWAP2BOARD") == "UNKNOWN command SWAP2BOARD"
    assert answer(tool, "go") == "UNKNOWN command go"
    assert answer(tool, "START 9") == "OK"
    assert answer(tool, "RESTART") == "OK"
    assert square(tool, "BEGIN")
    assert answer(tool, "BEGIN") == "ERROR the game has begun: RESTART comes first"
    assert answer(tool, "about").startswith("name="), "whatever the case"


def test_lines_wait_while_it_thinks(tool: Tool) -> None:
    tool.send("START 9", "BEGIN", "TURN 0,0", "TURN 0,1", "RESTART", "ABOUT", end=b"\r\n")
    said = [answer(tool) for _ in range(6)]
    assert [bool(SQUARE.fullmatch(line)) for line in said] == [False, True, True, True, False, False]
    assert said[4] == "OK"


def test_information_is_kept_and_not_answered(agents: str) -> None:
    with Tool("--protocol", "gomocup", agents) as tool:
        assert answer(tool, "TURN 1,1") == "ERROR there is no board: START comes first"
        assert answer(tool, "BOARD") == "ERROR there is no board: START comes first"
        assert answer(tool, "RESTART") == "ERROR there is no board: START comes first"
        assert answer(tool, "INFO game_type 1", "INFO weather fine", "INFO", "START 5") == "OK"
        square(tool, "BEGIN")
        square(tool, "INFO timeout_turn 2000", "INFO timeout_match 9999", "TURN 4,4")
        square(tool, "INFO time_left 2147483647", "TURN 4,3")
        square(tool, "INFO time_left 20000", "TURN 4,2")
        square(tool, "INFO time_left -5", "TURN 4,0")
        square(tool, "INFO timeout_turn 0", "INFO time_left 2147483647", "TURN 2,2")
        tool.send("INFO rule 1")
        assert tool.until("MESSAGE rule") == "MESSAGE rule 1 is not known here: five or more in a row win"
        assert tool.end("END") == 0
        told = re.findall(r"seconds=(\S+) remaining=(\S+)", tool.complaints.decode())
        assert [(round(float(seconds), 3), left) for seconds, left in told] == [
            (28.5, "None"),
            (1.9, "None"),
            (1.9, "None"),
            (1.0, "20.0"),
            (0.001, "0.0"),
            (0.01, "None"),
        ]


def test_a_search_without_a_depth_ends_with_the_turn() -> None:
    with Tool("--protocol", "gomocup", "table_alphabeta(size=1000)") as tool:
        assert answer(tool, "INFO timeout_turn 200", "START 15") == "OK"
        square(tool, "BEGIN")
        square(tool, "TURN 14,14")
        assert answer(tool, "INFO timeout_turn 3600000", "RESTART") == "OK"
        assert tool.end("BEGIN", "END") == 0, "and with the game"
        assert tool.complaints == b""


def test_faults_of_an_agent_are_errors(agents: str) -> None:
    with Tool("--protocol", "gomocup", f"{agents}:faulty") as tool:
        assert answer(tool, "START 5") == "OK"
        assert "the agent failed: ValueError: no idea" in answer(tool, "BEGIN")
        assert re.match(r"ERROR .*: no square z99", answer(tool, "TURN 4,4"))
        assert tool.end("TURN 0,0") == 0, "the end of input ends it, whatever it does"


def test_a_game_has_no_place_in_gomocup() -> None:
    assert "--game or --moves with gomocup" in complaint(
        "engine", "--protocol", "gomocup", "random", "--game", "gomoku"
    )
    assert "gomocup" in complaint("engine", "--protocol", "gomocup", "random", "--moves", "drop")


@pytest.mark.campaign
def test_server_plays_in_the_arena_through_the_client(tmp_path: Path) -> None:
    agent = "alphabeta(depth=1)"
    engine = f'engine("{COMMAND[0]} engine --protocol gomocup \'{agent}\'", protocol="gomocup")'
    (report,) = objects(
        "match",
        "mnk(9,9,5)",
        engine,
        agent,
        "--games",
        "2",
        "--time",
        "9",
        "--run",
        str(tmp_path / "run"),
        "--json",
    )
    both = report["agents"][0]["both"]
    assert (both["games"], both["forfeits"]) == (2, {})
    assert report["unique"] == 1, "on either side of the pipe it is the same agent"
