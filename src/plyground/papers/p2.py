"""P2."""

from __future__ import annotations

from plyground.papers.claim import Claim

TITLE = ""
CLAIMS: tuple[Claim, ...] = ()
