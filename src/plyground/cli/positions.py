"""What commands that work on positions share: their arguments, and many positions at once."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer

from plyground.cli.app import complain
from plyground.cli.output import counted, print_json
from plyground.errors import BadSpec, PlygroundError, clip
from plyground.game import Game, Position


class Core(StrEnum):
    """Which engine does the work."""

    auto = "auto"
    python = "python"
    native = "native"


GameSpec = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game: tictactoe, 'connect4(8,7,4)', 'mnk(5,5,4)', nim.py:Nim.",
        show_default=False,
    ),
]
PositionText = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="Moves (4453, 'c3 c4') or a diagram (X.O/.X./..O); - or nothing is the start.",
        show_default=False,
    ),
]
FromStdin = Annotated[bool, typer.Option("--stdin", help="Take positions from standard input, one a line.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]
WhichCore = Annotated[
    Core, typer.Option("--core", help="Which engine works: native is compiled, auto the faster.")
]


def each_position(
    game: Game[Any],
    text: str,
    stdin: bool,
    as_json: bool,
    work: Callable[[Position[Any]], None],
    label: str = "",
) -> None:
    """Do the work for the one position given, or for each on standard input.

    A line that cannot be read is answered in its turn and makes the command end with 2; the others
    are worked on all the same. Empty lines are passed over. With a label, a progress bar tells how many are
    done, if standard error is a terminal and standard output is not.
    """
    if not stdin:
        return work(game.parse(text))
    if text != "-":
        raise BadSpec(f"--stdin and the position {clip(text)}", text, None, "give one or the other")
    if sys.stdin is None:
        raise BadSpec("--stdin, and standard input is closed", "--stdin", None, "give it a file or a pipe")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="backslashreplace")
    bad = False
    bar = label and not sys.stdout.isatty()
    for number, line in enumerate(counted(sys.stdin, label) if bar else sys.stdin, 1):
        if not line.strip():
            continue
        try:
            work(game.parse(line.rstrip("\n")))
        except PlygroundError as error:
            bad = True
            if as_json:
                print_json({"line": number, "position": line.rstrip("\n"), "error": str(error)})
            else:
                complain(f"line {number}: {error}")
        sys.stdout.flush()  # whoever reads a stream wants each answer when it is there
    if bad:
        raise typer.Exit(2)
    return None
