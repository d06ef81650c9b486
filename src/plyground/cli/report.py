"""The command report: a page about a run, with figures, data and tables for a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.options import AsJson, ReportFolder
from plyground.cli.output import print_json, progress_bar


def report(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Its number or file.", show_default=False)],
    out: ReportFolder = None,
    as_json: AsJson = False,
) -> None:
    """Write a report of a run: a page that needs nothing else, figures, data, tables for a paper."""
    from plyground.arena.run_folder import find_run
    from plyground.arena.store import Store
    from plyground.report.html import write_report

    path = find_run(run)
    folder = out or Path(f"report-{path.stem}")
    with Store(path) as store, progress_bar("drawing") as progress:
        page = write_report(store, folder, progress)
    if as_json:
        print_json({"page": str(page)})
    else:
        typer.echo(page)
