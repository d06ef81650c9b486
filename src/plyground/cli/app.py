"""The app that commands are added to, and what becomes of errors: 0 done, 1 failed, 2 bad usage."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, ParamSpec

import typer

import plyground
from plyground.errors import Failed, PlygroundError, clip

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
        with failing_politely():
            run(*args, **kwargs)
            if sys.stdout is not None:
                sys.stdout.flush()

    app.command()(guarded)
    return guarded


@contextmanager
def failing_politely() -> Iterator[None]:
    """Whatever goes wrong inside is told in a sentence and leads to its exit code."""
    try:
        yield
    except PlygroundError as error:
        raise _ending(1 if isinstance(error, Failed) else 2, str(error)) from None
    except KeyboardInterrupt:
        raise _ending(INTERRUPTED, "interrupted") from None
    except MemoryError:
        raise _ending(1, "out of memory: try a smaller depth or a smaller board") from None
    except RecursionError:
        raise _ending(1, "play goes on for too long: give a depth") from None
    except OverflowError as error:
        raise _ending(1, str(error)) from None
    except BrokenPipeError:  # the reader has gone, as `head` does: nobody is left to tell
        _drop_output()
        raise SystemExit(1) from None
    except OSError as error:
        if error.filename is not None:
            raise _ending(1, f"{clip(str(error.filename), 200)}: {error.strerror}") from None
        _drop_output()
        raise _ending(1, f"standard output cannot be written ({error.strerror})") from None


def _ending(code: int, sentence: str) -> SystemExit:
    complain(sentence)
    return SystemExit(code)


def _drop_output() -> None:
    """Send what is still to be written nowhere, or Python would complain about it on its way out."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(sentence: str) -> None:
    """Say on standard error what went wrong, if it can be said at all."""
    with suppress(OSError):
        typer.echo(f"plyground: {sentence}", err=True)
