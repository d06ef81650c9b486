"""The command compare: the survey or, of what is named, searches of the same positions and then games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.options import (
    AllowNet,
    AllowRead,
    AsJson,
    Core,
    FullReport,
    InSandbox,
    Language,
    ReportFolder,
    Trust,
    WhichCore,
    confinement_of,
    speaker_for,
)
from plyground.cli.output import complain, print_json, print_text, progress_bar
from plyground.cli.run_printer import RunPrinter
from plyground.cli.survey import run_survey
from plyground.errors import INTERRUPTED, BadSpec, PlygroundError

if TYPE_CHECKING:
    from plyground.arena.store import Store
    from plyground.experiments.experiment import Experiment
    from plyground.words import Tongue

DEFAULT_COMPARED = ("tictactoe", "connect4")
DEFAULT_FOLDER = Path("plyground-report")
JUDGING_TIME = 10.0  # seconds that judging moves may take: the searches before took longer


def compare(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAMES",
            help="Which games (the survey; with options, tictactoe and connect4).",
            show_default=False,
        ),
    ] = None,
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agent", metavar="SPEC", help="An agent to compare; repeat for more (all that can play)."
        ),
    ] = None,
    depths: Annotated[
        str | None,
        typer.Option(
            "--depths", metavar="A-B", help="Depths of the searches by depth (1-7; 1-9 on small boards)."
        ),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option("--positions", metavar="N", help="Positions for each number of empty squares (10)."),
    ] = None,
    repetitions: Annotated[
        int | None, typer.Option("--repetitions", metavar="N", help="How often each search is made (5).")
    ] = None,
    matches: Annotated[
        int | None, typer.Option("--games", metavar="N", help="Games between two agents (20).")
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth", metavar="N", help="Plies per move in the games (4; on small boards to the end)."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Decides all chance (0).")] = None,
    core: WhichCore = Core.auto,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="TOML", help="Take the options from a file.")
    ] = None,
    out: ReportFolder = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", min=1, max=1024, metavar="N", help="Games at a time (one for each core)."
        ),
    ] = None,
    full: FullReport = False,
    lang: Language = None,
    sandbox: InSandbox = False,
    trust: Trust = False,
    allow_read: AllowRead = None,
    allow_net: AllowNet = False,
    as_json: AsJson = False,
) -> None:
    """Compare algorithms. Without games and agents, a survey that says what it finds.

    The survey: searchers that must agree on the same positions, games from all openings with equal nodes
    and equal time, a ladder of depths, and all of tic-tac-toe. With games, agents or other options:
    searches over the same positions, then games of all against all.

    Writes a folder with a page, figures, data and tables. The same command goes on after an interruption.
    """
    from plyground.arena.config import read_options
    from plyground.experiments.survey import Survey

    speaker = speaker_for(lang, as_json)
    chosen = (games, agents, file, depths, positions, repetitions, matches, depth)
    if core is Core.auto and all(each is None or each == [] for each in chosen):
        survey = Survey(seed=seed or 0)
        run_survey(survey, out or DEFAULT_FOLDER, workers, full, speaker, as_json)
        return

    given = {
        "depths": depths,
        "positions": positions,
        "repetitions": repetitions,
        "games": matches,
        "depth": depth,
        "seed": seed,
        "core": None if core is Core.auto else core.value,
    }
    options = (read_options(file) if file else {}) | {k: v for k, v in given.items() if v is not None}
    games = games or options.pop("compare", None) or list(DEFAULT_COMPARED)
    options.pop("compare", None)
    if agents:
        options["agents"] = agents
    held = confinement_of(options.get("agents", ()), trust, allow_read, allow_net, sandbox)
    options |= {key: getattr(held, key) for key in ("sandbox", "trust", "allow_read", "allow_net")}
    experiments = [_experiment(game, options) for game in games]
    for experiment in experiments:
        folder = (out or DEFAULT_FOLDER) / (_file_name(experiment.game) if len(experiments) > 1 else "")
        _run_experiment(experiment, folder, workers, RunPrinter(speaker, full, as_json))


def _experiment(game: str, options: dict[str, Any]) -> Experiment:
    from plyground.experiments.experiment import Experiment
    from plyground.games.registry import load_game

    values = dict(options)
    if isinstance(values.get("depths"), str):
        values["depths"] = _range(values["depths"])
    try:
        values |= {key: tuple(values[key]) for key in ("agents", "depths") if key in values}
        return Experiment(load_game(game).spec, **values)
    except TypeError as error:
        raise BadSpec(f"bad options ({error})", "", None, "see plyground compare --help") from None


def _range(text: str) -> tuple[int, ...]:
    found = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if not found:
        raise BadSpec("no depths", text, None, "write 1-7, or 5")
    return tuple(range(int(found[1]), int(found[2] or found[1]) + 1))


def _file_name(spec: str) -> str:
    return re.sub(r"\W+", "-", spec).strip("-")


def _run_experiment(experiment: Experiment, folder: Path, workers: int | None, printer: RunPrinter) -> None:
    """Run one experiment, print what it shows, write its report."""
    from plyground.cli.progress import games_bar, judge_moves
    from plyground.experiments.experiment import ExperimentRun
    from plyground.report.comparison import comparison_json

    run = ExperimentRun.start(experiment, folder / "experiment.run")
    with run.store as store:
        try:
            with progress_bar("searching") as progress:
                run.search(progress)
            with games_bar(store) as count:
                run.play(count, workers)
        except KeyboardInterrupt:
            complain(f"stopped; the same command goes on ({store.path})")
            raise typer.Exit(INTERRUPTED) from None
        whole = judge_moves(store, None, JUDGING_TIME)
        if printer.as_json:
            print_json(comparison_json(store, printer.speaker))
        else:
            print_text(printer.text(store))
        page = _write(store, folder, printer.speaker)
    if page and not printer.as_json:
        key = "survey.page" if printer.full else "survey.more"
        typer.echo("\n" + printer.speaker.say(key, page=str(page)))
    if not whole:
        raise typer.Exit(INTERRUPTED)


def _write(store: Store, folder: Path, speaker: Tongue) -> Path | None:
    """Write the report. Without matplotlib it cannot be drawn: the tables are then all there is."""
    from plyground.report.html import write_report

    try:
        with progress_bar("drawing") as progress:
            return write_report(store, folder, progress, speaker)
    except PlygroundError as error:
        complain(str(error))
        return None
