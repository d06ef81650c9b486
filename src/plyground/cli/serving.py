"""What the command lab does: the server, and a browser that looks at it."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser

import typer

from plyground.errors import Failed
from plyground.ui.i18n import tongue

WEB = ("starlette", "uvicorn", "websockets", "anyio", "h11")


def served(host: str, port: int, language: str | None, browser: bool) -> None:
    """Serve until a signal comes."""
    chosen = tongue(language).language if language else None
    try:
        from plyground.ui.web.serving import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in WEB:
            raise
        raise Failed("the laboratory needs a few packages more: pip install 'plyground[web]'") from None

    def ready(address: str) -> None:
        typer.echo(address)
        if sys.stdout is not None:
            sys.stdout.flush()
        if browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    serve(host, port, chosen, ready)


def has_screen() -> bool:
    """Whether a browser would have a window: one in the terminal would be in the way."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform != "linux" or any(os.environ.get(name) for name in screens)
