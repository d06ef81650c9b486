"""A run for the page that watches it: standings, crosstable, costs of moves, the latest games.

Games are only added to a run, so only new games are read. The results are computed again each time: this
takes half a second for a run of 20,000 games.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from plyground.agents import AGENTS
from plyground.arena.evidence import Evidence, counts_of, games_in
from plyground.arena.store import Store
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.report.summary import blunders_of, duel_of
from plyground.report.types import Duel
from plyground.spec import Spec
from plyground.stats.elo import Counts, Elo
from plyground.stats.ratings import ratings
from plyground.ui.web.protocol import Refused
from plyground.ui.web.serialize import board_json
from plyground.ui.web.stored_runs import (
    Signature,
    agent_names,
    replay,
    rules_of,
    run_summary,
    signature,
    without_folders,
)
from plyground.ui.web.user_games import UserGames
from plyground.ui.web.validation import NONE

MAX_LATEST = 8
_TRIES, _BETWEEN_TRIES = 3, 0.05  # seconds
EDGES = [10 ** (half / 2) for half in range(-14, 19)]  # of the bins: two to a decade, 0.1 µs to a billion


@dataclass
class MoveCosts:
    """The costs of one agent's moves: totals, and how many moves fall into each bin."""

    moves: int = 0
    seconds: float = 0.0
    searches: int = 0
    nodes: int = 0
    unfinished: int = 0  # searches that were stopped before any depth was finished
    depths: int = 0  # plies that were finished, added up
    finished: int = 0  # searches that tell of a depth
    games: set[int] = field(default_factory=set)
    searched_games: set[int] = field(default_factory=set)  # in which it told of nodes
    by_seconds: Counter[int] = field(default_factory=Counter)
    by_nodes: Counter[int] = field(default_factory=Counter)

    def add(self, game: int, seconds: float, nodes: int | None, depth: int | None) -> None:
        self.moves += 1
        self.games.add(game)
        self.seconds += seconds
        self.by_seconds[bisect_right(EDGES, seconds)] += 1
        if depth is not None:
            self.depths += depth
            self.finished += 1
        if nodes is not None:
            self.searches += 1
            self.searched_games.add(game)
            self.nodes += nodes
            self.unfinished += depth is None
            self.by_nodes[bisect_right(EDGES, nodes)] += 1


