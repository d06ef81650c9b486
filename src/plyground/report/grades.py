"""The grade sheet of a run: a row for each agent, best first, and for each that did not play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.report.types import Report, Standing

HEADS = (
    "place",
    "agent",
    "spec",
    "games",
    "won",
    "drawn",
    "lost",
    "points",
    "score",
    "score_low",
    "score_high",
    "elo",
    "forfeits",
    "first_forfeit",
    "blunders",
    "decisions",
    "left_out",
)


def grade_table(report: Report) -> Iterator[tuple[Any, ...]]:
    """The head and the rows. Equal scores share a place, and those without a game come last."""
    yield HEADS
    ordered = sorted(report.standings, key=_score, reverse=True)
    for standing in ordered:
        place = 1 + sum(_score(other) > _score(standing) for other in ordered)
        yield place, *_cells(standing)
    for left in report.left_out:
        yield None, left.name, None, 0, 0, 0, 0, 0.0, *[None] * 8, left.reason


def _score(standing: Standing) -> float:
    rate = standing.sides["both"].counts.rate
    return -1.0 if rate is None else rate


def _cells(standing: Standing) -> tuple[Any, ...]:
    side = standing.sides["both"]
    counts, blunders = side.counts, side.blunders
    low, high = side.interval or (None, None)
    first = next((f"{reason}: {said}" for reason, said in side.why.items()), None)
    return (
        standing.name,
        standing.spec,
        counts.games,
        counts.wins,
        counts.draws,
        counts.losses,
        counts.points,
        counts.rate,
        low,
        high,
        standing.rating.elo if counts.games else None,
        sum(side.forfeits.values()),
        first,
        blunders.blunders if blunders else None,
        blunders.decisions if blunders else None,
        None,
    )
