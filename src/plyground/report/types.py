"""What a report holds, as plain data without an infinity in it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from plyground.arena.evidence import SideName
from plyground.arena.submissions import LeftOut
from plyground.stats.elo import PAIR_SCORES, Counts, Elo, Interval, Pairs, Summary
from plyground.stats.ratings import Rating
from plyground.stats.sprt import SPRT
from plyground.stats.verdict import Verdict

SIDES: tuple[SideName, ...] = ("both", "first", "second")
METRICS = ("wall", "cpu", "nodes", "depth")
GAME_METRICS = ("wall", "cpu", "nodes")  # that add up over the moves of a game


@dataclass(frozen=True)
class Blunders:
    """In how many of the positions where something could be lost an agent lost it.

    A position counts once, however often it came up. If chance decided differently there, it counts in
    part. The interval allows for positions of one round depending on each other; one round alone gives
    none.
    """

    moves: int  # that were judged, whatever they could lose
    decisions: int  # different positions of them in which something could be lost
    blunders: float
    lost: float  # points given away by such a decision, on average: a win is one point, a draw half of one
    interval: Interval | None

    @property
    def rate(self) -> float | None:
        return self.blunders / self.decisions if self.decisions else None

    @property
    def in_whole(self) -> bool:
        """Whether no position counts in part."""
        return self.blunders == round(self.blunders)


@dataclass(frozen=True)
class ForgivenMove:
    """A move that was given more time, because it had waited for a core."""

    game: int
    ply: int
    seconds: float


@dataclass
class Side:
    """How an agent did on one side of the board, or on both."""

    counts: Counts = field(default_factory=Counts)
    wall: Summary | None = None  # seconds a move
    cpu: Summary | None = None
    nodes: Summary | None = None
    depth: Summary | None = None  # plies that were finished
    wall_per_game: Summary | None = None
    cpu_per_game: Summary | None = None
    nodes_per_game: Summary | None = None
    forfeits: dict[str, int] = field(default_factory=dict)  # games lost, by reason
    why: dict[str, str] = field(default_factory=dict)  # the first of them, in words, by reason
    fallbacks: dict[str, int] = field(default_factory=dict)  # moves made by the arena, by reason
    starved: int = 0  # moves
    unfinished: int = 0  # moves of our searchers that were stopped before any depth was finished
    forgiven: list[ForgivenMove] = field(default_factory=list)
    pondered: float = 0.0  # CPU seconds used in the opponent's time
    parallel: tuple[int, float] = (0, 0.0)  # moves on several cores, and CPU seconds beyond their time
    blunders: Blunders | None = None
    different: int = 0  # rounds that do not repeat others: pairs, of a match
    interval: Interval | None = None  # where the rate of points lies, if more than one round tells it
    exact: bool = False  # more games could only repeat these: the rate is no estimate


@dataclass(frozen=True)
class Standing:
    """One agent in a run."""

    name: str
    spec: str
    sides: dict[SideName, Side]
    rating: Rating
    asked: str | None = None  # the spec as given, if a limit was added to it


@dataclass(frozen=True)
class Duel:
    """Two agents, from the first one's side. With fixed seats, what is called a pair is a single game."""

    counts: Counts
    pairs: int  # that were played
    different: int  # of them that are evidence: copies of others are none, unless an agent uses chance
    pentanomial: Pairs  # different pairs by what the first made of them: 0, 1/2, 1, 3/2, 2 points
    exact: bool  # nothing new can come from these openings
    by_chance: bool  # an agent uses chance: repeated pairs are then no sign of too few openings
    elo: Elo
    normalized_elo: (
        Elo  # in standard deviations of a game: what decides how many games tell it apart from 0
    )
    superiority: float | None
    llr: float | None = None
    bounds: tuple[float, float] | None = None
    verdict: Literal["H0", "H1"] | None = None
    in_words: str = ""  # the verdict, of the first
    interval: Interval | None = None  # of the first one's rate of points, if it is not exact
    test: SPRT | None = None
    verdict_on: Verdict = field(default_factory=lambda: Verdict("nothing"))  # who is the stronger
    units: int = 0  # independent results that the figures come from: pairs, or single games
    by_game: bool = False  # they are single games, which share neither luck nor openings
    fixed_seats: bool = False  # single games are counted, not pairs

    @property
    def exact_score(self) -> tuple[float, int]:
        """The first one's points, and of how many games: repeated pairs count once."""
        if sum(self.pentanomial) < self.different:  # a pair is not complete
            return self.counts.points, self.counts.games
        games = 1 if self.fixed_seats else 2
        scores = zip(self.pentanomial, PAIR_SCORES, strict=True)
        return games * sum(count * score for count, score in scores), games * self.different


