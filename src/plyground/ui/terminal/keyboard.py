"""Reading lines from a keyboard or a pipe, and noticing Ctrl-C at safe moments."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Self

import typer

from plyground.errors import truncate

MAX_LINE = 10_000  # bytes; the rest of a longer line is skipped
MAX_ECHO = 1_000  # characters of a line that are printed again: paths of files have room
WAKE = 0.5  # seconds: after that a signal is heard that came when a line was about to be read

_HAS_ALARM = hasattr(signal, "setitimer")  # not on Windows


class Interrupts:
    """Ctrl-C ends the reading of a line at once; at other times it is remembered until `take`.

    So it never interrupts the middle of some work. Pressed twice before `take`, it does.
    """

    def __init__(self) -> None:
        self._heard = self._reading = False

    def __enter__(self) -> Self:
        self._before = signal.getsignal(signal.SIGINT)
        if self._before is not signal.SIG_IGN:  # so in the background of a shell, where it is not for us
            signal.signal(signal.SIGINT, self._hear)
        if _HAS_ALARM:
            signal.signal(signal.SIGALRM, lambda number, frame: None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def take(self) -> bool:
        """Whether Ctrl-C was pressed since the last call."""
        heard, self._heard = self._heard, False
        return heard

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While a line is read, Ctrl-C raises KeyboardInterrupt.

        Reading is one call, and Python hears signals between its own steps: one that comes just before the
        call would wait for a key. The alarm ends that wait.
        """
        self._reading = True
        _ring_every(WAKE)
        try:
            yield
        finally:
            _ring_every(0)
            self._reading = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._reading or self._heard:
            raise KeyboardInterrupt
        self._heard = True


def _ring_every(seconds: float) -> None:
    """Send this process an alarm again and again, or none any more."""
    if _HAS_ALARM:
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


class Keyboard:
    """Gives lines: from a person at a terminal, with editing, or from a file or a pipe."""

    def __init__(self, interrupts: Interrupts) -> None:
        self.interrupts = interrupts
        self.interactive = sys.stdin is not None and sys.stdin.isatty()
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        if self._edits:
            with suppress(ImportError):  # not on every system; without it there is no editing
                import readline

                readline.parse_and_bind("set enable-bracketed-paste off")  # or a paste is one line

    @property
    def _edits(self) -> bool:
        return self.interactive and sys.stdout is not None and sys.stdout.isatty()

    def read(self, prompt: str) -> str | None:
        """The next line, or None at the end; a line from a pipe is printed."""
        with self.interrupts.reading():
            if self._edits:
                return self._read_edited(prompt)
            if self.interactive:  # and standard output goes elsewhere, where no prompt belongs
                typer.echo(prompt, nl=False, err=True)
            line = _line()
        if line is not None and not self.interactive:
            typer.echo(f"{prompt}{truncate(line.rstrip(), MAX_ECHO)}".rstrip())
        return line

    def _read_edited(self, prompt: str) -> str | None:
        try:
            return input(prompt)
        except EOFError:
            typer.echo()
            return None
        except KeyboardInterrupt:
            typer.echo()
            raise


def _line() -> str | None:
    """A line of standard input, whatever bytes it has; of one without end, the beginning."""
    if sys.stdin is None:
        return None
    source = sys.stdin.buffer
    line = part = source.readline(MAX_LINE)
    while len(part) == MAX_LINE and not part.endswith(b"\n"):
        part = source.readline(MAX_LINE)
    return line.decode("utf-8", "backslashreplace").lstrip("\ufeff") if line else None
