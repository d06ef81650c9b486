"""Runs: begin one, resume it, and decide when it is over."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from plyground.agents import load_entrant
from plyground.agents.objects import is_object
from plyground.arena.evidence import chance_of, games_in, mark_of
from plyground.arena.full_disk import biggest_writer
from plyground.arena.plan import Plan
from plyground.arena.pool import InProcessPool, LocalPool, Pool, count_cores, default_workers
from plyground.arena.records import Pair, PairRecord
from plyground.arena.store import Store, points
from plyground.arena.user_files import digests
from plyground.errors import BadSpec, Failed, PlygroundError, truncate
from plyground.games.registry import is_present

PairListener = Callable[[PairRecord], None]
Marks = tuple[int, ...]

_MIN_VAIN = 10  # this many pairs in a row without a new one, and as many as were different, end a test


def begin(plan: Plan, path: Path, more: Mapping[str, str] | None = None) -> Store:
    """A new run of a plan in a new file, with more facts about it."""
    plan = plan.normalized()
    about = dict(more or {}) | {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "folder": str(Path.cwd()),
        "versions": json.dumps(versions()),
    }
    if not all(load_entrant(spec).trusted for spec in plan.agents):
        about["confinement"] = json.dumps(plan.confinement.about)
    return Store.create(path, plan, about, digests(plan))


def versions() -> dict[str, str]:
    """What times depend on: the program, Python, the system and the processor."""
    from importlib.metadata import version  # slow to load, and only needed here

    return {
        "plyground": version("plyground"),
        "python": platform.python_version(),
        "system": platform.platform(),
        "processor": describe_processor(),
    }


def describe_processor() -> str:
    """The processor of this machine, as far as the system tells: times mean little without it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*: (.+)$", text, re.MULTILINE)
    name = found[1].strip() if found else platform.processor() or platform.machine()
    return f"{name}, {count_cores()} cores" if count_cores() > 1 else f"{name}, 1 core"


def reopen(path: Path, changed: bool = False) -> Store:
    """A run to be resumed. If files of agents have changed since, it would be another run: an error."""
    store = Store(path, writing=True)
    try:
        needed = {} if changed or store.about("finished") else store.digests()
        now = digests(store.plan)
        for spec, digest in needed.items():
            if now.get(spec) != digest:
                where = f"the run was begun in {store.about('folder')}"
                raise PlygroundError(
                    f"the file of {spec} has changed or is not here ({where}): begin a new run"
                )
    except BaseException:
        store.close()
        raise
    return store


def play(
    store: Store,
    workers: int | None = None,
    on_pair: PairListener | None = None,
    cluster: str | None = None,
    without: Collection[str] = (),
) -> None:
    """Play the rest of a run, here or on a cluster; each pair is stored when it is done.

    Pairs of agents that are left out, by name, are not played any more.
    """
    if store.about("finished"):
        return
    plan, tally = store.plan, MatchScore(store.plan)
    out = _numbers_of(plan, without)
    for number, made, marks in _done(store):
        tally.add(number, made, len(marks), marks)
    if not tally.over:
        unstored = []  # a pair that was played, and could not be written
        try:
            with pool_for(plan, workers, cluster) as pool:
                for record in pool.play(_pending(plan, tally, out)):
                    if record.number in tally:  # a cluster may deliver a pair twice
                        continue
                    unstored = [record]
                    _store(store, record)
                    tally.add(record.number, points(record), len(record.games), _marks(record))
                    if on_pair:
                        on_pair(record)
                    if tally.over:
                        break
        except NotStored:
            for (
                record
            ) in unstored:  # the agents are stopped now, and what they had taken of the disk is free
                with suppress(Failed):
                    store.add(record)
            raise
    if out:
        store.finish(f"all games played but those of {', '.join(without)}")
    else:
        store.finish(tally.over or "all games played", tally.counted - 1)


def _numbers_of(plan: Plan, names: Collection[str]) -> set[int]:
    """The agents of a plan with some names."""
    for name in names:
        if name not in plan.names:
            right = f"the run has {', '.join(map(truncate, plan.names))}"
            raise BadSpec(f"no agent {truncate(name)}", name, None, right)
    if names and len(plan.names) - len(set(names)) < 2:
        raise BadSpec("too few agents", ", ".join(names), None, "two have to be left")
    return {plan.names.index(name) for name in names}


class NotStored(Failed):
    """A pair could not be written into the run; who wrote most to the disk is named."""


