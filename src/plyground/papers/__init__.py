"""The five papers and what becomes of their claims when they are measured."""

from types import ModuleType

from plyground.papers import p0, p1, p2, p3, p4
from plyground.papers.claim import Claim, Finding, Verdict

PAPERS: dict[str, ModuleType] = {"P0": p0, "P1": p1, "P2": p2, "P3": p3, "P4": p4}

__all__ = ["PAPERS", "Claim", "Finding", "Verdict"]
