"""The command dataset: positions with their exact values, for learning and for statistics."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.output import complain, print_json, progress_bar
from plyground.errors import INTERRUPTED, BadSpec

if TYPE_CHECKING:
    from plyground.experiments.dataset import Dataset, Progress
    from plyground.experiments.solved_file import SolvedFile

UCI = "uci"


def dataset(
    which: Annotated[
        str,
        typer.Argument(
            metavar="WHICH",
            help="uci (the 67,557 eight-ply positions), connect4 or 'connect4(6,5,4)'.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where it is written: FILE.csv or FILE.parquet."),
    ] = None,
    ply: Annotated[
        int | None, typer.Option("--ply", min=0, metavar="N", help="Positions with so many discs.")
    ] = None,
    sample: Annotated[
        int | None, typer.Option("--sample", min=1, metavar="K", help="So many of them, and not all.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="Decides which.")] = 0,
    moves: Annotated[bool, typer.Option("--moves", help="Also the value of every move: slower.")] = False,
    header: Annotated[
        bool, typer.Option("--header/--no-header", help="Names of the columns in the first line of a CSV.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was written as JSON.")] = False,
) -> None:
    """Write positions with their exact values, by the solver: the same bytes every time.

    Mirror images are merged. `uci` has the cells a1 to g6 (x, o, b for blank) and the result of the first
    player. The others have the position, the score and the result of the side to move. With --moves there
    are also move_1 to move_7, the score of each move: of all of `uci` that takes hours. While it solves,
    FILE.solved has what is known: the same command goes on from there.
    """
    import plyground
    from plyground.experiments.dataset import RESULTS, check_ending, check_parquet, is_parquet
    from plyground.experiments.solved_file import SolvedFile
    from plyground.whole_file import is_special

    if out is None:
        raise BadSpec("no file", "", None, "give --out FILE.csv or --out FILE.parquet")
    check_ending(out)
    if is_parquet(out):
        check_parquet()  # before minutes of solving
    about = {"dataset": which, "ply": ply, "sample": sample, "seed": seed, "moves": moves}
    with ExitStack() as stack:
        show = stack.enter_context(progress_bar("solving"))
        kept = None
        if not is_special(out):
            path = out.with_name(out.name + ".solved")
            kept = stack.enter_context(SolvedFile(path, about | {"plyground": plyground.__version__}))
        try:
            made = _make(which, ply, sample, seed, moves, partial(show, "solving"), kept)
        except KeyboardInterrupt:
            complain("stopped; the same command goes on" if kept else "stopped")
            raise typer.Exit(INTERRUPTED) from None
        made.write(out, header)
        if kept:
            kept.remove()
    results = [row[made.columns.index("class" if which == UCI else "result")] for row in made.rows]
    counts = {name: results.count(name) for name in RESULTS.values()}
    if as_json:
        return print_json(
            {"file": str(out), "positions": len(made.rows), "columns": made.columns, **counts}
        )
    told = ", ".join(f"{name} {count:,}" for name, count in counts.items())
    positions = "position" if len(made.rows) == 1 else "positions"
    return typer.echo(f"{out}: {len(made.rows):,} {positions} ({told})")


def _make(
    which: str,
    ply: int | None,
    sample: int | None,
    seed: int,
    moves: bool,
    progress: Progress,
    kept: SolvedFile | None,
) -> Dataset:
    from plyground.experiments.dataset import ply_dataset, uci_dataset
    from plyground.games.registry import load_game
    from plyground.solver.plies import check_discs_fall

    if which == UCI:
        if ply is not None or sample is not None:
            right = "it has all 67,557 positions; --ply 8 --sample K of connect4 are some with eight discs"
            raise BadSpec("uci with --ply or --sample", "", None, right)
        return uci_dataset(progress, kept, moves)
    game = check_discs_fall(load_game(which))
    if ply is None:
        raise BadSpec("no ply", which, None, "give --ply N: how many discs are on the board")
    made = ply_dataset(game, ply, sample=sample, seed=seed, moves=moves, progress=progress, kept=kept)
    if sample is not None and len(made.rows) < sample:
        complain(f"there are only {len(made.rows):,} such positions")
    return made
