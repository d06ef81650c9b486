"""A kernel without Landlock, pretended by a filter that knows no such call: every command says so, or refuses."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.command import COMMAND

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has Landlock")
CREATE_RULESET = 444  # on every processor
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
COMMANDS = {
    "match": ("match", "tictactoe", "AGENT", "random", "--games", "2", "--depth", "1"),
    "tournament": ("tournament", "AGENT", "random", "--game", "tictactoe", "--games", "2", "--depth", "1"),
    "doctor": ("doctor", "AGENT", "--game", "tictactoe"),
    "search": ("search", "tictactoe", "--agent", "AGENT", "--depth", "1"),
    "judge": ("judge", "AGENT", "--game", "tictactoe", "--part", "moves", "--quick", "--depth", "1"),
    "compare": ("compare", "tictactoe", "--agent", "AGENT", "--games", "2", "--positions", "1"),
}


def forget_landlock() -> None:
    """In a child before its program runs: the call that makes a ruleset is unknown to its kernel."""
    steps = [
        (LOAD, 0, 0, 0),  # the number of the call
        (JUMP_IF_EQUAL, 0, 1, CREATE_RULESET),
        (RETURN, 0, 0, ERRNO | errno.ENOSYS),
        (RETURN, 0, 0, ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HL", len(steps), ctypes.addressof(code)))
    system = ctypes.CDLL(None, use_errno=True)
    assert system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
    assert system.prctl(SET_SECCOMP, FILTER, program, 0, 0) == 0


@pytest.fixture
def agent(tmp_path: Path) -> str:
    (tmp_path / "bot.py").write_text("def choose(position):\n    return position.moves()[0]\n")
    return f"python:{tmp_path / 'bot.py'}"


def ran(command: str, agent: str, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    words = [agent if word == "AGENT" else word for word in COMMANDS[command]]
    return subprocess.run(
        [*COMMAND, *words, *more],
        capture_output=True,
        text=True,
        cwd=folder,
        preexec_fn=forget_landlock,
        env={**os.environ, "PLYGROUND_RUNS": str(folder / "runs")},
        timeout=120,
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_kernel_without_landlock_is_told_by_every_command(
    command: str, agent: str, tmp_path: Path
) -> None:
    """Only the sentence itself was tested, and not who says it."""
    found = ran(command, agent, tmp_path)
    assert "no Landlock" in found.stderr + found.stdout
    assert "Traceback" not in found.stderr
    if os.geteuid() == 0:
        assert found.returncode != 0
        assert "you are root" in found.stderr + found.stdout
    else:
        assert "run as you" in found.stderr


def test_who_trusts_an_agent_plays_without_landlock(agent: str, tmp_path: Path) -> None:
    found = ran("match", agent, tmp_path, "--trust")
    assert found.returncode == 0, found.stderr
    assert "may do whatever you may (--trust)" in found.stderr
