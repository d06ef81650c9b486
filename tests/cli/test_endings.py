"""Signals end a command in order, with the exit code that shells report, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from helpers.command import COMMAND, PATIENCE, has_computed, hear_ctrl_c, run, wait_until

# A command whose end hears Ctrl-C: while Python waits for threads, and when all else is done.
LATE = """\
import atexit, os, signal, sys, threading
def again():
    os.kill(os.getpid(), signal.SIGINT)
atexit.register(again)
threading._register_atexit(again)
from plyground.cli import main
sys.argv = ["plyground", *sys.argv[1:]]
main()
"""


def ended(*arguments: str) -> tuple[int, str, str]:
    ran = subprocess.run(
        [sys.executable, "-c", LATE, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=hear_ctrl_c,
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize(
    ("arguments", "code"), [(("games",), 0), (("show", "nosuch"), 2), (("runs", "--help"), 0)]
)
def test_ctrl_c_at_the_end_of_a_command_changes_nothing(arguments: tuple[str, ...], code: int) -> None:
    """It printed a traceback of threading._shutdown, or the process was killed by SIGINT instead of its own code."""
    found, _, err = ended(*arguments)
    assert found == code
    assert "Traceback" not in err
    assert "KeyboardInterrupt" not in err


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_that_ends_a_command_ends_it_in_order(number: signal.Signals, code: int) -> None:
    process = subprocess.Popen(
        [*COMMAND, "perft", "connect4", "30", "--core", "python"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(partial(has_computed, process.pid, 0.8))
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (code, "", "plyground: interrupted\n")


def test_a_signal_that_somebody_ignores_stays_ignored() -> None:
    """A command under nohup goes on when its terminal ends."""
    code = "import signal; from plyground.cli.endings import _Heard; _Heard(); print(signal.getsignal(1))"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    assert ran.stdout == "1\n", ran.stderr


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_a_book_needs_the_name_of_a_file(name: str) -> None:
    """It was a traceback."""
    ran = run("book", name)
    assert ran.returncode == 2
    assert "name a file" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NOT TESTED: there is no /dev/full here")
def test_a_laboratory_that_cannot_tell_its_address_leaves_nothing(tmp_path: Path) -> None:
    """It left a folder plyground-agent-… in TMPDIR."""
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [*COMMAND, "lab", "--class", "--port", "0", "--no-browser"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            env={**os.environ, "TMPDIR": str(tmp_path)},
        )
    assert ran.returncode == 1
    assert "standard output cannot be written" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert list(tmp_path.iterdir()) == []
