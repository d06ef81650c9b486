"""The page of the reproduction: sentences, figures, and each claim with what was published beside ours."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path

from plyground.arena.runner import versions
from plyground.papers.card import VERDICT_KEYS
from plyground.papers.claim import Claim, Finding, short_title, title
from plyground.papers.findings import meaning_table, papers_findings, verdict_table
from plyground.report.chart import Figure
from plyground.report.conditions import machine_text, program_text
from plyground.report.page import StoryPage
from plyground.report.tables import ReportTable
from plyground.words import Tongue

MARKS = {
    "exact": "=",
    "within noise": "≈",
    "unlikely": "≉",
    "rounded": "≐",
    "fitted": "⇐",
    "contradicted": "≠",
    "depends on the reading": "∨",
    "machine-dependent": "~",
    "not testable": "–",
}
COLUMNS = ("claim", "published", "found", "verdict", "why")

QUOTED = "pt-BR"  # what the papers are written in

Row = tuple[Claim, Finding]


class PapersPage:
    """The page about claims that were measured, in a language. It loads nothing."""

    def __init__(self, rows: Sequence[Row], speaker: Tongue, folder: Path) -> None:
        self.rows = rows
        self.speaker = speaker
        self.folder = folder
        self.papers = list(dict.fromkeys(claim.paper for claim, _ in rows))

    def tables(self) -> list[ReportTable]:
        """The short tables; the claims themselves are in HTML only."""
        return [verdict_table(self.rows, self.speaker), meaning_table(self.speaker, MARKS)]

    def how(self) -> ReportTable:
        """Program and machine, and when it was measured."""
        say, known = self.speaker.say, versions()
        rows = (
            (say("reports.row-program"), program_text(known, (), self.speaker)),
            (say("reports.row-machine"), machine_text(known, self.speaker)),
            (say("papers.row-measured"), datetime.now(UTC).isoformat(timespec="seconds")),
        )
        heads = say("reports.head-what"), say("reports.head-how")
        return ReportTable("how", say("reports.how"), heads, rows, left=2)

    def to_html(self, pictures: Sequence[tuple[Figure, str]]) -> str:
        say = self.speaker.say
        names = " ".join(self.papers)
        command = f"plyground reproduce {names} --report {shlex.quote(str(self.folder))}"
        return StoryPage(
            say("papers.page"),
            say("papers.key", n=len(self.rows), papers=names),
            papers_findings(self.rows),
            pictures,
            self.tables(),
            [self.how()],
            [(say("reports.again", command=command), command)],
            self.speaker,
            more_tables="\n".join(map(self._paper, self.papers)),
        ).to_html()

    def _paper(self, name: str) -> str:
        say, language = self.speaker.say, self.speaker.language
        heads = "".join(f'<th scope="col">{escape(say(f"papers.{column}"))}</th>' for column in COLUMNS)
        body = "\n".join(self._row(claim, found) for claim, found in self.rows if claim.paper == name)
        inside = f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
        short, whole = (escape(told(name, language)) for told in (short_title, title))
        head = f"<h3>{name}: {short}</h3><p>{whole}</p>"
        return f'{head}<div class="wide"><table class="claims">{inside}</table></div>'

    def _verdict(self, name: str) -> str:
        """A verdict with its mark."""
        return f"{MARKS[name]} {escape(self.speaker.say(VERDICT_KEYS[name]))}"

    def _row(self, claim: Claim, found: Finding) -> str:
        language = self.speaker.language
        text = claim.describe(found, language)
        claimed, ours, why = map(escape, (claim.says(language), text.ours, text.why))
        quoted = "" if language == QUOTED else f' lang="{QUOTED}"'
        row = (
            f'<tr id="{escape(claim.id)}"><th scope="row">{claimed}</th>'
            f"<td{quoted}>{escape(claim.published)}</td>"
            f"<td>{ours}</td><td>{self._verdict(text.verdict)}</td><td>{why}</td></tr>"
        )
        readings = "".join(
            f'<tr class="reading"><th scope="row" colspan="2">{escape(each.reading)}</th>'
            f'<td>{escape(each.ours)}</td><td colspan="2">{self._verdict(each.verdict)}</td></tr>'
            for each in text.readings
        )
        return row + readings
