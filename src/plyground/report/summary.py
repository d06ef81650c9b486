"""What a run has shown, computed from its store."""

from __future__ import annotations

import json
from array import array
from collections import defaultdict
from collections.abc import Iterator
from statistics import fmean
from typing import Any

from plyground.agents import AGENTS
from plyground.arena.evidence import Evidence, SideName, counts_of
from plyground.arena.store import Store
from plyground.arena.submissions import LeftOut
from plyground.report.types import (
    GAME_METRICS,
    METRICS,
    SIDES,
    Blunders,
    Duel,
    ForgivenMove,
    Report,
    Side,
    Standing,
)
from plyground.searchers.playouts import sign
from plyground.spec import Spec
from plyground.stats.elo import Counts, Elo, Unit, estimate, summary
from plyground.stats.ratings import ratings
from plyground.stats.verdict import verdict
from plyground.workers.messages import REASONS

_FORGIVEN = "JOIN forgiven ON forgiven.game = moves.game AND forgiven.ply = moves.ply WHERE"
_MANY_CORES, _WORTH_A_NOTE = 1.2, 0.05  # CPU time beside the time of a move, and CPU seconds
_WEIGHT = (
    3  # decisions in the prior: then the 95 % interval covers at least 93 %, even if rounds differ much
)


def report(store: Store) -> Report:
    """The report of a run, finished or not."""
    plan, evidence = store.plan, Evidence.of(store)
    duels = _duels(store, evidence)
    rated = ratings(len(plan.agents), evidence.rounds())
    sides = _sides(store, evidence)
    standings = [
        Standing(name, spec, sides[number], rated[number], asked if asked != spec else None)
        for number, (name, spec, asked) in enumerate(
            zip(plan.names, plan.agents, plan.asked or plan.agents, strict=True)
        )
    ]
    played, seconds = next(store.query("SELECT count(*), coalesce(sum(seconds), 0) FROM games"))
    return Report(
        str(store.path),
        plan.game,
        plan.format,
        plan.openings,
        plan.seed,
        plan.fixed_seats,
        plan.total_games,
        played,
        evidence.unique_games,
        next(store.query("SELECT count(DISTINCT game) FROM losses WHERE at_stake IS NOT NULL"))[0],
        next(store.query("SELECT count(DISTINCT game) FROM moves WHERE trouble IS NULL"))[0],
        next(store.query("SELECT count(*) FROM games WHERE ending = 'length'"))[0],
        plan.most_plies,
        store.about("finished"),
        seconds,
        standings,
        duels,
        left_out(store),
        json.loads(store.about("identical") or "[]"),
    )


def left_out(store: Store) -> list[LeftOut]:
    """The submissions to a tournament that do not play, and why."""
    return [LeftOut(**each) for each in json.loads(store.about("left_out") or "[]")]


def _sides(store: Store, evidence: Evidence) -> list[dict[SideName, Side]]:
    found: list[dict[SideName, Side]] = [{side: Side() for side in SIDES} for _ in store.plan.agents]
    results = """SELECT first, second, winner, ending, reason, count(*) FROM games
                 GROUP BY first, second, winner, ending, reason"""
    for first, second, winner, ending, reason, games in store.query(results):
        seats: list[tuple[int, SideName]] = [(first, "first"), (second, "second")]
        for agent, seat in seats:
            for side in (found[agent]["both"], found[agent][seat]):
                side.counts += counts_of(agent, winner, games)
                if ending == "forfeit" and winner != agent:
                    side.forfeits[reason] = side.forfeits.get(reason, 0) + games
    for reason, detail, loser in store.query(
        """SELECT reason, detail, CASE winner WHEN first THEN second ELSE first END FROM games
           WHERE ending = 'forfeit' ORDER BY number"""
    ):
        found[loser]["both"].why.setdefault(reason, detail.removeprefix(f"{REASONS[reason]}: "))
    for agent, sides in enumerate(found):
        exact = evidence.exact_for(agent)
        for name, side in sides.items():
            _measure(store, agent, name, side)
            points = evidence.side(agent, name)
            side.different, side.exact = points.different, exact
            side.interval = None if exact else points.interval
    return found


