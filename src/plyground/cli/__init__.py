"""The command line: every command thin, results on standard output, all else on standard error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer


def with_commands() -> typer.Typer:
    """The app with all its commands: importing them adds them, in the order of its help."""
    from plyground.cli import rules, searching, solving, play, window  # noqa: F401, I001
    from plyground.cli import matches, runs, laboratory, lab, engine, measuring  # noqa: F401
    from plyground.cli import doctor, new_agent  # noqa: F401
    from plyground.cli.app import app

    return app


def main() -> None:
    """What `plyground` runs."""
    try:
        app = with_commands()
        from plyground.cli.app import failing_politely

        with failing_politely():
            app()
    except KeyboardInterrupt:  # while the modules are being loaded: nothing has begun
        sys.exit(130)
