"""Starting and ending other processes: this package is the only one that does.

What a process of ours runs is a module `*_main`, named by whoever starts it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from plyground.processes import die_with_parent

Process = subprocess.Popen[bytes]


class CannotStart(OSError):
    """The system did not start a program."""


def module_command(module: str, *arguments: object) -> list[str]:
    """The command of a process that runs one of our modules."""
    return [sys.executable, "-P", "-m", module, *map(str, arguments)]


def start_module(module: str, *arguments: object, folder: str | None = None) -> Process:
    """Run one of our modules, with pipes to and from it, in a session of its own.

    A Ctrl-C does not reach it: whoever started it ends it in order.
    """
    return subprocess.Popen(
        module_command(module, *arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        cwd=folder,
        start_new_session=True,
    )


def start_program(command: Sequence[str], folder: Path | None = None) -> Process:
    """Run a program that ends with this process. Its standard error is the one of this process."""
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            cwd=folder,
            preexec_fn=partial(die_with_parent, os.getpid()),
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotStart(getattr(error, "strerror", None) or str(error)) from None


def exit_status(process: Process, seconds: float | None = None) -> int | None:
    """The exit status of a process, or None if it has not ended after some seconds."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def end_process(process: Process, seconds: float) -> None:
    """Wait for the end of a process that was asked to end; kill it if that takes too long."""
    if exit_status(process, seconds) is None:
        process.kill()
        process.wait()
