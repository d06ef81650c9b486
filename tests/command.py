"""Running the command line in real processes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from plyground.cli import with_commands

COMMAND = [str(Path(sys.executable).with_name("plyground"))]  # as installed


def hear_ctrl_c() -> None:
    """To be run in a child first: one that was started in the background of a shell would not hear it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def run(*args: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *args], input=given, capture_output=True, text=True, timeout=60, encoding="utf-8"
    )


def printed(*args: str, given: str = "") -> str:
    """What a command that succeeds prints."""
    ran = run(*args, given=given)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def objects(*args: str, given: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed(*args, given=given).splitlines()]


def complaint(*args: str, given: str = "") -> str:
    """What a command that was used badly says: in this process, because there are hundreds of them."""
    ran = CliRunner().invoke(with_commands(), args, input=given, prog_name="plyground")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert isinstance(ran.exception, SystemExit)
    return ran.stderr


def wait_until(happens: Callable[[], object], seconds: float = 60) -> None:
    """Wait for something that another process does; too long is a failure."""
    until = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < until, "it has not happened"
        time.sleep(0.005)
