"""The command lab: the laboratory in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.app import command


@command
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
) -> None:
    """Play, look into searches, run tournaments and measure papers, in a browser on this machine.

    Prints the address, and goes on until Ctrl-C.
    """
    from plyground.cli.serving import served

    served(host, port, lang, browser)
