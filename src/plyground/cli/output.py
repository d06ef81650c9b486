"""How commands print: one JSON object, plain tables, and progress on a terminal."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import typer

from plyground.game import Position

T = TypeVar("T")


def print_json(value: dict[str, Any]) -> None:
    """One object on one line."""
    typer.echo(json.dumps(value, ensure_ascii=False))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> str:
    """Columns side by side, the first few to the left and the others, numbers, to the right."""
    whole = [list(heads), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*whole, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in whole
    )


def spelled(place: Position[Any], line: Iterable[Any]) -> list[str]:
    """The moves of a line of play in words, one by one."""
    words = []
    for move in line:
        words.append(place.write(move))
        place = place.after(move)
    return words


class Stopwatch:
    """Adds up the time that steps take, without that of whoever draws a bar between them."""

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
def working(label: str) -> Iterator[None]:
    """A sign of life on standard error, if that is a terminal, for work of unknown length."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(label):
        yield


def tracked(steps: Iterable[T], total: int, label: str) -> Iterator[T]:
    """The steps, with a progress bar on standard error if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from steps
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(steps, description=label, total=total, console=console, transient=True)


def counted(steps: Iterable[T], label: str) -> Iterator[T]:
    """The steps of a stream without a known end, with a count on standard error if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from steps
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description} {task.completed:,}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        for step in steps:
            yield step
            bar.advance(task)


@contextmanager
def bars(label: str) -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on standard error, if that is a terminal, told from outside how far things are."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    said = TextColumn("{task.description}", markup=False)  # a name in it may have brackets
    columns = (said, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=None)
        yield lambda what, done, total: progress.update(task, description=what, completed=done, total=total)
