"""The page of the reproduction: each claim with what was published beside what we find."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files

from plyground.papers import PAPERS, Claim, Finding

MARKS = {"exact": "=", "within noise": "≈", "contradicted": "≠", "machine-dependent": "~"}


def papers_page(rows: list[tuple[Claim, Finding]], drawings: Mapping[str, str]) -> str:
    """One page that needs nothing else: the claims of each paper, and under them its drawings, as HTML."""
    style = files("plyground.lab").joinpath("report.css").read_text(encoding="utf-8")
    papers = dict.fromkeys(claim.paper for claim, _ in rows)
    parts = "\n".join(
        _paper(name, [row for row in rows if row[0].paper == name]) + drawings.get(name, "")
        for name in papers
    )
    key = ", ".join(f"{mark} {verdict}" for verdict, mark in MARKS.items())
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>plyground: the papers reproduced</title><style>{style}</style></head>
<body><main><h1>The papers reproduced</h1>
<p>{len(rows)} claims. Verdicts: {escape(key)}.</p>
{parts}
</main></body></html>
"""


def _paper(name: str, rows: list[tuple[Claim, Finding]]) -> str:
    heads = "".join(f'<th scope="col">{h}</th>' for h in ("claim", "published", "ours", "verdict", "why"))
    body = "\n".join(_row(claim, found) for claim, found in rows)
    inside = f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
    title = f"<h2>{name}</h2><p>{escape(PAPERS[name].TITLE)}</p>"
    return f'{title}<div class="wide"><table class="claims">{inside}</table></div>'


def _row(claim: Claim, found: Finding) -> str:
    cells = (claim.claim, claim.published, found.ours, f"{MARKS[found.verdict]} {found.verdict}", found.why)
    first, *rest = map(escape, cells)
    told = f'<tr id="{escape(claim.id)}"><th scope="row">{first}</th>'
    return told + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>"
