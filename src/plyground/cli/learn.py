"""The command learn: trains an evaluation and writes its weights, its curve and a picture of it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.options import Core, WhichCore
from plyground.cli.output import complain, print_json, progress_bar
from plyground.errors import INTERRUPTED, BadSpec, PlygroundError

if TYPE_CHECKING:
    from plyground.api.learn import LearnedResult

TeacherName = StrEnum("TeacherName", {"self_play": "self-play", "perfect": "perfect"})
ModelName = StrEnum("ModelName", {"line_table": "line_table", "ntuple": "ntuple"})


def learn(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A line game: tictactoe, 'connect4(8,7,4)', 'mnk(5,5,4)'.",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the weights are written.")],
    teacher: Annotated[
        TeacherName, typer.Option("--from", help="Learn from games against itself, or from the solver.")
    ] = TeacherName.self_play,
    model: Annotated[
        ModelName,
        typer.Option(
            "--model", help="Tables of the winning lines; ntuple: of random walks over cells, too."
        ),
    ] = ModelName.line_table,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", help="Games to play (what suits the game).")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Decides all chance.")] = 0,
    seconds: Annotated[
        float | None,
        typer.Option("--time", metavar="S", help="Stop after so many seconds; the same command goes on."),
    ] = None,
    core: WhichCore = Core.auto,
    step: Annotated[
        float | None,
        typer.Option("--step", metavar="X", help="Step size of a weight (what suits the board)."),
    ] = None,
    explore: Annotated[
        float | None,
        typer.Option("--explore", metavar="P", help="Share of random moves (what suits the board)."),
    ] = None,
    trace: Annotated[
        float | None,
        typer.Option(
            "--trace",
            metavar="L",
            help="Lambda: how far self-play looks beyond a move (what suits the board).",
        ),
    ] = None,
    walks: Annotated[int, typer.Option("--walks", metavar="N", help="Walks of --model ntuple.")] = 70,
    length: Annotated[int, typer.Option("--length", metavar="N", help="Cells of such a walk.")] = 8,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the last point of the curve as JSON.")
    ] = False,
) -> None:
    """Learn an evaluation: a table of numbers for every winning line, or for random tuples of cells.

    Search with it by evaluate='file:FILE'. The same seed gives the same file, byte for byte, in both cores
    and on every machine. Beside FILE stand the learning curve, FILE.csv and FILE.svg, and while it learns
    FILE.checkpoint, from which the same command goes on, whatever stopped it.
    """
    import plyground
    from plyground.api.learn import finish
    from plyground.searchers import Limits
    from plyground.trainers.checkpoint import checkpoint_path
    from plyground.trainers.course import Training
    from plyground.trainers.options import LearnOptions

    chosen = LearnOptions(
        game, teacher.value, model.value, games, seed, step, explore, trace, walks=walks, length=length
    )
    Limits(seconds=seconds)  # raises what is wrong with it
    _check_writable(out)
    training = Training(chosen, core.value, plyground.__version__, checkpoint_path(out))
    with hear_ctrl_c() as stopping, progress_bar("learning") as progress:
        training.run(seconds, progress, stopping.is_set)
    if stopping.is_set() and not training.finished:
        complain(f"stopped after {training.state.games:,} games; the same command goes on")
        raise typer.Exit(INTERRUPTED)
    result = finish(training, out)
    _write_curve(result, out)
    if as_json:
        print_json(result.curve[-1] if result.curve else {"games": result.games})
    else:
        typer.echo(_summary(result, out))


@contextmanager
def hear_ctrl_c() -> Iterator[Event]:
    """An event that the first Ctrl-C sets: a training ends between two games. The second one interrupts."""
    heard = Event()

    def hear(*_: object) -> None:
        if heard.is_set():
            raise KeyboardInterrupt
        heard.set()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, before)


def _summary(result: LearnedResult, out: Path) -> str:
    shape = result.weights.shape
    lines = [
        f"{out}: {result.model} of {shape.game.spec}, {2 * shape.size:,} numbers, {result.games:,} games"
    ]
    if result.curve and result.curve[-1]["exam"] is not None:
        lines.append(f"right moves in the exam, one ply ahead: {100 * result.curve[-1]['exam']:.1f} %")
    if not result.finished:
        lines.append("stopped by --time: the same command goes on")
    return "\n".join([*lines, f"search with it: evaluate='file:{out}'"])


def _check_writable(out: Path) -> None:
    """Refuse a place where nothing can be written, before hours of work."""
    if out.is_dir():
        raise BadSpec(f"cannot write {out}", str(out), None, "it is a folder: name a file")
    if not out.parent.is_dir():
        raise BadSpec(f"cannot write {out}", str(out), None, f"there is no folder {out.parent}")


def _write_curve(result: LearnedResult, out: Path) -> None:
    """Write the curve as CSV, and as a picture if matplotlib is there."""
    from plyground.report.chart import Figure, FigureSeries
    from plyground.report.plots import draw
    from plyground.whole_file import write_whole
    from plyground.words import tongue

    speaker = tongue()

    write_whole(out.with_name(out.name + ".csv"), result.curve_csv())
    points = [(row["games"], row["exam"], row["error"]) for row in result.curve]
    series = [
        FigureSeries(speaker.say("figure.curve-error"), tuple((games, error) for games, _, error in points))
    ]
    if points and points[0][1] is not None:
        series.insert(
            0,
            FigureSeries(
                speaker.say("figure.curve-exam"), tuple((games, exam) for games, exam, _ in points)
            ),
        )
    title = speaker.say("figure.curve", model=result.model, game=result.weights.shape.game.spec)
    caption = speaker.say("figure.curve-caption")
    axes = speaker.say("figure.curve-games"), speaker.say("figure.curve-share")
    try:
        pictures = draw(
            Figure("learning-curve", title, caption, *axes, tuple(series), language=speaker.language)
        )
    except PlygroundError as error:
        complain(str(error))
        return
    write_whole(out.with_name(out.name + ".svg"), pictures["svg"])
