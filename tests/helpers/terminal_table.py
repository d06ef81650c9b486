"""A person at a real pseudo-terminal, and how to read what the terminal shows."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import subprocess
import termios
import time
from pathlib import Path

from helpers.command import COMMAND, PATIENCE, hear_ctrl_c, wait_until

PROMPT = re.compile(
    r"(your move|sua vez|\(Enter lets it move\)|\(Enter deixa jogar\)|(Game over|Fim de jogo) \(.*\)): $"
)
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def take_terminal() -> None:
    """In the child: the terminal is its own, so that Ctrl-C is sent to it."""
    hear_ctrl_c()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """`plyground play` on a pseudo-terminal."""

    def __init__(self, *args: str, **env: str) -> None:
        self._keeper, terminal = pty.openpty()
        settings = {"TERM": "xterm", "PYTHONUTF8": "1", "PLYGROUND_LANG": "en", "NO_COLOR": ""} | env
        self.process = subprocess.Popen(
            [*COMMAND, "play", *args],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=os.environ | settings,
            start_new_session=True,
            preexec_fn=take_terminal,
        )
        os.close(terminal)
        self.shown = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._keeper)

    def until_prompt(self, since: int = 0) -> str:
        """What is shown until the next prompt, when the program waits for a key.

        A Ctrl-C between the prompt and the wait would be lost: Python's readline notices signals only
        while it waits.
        """
        self.until(PROMPT, since)
        wait_until(self._sleeps)
        return self.shown[since:]

    def until(self, pattern: re.Pattern[str], since: int = 0) -> None:
        deadline = time.monotonic() + PATIENCE
        while not pattern.search(self.shown, since):
            assert self._take(deadline), f"it has ended: {self.shown[since:]}"

    def type(self, line: str) -> str:
        """Type a line; what is shown until the next prompt."""
        since = len(self.shown)
        self.send(line.encode() + b"\n")
        return self.until_prompt(since)

    def send(self, keys: bytes) -> None:
        os.write(self._keeper, keys)

    def end(self) -> int:
        """Wait until it has ended; the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._take(deadline):
            pass
        return self.process.wait(PATIENCE)

    def family(self) -> set[int]:
        """The process and those that it has started."""
        return {self.process.pid, *children_of(self.process.pid)}

    def _sleeps(self) -> bool:
        """Whether the program's first thread waits for something, or has ended."""
        return process_state(self.process.pid) in ("S", "Z", None)

    def _take(self, deadline: float) -> bool:
        """Take what has been shown meanwhile; False at the end."""
        ready, _, _ = select.select([self._keeper], [], [], max(0.0, deadline - time.monotonic()))
        assert ready, f"nothing more came: {self.shown[-2_000:]}"
        try:
            part = os.read(self._keeper, 65_536)
        except OSError:  # Linux's way to say that the other end is closed
            return False
        self.shown += part.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(part)


def children_of(process: int) -> set[int]:
    found: set[int] = set()
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        found.update(map(int, task.read_text().split()))
    return found


def alive(processes: set[int]) -> set[int]:
    """Those that still run; who has ended and waits to be buried does not."""
    return {process for process in processes if process_state(process) not in ("Z", None)}


def process_state(process: int) -> str | None:
    """The letter that Linux has for what a process does, or None if there is no such process."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return None


def boards(shown: str) -> list[str]:
    """The tic-tac-toe boards that were drawn, as diagrams."""
    row = re.compile(r"^[ \[](.)[ \]][|│][ \[](.)[ \]][|│][ \[](.)[ \]]?$", re.MULTILINE)
    rows = ["".join(c if c in "XO" else "." for c in cells) for cells in row.findall(shown)]
    return ["/".join(rows[start : start + 3]) for start in range(0, len(rows), 3)]
