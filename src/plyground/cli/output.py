"""How commands print: complaints, JSON, and progress on a terminal."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import typer

from plyground.columns import fit

T = TypeVar("T")


def complain(sentence: str) -> None:
    """Print on standard error what went wrong, if anything can be printed there."""
    with suppress(OSError):
        typer.echo(f"plyground: {sentence}", err=True)


def print_text(text: str) -> None:
    """Print what people read: no line is wider than the terminal."""
    typer.echo(fit(text))


def print_json(value: dict[str, Any]) -> None:
    """Print an object on one line."""
    typer.echo(json.dumps(value, ensure_ascii=False))


def has_terminal() -> bool:
    """Whether standard error is a terminal, on which progress can be shown."""
    return sys.stderr is not None and sys.stderr.isatty()


class Stopwatch:
    """Adds up the time that steps take, without the time for drawing a bar between them."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def over(self, steps: Iterable[T]) -> Iterator[T]:
        """The steps, each on the clock."""
        source = iter(steps)
        while True:
            started = time.perf_counter()
            try:
                step = next(source)
            except StopIteration:
                return
            finally:
                self.seconds += time.perf_counter() - started
            yield step


@contextmanager
def spinner(label: str) -> Iterator[None]:
    """A spinner on standard error, if that is a terminal, for work of unknown length."""
    if not has_terminal():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(label):
        yield


def track_steps(steps: Iterable[T], total: int, label: str) -> Iterator[T]:
    """The steps, with a progress bar on standard error if that is a terminal."""
    if not has_terminal():
        yield from steps
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(steps, description=label, total=total, console=console, transient=True)


def count_steps(steps: Iterable[T], label: str) -> Iterator[T]:
    """The steps of a stream without a known end, with a count on standard error if that is a terminal."""
    with counter(label) as count:
        for step in steps:
            yield step
            count(1)


@contextmanager
def counter(label: str) -> Iterator[Callable[[int], None]]:
    """A count on standard error, if that is a terminal. Call it with how many more are done."""
    if not has_terminal():
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description} {task.completed:,}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda more: bar.advance(task, more)


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on standard error, if that is a terminal. Call it with (label, done, total)."""
    if not has_terminal():
        yield lambda label, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    name = TextColumn("{task.description}", markup=False)  # a name in it may have brackets
    columns = (name, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=None)
        yield lambda label, done, total: progress.update(
            task, description=label, completed=done, total=total
        )
