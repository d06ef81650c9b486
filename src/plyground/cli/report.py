"""The command report: a page about a run, or two side by side, with figures and tables for a paper."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.options import AsJson, FullReport, Language, speaker_for
from plyground.cli.output import print_json, progress_bar
from plyground.cli.run_printer import RunPrinter

if TYPE_CHECKING:
    from plyground.words import Tongue


def report(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Its number or file.", show_default=False)],
    other: Annotated[
        str | None,
        typer.Argument(metavar="RUN", help="Another run, to compare with.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where it is written (report-RUN).")
    ] = None,
    full: FullReport = False,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Write a report of a run, or of two side by side: sentences, figures, tables for a paper, in a page.

    The page needs nothing else. Of two runs it says what was the same in their plans and what was not,
    and how far scores and costs of the agents differ that both have.
    """
    from plyground.arena.run_folder import find_run

    speaker = speaker_for(lang, as_json)
    if other is not None:
        _report_two(find_run(run), find_run(other), out, RunPrinter(speaker, full, as_json))
    else:
        _report_one(find_run(run), out, RunPrinter(speaker, full, as_json))


def _report_one(path: Path, out: Path | None, printer: RunPrinter) -> None:
    from plyground.arena.store import Store
    from plyground.report.html import write_report

    folder = out or Path(f"report-{path.stem}")
    with Store(path) as store:
        with progress_bar("drawing") as progress:
            page = write_report(store, folder, progress, printer.speaker)
        text = printer.text(store)
    if printer.as_json:
        print_json({"page": str(page)} | json.loads(text))
    else:
        typer.echo(text)
        _print_page(page, printer.full, printer.speaker)


def _report_two(path: Path, other: Path, out: Path | None, printer: RunPrinter) -> None:
    from plyground.arena.store import Store
    from plyground.report.two_runs import run_pair
    from plyground.report.two_runs_page import two_runs_json, two_runs_text, write_two_runs

    folder = out or Path(f"report-{path.stem}-{other.stem}")
    with Store(path) as one, Store(other) as second:
        found = run_pair(one, second)
    with progress_bar("drawing") as progress:
        page = write_two_runs(found, folder, printer.speaker, progress)
    if printer.as_json:
        print_json({"page": str(page)} | two_runs_json(found, printer.speaker))
    else:
        typer.echo(two_runs_text(found, printer.speaker, printer.full))
        _print_page(page, printer.full, printer.speaker)


def _print_page(page: Path, full: bool, speaker: Tongue) -> None:
    typer.echo("\n" + speaker.say("survey.page" if full else "survey.more", page=str(page)))
