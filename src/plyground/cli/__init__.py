"""The command line: every command thin, results on standard output, all else on standard error."""

from __future__ import annotations

import sys


def main() -> None:
    """What `plyground` runs."""
    try:
        # Importing commands adds them to the app, in the order of its help.
        from plyground.cli import rules, searching, solving, play  # noqa: F401, I001
        from plyground.cli import matches, runs, laboratory, measuring  # noqa: F401
        from plyground.cli.app import app, failing_politely

        with failing_politely():
            app()
    except KeyboardInterrupt:  # while the modules are being loaded: nothing has begun
        sys.exit(130)
