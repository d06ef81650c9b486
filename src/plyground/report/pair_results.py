"""Results of two agents over a census of openings: exact where nothing is left to chance."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from plyground.arena.evidence import chance_of, counts_of
from plyground.arena.store import Store
from plyground.stats.elo import Counts, Interval, Unit, estimate


@dataclass(frozen=True)
class PairResult:
    """Two agents over the openings, from the first one's side."""

    one: str
    other: str
    counts: Counts
    openings: int
    interval: Interval | None  # of the rate of points, over the openings; none if the result is exact

    @property
    def exact(self) -> bool:
        return self.interval is None

    @property
    def points(self) -> float:
        return self.counts.points

    @property
    def against(self) -> float:
        return self.counts.games - self.counts.points

    @property
    def rate(self) -> float:
        return self.counts.points / self.counts.games

    def reversed(self) -> PairResult:
        """The same from the other one's side."""
        turned = self.interval and Interval(1 - self.interval.high, 1 - self.interval.low)
        return PairResult(self.other, self.one, self.counts.reversed(), self.openings, turned)


def pair_results(store: Store) -> dict[tuple[str, str], PairResult]:
    """The results of every pairing, by the names of both, from either side.

    Two deterministic agents without a clock play one game for an opening and a seat, however often it is
    repeated: it counts once. Where chance or a clock plays, all games count, and openings are the units.
    """
    plan, names = store.plan, store.plan.names
    games: dict[tuple[int, int], dict[tuple[str, int], list[Counts]]] = {
        pairing: defaultdict(list) for pairing in plan.pairings
    }
    rows = "SELECT one, other, opening, first, winner FROM games JOIN pairs ON pairs.number = pair"
    for one, other, opening, first, winner in store.query(f"{rows} ORDER BY games.number"):
        games[one, other][opening, first].append(counts_of(one, winner))
    found = {}
    for (one, other), seats in games.items():
        if not seats:
            continue
        luck = plan.timed or any(chance_of(plan.agents[agent]) is not False for agent in (one, other))
        kept = {seat: played if luck else played[:1] for seat, played in seats.items()}
        by_opening: dict[str, Counts] = defaultdict(Counts)
        for (opening, _), played in kept.items():
            by_opening[opening] += sum(played, Counts())
        units = [Unit(counts.points, counts.games) for counts in by_opening.values()]
        interval = estimate(units).interval if luck else None
        whole = sum(by_opening.values(), Counts())
        result = PairResult(names[one], names[other], whole, len(by_opening), interval)
        found[names[one], names[other]] = result
        found[names[other], names[one]] = result.reversed()
    return found
