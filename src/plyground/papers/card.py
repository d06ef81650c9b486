"""The claims of the papers in a notebook: a table of them, and of what measuring them gave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plyground.errors import BadSpec, truncate, unknown_name
from plyground.papers.claim import Claim, Finding, title
from plyground.papers.registry import PAPERS
from plyground.pictures.html import card, table
from plyground.words import Tongue, tongue

VERDICT_KEYS = {
    "exact": "papers.exact",
    "within noise": "papers.noise",
    "unlikely": "papers.unlikely",
    "rounded": "papers.rounded",
    "fitted": "papers.fitted",
    "contradicted": "papers.contradicted",
    "depends on the reading": "papers.reading",
    "machine-dependent": "papers.machine",
    "not testable": "papers.untestable",
}


@dataclass(frozen=True)
class ClaimTable:
    """Claims and, where they were measured, the findings. A notebook shows them as a table.

    >>> from plyground.notebook import claims
    >>> published = claims("P0")
    >>> found = published["nodes-alphabeta"].measure()
    >>> found.verdicts
    ('fitted',)
    """

    paper: str
    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...] = ()

    def measure(self) -> ClaimTable:
        """Measure all of them again, here and now: some take minutes."""
        return ClaimTable(self.paper, self.claims, tuple(claim.measure() for claim in self.claims))

    @property
    def verdicts(self) -> tuple[str, ...]:
        """What came of each that was measured."""
        return tuple(found.verdict for found in self.findings)

    def __getitem__(self, name: str) -> ClaimTable:
        """One of them alone, by its id, also without the paper's name."""
        for number, claim in enumerate(self.claims):
            if name in (claim.id, claim.id.partition(".")[2]):
                return ClaimTable(self.paper, (claim,), self.findings[number : number + 1])
        names = [claim.id for claim in self.claims]
        raise unknown_name(f"no claim {truncate(name)}", name, names, f"claims are {', '.join(names)}")

    def __iter__(self) -> Iterator[Claim]:
        return iter(self.claims)

    def __len__(self) -> int:
        return len(self.claims)

    def _repr_html_(self) -> str:
        speaker = tongue()
        heads = ["id", speaker.say("papers.claim"), speaker.say("papers.published")]
        rows = [[claim.id, claim.says(speaker.language), claim.published] for claim in self.claims]
        if self.findings:
            heads += [speaker.say(key) for key in ("papers.found", "papers.verdict", "papers.why")]
            for row, claim, found in zip(rows, self.claims, self.findings, strict=True):
                row += _found_words(claim, found, speaker)
        return card(title(self.paper, speaker.language), table(heads, rows, left=len(heads)))


def _found_words(claim: Claim, found: Finding, speaker: Tongue) -> list[str]:
    """What was found, the verdict, and why; with several readings, each of them."""
    said = claim.describe(found, speaker.language)
    readings = [
        f"{each.reading}: {each.ours} ({speaker.say(VERDICT_KEYS[each.verdict])})" for each in said.readings
    ]
    return [
        "; ".join(filter(None, [said.ours, *readings])),
        speaker.say(VERDICT_KEYS[said.verdict]),
        said.why,
    ]


def claims(paper: str) -> ClaimTable:
    """The claims of a paper, `P0` to `P4`."""
    if paper.upper() not in PAPERS:
        raise BadSpec(f"no paper {truncate(paper)}", paper, None, f"papers are {', '.join(PAPERS)}")
    return ClaimTable(paper.upper(), tuple(PAPERS[paper.upper()].CLAIMS))
