"""The command solve, in real processes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
from functools import partial

import pytest

from helpers.command import (
    COMMAND,
    PATIENCE,
    complaint,
    has_computed,
    hear_ctrl_c,
    objects,
    printed,
    run,
    wait_until,
)

KEYS = ["position", "score", "words", "move", "line", "moves", "nodes", "seconds", "book", "core"]
LATE = "4444441522"


def test_the_answer_in_words() -> None:
    told = printed("solve", "connect4", LATE, "--moves")
    assert "X plays 3: wins in 1 ply (score +16)\nline: 3\n" in told
    assert "6     wins in 31 plies     +1\n" in told


def test_the_answer_as_json() -> None:
    (found,) = objects("solve", "connect4", LATE + "7", "--moves", "--json")
    assert list(found) == KEYS
    assert (found["score"], found["words"]) == (-3, "loses in 26 plies")
    assert [list(move) for move in found["moves"]] == [["move", "score", "words"]] * len(found["moves"])
    assert found["score"] == max(move["score"] for move in found["moves"])
    assert found["line"][0] == found["move"]
    (plain,) = objects("solve", "connect4", LATE + "7", "--json")
    assert (plain["moves"], plain["score"], plain["line"]) == (None, found["score"], found["line"])


def test_weak_tells_who_wins() -> None:
    (found,) = objects("solve", "connect4", LATE, "--weak", "--json")
    assert (found["score"], found["words"], len(found["line"])) == (1, "wins", 1)


def test_the_same_command_prints_the_same() -> None:
    first, second = (objects("solve", "connect4", LATE + "1", "--moves", "--json")[0] for _ in range(2))
    assert first | {"seconds": 0} == second | {"seconds": 0}


def test_threads_and_table_and_book_change_no_answer() -> None:
    wanted = objects("solve", "connect4", "154434421", "--moves", "--json")[0]
    for options in (["--threads", "2"], ["--table-mb", "1"], ["--no-book"]):
        found = objects("solve", "connect4", "154434421", "--moves", "--json", *options)[0]
        for key in ("score", "move", "line", "moves", "words"):
            assert found[key] == wanted[key], (options, key)


def test_many_positions_are_answered_in_their_turn() -> None:
    found = run("solve", "connect4", "--stdin", given=f"{LATE}\n\n99\n{LATE}1\n1212121\n")
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert found.returncode == 2
    assert [line.get("words") for line in lines] == ["wins in 1 ply", None, lines[2]["words"], "loses"]
    assert lines[1]["error"] == "no column 9 in |99: columns are 1 to 7"


def test_bounds_when_time_is_short() -> None:
    (found,) = objects("solve", "connect4", "--no-book", "--time", "0.1", "--json")
    assert [*KEYS[:2], "low", "high", *KEYS[2:]] == list(found)
    assert (found["score"], found["move"], found["line"]) == (None, None, [])
    assert found["low"] <= 1 <= found["high"]
    assert "X to move: not known (score " in printed("solve", "connect4", "--no-book", "--time", "0.1")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["connect4", "9"], "no column 9"),
        (["connect4(8,7,4)"], "connect4(8,7,4) from here takes about"),
        (["gomoku"], "gomoku is too large to solve (about 10^107 positions)"),
        (["chess"], "no game chess"),
        (["connect4", "--time", "0"], "seconds is a number above 0"),
        (["connect4", "--threads", "0"], "--threads"),
        (["connect4", "4", "--stdin"], "give one or the other"),
    ],
)
def test_bad_usage_of_solve(arguments: list[str], told: str) -> None:
    assert told in complaint("solve", *arguments)


def test_ctrl_c_stops_at_once() -> None:
    for options in ([], ["--threads", "2"]):
        solving = subprocess.Popen(
            [*COMMAND, "solve", "connect4", "--no-book", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=hear_ctrl_c,
        )
        wait_until(partial(has_computed, solving.pid))  # it has started, and solves
        solving.send_signal(signal.SIGINT)
        out, told = solving.communicate(timeout=PATIENCE)  # solving takes minutes
        assert (solving.returncode, out, told) == (130, "", "plyground: interrupted\n")


def test_a_stream_on_a_terminal_shows_how_many_are_done() -> None:
    parent, child = pty.openpty()
    solving = subprocess.Popen(
        [*COMMAND, "solve", "connect4", "--stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=child,
        text=True,
        env=os.environ | {"TERM": "xterm"},
    )
    os.close(child)
    out, _ = solving.communicate(f"{LATE}\n" * 3, timeout=PATIENCE)
    shown = os.read(parent, 65536).decode()
    os.close(parent)
    assert len(out.splitlines()) == 3
    assert "solving" in shown


def test_bare_scores_are_those_of_the_json() -> None:
    given = "".join(f"{LATE}{more}\n" for more in ("", "1", "7", "71", "5"))
    wanted = [
        str(json.loads(line)["score"])
        for line in printed("solve", "connect4", "--stdin", given=given).splitlines()
    ]
    for options in ([], ["--threads", "2"], ["--no-book", "--table-mb", "1"]):
        assert printed("solve", "connect4", "--stdin", "--scores", *options, given=given).split() == wanted
    assert (
        printed("solve", "connect4", "--stdin", "--scores", "--weak", given=f"{LATE}\n{LATE}7") == "1\n-1\n"
    )


def test_the_bare_score_of_one_position() -> None:
    assert printed("solve", "connect4", LATE, "--scores") == "16\n"
    assert printed("solve", "tictactoe", "519", "--scores") == "0\n"
    assert printed("solve", "tictactoe", "--stdin", "--scores", given="51924\n5") == "2\n0\n"


def test_bad_lines_among_bare_scores_are_told_by_number() -> None:
    found = run(
        "solve", "connect4", "--stdin", "--scores", given=f"\ufeff{LATE}\r\n \n99\n\n{LATE}\n4444444"
    )
    assert (found.returncode, found.stdout) == (2, "16\n?\n16\n?\n")
    assert found.stderr.splitlines() == [
        "plyground: line 3: no column 9 in |99: columns are 1 to 7",
        "plyground: line 6: column 4 is full in 444444|4: moves are 1 2 3 5 6 7",
    ]
    found = run("solve", "gomoku", "--stdin", "--scores", given="h8\n")
    assert (found.returncode, found.stdout) == (2, "?\n")
    assert found.stderr.startswith("plyground: line 1: gomoku is too large to solve")


def test_scores_that_time_was_too_short_for_are_marked() -> None:
    found = run(
        "solve", "connect4", "--stdin", "--scores", "--no-book", "--time", "0.001", given=f"-\n{LATE}\n"
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "?\n16\n", "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--json"], "--scores and --json: give one or the other"),
        (["--moves"], "--scores and --moves: give one or the other"),
        (["--exact-keys"], "--scores and --exact-keys: give one or the other"),
        (["4", "--stdin"], "--stdin and the position 4: give one or the other"),
        (["--time", "0"], "seconds is a number above 0"),
        (["99"], "no column 9"),
    ],
)
def test_bare_scores_that_cannot_be_given(arguments: list[str], told: str) -> None:
    assert told in complaint("solve", "connect4", "--scores", *arguments)


def test_bare_scores_come_as_the_lines_do() -> None:
    solving = subprocess.Popen(
        [*COMMAND, "solve", "connect4", "--stdin", "--scores"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert solving.stdin is not None
    assert solving.stdout is not None
    for line, score in ((LATE, "16\n"), ("1212121", "-18\n")):
        solving.stdin.write(f"{line}\n{LATE[:3]}")  # half of the next line has come as well
        solving.stdin.flush()
        assert solving.stdout.readline() == score
        solving.stdin.write("\n")
        solving.stdin.flush()
        assert solving.stdout.readline() == "-1\n"
    solving.stdin.close()
    assert (solving.stdout.read(), solving.wait(60)) == ("", 0)
    solving.stdout.close()
