"""The command line: a file for each command; results on standard output, all else on standard error."""

from __future__ import annotations

import sys


def main() -> None:
    """What `plyground` runs."""
    try:
        from plyground.cli.app import app, failing_politely

        with failing_politely():
            app()
    except KeyboardInterrupt:  # while the modules are being loaded: nothing has begun
        sys.exit(130)
