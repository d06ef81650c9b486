"""The command line: every command thin, results on standard output, all else on standard error."""

from __future__ import annotations

from plyground.cli.app import app

# Importing a module of commands adds them to the app.
from plyground.cli import rules  # noqa: F401  isort: skip


def main() -> None:
    """What `plyground` runs."""
    app()
