"""A window to play in: pygame-ce draws the views of a session and hands events on to it."""

from __future__ import annotations

import os

from plyground.errors import Failed
from plyground.workers.confinement import Confinement

MISSING = "the window needs pygame-ce: pip install 'plyground[window]'"


def run(
    game: str,
    first: str | None,
    second: str | None,
    position: str,
    language: str | None,
    seed: int,
    confinement: Confinement | None = None,
) -> None:
    """Open a window and play until it is closed; a Failed says why there is none."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame.font  # noqa: F401
    except ImportError:
        raise Failed(MISSING) from None
    from plyground.ui.window.launch import open_window

    with open_window(game, first, second, position, language, seed, confinement) as app:
        app.run()
