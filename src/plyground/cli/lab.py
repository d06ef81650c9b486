"""The command lab: the laboratory in a browser."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Sequence
from typing import Annotated

import typer

from plyground.errors import Failed

WEB = ("starlette", "uvicorn", "websockets", "anyio", "h11")  # what the extra `web` brings


def lab(
    port: Annotated[
        int,
        typer.Option("--port", min=0, max=65_535, metavar="N", help="Where it listens; 0 is any free one."),
    ] = 8642,
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="H", help="Who can reach it; others than this machine need a token."
        ),
    ] = "127.0.0.1",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    lang: Annotated[
        str | None,
        typer.Option("--lang", metavar="CODE", help="en or pt-BR; else what the browser prefers."),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            metavar="FILE.py:CLASS",
            help="Offer a game of your own too; may be repeated. Its code runs in the server.",
        ),
    ] = None,
) -> None:
    """Play, look into searches, run tournaments and measure papers, in a browser on this machine.

    Prints its addresses, and goes on until Ctrl-C.

    Rules of your own (--game) run in the server and in its search processes. No visitor can name a file.
    """
    from plyground.ui.i18n import tongue

    language = tongue(lang).language if lang else None
    try:
        from plyground.ui.web.server import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in WEB:
            raise
        raise Failed("the laboratory needs a few packages more: pip install 'plyground[web]'") from None

    def ready(addresses: Sequence[str]) -> None:
        typer.echo("\n".join(addresses))
        if sys.stdout is not None:
            sys.stdout.flush()
        if browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(addresses[0],), daemon=True).start()

    serve(host, port, language, ready, game or ())


def _has_screen() -> bool:
    """Whether a browser has a screen to open a window on: one inside the terminal would be in the way."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform != "linux" or any(os.environ.get(name) for name in screens)
