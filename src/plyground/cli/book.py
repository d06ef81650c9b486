"""The command book: makes an opening book for the solver."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.output import progress_bar
from plyground.errors import BadSpec
from plyground.whole_file import write_whole


def book(
    out: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where the book is to be.", show_default=False)
    ],
    game: Annotated[
        str, typer.Option("--game", metavar="SPEC", help="A game in which discs fall.")
    ] = "connect4",
    plies: Annotated[int, typer.Option("--plies", min=1, max=12, help="How far the book goes.")] = 9,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=256, help="How many processes work.")
    ] = os.cpu_count() or 1,
    table_mb: Annotated[
        int,
        typer.Option("--table-mb", min=1, max=1 << 20, metavar="M", help="Memory of each worker's table."),
    ] = 1024,
    checked: Annotated[
        int, typer.Option("--check", min=0, metavar="N", help="Solve so many positions again at the end.")
    ] = 200,
) -> None:
    """Make an opening book: the value of every position of the first plies.

    What is solved is kept in FILE.work, some positions at a time: the same command goes on from there.
    """
    from plyground.games.line import LineGame
    from plyground.games.registry import load_game
    from plyground.solver.make_book import BookMaker
    from plyground.solver.native import fits

    rules = load_game(game)
    if not (isinstance(rules, LineGame) and rules.gravity):
        raise BadSpec(
            f"no book of {rules.spec}", rules.spec, None, "a book is of a game in which discs fall"
        )
    if not fits(rules):
        right = "the solver's boards have columns x (rows + 1) <= 64"
        raise BadSpec(f"no book of {rules.spec}", rules.spec, None, right)
    if not out.name:
        raise BadSpec(f"no file {str(out)!r}", str(out), None, "name a file, such as my.book")
    maker = BookMaker(rules, plies, out.with_name(out.name + ".work"), workers, table_mb)
    _write(out, out.read_bytes() if out.is_file() else b"")  # before hours of work
    with progress_bar("solving") as progress:
        made = maker.make(progress, checked)
    _write(out, made.data)
    size = f"{made.positions:,} positions, {len(made.data):,} bytes"
    typer.echo(f"{out}: {rules.spec} to ply {plies}, {size}, {made.checked} checked")


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data)
    except OSError as error:
        raise BadSpec(f"cannot write {path}", str(path), None, str(error.strerror)) from None