def _store(store: Store, record: PairRecord) -> None:
    try:
        store.add(record)
    except Failed as error:
        raise NotStored(f"{error}{biggest_writer(store.plan)}") from None


def pool_for(plan: Plan, workers: int | None, cluster: str | None = None) -> Pool:
    """The pool for a plan; without processes if one is enough and all agents are trusted."""
    here = plays_here(plan)
    if cluster is not None:
        if here:
            right = "write them into files, and name them by those"
            raise PlygroundError(f"a cluster has no objects and games of this program: {right}")
        from plyground.arena.cluster.pool import ClusterPool

        return ClusterPool(plan, cluster, workers)
    wanted = workers or default_workers(plan)
    entrants = [load_entrant(spec) for spec in plan.agents]
    trusted = plan.in_process and all(entrant.trusted for entrant in entrants)
    if here or (trusted and wanted == 1):
        return InProcessPool(plan)
    return LocalPool(plan, min(wanted, plan.total_pairs))


def plays_here(plan: Plan) -> bool:
    """Whether only this process has the game, or an agent, of a plan."""
    gone = [name for name, spec in zip(plan.names, plan.agents, strict=True) if _is_gone(spec)]
    if gone:
        right = "begin a new match with it"
        raise PlygroundError(f"{truncate(gone[0])} was an object of another program: {right}")
    return is_present(plan.game) or any(is_object(spec) for spec in plan.agents)


def _is_gone(spec: str) -> bool:
    return is_object(spec) and load_entrant(spec).here is None


def _done(store: Store) -> Iterator[tuple[int, float, Marks]]:
    """Every stored pair: its number, the first agent's points, and the marks of its games."""
    one = dict(store.query("SELECT number, one FROM pairs"))
    for number, games in groupby(games_in(store), lambda game: game.pair):
        played = list(games)
        made = sum(0.5 if g.winner is None else float(g.winner == one[number]) for g in played)
        yield number, made, tuple(game.mark for game in played)


def _marks(record: PairRecord) -> Marks:
    return tuple(mark_of(game.opening, (move.text for move in game.moves)) for game in record.games)


def _pending(plan: Plan, tally: MatchScore, out: set[int]) -> Iterator[Pair]:
    return (pair for pair in plan.pairs() if pair.number not in tally and out.isdisjoint(pair.agents))


@dataclass
class MatchScore:
    """The score of a match while its pairs come in, counted in the order of their numbers.

    So the end of a match does not depend on how many pairs are played at a time.
    """

    plan: Plan
    counted: int = 0  # pairs counted so far, from the first one without a gap
    over: str = ""  # why no more is played
    points: float = 0.0  # the first agent's
    games: int = 0
    pentanomial: list[int] = field(default_factory=lambda: [0] * 5)  # units by the first agent's score
    different: int = 0  # units that repeat no other: pairs or, with fixed seats, games
    _early: dict[int, tuple[float, int, Marks]] = field(default_factory=dict)
    _seen: set[Marks] = field(default_factory=set)
    _vain: int = 0  # pairs since the last new one

    def __post_init__(self) -> None:
        self._by_chance = any(chance_of(spec) for spec in self.plan.agents)  # a repeated pair is evidence

    def __contains__(self, number: int) -> bool:
        return number < self.counted or number in self._early

    def add(self, number: int, made: float, games: int, marks: Marks = ()) -> None:
        """Count a pair: the first agent's points, and the marks of its games."""
        self._early[number] = made, games, marks
        while not self.over and self.counted in self._early:
            made, games, marks = self._early.pop(self.counted)
            self.counted += 1
            self.points += made
            self.games += games
            new = self._by_chance or not marks or marks not in self._seen
            self._vain = 0 if new else self._vain + 1
            self._seen.add(marks)
            if games == 2 or self.plan.fixed_seats:
                self.pentanomial[round(4 * made / games)] += 1
                self.different += new
            self.over = self._verdict()

    def _verdict(self) -> str:
        plan = self.plan
        none, half, one, more, two = self.pentanomial
        if plan.sprt and (verdict := plan.sprt.verdict((none, half, one, more, two), self.different)):
            return f"SPRT accepts {verdict}"
        if plan.sprt and self._vain >= max(_MIN_VAIN, len(self._seen)):
            units = "games" if plan.fixed_seats else "pairs"
            return f"SPRT undecided: the last {self._vain} {units} only repeated earlier ones"
        lead = abs(2 * self.points - self.games)
        if plan.until_decided and lead > plan.games - self.games:
            return "decided"
        return ""
