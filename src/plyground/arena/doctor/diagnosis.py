"""The diagnosis of an agent: all results of its checks, and a sentence about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.arena.doctor.checks import WORST_FIRST, CheckResult, Verdict


@dataclass(frozen=True)
class Diagnosis:
    """The results of all checks of an agent."""

    name: str
    agent: str
    game: str
    findings: tuple[CheckResult, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst verdict."""
        seen = {finding.verdict for finding in self.findings}
        return next((verdict for verdict in WORST_FIRST if verdict in seen), "ok")

    @property
    def sentence(self) -> str:
        """All results in one sentence: breaking the rules is not the same as playing weakly."""
        wrong, careful = self.titles("wrong"), self.titles("careful")
        weak, slow = self.briefs("weak"), self.briefs("slow")
        also = f"; take care of: {', '.join(careful)}" if careful else ""
        if wrong:
            besides = f"; weak: it {', '.join(weak)}" if weak else ""
            return (
                f"{self.name} is not ready to play {self.game}. Wrong: {', '.join(wrong)}{besides}{also}."
            )
        how = [f"weakly: it {', '.join(weak)}"] * bool(weak) + [f"slowly: {', '.join(slow)}"] * bool(slow)
        if how:
            return f"{self.name} plays {self.game} by the rules, but {'; and '.join(how)}{also}."
        return f"{self.name} can play {self.game}{also}."

    def briefs(self, verdict: Verdict) -> list[str]:
        return [finding.brief or finding.title for finding in self.findings if finding.verdict == verdict]

    def titles(self, verdict: Verdict) -> list[str]:
        return [finding.title for finding in self.findings if finding.verdict == verdict]

    def to_json(self) -> dict[str, Any]:
        facts = {"name": self.name, "agent": self.agent, "game": self.game, "verdict": self.verdict}
        checks = [finding.to_json() for finding in self.findings]
        return {**facts, "sentence": self.sentence, "checks": checks}
