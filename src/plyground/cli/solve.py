"""The command solve: the exact value of a position under perfect play."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.options import AsJson, FromStdin, GameSpec, PositionText, each_position
from plyground.cli.output import print_json, print_text, spinner
from plyground.cli.scores import print_scores
from plyground.errors import BadSpec
from plyground.game import Position
from plyground.games.registry import load_game
from plyground.searchers import Limits
from plyground.solver import Solution, SolvedMove
from plyground.solver import solve as solve_position
from plyground.solver.batch import BatchOptions
from plyground.solver.native import TABLE_MB
from plyground.solver.solution import solution_text


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
    exact_keys: Annotated[
        bool, typer.Option("--exact-keys", help="Let no answer rest on a hash: slower.")
    ] = False,
    stdin: FromStdin = False,
    as_json: AsJson = False,
    scores: Annotated[
        bool, typer.Option("--scores", help="Print the score alone: fast for many positions.")
    ] = False,
) -> None:
    """Solve a position: its exact value under perfect play, a best move, the perfect line.

    A win with the last cell scores 1, and one more for every stone that the winner did not need. With
    --stdin the answers are JSON, one object per line; with --scores they are the scores, one per line.
    """
    rules = load_game(game)
    if no_book and book_file:
        raise BadSpec("--no-book and --book", "", None, "give one or the other")
    if scores:
        if as_json or every_move or exact_keys:
            other = "--json" if as_json else "--moves" if every_move else "--exact-keys"
            raise BadSpec(f"--scores and {other}", "", None, "give one or the other")
        limits = Limits(seconds=seconds)
        options = BatchOptions(weak, False, book_file or not no_book, threads, table_mb, limits.seconds)
        print_scores(rules, options, position, stdin)
        return
    as_json = as_json or stdin

    def work(place: Position[Any]) -> None:
        options: dict[str, Any] = {"moves": every_move, "weak": weak, "book": book_file or not no_book}
        with spinner("solving") if not stdin else nullcontext():
            found = solve_position(
                place, threads=threads, table_mb=table_mb, seconds=seconds, exact_keys=exact_keys, **options
            )
        if as_json:
            print_json(_as_json(found))
        else:
            print_text(solution_text(found, rules.players))

    each_position(rules, position, stdin, as_json, work, "solving")


def _as_json(found: Solution) -> dict[str, Any]:
    place = found.position
    bounds = {} if found.stone_score is not None else {"low": found.low, "high": found.high}
    return {
        "position": place.text(),
        "score": found.stone_score,
        **bounds,
        "words": found.words,
        "move": found.move,
        "line": found.line,
        "moves": None if found.moves is None else [_move_json(move) for move in found.moves],
        "nodes": found.nodes,
        "seconds": found.seconds,
        "book": found.book,
        "core": found.core,
    }


def _move_json(value: SolvedMove) -> dict[str, Any]:
    bounds = {} if value.stone_score is not None else {"low": value.low, "high": value.high}
    return {"move": value.move, "score": value.stone_score, **bounds, "words": value.words}
