"""The tables of a run: results, costs, blunders, duels and, of tournaments, ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from plyground.columns import NOTHING, decimals, format_column
from plyground.report.run_words import side_names
from plyground.report.tables import ReportTable
from plyground.report.types import SIDES, Duel, Report, Side
from plyground.spec import Spec
from plyground.stats.elo import Counts, Elo, Interval, Summary
from plyground.stats.ratings import Rating
from plyground.words import Tongue, tongue

WIDEST_ELO = 800  # of an interval: a wider one says nothing
_MOST_IN_DUELS = 10  # agents; of more the crosstable tells enough


def report_tables(found: Report, speaker: Tongue | None = None) -> list[ReportTable]:
    """The tables of a report: results, costs, blunders if known, duels; of tournaments ratings."""
    return RunTables(found, speaker or tongue("en")).every()


class RunTables:
    """Makes the tables of a run in a language."""

    def __init__(self, found: Report, speaker: Tongue) -> None:
        self.found = found
        self.speaker = speaker
        self.number = speaker.number

    def every(self) -> list[ReportTable]:
        """All tables for which there are data, in the order in which they are shown."""
        found = self.found
        tables = [self.results(), self.times(), self.nodes()]
        if any(standing.sides["both"].blunders for standing in found.standings):
            tables.append(self.blunders())
        if found.played and len(found.standings) <= _MOST_IN_DUELS:
            tables.append(self.duels())
        if len(found.standings) > 2:
            tables += [*filter(None, (self.depths(),)), self.crosstable(), self.ratings()]
        if found.left_out:
            tables.append(self.left_out())
        return tables

    def _heads(self, *keys: str) -> tuple[str, ...]:
        return tuple(self.speaker.say(f"reports.head-{key}") for key in keys)

    def _caption(self, name: str, **facts: object) -> str:
        return self.speaker.say(f"reports.table-{name}", **facts)

    def _percent(self, rate: float | None) -> str:
        return NOTHING if rate is None else self.speaker.percent(self.number(100 * rate, 1))

    def results(self) -> ReportTable:
        found, number = self.found, self.number
        names = self.side_names()
        rows = []
        for standing in found.standings:
            for side, called in zip(SIDES, names, strict=True):
                here = standing.sides[side]
                counts = here.counts
                told = (number(each) for each in (counts.games, counts.wins, counts.draws, counts.losses))
                rate = self._percent(counts.rate)
                name = standing.name if side == "both" else ""
                rows.append((name, called, *told, rate, self._interval(here.interval, here.exact)))
        heads = self._heads("agent", "side", "games", "won", "drawn", "lost", "points", "interval")
        caption = self._caption("results", games=found.played, game=found.game)
        return ReportTable("results", caption, heads, tuple(rows), left=2)

    def side_names(self) -> tuple[str, str, str]:
        """What both sides, the first and the second are called."""
        return self.speaker.say("reports.both"), *side_names(self.found.game, self.speaker)

    def times(self) -> ReportTable:
        walls = [standing.sides["both"].wall for standing in self.found.standings]
        games = [standing.sides["both"].wall_per_game for standing in self.found.standings]
        columns = [
            [self.number(wall.count) if wall else "0" for wall in walls],
            self._milliseconds(walls),
            *(
                self._column([1e3 * getattr(wall, name) if wall else None for wall in walls])
                for name in ("median", "p95", "max")
            ),
            self._milliseconds(games),
        ]
        heads = self._heads("agent", "moves", "time-per-move", "median", "p95", "max", "game-ms")
        return ReportTable("times", self._caption("times"), heads, self._rows(columns))

    def _column(self, values: Sequence[float | None]) -> list[str]:
        return [self.speaker.localize(cell) for cell in format_column(values)]

    def _milliseconds(self, spent: Sequence[Summary | None]) -> list[str]:
        """Mean ± standard deviation, all with as many decimals."""
        places = decimals([1e3 * each.mean for each in spent if each])
        return [
            f"{self.number(1e3 * each.mean, places)} ± {self.number(1e3 * each.sd, places)}"
            if each
            else NOTHING
            for each in spent
        ]

    def nodes(self) -> ReportTable:
        number, standings = self.number, self.found.standings
        nodes = [standing.sides["both"].nodes for standing in standings]
        games = [standing.sides["both"].nodes_per_game for standing in standings]
        depths = [standing.sides["both"].depth for standing in standings]
        columns = [
            [f"{number(each.mean, 1)} ± {number(each.sd, 1)}" if each else NOTHING for each in nodes],
            *(
                [number(getattr(each, name)) if each else NOTHING for each in nodes]
                for name in ("median", "max")
            ),
            [f"{number(each.mean)} ± {number(each.sd)}" if each else NOTHING for each in games],
            [number(depth.mean, 1) if depth else NOTHING for depth in depths],
        ]
        heads = self._heads("agent", "nodes-per-move", "median", "max", "per-game", "depth")
        return ReportTable("nodes", self._caption("nodes"), heads, self._rows(columns))

    def _rows(self, columns: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
        return tuple(zip([standing.name for standing in self.found.standings], *columns, strict=True))

    def blunders(self) -> ReportTable:
        found, number = self.found, self.number
        rows = []
        sides = [(standing.name, standing.sides["both"]) for standing in found.standings]
        digits = 0 if all(side.blunders.in_whole for _, side in sides if side.blunders) else 1
        for name, side in sides:
            if blunders := side.blunders:
                rate = self._percent(blunders.rate)
                interval = self._interval(blunders.interval, side.exact and found.all_judged)
                counts = number(blunders.blunders, digits), number(blunders.decisions)
                rows.append((name, *counts, rate, interval, number(blunders.lost, 3)))
        heads = self._heads("agent", "blunders", "decisions", "rate", "interval", "points-lost")
        return ReportTable("blunders", self._caption("blunders"), heads, tuple(rows))

    def duels(self) -> ReportTable:
        names = [standing.name for standing in self.found.standings]
        rows = []
        for (one, other), duel in self.found.duels.items():
            known = duel.superiority is not None and tells_likelihood(duel)
            better = self._percent(duel.superiority if known else None)
            scales = [
                cell
                for elo in (duel.elo, duel.normalized_elo)
                for cell in (
                    NOTHING
                    if elo.difference is None or not tells_strength(elo, duel.exact)
                    else self.speaker.signed(elo.difference),
                    self._bounds(elo, duel.exact),
                )
            ]
            rows.append((names[one], names[other], self.number(duel.units), *scales, better))
        unit = "games" if self.found.fixed_seats else "pairs"
        keys = ("agent", "against", f"different-{unit}", "elo", "level", "normalized", "level", "stronger")
        return ReportTable("duels", self._caption(f"duels-{unit}"), self._heads(*keys), tuple(rows), left=2)

    def _bounds(self, elo: Elo, exact: bool) -> str:
        if exact or not tells_strength(elo, exact):
            return self.speaker.say("reports.exact") if exact else NOTHING
        if elo.low is None or elo.high is None:
            key, end = ("below", elo.high) if elo.low is None else ("above", elo.low)
            assert end is not None
            return self.speaker.say(f"reports.{key}", end=self.speaker.signed(end))
        return self._ends(elo.low, elo.high)

    def _ends(self, low: float, high: float) -> str:
        return self.speaker.say(
            "reports.range", low=self.speaker.signed(low), high=self.speaker.signed(high)
        )

    def crosstable(self) -> ReportTable:
        count = len(self.found.standings)
        cells = [[NOTHING] * count for _ in range(count)]
        for (one, other), duel in self.found.duels.items():
            if duel.counts.games:
                cells[one][other] = self._points(duel.counts)
                cells[other][one] = self._points(duel.counts.reversed())
        rows = [(f"{at}. {s.name}", *cells[at - 1]) for at, s in enumerate(self.found.standings, 1)]
        heads = (*self._heads("points-against"), *map(str, range(1, count + 1)))
        return ReportTable("crosstable", self._caption("crosstable"), heads, tuple(rows))

    def ratings(self) -> ReportTable:
        """Who made how many points, and what strength that shows: the first screen of a tournament."""
        ordered = sorted(
            self.found.standings,
            key=lambda each: (-(each.sides["both"].counts.rate or 0.0), -each.rating.elo),
        )
        rates = [each.sides["both"].counts.rate for each in ordered]
        rows = []
        for place, standing in zip(places(rates), ordered, strict=True):
            side = standing.sides["both"]
            counts = side.counts
            told = (counts.wins, counts.draws, counts.losses, sum(side.forfeits.values()))
            rows.append(
                (
                    place,
                    standing.name,
                    self._points(counts),
                    *map(self.number, told),
                    *self._rating(standing.rating, side),
                )
            )
        heads = self._heads(
            *("place", "agent", "points", "won", "drawn", "lost", "forfeits", "elo", "interval")
        )
        return ReportTable("ratings", self._caption("ratings"), heads, tuple(rows), left=2)

    def _points(self, counts: Counts) -> str:
        return self.speaker.localize(f"{counts.points:g}/{counts.games}")

    def _rating(self, rating: Rating, side: Side) -> tuple[str, str]:
        """A rating and its interval; none that is too wide to say anything.

        Who made all points, or none, has no exact rating: only that of the draws that every agent gets.
        """
        elo = self.speaker.signed(rating.elo)
        if rating.low is None or rating.high is None:
            counted = side.exact and 0 < (side.counts.rate or 0) < 1
            return (elo, self.speaker.say("reports.exact")) if counted else (NOTHING, NOTHING)
        if rating.high - rating.low > WIDEST_ELO:
            return NOTHING, NOTHING
        return elo, self._ends(rating.low, rating.high)

    def depths(self) -> ReportTable | None:
        """One agent to several depths against one opponent: what each depth won, and what it cost."""
        swept = swept_depths([standing.spec for standing in self.found.standings])
        if self.found.format != "gauntlet" or not swept:
            return None
        others = self.found.standings[1:]
        sides = [standing.sides["both"] for standing in others]
        by_processor = all(side.cpu and side.wall and side.cpu.count == side.wall.count for side in sides)
        times = self._milliseconds([side.cpu if by_processor else side.wall for side in sides])
        nodes = [
            f"{self.number(side.nodes.mean, 1)} ± {self.number(side.nodes.sd, 1)}"
            if side.nodes
            else NOTHING
            for side in sides
        ]
        rows = tuple(
            (
                str(depth),
                *map(self.number, (side.counts.wins, side.counts.draws, side.counts.losses)),
                time,
                visited,
            )
            for depth, side, time, visited in zip(swept, sides, times, nodes, strict=True)
        )
        spent = "processor-per-move" if by_processor else "time-per-move"
        heads = self._heads("depth", "won", "drawn", "lost", spent, "nodes-per-move")
        caption = self._caption(
            "depths", agent=swept_agent(others[0].spec), opponent=self.found.standings[0].name
        )
        return ReportTable("depths", caption, heads, rows)

    def left_out(self) -> ReportTable:
        rows = tuple((each.name, each.reason) for each in self.found.left_out)
        heads = self._heads("left-out", "why")
        return ReportTable("left-out", self._caption("left-out"), heads, rows, left=2)

    def _interval(self, interval: Interval | None, exact: bool) -> str:
        if exact or interval is None:
            return self.speaker.say("reports.exact") if exact else NOTHING
        return percent_range(interval, self.speaker)


def tells_strength(elo: Elo, exact: bool) -> bool:
    """Whether a difference in Elo is worth a number: exact, or known to some hundred points.

    Of a difference with only one bound it is that bound, if it excludes equals.
    """
    if exact or (elo.low is not None and elo.high is not None):
        return exact or (elo.high or 0.0) - (elo.low or 0.0) <= WIDEST_ELO
    return (elo.low is not None and elo.low > 0) or (elo.high is not None and elo.high < 0)


def tells_likelihood(duel: Duel) -> bool:
    """Whether the results leave any score out: of two or three, none does, and who is better is open."""
    return duel.interval is not None and (duel.interval.low > 0 or duel.interval.high < 1)


def swept_depths(specs: Sequence[str]) -> list[int]:
    """The depths of all agents but the first, if they differ in nothing else; else none."""
    parsed = [Spec.parse(spec) for spec in specs[1:]]
    depths = [spec.options.get("depth") for spec in parsed]
    alike = len({str(_without_depth(spec)) for spec in parsed}) == 1
    whole = [depth for depth in depths if isinstance(depth, int)]
    return whole if alike and len(whole) == len(set(whole)) == len(parsed) > 1 else []


def _without_depth(spec: Spec) -> Spec:
    return replace(spec, options={key: value for key, value in spec.options.items() if key != "depth"})


def swept_agent(spec: str) -> str:
    """An agent of a sweep, without its depth."""
    return str(_without_depth(Spec.parse(spec)))


def percent_range(interval: Interval, speaker: Tongue) -> str:
    """An interval of rates: `43.1 to 56.9 %`."""
    low, high = (speaker.number(100 * end, 1) for end in interval)
    return speaker.percent(speaker.say("reports.range", low=low, high=high))


def places(values: Sequence[object]) -> list[str]:
    """The places of sorted values; equal values share a place: 1., 2=, 2=, 4."""
    first: dict[object, int] = {}
    for place, value in enumerate(values, 1):
        first.setdefault(value, place)
    counts = Counter(values)
    return [f"{first[value]}{'=' if counts[value] > 1 else '.'}" for value in values]
