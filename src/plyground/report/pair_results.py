"""Results of two agents over all openings of a length: counted where nothing is left to chance.

A count is not yet a ranking. Who tries columns from the left plays another game from a mirrored opening,
so the openings have two halves, each the mirror image of the other: to play one half alone is to choose an
order of moves. A lead that one half turns round says something about that order, not about the agents.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from plyground.arena.evidence import chance_of, counts_of
from plyground.arena.store import Store
from plyground.experiments.census import mirror_halves
from plyground.games.registry import load_game
from plyground.stats.elo import Counts, Interval, Unit, estimate
from plyground.stats.verdict import side_of


@dataclass(frozen=True)
class PairResult:
    """Two agents over the openings, from the first one's side."""

    one: str
    other: str
    counts: Counts
    openings: int
    exact: bool  # no chance and no clock: to play it again gives the same games
    spread: Interval | None  # of the rate of points, if the openings were a sample; none of a single one
    halves: tuple[float, float]  # the rates of points over the openings and over their mirror images

    @property
    def interval(self) -> Interval | None:
        """Where the rate of points may lie if it is played again."""
        return None if self.exact else self.spread

    @property
    def points(self) -> float:
        return self.counts.points

    @property
    def against(self) -> float:
        return self.counts.games - self.counts.points

    @property
    def rate(self) -> float:
        return self.counts.points / self.counts.games

    @property
    def turned_round(self) -> bool:
        """Whether the lead is not there in one half of the openings."""
        return self.points != self.against and not (min(self.halves) > 0.5 or max(self.halves) < 0.5)

    @property
    def leads(self) -> bool:
        """Whether the first is ahead by more than the choice of openings or of an order of moves makes."""
        return side_of(self.spread, 0.5) == "above" and min(self.halves) > 0.5

    def reversed(self) -> PairResult:
        """The same from the other one's side."""
        turned = self.spread and Interval(1 - self.spread.high, 1 - self.spread.low)
        one, other = self.halves
        halves = 1 - one, 1 - other
        return PairResult(
            self.other, self.one, self.counts.reversed(), self.openings, self.exact, turned, halves
        )


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
        by_opening: dict[str, Counts] = defaultdict(Counts)
        for (opening, _), played in seats.items():
            by_opening[opening] += sum(played if luck else played[:1], Counts())
        result = _result(plan.game, (names[one], names[other]), by_opening, exact=not luck)
        found[names[one], names[other]] = result
        found[names[other], names[one]] = result.reversed()
    return found


def _result(
    game: str, agents: tuple[str, str], by_opening: dict[str, Counts], *, exact: bool
) -> PairResult:
    units = [Unit(counts.points, counts.games) for counts in by_opening.values()]
    one, other = (
        sum((by_opening[opening] for opening in half), Counts()).rate or 0.0
        for half in mirror_halves(load_game(game), by_opening)
    )
    whole = sum(by_opening.values(), Counts())
    return PairResult(*agents, whole, len(by_opening), exact, estimate(units).interval, (one, other))
