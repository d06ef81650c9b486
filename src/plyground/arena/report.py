"""What a run has shown: everything computed from the store, as plain data without an infinity in it."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import Any, Literal

from plyground.arena.ratings import Rating, ratings
from plyground.arena.stats import (
    Counts,
    Elo,
    Interval,
    Pairs,
    Summary,
    elo_of_games,
    elo_of_pairs,
    summary,
    superiority,
    superiority_of_pairs,
    wilson,
)
from plyground.arena.store import Store
from plyground.search.playouts import sign

SideName = Literal["both", "first", "second"]
SIDES: tuple[SideName, ...] = ("both", "first", "second")
METRICS = ("wall", "cpu", "nodes", "depth")


@dataclass(frozen=True)
class Blunders:
    """Of the moves that the solver has judged, those that gave away a win or a draw."""

    moves: int
    blunders: int
    lost: float  # points given away by a move, on average: a win is one point, a draw half of one

    @property
    def rate(self) -> float:
        return self.blunders / self.moves

    @property
    def interval(self) -> Interval:
        return wilson(self.blunders, self.moves)


@dataclass
class Side:
    """How an agent did on one side of the board, or on both."""

    counts: Counts = field(default_factory=Counts)
    wall: Summary | None = None  # seconds a move
    cpu: Summary | None = None
    nodes: Summary | None = None
    depth: Summary | None = None
    forfeits: dict[str, int] = field(default_factory=dict)  # games lost, by reason
    fallbacks: dict[str, int] = field(default_factory=dict)  # moves made by the arena, by reason
    starved: int = 0  # moves
    pondered: float = 0.0  # seconds of a core in the other's time
    blunders: Blunders | None = None

    @property
    def interval(self) -> Interval:
        """Where the rate of points lies."""
        return wilson(self.counts.points, self.counts.games)


@dataclass(frozen=True)
class Standing:
    """One agent in a run."""

    name: str
    spec: str
    sides: dict[SideName, Side]
    rating: Rating


@dataclass(frozen=True)
class Duel:
    """Two agents, from the first one's side."""

    counts: Counts
    fives: Pairs  # pairs by what the first made of them: 0, 1/2, 1, 3/2, 2 points
    elo: Elo
    superiority: float
    llr: float | None = None
    bounds: tuple[float, float] | None = None
    verdict: str | None = None


@dataclass(frozen=True)
class Report:
    """All of a run."""

    run: str
    game: str
    format: str
    seed: int
    planned: int
    played: int
    unique: int  # games that differ in their opening or their moves
    finished: str
    seconds: float  # of play, added up over the games
    standings: list[Standing]
    duels: dict[tuple[int, int], Duel]

    def to_json(self) -> dict[str, Any]:
        """As JSON writes it."""
        agents = [_standing_json(standing) for standing in self.standings]
        names = [standing.name for standing in self.standings]
        duels = [
            {"agents": [names[one], names[other]], **_duel_json(duel)}
            for (one, other), duel in self.duels.items()
        ]
        plain = {key: getattr(self, key) for key in ("run", "game", "format", "seed", "planned", "played")}
        rest = {"unique": self.unique, "finished": self.finished, "seconds": self.seconds}
        return plain | rest | {"agents": agents, "duels": duels}


def report(store: Store) -> Report:
    """What the store says of a run, finished or not."""
    plan = store.plan
    duels = _duels(store)
    counts = {pairing: duel.counts for pairing, duel in duels.items()}
    rated = ratings(len(plan.agents), counts)
    sides = _sides(store)
    standings = [
        Standing(name, spec, sides[number], rated[number])
        for number, (name, spec) in enumerate(zip(plan.names, plan.agents, strict=True))
    ]
    played, seconds = next(store.query("SELECT count(*), coalesce(sum(seconds), 0) FROM games"))
    return Report(
        str(store.path),
        plan.game,
        plan.format,
        plan.seed,
        plan.total_games,
        played,
        unique_games(store),
        store.about("finished"),
        seconds,
        standings,
        duels,
    )


def _sides(store: Store) -> list[dict[SideName, Side]]:
    found: list[dict[SideName, Side]] = [{side: Side() for side in SIDES} for _ in store.plan.agents]
    results = """SELECT first, second, winner, ending, reason, count(*) FROM games
                 GROUP BY first, second, winner, ending, reason"""
    for first, second, winner, ending, reason, games in store.query(results):
        seats: list[tuple[int, SideName]] = [(first, "first"), (second, "second")]
        for agent, seat in seats:
            for side in (found[agent]["both"], found[agent][seat]):
                side.counts += _counts(agent, winner, games)
                if ending == "forfeit" and winner != agent:
                    side.forfeits[reason] = side.forfeits.get(reason, 0) + games
    for agent, sides in enumerate(found):
        for name, side in sides.items():
            _measure(store, agent, name, side)
    return found


def _counts(agent: int, winner: int | None, games: int) -> Counts:
    if winner is None:
        return Counts(draws=games)
    return Counts(wins=games) if winner == agent else Counts(losses=games)