@dataclass(frozen=True)
class Report:
    """All of a run."""

    run: str
    game: str
    format: str
    openings: str
    seed: int
    fixed_seats: bool  # the agent named first always played first: the unit is the game, not the pair
    planned: int
    played: int
    unique: int  # games that differ in their opening or their moves
    judged: int  # games whose moves the solver has judged
    judgeable: int  # games in which agents made moves
    broken_off: int  # games that went on for too long: draws
    most_plies: int
    finished: str
    seconds: float  # of play, added up over the games
    standings: list[Standing]
    duels: dict[tuple[int, int], Duel]
    left_out: list[LeftOut] = field(default_factory=list)  # of a folder of submissions
    identical: list[list[str]] = field(default_factory=list)  # names of submissions with the same files

    @property
    def all_judged(self) -> bool:
        """Whether the solver has judged the moves of all games."""
        return self.judged == self.judgeable

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        agents = [_standing_json(standing) for standing in self.standings]
        names = [standing.name for standing in self.standings]
        duels = [
            {"agents": [names[one], names[other]], **_duel_json(duel)}
            for (one, other), duel in self.duels.items()
        ]
        plain = {
            key: getattr(self, key)
            for key in ("run", "game", "format", "openings", "seed", "fixed_seats", "planned", "played")
        }
        about = ("unique", "judged", "broken_off", "finished", "seconds")
        rest = {key: getattr(self, key) for key in about}
        handed_in = {"left_out": [asdict(each) for each in self.left_out], "identical": self.identical}
        return plain | rest | {"agents": agents, "duels": duels} | handed_in


def _standing_json(standing: Standing) -> dict[str, Any]:
    sides: dict[str, Any] = {name: _side_json(side) for name, side in standing.sides.items()}
    return {"name": standing.name, "spec": standing.spec, "rating": asdict(standing.rating), **sides}


def _side_json(side: Side) -> dict[str, Any]:
    counts = side.counts
    about = {"games": counts.games, **asdict(counts), "points": counts.points, "rate": counts.rate}
    metrics = (*METRICS, *(f"{name}_per_game" for name in GAME_METRICS))
    measured = {name: (found := getattr(side, name)) and asdict(found) for name in metrics}
    rest = {
        "different": side.different,
        "interval": side.interval and list(side.interval),
        "exact": side.exact,
        "forfeits": side.forfeits,
        "why": side.why,
        "fallbacks": side.fallbacks,
        "starved": side.starved,
        "unfinished": side.unfinished,
        "forgiven": [asdict(move) for move in side.forgiven],
        "pondered": side.pondered,
        "parallel": {"moves": side.parallel[0], "seconds": side.parallel[1]},
    }
    return about | rest | measured | {"blunders": side.blunders and _blunders_json(side.blunders)}


def _blunders_json(blunders: Blunders) -> dict[str, Any]:
    return asdict(blunders) | {
        "rate": blunders.rate,
        "interval": blunders.interval and [*blunders.interval],
    }


def _duel_json(duel: Duel) -> dict[str, Any]:
    test = {"llr": duel.llr, "bounds": duel.bounds, "verdict": duel.verdict, "in_words": duel.in_words}
    sprt = test if duel.bounds else None
    return {
        **asdict(duel.counts),
        "played": duel.pairs,
        "different": duel.different,
        "exact": duel.exact,
        "interval": duel.interval and list(duel.interval),
        "pairs": list(duel.pentanomial),
        "elo": asdict(duel.elo),
        "normalized_elo": asdict(duel.normalized_elo),
        "superiority": duel.superiority,
        "sprt": sprt,
    }
