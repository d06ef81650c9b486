"""The app that commands are added to, and what becomes of errors: 0 done, 1 failed, 2 bad usage."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import Annotated, ParamSpec

import typer

import plyground
from plyground.errors import PlygroundError

Arguments = ParamSpec("Arguments")

INTERRUPTED = 130  # what shells report for a program that Ctrl-C ended

app = typer.Typer(
    name="plyground",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"plyground {plyground.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """A laboratory for adversarial search: games, algorithms that play them, and honest numbers."""


def command(run: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Add a function to the app, turning its errors into one sentence and an exit code."""

    @functools.wraps(run)
    def guarded(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        try:
            run(*args, **kwargs)
            sys.stdout.flush()
        except PlygroundError as error:
            complain(str(error))
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            complain("interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except MemoryError:
            complain("out of memory: try a smaller depth or a smaller board")
            raise typer.Exit(1) from None
        except BrokenPipeError:  # the reader has gone, as `head` does: nobody is left to tell
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None

    app.command()(guarded)
    return guarded


def complain(sentence: str) -> None:
    """Say on standard error what went wrong."""
    typer.echo(f"plyground: {sentence}", err=True)
