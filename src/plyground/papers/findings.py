"""The sentences about the papers: how many claims hold, and what else became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from plyground.papers.card import VERDICT_KEYS
from plyground.papers.claim import Claim, Finding
from plyground.report.findings import ReportFinding
from plyground.report.tables import ReportTable
from plyground.words import Tongue

Row = tuple[Claim, Finding]

HOLD = ("exact", "within noise", "rounded")
# Verdicts that say neither that a claim holds nor that it does not, each with its part of a sentence.
OTHERS = {
    "unlikely": "papers-unlikely",
    "fitted": "papers-fitted",
    "depends on the reading": "papers-reading",
    "machine-dependent": "papers-machine",
    "not testable": "papers-untestable",
}


def papers_findings(rows: Sequence[Row]) -> list[ReportFinding]:
    """Up to four sentences about claims that were measured."""
    if not rows:
        return []
    found = [_held(rows), _neither(rows), _by_paper(rows), _same_everywhere(rows)]
    return [finding for finding in found if finding]


def _verdicts(rows: Sequence[Row]) -> Counter[str]:
    return Counter(found.verdict for _, found in rows)


def _held(rows: Sequence[Row]) -> ReportFinding:
    counts = _verdicts(rows)
    facts: dict[str, Any] = {
        "n": len(rows),
        "held": sum(counts[verdict] for verdict in HOLD),
        "exact": counts["exact"],
        "noise": counts["within noise"],
        "rounded": counts["rounded"],
        "contradicted": counts["contradicted"],
    }
    return ReportFinding("papers-held", facts, "verdicts")


def _neither(rows: Sequence[Row]) -> ReportFinding | None:
    counts = _verdicts(rows)
    parts = tuple(
        ReportFinding(key, {"n": counts[verdict]}) for verdict, key in OTHERS.items() if counts[verdict]
    )
    return ReportFinding("papers-neither", {"parts": parts}, "meanings") if parts else None


def _by_paper(rows: Sequence[Row]) -> ReportFinding | None:
    papers = dict.fromkeys(claim.paper for claim, _ in rows)
    if len(papers) < 2:
        return None
    parts = []
    for paper in papers:
        counts = _verdicts([row for row in rows if row[0].paper == paper])
        facts = {"paper": paper, "held": sum(counts[verdict] for verdict in HOLD), "all": counts.total()}
        parts.append(ReportFinding("papers-paper", facts | {"contradicted": counts["contradicted"]}))
    return ReportFinding("papers-by-paper", {"parts": tuple(parts)}, "verdicts")


def _same_everywhere(rows: Sequence[Row]) -> ReportFinding:
    same = sum(claim.deterministic for claim, _ in rows)
    return ReportFinding("papers-same", {"n": len(rows), "same": same}, "how")


def verdict_table(rows: Sequence[Row], speaker: Tongue) -> ReportTable:
    """How often each verdict came out, by paper."""
    known = [verdict for verdict in VERDICT_KEYS if _verdicts(rows)[verdict]]
    papers = list(dict.fromkeys(claim.paper for claim, _ in rows))
    body = []
    for paper in papers:
        counts = _verdicts([row for row in rows if row[0].paper == paper])
        body.append((paper, *(str(counts[verdict]) for verdict in known), str(counts.total())))
    if len(papers) > 1:
        counts = _verdicts(rows)
        whole = (str(counts[verdict]) for verdict in known)
        body.append((speaker.say("papers.sum"), *whole, str(counts.total())))
    heads = (
        speaker.say("papers.filter-paper"),
        *(speaker.say(VERDICT_KEYS[verdict]) for verdict in known),
        speaker.say("papers.sum"),
    )
    return ReportTable("verdicts", speaker.say("papers.table-verdicts"), heads, tuple(body))


def meaning_table(speaker: Tongue, marks: dict[str, str]) -> ReportTable:
    """What each verdict means."""
    rows = tuple(
        (f"{marks[verdict]} {speaker.say(key)}", speaker.say(f"{key}-means"))
        for verdict, key in VERDICT_KEYS.items()
    )
    heads = speaker.say("papers.verdict"), speaker.say("papers.means")
    return ReportTable("meanings", speaker.say("papers.table-meanings"), heads, rows, left=2)