def _measure(store: Store, agent: int, name: SideName, side: Side) -> None:
    """What the moves of an agent took; the moves that the arena made are not the agent's."""
    seat = "" if name == "both" else f" AND games.{name} = moves.agent"
    own = f"FROM moves JOIN games ON games.number = moves.game WHERE agent = ?{seat}"
    for metric in METRICS:
        rows = store.query(f"SELECT {metric} {own} AND {metric} IS NOT NULL AND trouble IS NULL", (agent,))
        setattr(side, metric, summary(array("d", (value for (value,) in rows))))
    side.starved, side.pondered = next(
        store.query(f"SELECT coalesce(sum(starved), 0), coalesce(sum(pondered), 0.0) {own}", (agent,))
    )
    troubles = (
        f"SELECT trouble, count(*) {own} AND trouble IS NOT NULL AND text IS NOT NULL GROUP BY trouble"
    )
    side.fallbacks = dict(store.query(troubles, (agent,)))
    judged = f"""SELECT best, value FROM losses JOIN moves USING (game, ply)
                 JOIN games ON games.number = moves.game WHERE agent = ?{seat}"""
    side.blunders = _blunders(store.query(judged, (agent,)))


def _blunders(rows: Iterator[tuple[Any, ...]]) -> Blunders | None:
    moves = blunders = 0
    lost = 0.0
    for best, value in rows:
        moves += 1
        lost += (sign(best) - sign(value)) / 2
        blunders += is_blunder(best, value)
    return Blunders(moves, blunders, lost / moves) if moves else None


def is_blunder(best: int, value: int) -> bool:
    """Whether a move turned a win into less, or a draw into a loss: a slower or smaller win is none."""
    return sign(value) < sign(best)


def _duels(store: Store) -> dict[tuple[int, int], Duel]:
    results: dict[tuple[int, int], Counts] = dict.fromkeys(store.plan.pairings, Counts())
    games = """SELECT one, other, winner, count(*) FROM games JOIN pairs ON pairs.number = games.pair
               GROUP BY one, other, winner"""
    for one, other, winner, number in store.query(games):
        results[one, other] += _counts(one, winner, number)
    fives: dict[tuple[int, int], Counter[int]] = {pairing: Counter() for pairing in results}
    pairs = "SELECT one, other, points, count(*) FROM pairs WHERE games = 2 GROUP BY one, other, points"
    for one, other, points, number in store.query(pairs):
        fives[one, other][round(2 * points)] += number
    return {pairing: _duel(store, counts, fives[pairing]) for pairing, counts in results.items()}


def _duel(store: Store, counts: Counts, fives: Counter[int]) -> Duel:
    """By pairs, which know that two games of one opening are not independent; by games if one is single."""
    pairs: Pairs = (fives[0], fives[1], fives[2], fives[3], fives[4])
    whole = counts.games > 0 and 2 * sum(pairs) == counts.games
    elo = elo_of_pairs(pairs) if whole else elo_of_games(counts)
    better = superiority_of_pairs(pairs) if whole else superiority(counts)
    sprt = store.plan.sprt
    if sprt is None:
        return Duel(counts, pairs, elo, better)
    return Duel(counts, pairs, elo, better, sprt.llr(pairs), sprt.bounds, sprt.verdict(pairs))


def unique_games(store: Store) -> int:
    """How many games differ in their opening or in a move; who plays them does not matter."""
    rows = store.query(
        """SELECT games.number, opening, text FROM games LEFT JOIN moves ON moves.game = games.number
           ORDER BY games.number, ply"""
    )
    seen: set[bytes] = set()
    last, digest = None, blake2b(digest_size=12)
    for number, opening, text in rows:
        if number != last:
            seen.add(digest.digest())
            last, digest = number, blake2b(opening.encode(), digest_size=12)
        digest.update(f"\0{text}".encode())
    seen.add(digest.digest())
    return len(seen) - 1 if last is not None else 0  # the first digest was of nothing


def _standing_json(standing: Standing) -> dict[str, Any]:
    sides: dict[str, Any] = {name: _side_json(side) for name, side in standing.sides.items()}
    return {"name": standing.name, "spec": standing.spec, "rating": asdict(standing.rating), **sides}


def _side_json(side: Side) -> dict[str, Any]:
    counts = side.counts
    about = {"games": counts.games, **asdict(counts), "points": counts.points, "rate": counts.rate}
    measured = {name: (found := getattr(side, name)) and asdict(found) for name in METRICS}
    rest = {
        "interval": list(side.interval),
        "forfeits": side.forfeits,
        "fallbacks": side.fallbacks,
        "starved": side.starved,
        "pondered": side.pondered,
    }
    return about | rest | measured | {"blunders": side.blunders and _blunders_json(side.blunders)}


def _blunders_json(blunders: Blunders) -> dict[str, Any]:
    return asdict(blunders) | {"rate": blunders.rate, "interval": list(blunders.interval)}


def _duel_json(duel: Duel) -> dict[str, Any]:
    sprt = {"llr": duel.llr, "bounds": duel.bounds, "verdict": duel.verdict} if duel.bounds else None
    return {
        **asdict(duel.counts),
        "pairs": list(duel.fives),
        "elo": asdict(duel.elo),
        "superiority": duel.superiority,
        "sprt": sprt,
    }