class LiveRun:
    """A run that is watched. Views are made in threads, one at a time."""

    def __init__(
        self, number: int, path: Path, plays: Callable[[int, Path], bool], users: UserGames = NONE
    ) -> None:
        self.number, self.path = number, path
        self.cost = 0.0  # seconds that the last new view took
        self._plays = plays  # whether a run is being played
        self._users = users
        self._lock = threading.Lock()
        self._seen: tuple[Signature, bool] | None = None
        self._view: dict[str, Any] = {}
        self._forget()

    def view(self) -> dict[str, Any]:
        """The view now; the same object as before if nothing has changed."""
        with self._lock:
            now = signature(self.path), self._plays(self.number, self.path)
            if now != self._seen:
                began = time.perf_counter()
                view = self._new_view(playing=now[1])
                self._view = self._view if view == self._view else view
                self._seen, self.cost = now, time.perf_counter() - began
            return self._view

    def _new_view(self, playing: bool) -> dict[str, Any]:
        for _ in range(_TRIES):
            try:
                with Store(self.path, check=False) as store:
                    store.check_seals(self._whole // 2)
                    self._gather(store)
                    return self._view_json(store, playing)
            except PlygroundError:  # its writer may be moving its files just now
                time.sleep(_BETWEEN_TRIES)
        if not self._view:
            raise Refused("jobs.damaged", run=self.number)
        return self._view | {"state": "damaged"}

    # ------------------------------------------------------------ what is kept

    def _forget(self) -> None:
        self._whole = 0  # all games before this number are counted
        self._late: set[int] = set()  # and these after it
        self._counted = 0
        self._spent: dict[int, MoveCosts] = {}
        self._evidence: Evidence | None = None
        self._shown: dict[int, dict[str, Any]] = {}  # the latest games by number
        self._judged = 0  # moves
        self._blunders: list[dict[str, Any] | None] = []

    def _gather(self, store: Store) -> None:
        (played,) = next(store.query("SELECT count(*) FROM games"))
        if played < self._counted:  # a match that ended early has deleted later games
            self._forget()
        games = store.query("SELECT number FROM games WHERE number >= ? ORDER BY number", (self._whole,))
        new = {number for (number,) in games} - self._late
        rows = store.query(
            "SELECT game, agent, wall, nodes, depth FROM moves WHERE game >= ? AND trouble IS NULL",
            (self._whole,),
        )
        for game, agent, *spent in rows:
            if game in new:
                self._spent.setdefault(agent, MoveCosts()).add(game, *spent)
        self._evidence = self._evidence or Evidence(store.plan)
        for game in games_in(store, self._whole):
            if game.number in new:
                self._evidence.add(game)
        self._counted += len(new)
        self._late |= new
        while self._whole in self._late:  # a pair is stored at once, and may be a single game
            self._late -= {self._whole, self._whole + 1}
            self._whole += 2

    # ------------------------------------------------------------ what is sent

    def _view_json(self, store: Store, playing: bool) -> dict[str, Any]:
        results = run_results(store, self._spent, self._evidence)
        for standing, blunders in zip(results["standings"], self._judge(store), strict=True):
            standing["blunders"] = blunders
        return {
            "run": str(self.number),
            **run_summary(store, self._users),
            **({"state": "running"} if playing else {}),
            **results,
            "histograms": {
                "seconds": self._histograms(store, "by_seconds"),
                "nodes": self._histograms(store, "by_nodes"),
            },
            "latest": self._latest(store),
        }

    def _judge(self, store: Store) -> list[dict[str, Any] | None]:
        """The blunders of each agent, counted again only if more moves were judged."""
        (judged,) = next(store.query("SELECT count(*) FROM losses WHERE at_stake IS NOT NULL"))
        if judged != self._judged or not self._blunders:
            found = [blunders_of(store, agent) for agent in range(len(store.plan.agents))]
            facts = ("blunders", "decisions", "rate")
            self._blunders = [
                None if each is None else {name: getattr(each, name) for name in facts} for each in found
            ]
            self._judged = judged
        return self._blunders

    def _histograms(self, store: Store, kind: str) -> list[dict[str, Any]]:
        """The same bins for every agent, so that they compare."""
        counts = [getattr(self._spent.get(n, MoveCosts()), kind) for n in range(len(store.plan.agents))]
        used = [place for count in counts for place in count]
        places = range(min(used), max(used) + 1) if used else range(0)
        return [
            {"name": name, "bins": [_bin(place, count[place]) for place in places]}
            for name, count in zip(agent_names(store.plan), counts, strict=True)
        ]

    def _latest(self, store: Store) -> list[dict[str, Any]]:
        rows = store.query(
            """SELECT number, first, second, opening, winner, plies, ending FROM games
               ORDER BY number DESC LIMIT ?""",
            (MAX_LATEST,),
        )
        names, rules = agent_names(store.plan), rules_of(store.plan.game, self._users)
        shown: dict[int, dict[str, Any]] = {}
        for number, first, second, opening, winner, plies, ending in list(rows):
            shown[number] = self._shown.get(number) or {
                "number": number,
                "first": names[first],
                "second": names[second],
                "winner": None if winner is None else names[winner],
                "moves": plies,
                "ending": ending,
                **_last_board(store, rules, number, opening),
            }
        self._shown = shown
        return list(shown.values())


def _bin(place: int, count: int) -> dict[str, Any]:
    below = EDGES[place - 1] if place else 0.0
    return {"from": below, "to": EDGES[min(place, len(EDGES) - 1)], "count": count}


def _last_board(store: Store, rules: Game[Any] | None, game: int, opening: str) -> dict[str, Any]:
    texts = store.query("SELECT text FROM moves WHERE game = ? AND text IS NOT NULL ORDER BY ply", (game,))
    replayed = replay(rules, opening, [text for (text,) in texts])
    if not replayed:
        return {"board": None, "last": None, "winning": []}
    board, last, winning = replayed[-1]
    return {"board": board_json(board), "last": last, "winning": winning}


def run_results(store: Store, spent: dict[int, MoveCosts], known: Evidence | None = None) -> dict[str, Any]:
    """The standings and the crosstable, with the numbers that `plyground runs` prints.

    Intervals come from different rounds only. There is none if only one round is `different`, or if the
    result is `exact` because these agents play nothing new from these openings.
    """
    plan, evidence = store.plan, known or Evidence.of(store)
    agents, names = range(len(plan.agents)), agent_names(plan)
    totals, forfeits = [Counts() for _ in agents], [0 for _ in agents]
    duels = dict.fromkeys(plan.pairings, Counts())
    rows = (
        "SELECT first, second, winner, ending, count(*) FROM games GROUP BY first, second, winner, ending"
    )
    for first, second, winner, ending, games in store.query(rows):
        for agent in (first, second):
            totals[agent] += counts_of(agent, winner, games)
            forfeits[agent] += games if ending == "forfeit" and winner != agent else 0
        pairing = (first, second) if (first, second) in duels else (second, first)
        duels[pairing] += counts_of(pairing[0], winner, games)
    rated = ratings(len(plan.agents), evidence.rounds())
    standings = []
    asked = plan.asked or plan.agents
    for agent, counts in enumerate(totals):
        played, cost = counts.games > 0, spent.get(agent, MoveCosts())
        estimate, rating = evidence.side(agent), rated[agent]
        exact = evidence.exact_for(agent)
        low, high = (None, None) if exact or estimate.interval is None else estimate.interval
        standings.append(
            {
                "name": names[agent],
                "spec": without_folders(plan.agents[agent]),
                "asked": None if asked[agent] == plan.agents[agent] else without_folders(asked[agent]),
                "games": counts.games,
                **asdict(counts),
                "score": counts.rate,
                "different": estimate.different,
                "exact": exact,
                "low": low,
                "high": high,
                "elo": rating.elo if played else None,
                "elo_low": rating.low if played else None,
                "elo_high": rating.high if played else None,
                "seconds": cost.seconds / cost.moves if cost.moves else None,
                "seconds_per_game": cost.seconds / len(cost.games) if cost.games else None,
                "nodes": cost.nodes / cost.searches if cost.searches else None,
                "nodes_per_game": cost.nodes / len(cost.searched_games) if cost.searched_games else None,
                "depth": cost.depths / cost.finished if cost.finished else None,
                "unfinished": cost.unfinished if _is_ours(plan.agents[agent]) else 0,
                "forfeits": forfeits[agent],
            }
        )
    return {
        "standings": standings,
        "crosstable": _crosstable(store, evidence, duels),
        "unique": evidence.unique_games,
        "fixed_seats": plan.fixed_seats,
        "best_of": plan.games if plan.until_decided else None,
    }


def _is_ours(spec: str) -> bool:
    """Whether an agent is ours, and so reports its depth."""
    return Spec.parse(spec).name in AGENTS


def _crosstable(
    store: Store, evidence: Evidence, duels: dict[tuple[int, int], Counts]
) -> list[list[dict[str, Any] | None]]:
    """Every two agents that meet, from the side of either."""
    agents = range(len(store.plan.agents))
    table: list[list[dict[str, Any] | None]] = [[None for _ in agents] for _ in agents]
    for (one, other), counts in duels.items():
        duel = duel_of(store, evidence, (one, other), counts)
        interval = None if duel.exact else evidence.duel((one, other)).interval
        table[one][other] = _meeting(duel, interval)
        mirrored = None if interval is None else (1 - interval[1], 1 - interval[0])
        table[other][one] = _meeting(_reversed(duel), mirrored)
    return table


def _meeting(duel: Duel, interval: tuple[float, float] | None) -> dict[str, Any]:
    """The games of two agents, how many of their pairs are different, and who is stronger by how much."""
    low, high = interval or (None, None)
    test = {"llr": duel.llr, "bounds": duel.bounds and list(duel.bounds), "verdict": duel.verdict}
    return asdict(duel.counts) | {
        "pairs": duel.pairs,
        "different": duel.different,
        "exact": duel.exact,
        "low": low,
        "high": high,
        "elo": asdict(duel.elo),
        "normalized_elo": asdict(duel.normalized_elo),
        "superiority": duel.superiority,
        "sprt": test if duel.bounds else None,
    }


def _reversed(duel: Duel) -> Duel:
    """The same from the side of the other; a test is about the first alone."""
    better = None if duel.superiority is None else 1 - duel.superiority
    return replace(
        duel,
        counts=duel.counts.reversed(),
        elo=_negative(duel.elo),
        normalized_elo=_negative(duel.normalized_elo),
        superiority=better,
        llr=None,
        bounds=None,
        verdict=None,
    )


def _negative(elo: Elo) -> Elo:
    difference, low, high = (
        None if each is None else -each for each in (elo.difference, elo.high, elo.low)
    )
    return Elo(difference, low, high)
