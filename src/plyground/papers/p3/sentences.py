"""P3: who begins, and a slip of its slide about the windows that pruning starts with."""

from __future__ import annotations

from functools import partial
from statistics import fmean

from plyground.game import Player
from plyground.papers.claim import Claims, Finding, Reading, common_verdict, exact_if
from plyground.papers.p3.measures import (
    Decide,
    count_unpruned,
    decide_pruned,
    decisions,
    group,
)

SQUARES = range(1, 10)  # empty ones

claims = Claims("P3")


def _mean_nodes(decide: Decide, side: Player) -> list[float]:
    """The mean states of a decision, from one empty square to nine, with that side to move."""
    return [fmean(decide(position)[1] for position in group(empty, side)) for empty in SQUARES]


@claims.add("who-begins")
def who_begins() -> Finding:
    readings = []
    for name, count_min in (("max", False), ("both", True)):
        for version, decide in (("pruned", decide_pruned), ("unpruned", count_unpruned)):
            counted = partial(decide, count_min=count_min)
            of_max, of_min = (_mean_nodes(counted, side) for side in Player)
            ratios = [max(a, b) / min(a, b) for a, b in zip(of_max, of_min, strict=True) if min(a, b)]
            facts = {"most": max(ratios), "max": of_max[-1], "min": of_min[-1]}
            readings.append(Reading(f"{name}-{version}", exact_if(of_max != of_min), facts))
    return Finding(common_verdict(readings), {"positions": len(decisions())}, tuple(readings))


claims.add_words("beta-start")
