"""A run as the page that watches it sees it: standings, who beat whom, what moves cost, the latest games.

Games are only ever added to a run, so what was read once is kept, and only new games are read: a look at a
run costs what has happened since the last one, however long the run is.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from plyground.arena.ratings import ratings
from plyground.arena.stats import Counts, wilson
from plyground.arena.store import Store
from plyground.errors import PlygroundError
from plyground.games.line import LineGame
from plyground.ui.web.rooms import Refused
from plyground.ui.web.stored import (
    Signature,
    about,
    board,
    board_of,
    replayed,
    shown_names,
    signature,
    without_folders,
)

LATEST = 8
_TRIES, _BETWEEN_TRIES = 3, 0.05  # seconds
EDGES = [10 ** (half / 2) for half in range(-14, 19)]  # of the bins: two to a decade, 0.1 µs to a billion


@dataclass
class Spent:
    """What the moves of one agent took: totals, and how many fall into each bin."""

    moves: int = 0
    seconds: float = 0.0
    searches: int = 0
    nodes: int = 0
    by_seconds: Counter[int] = field(default_factory=Counter)
    by_nodes: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float, nodes: int | None) -> None:
        self.moves += 1
        self.seconds += seconds
        self.by_seconds[bisect_right(EDGES, seconds)] += 1
        if nodes is not None:
            self.searches += 1
            self.nodes += nodes
            self.by_nodes[bisect_right(EDGES, nodes)] += 1


class Watched:
    """A run that somebody watches. Views are made in threads, one at a time."""

    def __init__(self, number: int, path: Path, plays: Callable[[int, Path], bool]) -> None:
        self.number, self.path = number, path
        self.cost = 0.0  # seconds that the last new view took
        self._plays = plays  # whether a run is being played
        self._lock = threading.Lock()
        self._seen: tuple[Signature, bool] | None = None
        self._view: dict[str, Any] = {}
        self._forget()

    def view(self) -> dict[str, Any]:
        """What there is to see now: the same object as before if nothing has changed."""
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
                with Store(self.path) as store:
                    self._gather(store)
                    return self._told(store, playing)
            except PlygroundError:  # who writes may just have put its files in order
                time.sleep(_BETWEEN_TRIES)
        if not self._view:
            raise Refused("jobs.damaged", run=self.number)
        return self._view | {"state": "damaged"}

    # ------------------------------------------------------------ what is kept

    def _forget(self) -> None:
        self._whole = 0  # the games before this one are all counted
        self._late: set[int] = set()  # and these, that came before their turn
        self._counted = 0
        self._spent: dict[int, Spent] = {}
        self._shown: dict[int, dict[str, Any]] = {}  # the latest games by number

    def _gather(self, store: Store) -> None:
        (played,) = next(store.query("SELECT count(*) FROM games"))
        if played < self._counted:  # a match that ended early has forgotten what came after its end
            self._forget()
        games = store.query("SELECT number FROM games WHERE number >= ? ORDER BY number", (self._whole,))
        new = {number for (number,) in games} - self._late
        rows = store.query(
            "SELECT game, agent, wall, nodes FROM moves WHERE game >= ? AND trouble IS NULL", (self._whole,)
        )
        for game, agent, wall, nodes in rows:
            if game in new:
                self._spent.setdefault(agent, Spent()).add(wall, nodes)
        self._counted += len(new)
        self._late |= new
        while self._whole in self._late:
            self._late.remove(self._whole)
            self._whole += 1

    # ------------------------------------------------------------ what is told

    def _told(self, store: Store, playing: bool) -> dict[str, Any]:
        return {
            "run": str(self.number),
            **about(store),
            **({"state": "running"} if playing else {}),
            **results(store, self._spent),
            "histograms": {
                "seconds": self._histograms(store, "by_seconds"),
                "nodes": self._histograms(store, "by_nodes"),
            },
            "latest": self._latest(store),
        }

    def _histograms(self, store: Store, kind: str) -> list[dict[str, Any]]:
        """The same bins for every agent, so that they can be laid over each other."""
        counts = [getattr(self._spent.get(n, Spent()), kind) for n in range(len(store.plan.agents))]
        used = [place for count in counts for place in count]
        places = range(min(used), max(used) + 1) if used else range(0)
        return [
            {"name": name, "bins": [_bin(place, count[place]) for place in places]}
            for name, count in zip(shown_names(store.plan), counts, strict=True)
        ]

    def _latest(self, store: Store) -> list[dict[str, Any]]:
        rows = store.query(
            """SELECT number, first, second, opening, winner, plies, ending FROM games
               ORDER BY number DESC LIMIT ?""",
            (LATEST,),
        )
        names, rules = shown_names(store.plan), board_of(store.plan.game)
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


def _last_board(store: Store, rules: LineGame | None, game: int, opening: str) -> dict[str, Any]:
    if rules is None:
        return {"board": None, "last": None, "winning": []}
    texts = store.query("SELECT text FROM moves WHERE game = ? AND text IS NOT NULL ORDER BY ply", (game,))
    *_, (position, last) = replayed(rules, opening, [text for (text,) in texts])
    outcome = position.outcome()
    winning = sorted({cell for line in outcome.lines for cell in line}) if outcome else []
    return {"board": board(position), "last": last, "winning": winning}


def results(store: Store, spent: dict[int, Spent]) -> dict[str, Any]:
    """The standings and the table of who met whom, by the numbers that `plyground runs` prints."""
    plan = store.plan
    agents, names = range(len(plan.agents)), shown_names(plan)
    totals, forfeits = [Counts() for _ in agents], [0 for _ in agents]
    duels = dict.fromkeys(plan.pairings, Counts())
    rows = (
        "SELECT first, second, winner, ending, count(*) FROM games GROUP BY first, second, winner, ending"
    )
    for first, second, winner, ending, games in store.query(rows):
        for agent in (first, second):
            totals[agent] += _counts(agent, winner, games)
            forfeits[agent] += games if ending == "forfeit" and winner != agent else 0
        pairing = (first, second) if (first, second) in duels else (second, first)
        duels[pairing] += _counts(pairing[0], winner, games)
    rated = ratings(len(plan.agents), duels)
    standings = []
    for agent, counts in enumerate(totals):
        played, cost = counts.games > 0, spent.get(agent, Spent())
        low, high = wilson(counts.points, counts.games)
        rating = rated[agent]
        standings.append(
            {
                "name": names[agent],
                "spec": without_folders(plan.agents[agent]),
                "games": counts.games,
                **asdict(counts),
                "score": counts.rate,
                "low": low if played else None,
                "high": high if played else None,
                "elo": rating.elo if played else None,
                "elo_low": rating.low if played else None,
                "elo_high": rating.high if played else None,
                "seconds": cost.seconds / cost.moves if cost.moves else None,
                "nodes": cost.nodes / cost.searches if cost.searches else None,
                "forfeits": forfeits[agent],
            }
        )
    return {"standings": standings, "crosstable": [[_meeting(duels, a, b) for b in agents] for a in agents]}


def _counts(agent: int, winner: int | None, games: int) -> Counts:
    if winner is None:
        return Counts(draws=games)
    return Counts(wins=games) if winner == agent else Counts(losses=games)


def _meeting(duels: dict[tuple[int, int], Counts], one: int, other: int) -> dict[str, int] | None:
    if (one, other) in duels:
        return asdict(duels[one, other])
    return asdict(duels[other, one].reversed()) if (other, one) in duels else None
