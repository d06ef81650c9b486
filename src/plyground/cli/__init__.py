"""The command line: a file for each command; results on standard output, all else on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main() -> None:
    """What `plyground` runs."""
    from plyground.cli.endings import run_to_the_end

    run_to_the_end(_run)


def _run() -> None:
    if shell := os.environ.get("PLYGROUND_COMPLETE"):  # Tab was pressed: see completion_words
        _complete(shell)
        return
    if runs_users_code(sys.argv[1:]):
        from plyground.workers.hash_seed import restart_with_hash_seed

        try:
            restart_with_hash_seed()
        except OSError as error:
            sys.exit(f"plyground: {sys.executable} cannot be started again ({error.strerror})")
    from plyground.cli.app import app, failing_politely

    with failing_politely():
        app()


def runs_users_code(arguments: Sequence[str]) -> bool:
    """Whether a command may run users' code in this process, or in a copy of it."""
    return list(arguments[:1]) == ["grade"] or any(".py" in argument for argument in arguments)


def _complete(shell: str) -> None:
    from plyground.cli.completion_words import answer

    answer(shell, sys.argv[1:])
