"""The two pipes to a tool: lines in, lines out. Nobody else in this process can read or write them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from plyground.errors import Failed, printable

LONGEST_LINE = 65_536  # bytes: what is longer is no command, and must not fill the memory
_CHUNK = 65_536


@dataclass(frozen=True)
class Wire:
    """Where commands come from and answers go, as descriptors; nowhere to read from is an early end."""

    commands: int | None
    answers: int

    @classmethod
    @contextmanager
    def taken_over(cls) -> Iterator[Wire]:
        """Standard input and output, taken away for a while from whatever else runs here.

        What a game or an agent prints goes to standard error; what it reads is empty.
        """
        if sys.stdout is None:
            raise Failed("standard output is closed: there is no way to answer")
        commands, answers = None if sys.stdin is None else os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing if sys.stderr is None else 2, 1)
        os.close(nothing)
        try:
            yield cls(commands, answers)
        finally:
            with suppress(OSError, ValueError):
                sys.stdout.flush()
            os.dup2(answers, 1)
            os.close(answers)
            if commands is not None:  # and it stays open: a thread may be reading from it
                os.dup2(commands, 0)

    def say(self, line: str) -> None:
        """Send one line, at once."""
        data = printable(line).encode("utf-8", "replace") + b"\n"
        while data:
            data = data[os.write(self.answers, data) :]

    def lines(self) -> Iterator[str | None]:
        """The lines as they come, whatever bytes they are; None for one that is too long to be read."""
        if self.commands is None:
            return
        heard, too_long = bytearray(), False
        while data := os.read(self.commands, _CHUNK):
            heard += data
            *whole, last = heard.split(b"\n")
            for line in whole:
                yield None if too_long or len(line) > LONGEST_LINE else _text(line)
                too_long = False
            too_long = too_long or len(last) > LONGEST_LINE
            heard = bytearray() if too_long else last
        if heard or too_long:
            yield None if too_long else _text(heard)


def _text(line: bytearray) -> str:
    return line.decode("utf-8", "replace").strip()
