"""The command line, in real processes: what it prints where, and how it ends."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.core import TyperGroup

import plyground
import plyground.cli.app
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
from helpers.words import catalogue
from plyground.cli.app import GROUPS, app
from plyground.columns import table


def test_version() -> None:
    assert printed("--version") == f"plyground {plyground.__version__}\n"


@pytest.mark.parametrize("command", [[], ["games"], ["show"], ["perft"], ["demo"]])
def test_every_command_has_help(command: list[str]) -> None:
    assert "Usage: plyground" in printed(*command, "--help")


def test_games_lists_every_game() -> None:
    listed = printed("games")
    (as_json,) = objects("games", "--json")
    for entry in as_json["games"]:
        assert entry["name"] in listed
        assert entry["summary"] in listed
    assert [entry["name"] for entry in as_json["games"]][:2] == ["tictactoe", "connect4"]


def test_show_draws_a_position() -> None:
    assert printed("show", "connect4", "4453").splitlines()[-4:] == [
        "X to move",
        "moves: 1 2 3 4 5 6 7",
        "text: ......./......./......./......./...O.../..OXX..",
        "",
    ]


def test_show_takes_nothing_or_a_dash_for_the_start() -> None:
    assert printed("show", "tictactoe") == printed("show", "tictactoe", "-")


def test_show_tells_how_a_game_ended() -> None:
    assert "X has won" in printed("show", "tictactoe", "XXX/OO./...")
    assert "drawn" in printed("show", "tictactoe", "XOX/XOX/OXO")
    assert "the first player receives 14" in printed("show", "textbook", "31")


def test_show_as_json() -> None:
    assert objects("show", "tictactoe", "14253", "--json") == [
        {
            "game": "tictactoe",
            "position": "XXX/OO./...",
            "to_move": None,
            "moves": [],
            "outcome": {"winner": "first", "lines": [[0, 1, 2]], "points": None},
        }
    ]
    (live,) = objects("show", "connect4(4,4,4)", "1", "--json")
    assert live["to_move"] == "second"
    assert live["outcome"] is None
    assert live["moves"] == ["1", "2", "3", "4"]


def test_show_a_users_game() -> None:
    shown = printed("show", "examples/nim.py:Nim(heaps=(1, 2))", "2x1")
    assert "second player to move\nmoves: 1x1 2x1\n" in shown


def test_many_positions_on_standard_input() -> None:
    answers = objects("show", "connect4", "--stdin", "--json", given="4\n\n44\n-\n")
    assert [len(a["position"].replace(".", "").replace("/", "")) for a in answers] == [1, 2, 0]


def test_bad_lines_are_answered_in_their_turn() -> None:
    ran = run("show", "connect4", "--stdin", "--json", given="4\n49\n44")
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 2
    assert answers[1] == {
        "line": 2,
        "position": "49",
        "error": "no column 9 in 4|9: columns are 1 to 7",
    }
    assert answers[2]["game"] == "connect4"
    plain = run("show", "connect4", "--stdin", given="4\n49\n")
    assert plain.returncode == 2
    assert plain.stderr == "plyground: line 2: no column 9 in 4|9: columns are 1 to 7\n"


def test_no_positions_are_no_output() -> None:
    assert printed("show", "connect4", "--stdin") == ""


def test_standard_input_that_is_no_text() -> None:
    ran = subprocess.run(
        [*COMMAND, "show", "connect4", "--stdin"], input=b"4\n\xff\xfe\n44\n", capture_output=True
    )
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr
    assert b"line 2: no column" in ran.stderr
    assert ran.stdout.count(b"to move") == 2


def test_perft_counts() -> None:
    lines = printed("perft", "connect4", "7").splitlines()
    assert lines[0].split() == ["ply", "sequences", "X", "wins", "O", "wins", "draws"]
    assert lines[8].split() == ["7", "823,536", "13,032", "0", "0"]
    assert lines[-1].startswith("native core, ")


@pytest.mark.parametrize("core", ["python", "native", "auto"])
def test_perft_as_json(core: str) -> None:
    (counted,) = objects("perft", "tictactoe", "9", "--distinct", "--core", core, "--json")
    assert counted["core"] == ("python" if core == "python" else "native")
    assert counted["sequences"] == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert sum(counted["distinct"]) == 5478
    assert sum(map(sum, counted["ended"].values())) == 255_168
    assert sum(map(sum, counted["distinct_ended"].values())) == 958
    assert counted["seconds"] > 0


def test_perft_from_a_position_that_is_over() -> None:
    (counted,) = objects("perft", "tictactoe", "3", "XXX/OO./...", "--json")
    assert counted["sequences"] == [1, 0, 0, 0]
    assert counted["ended"]["first"] == [1, 0, 0, 0]


def test_perft_of_many_positions() -> None:
    counted = objects("perft", "connect4", "1", "--stdin", "--json", given="-\n444444\n")
    assert [c["sequences"] for c in counted] == [[1, 7], [1, 6]]


def test_perft_of_a_users_game_runs_in_python() -> None:
    (counted,) = objects("perft", "examples/hexapawn.py:Hexapawn", "3", "--json")
    assert counted["core"] == "python"


def test_demo_plays_the_same_game_for_the_same_seed() -> None:
    assert printed("demo") == printed("demo", "tictactoe", "--seed", "1")
    one, two = (objects("demo", "connect4", "--seed", seed, "--json")[0] for seed in "12")
    assert one["played"] != two["played"]
    assert plyground.connect4().parse("".join(one["played"])).text() == one["position"]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["show", "connect4", "4459"], "plyground: no column 9 in 445|9: columns are 1 to 7\n"),
        (["show", "connect4(7,6,9)"], "plyground: bad k in k=9: k is a whole number from 1 to 7\n"),
        (
            ["show", "connect4", "4", "--stdin"],
            "plyground: --stdin and the position 4: give one or the other\n",
        ),
        (
            ["perft", "examples/nim.py:Nim", "2", "--core", "native"],
            "plyground: the compiled core has no rules for Nim: use core python or auto\n",
        ),
    ],
)
def test_bad_input_is_one_sentence(args: list[str], sentence: str) -> None:
    assert complaint(*args) == sentence


@pytest.mark.parametrize(
    "args",
    [
        ["nonsense"],
        ["show"],
        ["perft"],
        ["perft", "connect4", "1", "--core", "rust"],
        ["show", "connect4", "4", "5"],
        ["games", "--nonsense"],
    ],
)
def test_bad_usage_ends_with_two(args: list[str]) -> None:
    assert "Usage:" in complaint(*args)


@pytest.mark.parametrize(
    "work",
    [
        ["perft", "connect4", "30"],
        ["perft", "connect4", "30", "--core", "python"],
        ["perft", "connect4", "30", "--distinct"],
        ["perft", "connect4", "30", "--distinct", "--core", "python"],
    ],
)
def test_ctrl_c_ends_at_once_without_a_traceback(work: list[str]) -> None:
    process = subprocess.Popen(
        [*COMMAND, *work, "--stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("1212121\n-\n")  # a game that is over, whose answer shows that work has begun
    process.stdin.flush()
    while not process.stdout.readline().endswith(" s\n"):
        assert process.poll() is None
    wait_until(partial(has_computed, process.pid, 0.6))
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=PATIENCE)  # the work itself takes longer than anybody lives
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "plyground: interrupted\n")


def test_a_reader_that_leaves_is_not_an_error_to_see() -> None:
    line = f"yes 4 | head -5000 | '{COMMAND[0]}' show connect4 --stdin | head -1"
    ran = subprocess.run(line, shell=True, capture_output=True, text=True)
    assert ran.stdout.startswith("|")
    assert ran.stderr == ""


@pytest.mark.parametrize("args", [["games"], ["show", "connect4"], ["perft", "connect4", "3"], ["--help"]])
def test_a_full_disk_is_one_sentence(args: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run([*COMMAND, *args], stdout=full, stderr=subprocess.PIPE, text=True)
    assert ran.returncode == 1
    assert ran.stderr == "plyground: standard output cannot be written (No space left on device)\n"


def test_closed_streams_are_no_traceback() -> None:
    for line, code in ((">&-", 0), ("2>&-", 0), ("--stdin <&-", 2)):
        shell = f"'{COMMAND[0]}' show connect4 {line}"
        ran = subprocess.run(shell, shell=True, capture_output=True, text=True)
        assert (ran.returncode, "Traceback" in ran.stderr) == (code, False), line


def test_a_byte_order_mark_and_strict_decoding_do_no_harm() -> None:
    env = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    ran = subprocess.run(
        [*COMMAND, "show", "connect4", "--stdin", "--json"],
        input=b"\xef\xbb\xbf44\n\xff\n4\n",
        capture_output=True,
        env=env,
    )
    first, second, third = map(json.loads, ran.stdout.decode().splitlines())
    assert (ran.returncode, second["line"]) == (2, 2)
    assert first["game"] == third["game"] == "connect4"


def test_a_search_shows_a_sign_of_life_on_standard_error_only() -> None:
    out, err = on_terminal("search", "connect4", "--depth", "4", "--json")
    assert "searching with table_alphabeta" in err
    assert json.loads(out)["depth"] == 4


def test_the_time_is_that_of_the_work_and_not_of_the_progress_bar() -> None:
    tries = (json.loads(on_terminal("perft", "tictactoe", "1", "--json")[0])["seconds"] for _ in range(20))
    assert any(seconds < 0.02 for seconds in tries)  # importing what draws the bar takes longer than that


def on_terminal(*args: str, term: str = "xterm") -> tuple[str, str]:
    """What a command shows on a terminal: its standard output, and its standard error."""
    shown = []
    for stream in ("stdout", "stderr"):
        keeper, terminal = pty.openpty()
        other = "stderr" if stream == "stdout" else "stdout"
        env = os.environ | {"TERM": term, "PYTHONUTF8": "1"}
        pipes: dict[str, Any] = {stream: terminal, other: subprocess.DEVNULL}
        process = subprocess.Popen([*COMMAND, *args], env=env, stdin=subprocess.DEVNULL, **pipes)
        os.close(terminal)
        text = b""
        while True:
            try:
                if not (part := os.read(keeper, 4096)):
                    break
            except OSError:  # Linux's way to say that the other end is closed
                break
            text += part
        os.close(keeper)
        assert process.wait(timeout=PATIENCE) == 0
        shown.append(text.decode())
    return shown[0], shown[1]


def test_a_capable_terminal_gets_unicode_and_a_dumb_one_does_not() -> None:
    assert "└" in on_terminal("show", "connect4")[0]
    assert on_terminal("show", "connect4", term="dumb")[0].isascii()


def test_progress_is_shown_only_on_a_terminals_stderr() -> None:
    out, err = on_terminal("perft", "connect4", "7", "--json")
    assert "counting" in err
    assert "counting" not in out
    assert json.loads(out)["sequences"][7] == 823_536


def test_every_command_is_in_a_group_of_the_help() -> None:
    listed = {name for names in GROUPS.values() for name in names}
    files = Path(plyground.cli.app.__file__).parent.glob("*.py")
    shared = {
        "__init__",
        "app",
        "class_sheets",
        "completion_specs",
        "completion_table",
        "completion_words",
        "depths",
        "endings",
        "evaluations",
        "options",
        "output",
        "progress",
        "run_printer",
        "scores",
        "survey",
    }
    assert {file.stem for file in files} - shared <= {name.replace("-", "_") for name in listed}
    told = printed("--help")
    assert all(re.search(rf"│ {name} ", told) for name in listed)
    assert all(group in told for group in GROUPS)
    assert "<bool>" not in told


def test_help_and_version_are_commands_too() -> None:
    assert printed("help") == printed("--help")
    assert printed("help", "compare") == printed("compare", "--help")
    assert "[GAMES]..." in printed("help", "compare")
    assert "<bool>" not in printed("help", "compare")
    assert printed("version") == printed("-V") == printed("--version")
    ran = run("help", "compar")
    assert (ran.returncode, "Did you mean 'compare'?" in ran.stderr) == (2, True)


def _helps() -> Iterator[str]:
    """All that the helps of the commands say, before it is wrapped."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    context = typer.Context(group)
    for command in (group.get_command(context, name) for name in group.list_commands(context)):
        assert command is not None
        yield command.help or ""
        for parameter in command.params:
            yield f"{parameter.metavar or ''} {getattr(parameter, 'help', None) or ''}"


