"""`solve --scores`: bare scores, one per line, as fast as they come."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import Any, NoReturn, cast

import typer

from plyground.cli.options import check_stdin
from plyground.cli.output import complain, counter, spinner
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.score import Score
from plyground.solver.batch import Batches, BatchOptions, Item

UNKNOWN = "?\n"  # where no score is known: so the answers stay in step with the lines
BLOCK = 1 << 20  # bytes that are read at a time, or fewer if there are not so many yet


def print_scores(game: Game[Any], options: BatchOptions, text: str, stdin: bool) -> None:
    """Print the score of the position that was given, or of each one from standard input.

    A line that cannot be read or solved is reported, and the command ends with 2 after the others are done.
    """
    if not stdin:
        with Batches(game, options, _stone_score, _raise) as batches, spinner("solving"):
            batches.solve([text], _print)
        return
    check_stdin(text)
    lines = _Lines()
    with Batches(game, options, _stone_score, lines.refuse) as batches, _count() as count:

        def deliver(scores: list[str | None]) -> None:
            _print(scores)
            count(len(scores))

        for items in lines.blocks():
            batches.solve(items, deliver)
    if lines.refused:
        raise typer.Exit(2)


class _Lines:
    """Standard input as blocks of lines, and the numbers of the lines for complaints."""

    def __init__(self) -> None:
        self.refused = False
        self._lines: list[str] = []  # of the last block, the empty ones too
        self._number = 1  # of its first line
        self._before = 0  # lines before it that were not empty

    def blocks(self) -> Iterator[list[Item]]:
        """The lines that are not empty, as many at a time as have come."""
        for text in _whole_lines():
            text = text.removeprefix("\ufeff") if self._number == 1 else text
            self._lines = text.split("\n")
            filled: list[Item] = [line for line in self._lines if line and not line.isspace()]
            yield filled
            self._before += len(filled)
            self._number += len(self._lines) - 1  # behind the last line break there is nothing

    def refuse(self, index: int, item: Item, error: PlygroundError) -> None:
        """Say what is wrong with a line."""
        self.refused = True
        numbers = (n for n, line in enumerate(self._lines, self._number) if line and not line.isspace())
        complain(f"line {next(islice(numbers, index - self._before, None))}: {error}")


def _whole_lines() -> Iterator[str]:
    """What comes on standard input, up to the last line break there is."""
    stdin, rest = cast(io.BufferedReader, sys.stdin.buffer), b""
    while block := stdin.read1(BLOCK):
        whole, line_break, rest = (rest + block).rpartition(b"\n")
        if line_break:
            yield _decoded(whole + line_break)
    yield _decoded(rest)


def _decoded(lines: bytes) -> str:
    text = lines.decode("utf-8", "backslashreplace")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _count() -> AbstractContextManager[Callable[[int], None]]:
    """A count of the lines done, unless the scores are seen on the terminal themselves."""
    return nullcontext(lambda more: None) if sys.stdout.isatty() else counter("solving")


def _stone_score(score: Score, stone_score: int, move: str | None) -> str:
    return f"{stone_score}\n"


def _print(scores: list[str | None]) -> None:
    sys.stdout.write("".join([score or UNKNOWN for score in scores]))
    sys.stdout.flush()  # a reader of the stream wants what is known at once


def _raise(index: int, item: Item, error: PlygroundError) -> NoReturn:
    raise error
