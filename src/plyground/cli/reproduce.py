"""The command reproduce: what five papers claim, measured again."""

from __future__ import annotations

import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.options import AsJson, Language, speaker_for
from plyground.cli.output import complain, print_json, print_text, track_steps
from plyground.columns import text_width
from plyground.errors import BadSpec, Failed, PlygroundError, truncate, unknown_name
from plyground.whole_file import write_whole

if TYPE_CHECKING:
    from plyground.papers.claim import Claim, Finding
    from plyground.words import Tongue

WIDTH = 100
HEADS = {
    "claim": "papers.claim",
    "published": "papers.published",
    "found": "papers.found",
    "verdict": "papers.verdict",
    "why": "papers.why",
    "reading": "papers.one-reading",
}


def reproduce(
    papers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PAPERS",
            help="P0 to P4 (all of them), or claims: P3.growth-time, or P3.growth for all that begin so.",
            show_default=False,
        ),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--report", metavar="DIR", help="Write a page with all of it.")
    ] = None,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Measure the claims of the five papers: what they published, what we find, and why it differs."""
    from plyground.papers.claim import short_title, title
    from plyground.papers.findings import papers_findings
    from plyground.papers.registry import PAPERS
    from plyground.report.text import numbered

    claims = list(dict.fromkeys(claim for name in papers or PAPERS for claim in _claims(name)))
    speaker = speaker_for(lang, as_json)
    if folder is not None:
        _make_folder(folder)
    rows: list[tuple[Claim, Finding]] = []
    printed = ""
    for claim, found in track_steps(_measure(claims), len(claims), "measuring"):
        rows.append((claim, found))
        if as_json:
            print_json(claim.to_json(found, speaker.language))
            continue
        if claim.paper != printed:
            printed = claim.paper
            print_text(f"{printed}: {short_title(printed, speaker.language)}")
            print_text(f"{title(printed, speaker.language)}\n")
        typer.echo(_text(claim, found, speaker))
    if folder is not None:
        _write_page(folder, rows, speaker)
    if not as_json:
        if len(rows) > 1 or not _is_claim(papers):  # of one claim all has been said
            print_text(numbered(papers_findings(rows), speaker))
        if folder is not None:
            typer.echo("\n" + speaker.say("survey.page", page=str(folder / "index.html")))


def _claims(name: str) -> list[Claim]:
    """The claims of a paper, one claim by its id, or all whose ids begin with the same words."""
    from plyground.papers.claim import short_title
    from plyground.papers.registry import PAPERS

    paper, dot, _ = name.partition(".")
    if (paper := paper.upper()) not in PAPERS:
        right = "papers are " + "; ".join(f"{each} {short_title(each)}" for each in PAPERS)
        raise BadSpec(f"no paper {paper}", name, None, right)
    claims: list[Claim] = list(PAPERS[paper].CLAIMS)
    if not dot:
        return claims
    wanted = name.lower()
    found = [claim for claim in claims if claim.id.lower() == wanted]
    found = found or [claim for claim in claims if claim.id.lower().startswith(f"{wanted}-")]
    if not found:
        known = {claim.id.lower(): claim.id for claim in claims}
        right = f"its claims are {' '.join(known.values())}"
        raise unknown_name(f"no claim {truncate(name)}", name, known, right, also=known)
    return found


def _is_claim(names: list[str] | None) -> bool:
    return bool(names) and all("." in name for name in names or [])


def _measure(claims: list[Claim]) -> Iterator[tuple[Claim, Finding]]:
    for claim in claims:
        yield claim, claim.measure()


def _text(claim: Claim, found: Finding, speaker: Tongue) -> str:
    from plyground.papers.card import VERDICT_KEYS

    def labelled(label: str, text: str) -> str:
        head = f"  {speaker.say(HEADS[label]):<10}"
        return textwrap.fill(text, text_width(WIDTH), initial_indent=head, subsequent_indent=" " * 12)

    text = claim.describe(found, speaker.language)
    verdict = {name: speaker.say(key) for name, key in VERDICT_KEYS.items()}
    lines = [
        textwrap.fill(
            f"{claim.id}: {claim.says(speaker.language)}", text_width(WIDTH), subsequent_indent="    "
        ),
        labelled("published", claim.published),
        labelled("found", text.ours),
        *(labelled("reading", f"{name}: {ours} ({verdict[each]})") for name, ours, each in text.readings),
        labelled("verdict", f"{verdict[text.verdict]}: {text.why}"),
    ]
    return "\n".join(lines) + "\n"


def _make_folder(folder: Path) -> None:
    """Make the folder of the page, and fail now if it cannot be written, not after minutes of measuring."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Failed(f"{folder} cannot be written ({error.strerror})") from None


def _write_page(folder: Path, rows: list[tuple[Claim, Finding]], speaker: Tongue) -> None:
    """Write the page, with charts if matplotlib is there to draw them."""
    from plyground.papers.figures import papers_figures
    from plyground.papers.findings import papers_findings
    from plyground.papers.page import PapersPage
    from plyground.report.figure_files import draw_all
    from plyground.report.html import write_findings, write_tables

    page = PapersPage(rows, speaker, folder)
    try:
        charts = [figure for _, figure in papers_figures(page.papers, speaker.language)]
        pictures = []
        try:
            pictures = draw_all(charts, folder, of="papers") if charts else []
        except PlygroundError as error:
            complain(str(error))
        write_findings(papers_findings(rows), folder, speaker)
        write_tables([*page.tables(), page.how()], folder, "papers")
        write_whole(folder / "index.html", page.to_html(pictures))
    except OSError as error:
        raise Failed(f"{folder} cannot be written ({error.strerror})") from None
