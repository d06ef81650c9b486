"""The sentences about the papers: how many claims hold, and what else became of them."""

from __future__ import annotations

from pathlib import Path

from plyground.papers.claim import Basis, Claim, Finding, Verdict
from plyground.papers.findings import papers_findings, verdict_table
from plyground.papers.page import PapersPage
from plyground.words import tongue

EN = tongue("en")


def row(paper: str, verdict: Verdict, rests_on: Basis = "computation") -> tuple[Claim, Finding]:
    found = Finding(verdict, {})
    return Claim(f"{paper}.leaves", lambda: found, rests_on), found


ROWS = [
    *(row("P0", verdict) for verdict in ("exact", "exact", "rounded", "within noise", "contradicted")),
    row("P2", "fitted"),
    row("P2", "not testable"),
    row("P2", "not testable"),
    row("P2", "machine-dependent", rests_on="clock"),
    row("P2", "depends on the reading"),
]


def test_claims_are_counted_by_what_became_of_them() -> None:
    held, neither, papers, same = (finding.text(EN) for finding in papers_findings(ROWS))
    assert held == (
        "Of 10 claims 4 hold (2 exact, 1 within noise, 1 rounded), and 1 are contradicted by our measurements."
    )
    assert neither == (
        "Neither held nor contradicted: 1 claim to which our reading was fitted, so that it is no independent "
        "check; 1 claim that depends on how the text, or a word without a number, is read; 1 claim about times of another machine; "
        "2 claims that cannot be tested, or are slips of the text."
    )
    assert papers == (
        "Claims that hold and claims that are contradicted, by paper: P0 4 and 1 of 5 claims; "
        "P2 0 and 0 of 5 claims."
    )
    assert same == "9 of 10 claims are measured without a clock, and come out the same on every machine."


def test_a_sentence_without_data_is_not_said() -> None:
    assert papers_findings([]) == []
    keys = [finding.key for finding in papers_findings(ROWS[:5])]
    assert keys == ["papers-held", "papers-same"]


def test_verdicts_add_up(tmp_path: Path) -> None:
    table = verdict_table(ROWS, EN)
    assert [row[-1] for row in table.rows] == ["5", "5", "10"]
    assert [sum(map(int, row[1:-1])) for row in table.rows] == [5, 5, 10]
    page = PapersPage([], EN, tmp_path).to_html([])
    assert "<h2>How it was measured</h2>" in page
