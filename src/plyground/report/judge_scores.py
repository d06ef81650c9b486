"""What the judge found, as numbers: shares, points and scores, with their spread over seeds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Any

from plyground.arena.store import Store
from plyground.experiments.decisions import Decision
from plyground.experiments.judge import UCI_SIZE, Judgement
from plyground.experiments.questions import Questions
from plyground.report.types import Duel, Side
from plyground.stats.elo import Counts, Unit, estimate, wilson
from plyground.stats.student_t import t95

BAND = 10  # plies that are counted together
MOST_UNEQUAL = 0.2  # of the larger number of nodes
RESULTS = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Spread:
    """A number for each seed: its mean, and how far seeds differ."""

    mean: float
    low: float
    high: float
    deviation: float  # standard, over seeds; 0 for one seed

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        deviation = stdev(values) if len(values) > 1 else 0.0
        return cls(fmean(values), min(values), max(values), deviation)


@dataclass(frozen=True)
class MoveScore:
    """How good the moves are in the decisions of some plies."""

    first_ply: int
    last_ply: int
    positions: int
    kept: Spread  # share of moves that keep the result
    best: Spread  # share of moves that win as soon, or lose as late, as possible
    lost: Spread  # points given away per move: a win is one point, a draw half of one
    interval: tuple[float, float] | None  # of the points given away, over positions


@dataclass(frozen=True)
class PerfectScore:
    """Games as first player against perfect play; a win is 1, a loss -1."""

    counts: Counts
    score: float
    interval: tuple[float, float] | None
    by_seed: Spread


@dataclass(frozen=True)
class SignScore:
    """How often the sign of an agent's value is that of the exact one, on eight-ply positions."""

    positions: int
    told: int  # positions whose value it told
    right: int
    by_result: dict[str, tuple[int, int]]  # right ones and all, for positions that are won, drawn, lost
    always_win: float  # the share of positions that are won: what always saying so would get
    interval: tuple[float, float] | None  # of the share of right ones, if they are a sample of the set


@dataclass(frozen=True)
class NodesUsed:
    """The mean number of nodes per move of both sides; None of an agent that counts none."""

    agent: float | None
    opponent: float | None

    @classmethod
    def of(cls, sides: Iterable[Side]) -> NodesUsed:
        return cls(*(side.nodes.mean if side.nodes else None for side in sides))

    @property
    def equal(self) -> bool | None:
        """Whether they differ by at most a fifth; None if one of them is unknown."""
        if self.agent is None or self.opponent is None:
            return None
        low, high = sorted((self.agent, self.opponent))
        return high - low <= high * MOST_UNEQUAL


@dataclass(frozen=True)
class JudgeFindings:
    """All that was found about an agent."""

    judgement: Judgement
    moves: tuple[MoveScore, ...] = ()  # bands of plies, then all of them
    perfect: PerfectScore | None = None
    windows: Duel | None = None
    nodes_used: NodesUsed | None = None  # in the games against windows
    signs: SignScore | None = None
    failed: int = 0  # questions without an answer that counts
    trouble: str = ""  # the first of them

    def to_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        asked = self.judgement
        about = {
            "agent": asked.agent,
            "name": asked.name,
            "game": asked.game,
            "seeds": asked.passes,
            "seed": asked.seed,
        }
        limits = {name: getattr(asked, name) for name in ("depth", "nodes", "seconds", "quick")}
        duel = self.windows
        windows = duel and {
            **asdict(duel.counts),
            "equal_nodes": asked.equal_nodes,
            "elo": asdict(duel.elo),
            "llr": duel.llr,
            "bounds": duel.bounds,
            "verdict": duel.verdict,
            "sides": asked.sides and asdict(asked.sides),
            "nodes": self.nodes_used and asdict(self.nodes_used),
            "equal": self.nodes_used and self.nodes_used.equal,
        }
        found = {
            "moves": [asdict(band) for band in self.moves],
            "perfect": self.perfect and asdict(self.perfect),
            "windows": windows,
            "signs": self.signs and asdict(self.signs),
        }
        left_out = {"left_out": asked.left_out}
        return about | limits | found | left_out | {"failed": self.failed, "trouble": self.trouble}


def move_scores(decisions: Sequence[Decision], replies: Questions, passes: int) -> Iterator[MoveScore]:
    """The scores of each band of plies, then of all."""
    bands: dict[int, list[Decision]] = {}
    for decision in decisions:
        bands.setdefault(decision.ply // BAND, []).append(decision)
    for _, band in sorted(bands.items()):
        yield _move_score(band, replies, passes)
    if len(bands) > 1:
        yield _move_score(decisions, replies, passes)


def _move_score(decisions: Sequence[Decision], replies: Questions, passes: int) -> MoveScore:
    def over_seeds(value: Callable[[Decision, str | None], float]) -> Spread:
        return Spread.of(
            [
                fmean(value(decision, replies[number, decision.text].move) for decision in decisions)
                for number in range(passes)
            ]
        )

    plies = [decision.ply for decision in decisions]
    per_position = [
        fmean(decision.points_lost(replies[number, decision.text].move) for number in range(passes))
        for decision in decisions
    ]
    return MoveScore(
        min(plies),
        max(plies),
        len(decisions),
        over_seeds(lambda decision, move: decision.points_lost(move) == 0),
        over_seeds(lambda decision, move: move is not None and decision.is_best(move)),
        over_seeds(lambda decision, move: decision.points_lost(move)),
        interval_of(per_position, 0.0, 1.0),
    )


def perfect_score(store: Store, seeds: int) -> PerfectScore:
    """The score of the first agent of a run, from -1 to 1; its games are split into a part a seed."""
    rows = store.query("SELECT winner FROM games ORDER BY number")
    scores = [0 if winner is None else 1 if winner == 0 else -1 for (winner,) in rows]
    counts = Counts(scores.count(1), scores.count(0), scores.count(-1))
    found = estimate(Unit((1 + score) / 2, 1.0) for score in scores).interval
    interval = found and (2 * found.low - 1, 2 * found.high - 1)
    each = len(scores) // seeds
    parts = [fmean(scores[place * each : (place + 1) * each]) for place in range(seeds)]
    return PerfectScore(counts, fmean(scores), interval, Spread.of(parts))


def sign_score(known: Sequence[tuple[str, int]], replies: Questions) -> SignScore:
    """The share of right signs, by result."""
    by_result = dict.fromkeys(RESULTS.values(), (0, 0))
    told = 0
    for text, result in known:
        score = replies[0, text].score
        told += score is not None
        hit = score is not None and (score > 0) - (score < 0) == result
        right, total = by_result[RESULTS[result]]
        by_result[RESULTS[result]] = right + hit, total + 1
    right = sum(hits for hits, _ in by_result.values())
    count = len(known)
    interval = None if count >= UCI_SIZE else wilson(right, count)
    return SignScore(count, told, right, by_result, by_result["win"][1] / count, interval)


def interval_of(values: Sequence[float], least: float, most: float) -> tuple[float, float] | None:
    """The 95 % interval of a mean by Student's t, within what is possible; None if all values are equal."""
    if len(values) < 2 or min(values) == max(values):
        return None
    half = t95(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return max(least, fmean(values) - half), min(most, fmean(values) + half)
