"""Runs: begin one, play on where it stopped, and know when it is over."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.agents import load_entrant
from plyground.arena.plan import Plan, files_of
from plyground.arena.pool import HerePool, LocalPool
from plyground.arena.records import Pair, PairRecord
from plyground.arena.store import Store, points
from plyground.errors import PlygroundError

if TYPE_CHECKING:
    from plyground.arena.cluster import ClusterPool

Told = Callable[[PairRecord], None]


def usual_workers(plan: Plan) -> int:
    """As many players as there are cores; where time counts, one core is left for the arena itself."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    timed = plan.control.seconds is not None or plan.control.clock is not None
    return max(1, cores - 1 if timed else cores)


def begin(plan: Plan, path: Path, more: Mapping[str, str] | None = None) -> Store:
    """A new run of a plan in a new file, which may hold more about it."""
    from importlib.metadata import version  # slow to load, and needed only here

    plan = plan.checked()
    about = dict(more or {}) | {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "folder": str(Path.cwd()),
        "versions": json.dumps(
            {
                "plyground": version("plyground"),
                "python": platform.python_version(),
                "system": platform.platform(),
            }
        ),
    }
    return Store.create(path, plan, about, digests(plan))


def reopen(path: Path, changed: bool = False) -> Store:
    """A run to be played on. Files of agents that were edited since make another run of it."""
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


def digests(plan: Plan) -> dict[str, str]:
    """The digests of the users' files that a plan takes its game, its openings and its agents from."""
    files = _users_files(plan)
    present = {spec: [file for file in read if file.is_file()] for spec, read in files.items()}
    return {
        spec: sha256(b"".join(file.read_bytes() for file in read)).hexdigest()
        for spec, read in present.items()
        if read
    }


def _users_files(plan: Plan) -> dict[str, tuple[Path, ...]]:
    files = {spec: files_of(spec) for spec in (plan.game, plan.openings)}
    return files | {spec: load_entrant(spec).files for spec in plan.agents}


def check_files(plan: Plan, expected: Mapping[str, str]) -> None:
    """Refuse to play on a machine where users' files are missing or are not those that are expected."""
    here = f"machine {platform.node()}"
    try:
        found, files = digests(plan), _users_files(plan)
    except (PlygroundError, OSError) as error:
        raise PlygroundError(f"{here}: {error}") from None
    for spec, digest in expected.items():
        if found.get(spec) != digest:
            gone = [file for file in files[spec] if not file.is_file()]
            what = "no" if gone or not files[spec] else "another"
            names = ", ".join(map(str, gone or files[spec])) or f"file of {spec}"
            raise PlygroundError(
                f"{here} has {what} {names}: agents and games must be the same on all machines"
            )


def play(
    store: Store, workers: int | None = None, told: Told | None = None, cluster: str | None = None
) -> None:
    """Play what is still to be played of a run, each pair stored when it is done; on a cluster or here."""
    if store.about("finished"):
        return
    plan, tally = store.plan, Tally(store.plan)
    for number, made, games in store.done():
        tally.add(number, made, games)
    if not tally.over:
        with pool_for(plan, workers, cluster) as pool:
            for record in pool.play(_pending(plan, tally)):
                if record.number in tally:  # a cluster may deliver a pair twice
                    continue
                store.add(record)
                tally.add(record.number, points(record), len(record.games))
                if told:
                    told(record)
                if tally.over:
                    break
    store.finish(tally.over or "all games played", tally.counted - 1)


def pool_for(
    plan: Plan, workers: int | None, cluster: str | None = None
) -> LocalPool | HerePool | ClusterPool:
    """Processes to play in; none where one is enough and nobody needs to be kept apart."""
    if cluster is not None:
        from plyground.arena.cluster import ClusterPool

        return ClusterPool(plan, cluster, workers)
    wanted = workers or usual_workers(plan)
    trusted = plan.in_process and all(load_entrant(spec).trusted for spec in plan.agents)
    if trusted and wanted == 1:
        return HerePool(plan)
    return LocalPool(plan, min(wanted, plan.total_pairs))


def _pending(plan: Plan, tally: Tally) -> Iterator[Pair]:
    return (pair for pair in plan.pairs() if pair.number not in tally)


@dataclass
class Tally:
    """The score of a match as its pairs come in, read in their order whatever the order they come in.

    So whether a match is over, and with which pair, does not depend on how many play at a time.
    """

    plan: Plan
    counted: int = 0  # pairs from the first one on without a gap
    over: str = ""  # why no more is played
    points: float = 0.0  # the first agent's
    games: int = 0
    fives: list[int] = field(default_factory=lambda: [0] * 5)
    _early: dict[int, tuple[float, int]] = field(default_factory=dict)

    def __contains__(self, number: int) -> bool:
        return number < self.counted or number in self._early

    def add(self, number: int, made: float, games: int) -> None:
        """Take note of a pair: what its first agent made of its games."""
        self._early[number] = made, games
        while not self.over and self.counted in self._early:
            made, games = self._early.pop(self.counted)
            self.counted += 1
            self.points += made
            self.games += games
            if games == 2:
                self.fives[round(2 * made)] += 1
            self.over = self._verdict()

    def _verdict(self) -> str:
        plan = self.plan
        none, half, one, more, two = self.fives
        if plan.sprt and (verdict := plan.sprt.verdict((none, half, one, more, two))):
            return f"SPRT accepts {verdict}"
        lead = abs(2 * self.points - self.games)
        if plan.until_decided and lead > plan.games - self.games:
            return "decided"
        return ""
