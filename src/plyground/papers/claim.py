"""A claim of a paper: what it says, what it published, how we measure it, and what comes of that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

# exact: the same number, game or sentence comes out. within noise: ours is what chance or rounding allows.
# contradicted: it cannot be so, and `why` says why. machine-dependent: a time; only ratios compare.
Verdict = Literal["exact", "within noise", "contradicted", "machine-dependent"]


@dataclass(frozen=True)
class Finding:
    """What measuring a claim gave."""

    ours: str
    verdict: Verdict
    why: str  # one sentence


@dataclass(frozen=True)
class Claim:
    """One testable statement of a paper."""

    id: str  # "P0.nodes": the paper and a word
    claim: str  # what the paper says, in English
    published: str  # the value as printed there
    measure: Callable[[], Finding]
    deterministic: bool = True  # the same finding on every machine and every day

    @property
    def paper(self) -> str:
        return self.id.partition(".")[0]

    def to_json(self, found: Finding) -> dict[str, Any]:
        """As `plyground reproduce --json` writes it."""
        return {
            "paper": self.paper,
            "id": self.id,
            "claim": self.claim,
            "published": self.published,
            "ours": found.ours,
            "verdict": found.verdict,
            "why": found.why,
        }
