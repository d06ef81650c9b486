"""Running the command line in real processes."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from typer.testing import CliRunner

from helpers.command_server import server
from plyground.cli.app import app
from plyground.processes import cpu_clock

COMMAND = [str(Path(sys.executable).with_name("plyground"))]  # as installed
PATIENCE = 60.0  # seconds: nothing is timed here, but nothing may hang for ever
FOLDER = str(Path(__file__).parents[1])
# What counts lines or watches memory wants to see a process from its beginning.
FORKED = hasattr(os, "fork") and not {"COVERAGE_PROCESS_CONFIG", "LD_PRELOAD"} & os.environ.keys()


def run_by_python(*words: object) -> str:
    """A command line that this Python runs, wherever it stands: folders may have spaces in their names."""
    return shlex.join([sys.executable, *map(str, words)])


def hear_ctrl_c() -> None:
    """To be run in a child first: one that was started in the background of a shell would not hear it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def run(*args: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """A command that has ended: a real process, which has only not loaded its modules itself."""
    if not FORKED:
        return subprocess.run(
            [*COMMAND, *args], input=given, capture_output=True, text=True, timeout=300, encoding="utf-8"
        )
    with TemporaryFile() as asked, TemporaryFile() as out, TemporaryFile() as err:
        asked.write(given.encode())
        asked.seek(0)
        files = [file.fileno() for file in (asked, out, err)]
        code = server(FOLDER).run(COMMAND[0], args, files, 300)
        said = []
        for file in (out, err):
            file.seek(0)
            said.append(file.read().decode("utf-8").replace("\r\n", "\n"))
    return subprocess.CompletedProcess([*COMMAND, *args], code, *said)


def printed(*args: str, given: str = "") -> str:
    """What a command that succeeds prints."""
    ran = run(*args, given=given)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def objects(*args: str, given: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed(*args, given=given).splitlines()]


def complaint(*args: str, given: str = "") -> str:
    """What a command that was used badly says: in this process, because there are hundreds of them."""
    ran = CliRunner().invoke(app, args, input=given, prog_name="plyground")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert isinstance(ran.exception, SystemExit)
    return ran.stderr


def wait_until(happens: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait for something that another process does; too long is a failure."""
    until = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < until, "it has not happened"
        time.sleep(0.005)


def has_computed(pid: int, seconds: float = 1.0) -> bool:
    """Whether a process had a core for so long."""
    clock = cpu_clock(pid)
    assert clock is not None, "Linux tells"
    return time.clock_gettime(clock) >= seconds
