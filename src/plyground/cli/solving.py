"""Commands about perfect play: solve, book."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.app import command
from plyground.cli.output import bars, print_json, spelled, table, working
from plyground.cli.positions import AsJson, FromStdin, GameSpec, PositionText, each_position
from plyground.errors import BadSpec
from plyground.game import Game, Position
from plyground.games.drawing import capable
from plyground.games.line import LineGame
from plyground.games.registry import load_game
from plyground.solver import Solution, Solved
from plyground.solver import solve as solve_position
from plyground.solver.engine import TABLE_MB, fits


@command
def solve(
    game: GameSpec,
    position: PositionText = "-",
    every_move: Annotated[bool, typer.Option("--moves", help="Value every legal move.")] = False,
    weak: Annotated[bool, typer.Option("--weak", help="Only win, draw or loss: faster.")] = False,
    threads: Annotated[int, typer.Option("--threads", min=1, max=256, help="Use so many threads.")] = 1,
    no_book: Annotated[bool, typer.Option("--no-book", help="Search also where the book knows.")] = False,
    book_file: Annotated[
        Path | None, typer.Option("--book", metavar="FILE", help="Use a book that `plyground book` made.")
    ] = None,
    table_mb: Annotated[
        int,
        typer.Option("--table-mb", min=1, max=1 << 20, metavar="M", help="Memory of the table, at most."),
    ] = TABLE_MB,
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="S", help="Stop after so many seconds.")
    ] = None,
    stdin: FromStdin = False,
    as_json: AsJson = False,
) -> None:
    """Solve a position: its exact value under perfect play, a best move, the perfect line.

    A win with the last cell scores 1, and one more for every stone that the winner did not need. With
    --stdin the answers are JSON, one object a line.
    """
    as_json = as_json or stdin
    rules = load_game(game)
    if no_book and book_file:
        raise BadSpec("--no-book and --book", "", None, "give one or the other")

    def work(place: Position[Any]) -> None:
        options: dict[str, Any] = {"moves": every_move, "weak": weak, "book": book_file or not no_book}
        with working("solving") if not stdin else nullcontext():
            found = solve_position(place, threads=threads, table_mb=table_mb, seconds=seconds, **options)
        if as_json:
            print_json(_as_json(found))
        else:
            typer.echo(_as_text(rules, found))

    each_position(rules, position, stdin, as_json, work, "solving")


def _as_json(found: Solution) -> dict[str, Any]:
    place = found.position
    bounds = {} if found.score is not None else {"low": found.low, "high": found.high}
    return {
        "position": place.text(),
        "score": found.score,
        **bounds,
        "words": found.words,
        "move": None if found.move is None else place.write(found.move),
        "line": spelled(place, found.line),
        "moves": None if found.moves is None else [_move_json(place, move) for move in found.moves],
        "nodes": found.nodes,
        "seconds": found.seconds,
        "book": found.book,
    }


def _move_json(place: Position[Any], value: Solved) -> dict[str, Any]:
    bounds = {} if value.score is not None else {"low": value.low, "high": value.high}
    return {"move": place.write(value.move), "score": value.score, **bounds, "words": value.words}


def _as_text(rules: Game[Any], found: Solution) -> str:
    place = found.position
    side = rules.players[place.to_move.value]
    lines = [place.draw(unicode=capable(sys.stdout)), ""]
    score = (
        f"score {found.low:+d}" if found.score is not None else f"score {found.low:+d} to {found.high:+d}"
    )
    if not place.moves():
        lines.append(f"the game is over: {side} {found.words} ({score})")
    elif found.move is None:
        lines.append(f"{side} to move: {found.words} ({score})")
    else:
        lines.append(f"{side} plays {place.write(found.move)}: {found.words} ({score})")
        if not found.weak:
            lines.append("line: " + " ".join(spelled(place, found.line)))
    lines.append(
        f"{found.nodes:,} nodes, {found.seconds:.3f} s" + (", from the book" if found.book else "")
    )
    if found.moves:
        rows = [(place.write(m.move), m.words, _range(m)) for m in found.moves]
        lines += ["", table(("move", "value", "score"), rows, left=2)]
    return "\n".join([*lines, ""])


def _range(value: Solved) -> str:
    return f"{value.low:+d}" if value.score is not None else f"{value.low:+d} to {value.high:+d}"


@command
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
    from plyground.solver.bookmaker import BookMaker  # brings what starts processes: slow to load

    rules = load_game(game)
    if not (isinstance(rules, LineGame) and rules.gravity):
        raise BadSpec(
            f"no book of {rules.spec}", rules.spec, None, "a book is of a game in which discs fall"
        )
    if not fits(rules):
        right = "the solver's boards have columns x (rows + 1) <= 64"
        raise BadSpec(f"no book of {rules.spec}", rules.spec, None, right)
    maker = BookMaker(rules, plies, out.with_name(out.name + ".work"), workers, table_mb)
    _write(out, out.read_bytes() if out.is_file() else b"")  # before hours of work
    with bars("solving") as progress:
        made = maker.make(progress, checked)
    _write(out, made.data)
    size = f"{made.positions:,} positions, {len(made.data):,} bytes"
    typer.echo(f"{out}: {rules.spec} to ply {plies}, {size}, {made.checked} checked")


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BadSpec(f"cannot write {path}", str(path), None, str(error.strerror)) from None
