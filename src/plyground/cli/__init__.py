"""The command line: every command thin, results on standard output, all else on standard error."""

from __future__ import annotations

import sys


def main() -> None:
    """What `plyground` runs."""
    try:
        from plyground.cli import rules, searching  # noqa: F401  importing commands adds them to the app
        from plyground.cli.app import app, failing_politely

        with failing_politely():
            app()
    except KeyboardInterrupt:  # while the modules are being loaded: nothing has begun
        sys.exit(130)