def test_help_says_per_move() -> None:
    """NEWCOMER-REVIEW, wording: "time a move", "one object a line", "a row a game" are no school English."""
    english = [entry["en"] for entry in catalogue().values()]
    words = [text for entry in english for text in ([entry] if isinstance(entry, str) else entry)]
    odd = r"\b(time|nodes?|seconds?|m?s|bytes|one|object|core|games|row|more) a (move|game|line|second)\b"
    assert [text for text in (*_helps(), *words) if re.search(odd, text, re.IGNORECASE)] == []


def test_no_argument_has_brackets_of_its_own() -> None:
    """NEWCOMER-REVIEW B13: `[[GAME]]` in the help of window."""
    assert [text for text in _helps() if text.startswith("[")] == []


def test_misspelled_openings_orders_and_evaluations_are_guessed() -> None:
    cases = {
        ("match", "tictactoe", "random", "greedy", "--openings", "randm(4)"): "random",
        ("search", "tictactoe", "--agent", "alphabeta(order='kilers')"): "killers",
        ("show", "tictactoe", "--evaluate", "window"): "windows",
    }
    for command, meant in cases.items():
        assert complaint(*command).endswith(f": did you mean {meant}?\n"), command


def test_a_table_that_is_wider_than_the_terminal_is_folded() -> None:
    """NEWCOMER-REVIEW B13: the table of costs was 130 columns wide and wrapped at 80, more so at 60."""
    heads = ("agent", *(f"depth {depth}" for depth in range(1, 10)))
    rows = [(name, *(f"{10**depth:,}" for depth in range(1, 10))) for name in ("minimax", "alphabeta")]
    wide = table(heads, rows, width=1_000)
    assert "\n\n" not in wide
    folded = table(heads, rows, width=60)
    blocks = [block.splitlines() for block in folded.split("\n\n")]
    assert all([line.split()[0] for line in block] == ["agent", "minimax", "alphabeta"] for block in blocks)
    assert max(map(len, folded.splitlines())) <= 60
    cells = [cell for block in blocks for cell in block[1].split()[1:]]
    assert cells == list(rows[0][1:])


@pytest.mark.slow
def test_tables_are_folded_on_terminals_only() -> None:
    match = ("match", "tictactoe", "random", "greedy", "--games", "2", "--in-process")
    shown, _ = on_terminal(*match)  # which has 80 columns
    assert max(map(len, shown.splitlines())) <= 80
    assert "of positions that could have one    rate" in printed(*match, "--full")