def _measure(store: Store, agent: int, name: SideName, side: Side) -> None:
    """What the moves of an agent cost, without the moves that the arena made in its place."""
    seat = "" if name == "both" else f" AND games.{name} = moves.agent"
    own = f"FROM moves JOIN games ON games.number = moves.game WHERE agent = ?{seat}"
    for metric in METRICS:
        rows = store.query(f"SELECT {metric} {own} AND {metric} IS NOT NULL AND trouble IS NULL", (agent,))
        setattr(side, metric, summary(array("d", (value for (value,) in rows))))
    for metric in GAME_METRICS:
        known = f"{own} AND {metric} IS NOT NULL AND trouble IS NULL GROUP BY game"
        rows = store.query(f"SELECT sum({metric}) {known}", (agent,))
        setattr(side, f"{metric}_per_game", summary(array("d", (value for (value,) in rows))))
    side.starved, side.pondered = next(
        store.query(f"SELECT coalesce(sum(starved), 0), coalesce(sum(pondered), 0.0) {own}", (agent,))
    )
    more = f"{own} AND cpu > {_MANY_CORES} * wall AND cpu > {_WORTH_A_NOTE}"
    side.parallel = next(store.query(f"SELECT count(*), coalesce(sum(cpu - wall), 0.0) {more}", (agent,)))
    if Spec.parse(store.plan.agents[agent]).name in AGENTS:
        broken_off = f"SELECT count(*) {own} AND nodes IS NOT NULL AND depth IS NULL AND trouble IS NULL"
        (side.unfinished,) = next(store.query(broken_off, (agent,)))
    late = f"SELECT moves.game, moves.ply, forgiven.seconds {own.replace('WHERE', _FORGIVEN)}"
    side.forgiven = [ForgivenMove(*row) for row in store.query(late, (agent,))]
    troubles = (
        f"SELECT trouble, count(*) {own} AND trouble IS NOT NULL AND text IS NOT NULL GROUP BY trouble"
    )
    side.fallbacks = dict(store.query(troubles, (agent,)))
    side.blunders = blunders_of(store, agent, name)


def blunders_of(store: Store, agent: int, side: SideName = "both") -> Blunders | None:
    """The blunders of an agent; None where no move of it was judged."""
    seat = "" if side == "both" else f" AND games.{side} = moves.agent"
    judged = f"""SELECT pair, best, value, at_stake, place FROM losses JOIN moves USING (game, ply)
                 JOIN games ON games.number = moves.game
                 WHERE at_stake IS NOT NULL AND agent = ?{seat} ORDER BY game, ply"""
    return _blunders(store.query(judged, (agent,)), len(store.plan.pairings))


def _blunders(rows: Iterator[tuple[Any, ...]], pairings: int) -> Blunders | None:
    places: dict[str, tuple[int, list[int], list[int]]] = {}  # first round, blunders, half points lost
    moves = 0
    for pair, best, value, at_stake, place in rows:
        moves += 1
        if at_stake:
            _, bad, lost = places.setdefault(place, (pair // pairings, [], []))
            bad.append(is_blunder(best, value))
            lost.append(sign(best) - sign(value))
    if not moves:
        return None
    rounds: dict[int, list[float]] = defaultdict(list)
    for turn, bad, _ in places.values():
        rounds[turn].append(fmean(bad))
    found = estimate((Unit(sum(own), len(own)) for own in rounds.values()), _WEIGHT, len(places))
    blunders, points = sum(map(sum, rounds.values())), sum(fmean(lost) / 2 for *_, lost in places.values())
    return Blunders(moves, len(places), blunders, points / max(1, len(places)), found.interval)


def is_blunder(best: int, value: int) -> bool:
    """Whether a move turned a win into less, or a draw into a loss. A slower win is no blunder."""
    return sign(value) < sign(best)


def _duels(store: Store, evidence: Evidence) -> dict[tuple[int, int], Duel]:
    results: dict[tuple[int, int], Counts] = dict.fromkeys(store.plan.pairings, Counts())
    games = """SELECT one, other, winner, count(*) FROM games JOIN pairs ON pairs.number = games.pair
               GROUP BY one, other, winner"""
    for one, other, winner, number in store.query(games):
        results[one, other] += counts_of(one, winner, number)
    return {pairing: duel_of(store, evidence, pairing, counts) for pairing, counts in results.items()}


def duel_of(store: Store, evidence: Evidence, pairing: tuple[int, int], counts: Counts) -> Duel:
    """The statistics of two agents, by different pairs.

    The two games of a pair are not independent, and copies of a pair are no new evidence.
    """
    found, pairs, exact = evidence.duel(pairing), evidence.pairs(pairing), evidence.exact(pairing)
    elo, normalized = found.elo, evidence.normalized_elo(pairing)
    if exact or not found.interval:
        elo, normalized = (Elo(each.difference, None, None) for each in (elo, normalized))
    better = None if exact else found.superiority
    chance = evidence.by_chance(pairing)
    played, different = evidence.played_pairs(pairing), evidence.different_pairs(pairing)
    about = counts, played, different, pairs, exact, chance, elo, normalized, better
    seats = store.plan.fixed_seats
    rest: dict[str, Any] = {
        "interval": None if exact else found.interval,
        "fixed_seats": seats,
        "verdict_on": verdict(found, exact),
        "units": found.different,
        "by_game": seats or evidence.by_game(pairing),
    }
    if (sprt := store.plan.sprt) is None:
        return Duel(*about, **rest)
    weighed = evidence.pairs(pairing, copies=True), sum(pairs)
    decided = sprt.verdict(*weighed)
    words = sprt.in_words(decided) if decided else ""
    return Duel(*about, sprt.llr(*weighed), sprt.bounds, decided, words, test=sprt, **rest)
