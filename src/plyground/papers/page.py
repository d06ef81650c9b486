"""The page of the reproduction: each claim with what was published beside what we find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from plyground.papers.claim import Claim, Finding, short_title, title
from plyground.papers.words import QUOTED

MARKS = {
    "exact": "=",
    "within noise": "≈",
    "rounded": "≐",
    "fitted": "⇐",
    "contradicted": "≠",
    "depends on the reading": "∨",
    "machine-dependent": "~",
    "not testable": "–",
}
COLUMNS = ("claim", "published", "found", "verdict", "why")

Row = tuple[Claim, Finding]


@dataclass(frozen=True)
class Labels:
    """The general words of the page, in its language."""

    language: str
    title: str
    key: str
    columns: Mapping[str, str]
    verdicts: Mapping[str, str]

    def verdict(self, name: str) -> str:
        """A verdict with its mark."""
        return f"{MARKS[name]} {self.verdicts[name]}"


def papers_page(rows: list[Row], drawings: Mapping[str, str], labels: Labels) -> str:
    """A page that loads nothing: the claims of each paper, with its drawings below, as HTML."""
    style = files("plyground.report").joinpath("report.css").read_text(encoding="utf-8")
    papers = dict.fromkeys(claim.paper for claim, _ in rows)
    parts = "\n".join(
        _paper(name, [row for row in rows if row[0].paper == name], labels) + drawings.get(name, "")
        for name in papers
    )
    return f"""<!doctype html>
<html lang="{labels.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>plyground: {escape(labels.title)}</title><style>{style}</style></head>
<body><main><h1>{escape(labels.title)}</h1>
<p>{escape(labels.key)}</p>
{parts}
</main></body></html>
"""


def _paper(name: str, rows: list[Row], labels: Labels) -> str:
    heads = "".join(f'<th scope="col">{escape(labels.columns[column])}</th>' for column in COLUMNS)
    body = "\n".join(_row(claim, found, labels) for claim, found in rows)
    inside = f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
    short, whole = (escape(told(name, labels.language)) for told in (short_title, title))
    head = f"<h2>{name}: {short}</h2><p>{whole}</p>"
    return f'{head}<div class="wide"><table class="claims">{inside}</table></div>'


def _row(claim: Claim, found: Finding, labels: Labels) -> str:
    text = claim.describe(found, labels.language)
    claimed, ours, why = map(escape, (claim.says(labels.language), text.ours, text.why))
    quoted = "" if labels.language == QUOTED else f' lang="{QUOTED}"'
    row = (
        f'<tr id="{escape(claim.id)}"><th scope="row">{claimed}</th>'
        f"<td{quoted}>{escape(claim.published)}</td>"
        f"<td>{ours}</td><td>{labels.verdict(text.verdict)}</td><td>{why}</td></tr>"
    )
    readings = "".join(
        f'<tr class="reading"><th scope="row" colspan="2">{escape(each.reading)}</th>'
        f'<td>{escape(each.ours)}</td><td colspan="2">{labels.verdict(each.verdict)}</td></tr>'
        for each in text.readings
    )
    return row + readings
