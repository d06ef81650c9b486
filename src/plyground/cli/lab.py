"""The command lab: the laboratory in a browser."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.errors import Failed

if TYPE_CHECKING:
    from plyground.ui.web.security import Access

WEB = ("starlette", "uvicorn", "websockets", "anyio", "h11", "segno")  # what the extra `web` brings
HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"


def lab(
    port: Annotated[
        int,
        typer.Option("--port", min=0, max=65_535, metavar="N", help="Where it listens; 0 is any free one."),
    ] = 8642,
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="H",
            help="Who can reach it; others than this machine need a token.",
            show_default="127.0.0.1; with --class the whole network",
        ),
    ] = None,
    for_class: Annotated[
        bool,
        typer.Option(
            "--class", help="Let a class in: a QR code; students play, explain and practise only."
        ),
    ] = False,
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
    """Play, look into searches, practise, run tournaments and measure papers, in a browser on this machine.

    Prints its addresses, and goes on until Ctrl-C.

    With --class, students in the network come in by a QR code: to play, look into searches and practise.

    Rules of your own (--game) run in the server and in its search processes. No visitor can name a file.
    """
    from plyground.words import tongue

    language = tongue(lang).language if lang else None
    try:
        from plyground.ui.web.security import is_loopback
        from plyground.ui.web.server import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in WEB:
            raise
        raise Failed("the laboratory needs a few packages more: pip install 'plyground[web]'") from None
    if for_class and host is not None and is_loopback(host):
        raise typer.BadParameter(
            f"{host} is this machine alone, which no student reaches: leave --host out with --class",
            param_hint="--host",
        )

    def ready(access: Access) -> None:
        typer.echo("\n".join(access.addresses[:1] if access.code else access.addresses))
        if access.code:
            typer.echo(f"\n{class_text(access, lang)}")
        if sys.stdout is not None:
            sys.stdout.flush()
        if browser and _has_screen():
            page = access.addresses[0] + ("#class" if access.code else "")
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    serve(
        host or (EVERYWHERE if for_class else HERE), port, language, ready, game or (), for_class=for_class
    )


def class_text(access: Access, lang: str | None) -> str:
    """What is printed for a class: whose the address above is, and the students' address with its code."""
    from plyground.ui.terminal.draw import detect_style
    from plyground.ui.web.qr_code import qr_text
    from plyground.words import tongue, usual_language

    words = tongue(lang or usual_language())
    style = detect_style(sys.stdout, plain=False)
    students = access.class_addresses[0]
    parts = [words.say("lab.teacher"), "", words.say("lab.students"), students]
    if style.unicode:
        parts += ["", qr_text(students, colour=style.colour)]
    return "\n".join([*parts, words.say("lab.same-network")])


def _has_screen() -> bool:
    """Whether a browser has a screen to open a window on: one inside the terminal would be in the way."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform != "linux" or any(os.environ.get(name) for name in screens)
