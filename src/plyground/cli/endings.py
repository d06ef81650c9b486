"""How a command ends when a signal comes: in order, once, and with the exit code that shells report.

Ctrl-C is a KeyboardInterrupt wherever the command stands, and so are SIGTERM and the end of the terminal:
all that starts processes or makes folders clears up for that. Once the exit code is known, it is ignored:
Python's own end, which waits for threads, would print a traceback, or be killed by it.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from plyground.errors import INTERRUPTED

_OTHERS = ("SIGTERM", "SIGHUP")  # what Windows does not know is left out


class _Heard:
    """The signals that end this command, besides Ctrl-C, and which of them has come."""

    def __init__(self) -> None:
        self.number = 0
        found = (getattr(signal, name, None) for name in _OTHERS)
        # Where somebody ignores a signal, as nohup does, it stays ignored.
        self._numbers = [
            number for number in found if number and signal.getsignal(number) is signal.SIG_DFL
        ]
        for number in self._numbers:
            signal.signal(number, self._hear)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self.number = number
        self._no_more()  # a second one ends this process at once
        raise KeyboardInterrupt

    def _no_more(self) -> None:
        for number in self._numbers:
            signal.signal(number, signal.SIG_DFL)

    def close(self) -> None:
        """The exit code is known: nothing changes it any more."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._no_more()


def run_to_the_end(run: Callable[[], object]) -> NoReturn:
    """Run a command, and end this process with its exit code, or with that of the signal that ended it."""
    heard, code = _Heard(), INTERRUPTED
    try:
        try:
            run()
            code = 0
        except SystemExit as end:
            code = end.code  # type: ignore[assignment]
        finally:
            heard.close()
    except KeyboardInterrupt:
        heard.close()
        code = INTERRUPTED
    sys.exit(128 + heard.number if heard.number else code)
