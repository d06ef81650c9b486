"""What reproduce does."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from plyground.cli.app import complain
from plyground.cli.output import tracked
from plyground.errors import BadSpec, Failed, PlygroundError
from plyground.lab.papers_figures import papers_figures
from plyground.lab.papers_page import papers_page
from plyground.lab.plots import drawn
from plyground.lab.report import figure_html, inline
from plyground.papers import PAPERS, Claim, Finding

WIDE = 100


def reproduced(names: list[str], folder: Path | None, as_json: bool) -> None:
    """Measure the claims of some papers, print what came out, and write the page."""
    chosen = [name.upper() for name in names] or list(PAPERS)
    for name in chosen:
        if name not in PAPERS:
            raise BadSpec(f"no paper {name}", name, None, f"papers are {', '.join(PAPERS)}")
    claims = [claim for name in chosen for claim in PAPERS[name].CLAIMS]
    rows: list[tuple[Claim, Finding]] = []
    shown = ""
    for claim, found in tracked(_measured(claims), len(claims), "measuring"):
        rows.append((claim, found))
        if not as_json:
            if claim.paper != shown:
                shown = claim.paper
                typer.echo(f"{shown}: {PAPERS[shown].TITLE}\n")
            typer.echo(_text(claim, found))
    if folder is not None:
        _write(folder, rows)
    if as_json:
        print_json_list([claim.to_json(found) for claim, found in rows])
    else:
        verdicts = Counter(found.verdict for _, found in rows)
        typer.echo(f"{len(rows)} claims: " + ", ".join(f"{n} {verdict}" for verdict, n in verdicts.items()))


def _measured(claims: list[Claim]) -> Iterator[tuple[Claim, Finding]]:
    for claim in claims:
        yield claim, claim.measure()


def _text(claim: Claim, found: Finding) -> str:
    def said(label: str, text: str) -> str:
        return textwrap.fill(text, WIDE, initial_indent=f"  {label:<10}", subsequent_indent=" " * 12)

    head = textwrap.fill(f"{claim.id}: {claim.claim}", WIDE, subsequent_indent="    ")
    verdict = said("verdict", f"{found.verdict}: {found.why}")
    return "\n".join([head, said("published", claim.published), said("ours", found.ours), verdict]) + "\n"


def print_json_list(rows: list[dict[str, Any]]) -> None:
    """A list on one line, as a program reads it."""
    import json

    typer.echo(json.dumps(rows, ensure_ascii=False))


def _write(folder: Path, rows: list[tuple[Claim, Finding]]) -> None:
    """The page, with charts if there is something to draw them with."""
    names = list(dict.fromkeys(claim.paper for claim, _ in rows))
    drawings: dict[str, str] = {}
    try:
        for name, figure in papers_figures(names):
            svg = inline(drawn(figure)["svg"].decode("utf-8"), figure)
            drawings[name] = drawings.get(name, "") + figure_html(figure, svg)
    except PlygroundError as error:
        complain(str(error))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index.html").write_text(papers_page(rows, drawings), encoding="utf-8")
    except OSError as error:
        raise Failed(f"{folder} cannot be written ({error.strerror})") from None
