"""A sign that a machine thinks, on standard error of a terminal, for whoever waits longer than a moment."""

from __future__ import annotations

import sys
import time

import typer

PATIENCE = 0.5  # seconds before anything is shown


class Thinking:
    """One line that tells how long it takes already; it is wiped in the end, where that can be done."""

    def __init__(self, sentence: str, wipes: bool) -> None:
        self.sentence = sentence
        self.wipes = wipes
        self.shows = sys.stderr is not None and sys.stderr.isatty()
        self._since = time.monotonic()
        self._shown = ""

    def tick(self) -> None:
        """Show it, or that it goes on."""
        passed = time.monotonic() - self._since
        if not self.shows or passed < PATIENCE:
            return
        line = f"{self.sentence} {passed:.0f} s" if passed >= 1 else self.sentence
        if self.wipes and line != self._shown:
            typer.echo(f"\r{line}\033[K", nl=False, err=True)
            self._shown = line
        elif not self._shown:
            typer.echo(self.sentence, err=True)
            self._shown = self.sentence

    def done(self) -> None:
        """Wipe it."""
        if self._shown and self.wipes:
            typer.echo("\r\033[K", nl=False, err=True)
        self._shown = ""
