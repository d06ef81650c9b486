"""What compare and report do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer

from plyground.arena.blunders import judge, judged_unasked
from plyground.arena.report import report
from plyground.arena.runs import find_run
from plyground.arena.store import Store
from plyground.arena.tournament import options_in
from plyground.cli.app import INTERRUPTED, complain
from plyground.cli.output import bars, print_json, table
from plyground.cli.playing import watched
from plyground.cli.standings import report_text
from plyground.errors import BadSpec, PlygroundError
from plyground.games.registry import load_game
from plyground.lab.experiment import Experiment, Run
from plyground.lab.figures import figures, number
from plyground.lab.report import write_report

GAMES = ("tictactoe", "connect4")
FOLDER = Path("plyground-report")


def compared(
    games: list[str],
    agents: list[str],
    given: dict[str, Any],
    file: Path | None,
    out: Path | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Run the experiments, print their tables, write their reports."""
    options = (options_in(file) if file else {}) | {k: v for k, v in given.items() if v is not None}
    games = games or options.pop("compare", None) or list(GAMES)
    options.pop("compare", None)
    if agents:
        options["agents"] = agents
    experiments = [_experiment(game, options) for game in games]
    for experiment in experiments:
        folder = (out or FOLDER) / (_file_name(experiment.game) if len(experiments) > 1 else "")
        _compare(experiment, folder, workers, as_json)


def _experiment(game: str, options: dict[str, Any]) -> Experiment:
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


def _compare(experiment: Experiment, folder: Path, workers: int | None, as_json: bool) -> None:
    run = Run.start(experiment, folder / "experiment.run")
    with run.store as store:
        try:
            with bars("searching") as progress:
                run.search(progress)
            with watched(store) as told:
                run.play(told, workers)
            if judged_unasked(store.plan):
                with bars("judging moves") as progress:
                    judge(store, lambda done, total: progress("judging moves", done, total))
        except KeyboardInterrupt:
            complain(f"stopped; the same command goes on ({store.path})")
            raise typer.Exit(INTERRUPTED) from None
        if as_json:
            print_json(_json(store))
        else:
            typer.echo(_text(store))
        _write(store, folder, as_json)


def _text(store: Store) -> str:
    found = report(store)
    curves = [f for f in figures(store, found) if f.name in ("nodes-by-depth", "time-by-depth")]
    parts = [report_text(found)]
    for figure in curves:
        at = sorted({x for series in figure.series for x, _ in series.points})
        rows = [
            (s.name, *(number(dict(s.points)[x]) if x in dict(s.points) else "–" for x in at))
            for s in figure.series
            if s.points
        ]
        heads = (f"{figure.y}, depth", *(f"{x:g}" for x in at))
        parts.append(f"{figure.title}\n{table(heads, rows)}")
    return "\n\n".join(parts)


def _json(store: Store) -> dict[str, Any]:
    found = report(store)
    drawn = [
        {
            "name": f.name,
            "x": f.x,
            "y": f.y,
            "series": {s.name: list(s.points) for s in f.series if s.points},
        }
        for f in figures(store, found)
    ]
    return found.to_json() | {"figures": drawn}


def _write(store: Store, folder: Path, quiet: bool) -> None:
    """The report, if it can be drawn: without matplotlib the tables were the report."""
    try:
        with bars("drawing") as progress:
            page = write_report(store, folder, progress)
    except PlygroundError as error:
        complain(str(error))
        return
    if not quiet:
        typer.echo(f"\n{page}")


def reported(run: str, out: Path | None, as_json: bool) -> None:
    """Write the report of a run and say where it is."""
    path = find_run(run)
    folder = out or Path(f"report-{path.stem}")
    with Store(path) as store, bars("drawing") as progress:
        page = write_report(store, folder, progress)
    if as_json:
        print_json({"page": str(page)})
    else:
        typer.echo(page)
