"""The command site: the laboratory as a folder of static files."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.lab import WEB
from plyground.cli.output import complain, track_steps
from plyground.errors import Failed

MEGA = 1_000_000


def site(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder: new, empty, or one of an earlier site.")
    ],
    measure: Annotated[
        bool,
        typer.Option(
            "--measure/--no-measure", help="Measure the claims of the papers that are not known yet."
        ),
    ] = True,
    pyodide: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A package of Pyodide; else npm fetches one, once."),
    ] = None,
) -> None:
    """Write the laboratory as static files, for any file server: Python runs in the visitor's browser.

    Play, Explain, Exercises and Papers, in English and Portuguese; after the first visit also without a
    network. Papers show what was measured here; what is measured is kept for the next time.
    """
    try:
        from plyground.ui.site.build import build_site
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in WEB:
            raise
        raise Failed("the laboratory needs a few packages more: pip install 'plyground[web]'") from None
    from plyground.ui.site.build import check_folder
    from plyground.ui.site.pyodide_package import fetch_pyodide, read_pyodide

    check_folder(folder)  # before anything takes long
    files = read_pyodide(pyodide or fetch_pyodide())
    made = build_site(folder, files, findings(measure=measure))
    if not made.has_core:
        complain("this site has no compiled core, which `make wasm` builds: searches in it are slow")
    typer.echo(f"{folder}: {made.files} files, {made.size / MEGA:.1f} MB, {made.findings} claims measured")


def findings(*, measure: bool) -> dict[str, Any]:
    """What is known of the papers' claims, as the file of findings has it; more is measured if wanted."""
    import plyground
    from plyground.papers.registry import PAPERS
    from plyground.ui.web.papers import finding_json, findings_file, read_findings, write_findings

    file = findings_file()
    found = read_findings(file)
    claims = [claim for paper in PAPERS.values() for claim in paper.CLAIMS if claim.id not in found]
    for claim in track_steps(claims, len(claims), "measuring") if measure else ():
        begun = time.perf_counter()
        measured = claim.in_every_language(claim.measure())
        found[claim.id] = finding_json(measured, time.perf_counter() - begun)
        if file is not None:
            write_findings(file, found)
    return {"version": plyground.__version__, "found": found}
