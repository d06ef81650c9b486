"""What a claim comes to, in words, and that both languages have words for it and no idle ones."""

from __future__ import annotations

from helpers.words import sentences_of_papers
from plyground.papers.claim import Claim, FindingText
from plyground.words import LANGUAGES

# Sentences for what did not come out this time.
OTHERWISE = {"why-not", "together", "together-never", "each", "each-other"}


def measured(claim: Claim) -> FindingText:
    """The finding of a claim in English; in both languages it is a sentence, and says as much."""
    found = claim.measure()
    told = {language: claim.describe(found, language) for language in LANGUAGES}
    for each in told.values():
        assert each.why.endswith(".")
        assert len(each.readings) == len(found.readings)
    said = {"claim", "published", found.ours, found.why}
    for reading in found.readings:
        said |= {f"as-{reading.name}", reading.ours}
    assert sentences_of_papers()[claim.id].keys() - said <= OTHERWISE
    return told["en"]


def readings(told: FindingText) -> list[tuple[str, str]]:
    """What each reading gives, and its verdict."""
    return [(reading.ours, reading.verdict) for reading in told.readings]
