"""The command line: a file for each command; results on standard output, all else on standard error."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """What `plyground` runs."""
    try:
        if shell := os.environ.get("PLYGROUND_COMPLETE"):  # Tab was pressed: see completion_words
            return _complete(shell)
        from plyground.cli.app import app, failing_politely

        with failing_politely():
            app()
    except KeyboardInterrupt:  # while the modules are being loaded: nothing has begun
        sys.exit(130)


def _complete(shell: str) -> None:
    from plyground.cli.completion_words import answer

    answer(shell, sys.argv[1:])
