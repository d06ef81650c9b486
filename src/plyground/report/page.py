"""A report as one page: sentences, each with what shows it beside, figures, tables, how it was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from plyground.report.chart import Figure
from plyground.report.findings import ReportFinding
from plyground.report.tables import ReportTable
from plyground.words import Tongue


@dataclass(frozen=True)
class StoryPage:
    """What stands on a page, in its order. It has no script and loads nothing."""

    title: str
    lead: str
    findings: Sequence[ReportFinding]
    pictures: Sequence[tuple[Figure, str]]  # each with its SVG
    tables: Sequence[ReportTable]
    how: Sequence[ReportTable]
    closing: Sequence[Sequence[str]]  # paragraphs about files, each followed by the commands in it
    speaker: Tongue
    notes: Sequence[str] = ()
    more_tables: str = ""  # as HTML, below the other tables
    words: Sequence[tuple[str, str]] = ()  # names and terms of the page, and what they mean

    def to_html(self) -> str:
        say = self.speaker.say
        shown = Exhibits(self.pictures, self.tables, self.how, self.speaker)
        sentences = "\n".join(
            shown.beside(number, finding) for number, finding in enumerate(self.findings, 1)
        )
        parts = [
            f"<h1>{escape(self.title)}</h1>\n<p>{escape(self.lead)}</p>",
            f'<section class="findings">\n{sentences}\n</section>' if sentences else "",
            "".join(f"<p>{escape(note)}</p>\n" for note in self.notes),
            section(say("survey.words"), _definitions(self.words)) if self.words else "",
            section(say("reports.figures"), shown.other_figures()),
            section(say("reports.tables"), shown.other_tables() + self.more_tables),
            section(say("reports.how"), "".join(map(wide, self.how)) + _paragraphs(self.closing)),
        ]
        return document(self.title, "\n".join(filter(None, parts)), self.speaker.language)


def document(title: str, body: str, language: str) -> str:
    """A whole document with the style of reports."""
    style = files("plyground.report").joinpath("report.css").read_text(encoding="utf-8")
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>plyground: {escape(title)}</title><style>{style}</style></head>
<body><main>
{body}
</main></body></html>
"""


def section(heading: str, body: str) -> str:
    """A heading and what is below it; nothing if that is nothing."""
    return f"<h2>{escape(heading)}</h2>\n{body}" if body else ""


def wide(table: ReportTable) -> str:
    """A table that scrolls by itself where the screen is narrower."""
    return f'<div class="wide" id="table-{escape(table.name)}">{table.to_html()}</div>\n'


def figure_html(figure: Figure, svg: str, label: str) -> str:
    """A drawing with its caption and its data."""
    caption = f"<b>{escape(figure.title)}.</b> {escape(figure.caption)}"
    data = f"<details><summary>{escape(label)}</summary>{figure.table.to_html()}</details>"
    return f'<figure id="{figure.name}">{svg}<figcaption>{caption}</figcaption>{data}</figure>'


class Exhibits:
    """The figures and tables of a page; each is shown once, the first time that a sentence needs it."""

    def __init__(
        self,
        pictures: Sequence[tuple[Figure, str]],
        tables: Sequence[ReportTable],
        below: Sequence[ReportTable],  # always shown at the end of the page
        speaker: Tongue,
    ) -> None:
        self.speaker = speaker
        label = speaker.say("reports.data")
        self._figures = {figure.name: figure_html(figure, svg, label) for figure, svg in pictures}
        self._tables = {table.name: wide(table) for table in tables}
        self._titles: Mapping[str, tuple[str, str]] = {
            **{table.name: (f"table-{table.name}", table.caption) for table in (*below, *tables)},
            **{figure.name: (figure.name, figure.title) for figure, _ in pictures},
        }

    def beside(self, number: int, finding: ReportFinding) -> str:
        """A sentence with its figure or table or, if that was shown before, a link to it."""
        name = finding.beside
        shown = self._figures.pop(name, None) or self._tables.pop(name, None)
        if shown is None and name in self._titles:
            place, title = self._titles[name]
            shown = f'<p><a href="#{escape(place)}">{escape(title)}</a></p>'
        said = escape(finding.text(self.speaker))
        if finding.claim:
            claim = escape(finding.claim.text(self.speaker))
            text = f"<div><h3>{number}. {claim}</h3><p>{said}</p></div>"
        else:
            text = f"<p><b>{number}.</b> {said}</p>"
        exhibit = f'<div class="shown">{shown}</div>' if shown else ""
        return f'<article class="finding">{text}{exhibit}</article>'

    def other_figures(self) -> str:
        return "\n".join(self._figures.values())

    def other_tables(self) -> str:
        return "".join(self._tables.values())


def _definitions(words: Sequence[tuple[str, str]]) -> str:
    rows = "".join(
        f"<div><dt>{escape(word)}</dt><dd>{escape(meaning)}</dd></div>\n" for word, meaning in words
    )
    return f'<dl class="meanings">\n{rows}</dl>\n'


def _paragraphs(paragraphs: Sequence[Sequence[str]]) -> str:
    return "".join(f"<p>{_with_commands(*each)}</p>\n" for each in paragraphs)


def _with_commands(text: str, *commands: str) -> str:
    whole = escape(text)
    for command in commands:
        whole = whole.replace(escape(command), f"<code>{escape(command)}</code>", 1)
    return whole
