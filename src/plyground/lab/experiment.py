"""An experiment: the same agents on the same positions, then against each other, in one resumable run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from plyground.agents import load_agent
from plyground.arena.control import Control
from plyground.arena.plan import Plan
from plyground.arena.run import Told, begin, play, reopen
from plyground.arena.store import Store
from plyground.errors import BadSpec, PlygroundError
from plyground.game import Position
from plyground.games.registry import load_game
from plyground.lab.positions import Sample, samples
from plyground.lab.searches import Measured, Searches
from plyground.native import Core
from plyground.search import Limits, Searcher
from plyground.search.random import Random
from plyground.spec import Spec, whole_number

Progress = Callable[[str, int, int], None]

SEARCHERS = ("minimax", "memo", "alphabeta", "table_alphabeta", "deepening")
ON_SMALL_BOARDS = ("random", "greedy", *SEARCHERS)
WITH_WINDOWS = (
    "random",
    "greedy",
    *(f"{name}(evaluate='windows')" for name in SEARCHERS[:-1]),
    "deepening(inner=table_alphabeta(evaluate='windows', order='best'))",
)
SMALL = 9  # cells of a board that every searcher can search to the end


@dataclass(frozen=True)
class Experiment:
    """What is compared: searches over fixed positions, and a round-robin of games."""

    game: str
    agents: tuple[str, ...] = ()
    depths: tuple[int, ...] = ()  # of the searches by depth; none means a fair choice for the game
    positions: int = 10  # for each number of empty squares
    repetitions: int = 5
    games: int = 20  # between two agents
    depth: int | None = None  # of the games
    seed: int = 0
    core: Core = "auto"

    def __post_init__(self) -> None:
        whole_number("positions", self.positions, 0, 1_000)
        whole_number("repetitions", self.repetitions, 1, 1_000)
        for depth in self.depths:
            whole_number("depth", depth, 1, 1_000)
        small = getattr(load_game(self.game), "cells", SMALL + 1) <= SMALL
        if not self.agents:
            object.__setattr__(self, "agents", ON_SMALL_BOARDS if small else WITH_WINDOWS)
        if not self.depths:
            object.__setattr__(self, "depths", tuple(range(1, 10 if small else 8)))
        if self.depth is None and not small:
            object.__setattr__(self, "depth", 4)
        core = {"core": self.core} if self.core != "auto" else {}
        made = tuple(replace(load_agent(spec), **core).spec for spec in self.agents)
        object.__setattr__(self, "agents", made)

    @property
    def plan(self) -> Plan:
        """The games of the experiment."""
        return Plan(
            self.game,
            self.agents,
            _names(self.agents),
            format="round-robin",
            games=self.games,
            control=Control(depth=self.depth),
            openings="random(2)",
            seed=self.seed,
            in_process=True,
        )

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Experiment:
        data: dict[str, Any] = json.loads(text)
        return cls(**data | {"agents": tuple(data["agents"]), "depths": tuple(data["depths"])})

    def jobs(self) -> Iterator[Job]:
        """Every search that is to be made, in order."""
        chosen = list(samples(load_game(self.game), self.positions, self.seed))
        agents = [(number, load_agent(spec)) for number, spec in enumerate(self.agents)]
        searching = [(number, agent) for number, agent in agents if not isinstance(agent, Random)]
        to_the_end = self.depth is None
        for repetition in range(self.repetitions):
            for sample, (number, agent) in product(chosen, searching):
                yield Job(sample, number, agent, None if to_the_end else self.depth, repetition)
            for depth, sample in product(self.depths, [s for s in chosen if s.by_depth]):
                for number, agent in searching:
                    if agent.leaves_trace:  # the others do not search to a depth
                        yield Job(sample, number, agent, depth, repetition, by_depth=True)


def _names(specs: tuple[str, ...]) -> tuple[str, ...]:
    """The agents by the names of their algorithms, where that tells them apart."""
    short = tuple(Spec.parse(spec).name for spec in specs)
    return short if len(set(short)) == len(short) else ()


@dataclass(frozen=True)
class Job:
    """One search to be made."""

    sample: Sample
    number: int  # of the agent
    agent: Searcher
    depth: int | None
    repetition: int
    by_depth: bool = False

    @property
    def key(self) -> tuple[str, int, int, int, bool]:
        """What tells it apart from all others."""
        return self.sample.text, self.number, self.depth or 0, self.repetition, self.by_depth

    def search(self, place: Position[Any]) -> Measured:
        found = self.agent.search(place, Limits(depth=self.depth))
        stats = found.stats
        answer = (self.sample.empty, found.score, place.write(found.move))
        return Measured(*self.key, *answer, stats.nodes, stats.depth, stats.seconds, found.core)


@dataclass
class Run:
    """An experiment in its store, to be played to its end."""

    store: Store
    experiment: Experiment = field(init=False)

    def __post_init__(self) -> None:
        text = self.store.about("experiment")
        if not text:
            raise PlygroundError(f"{self.store.path} holds games and no experiment")
        self.experiment = Experiment.from_json(text)

    @classmethod
    def start(cls, experiment: Experiment, path: Path) -> Run:
        """Begin an experiment in a file, or go on with the one that is there, if it is the same."""
        if not path.exists():
            return cls(begin(experiment.plan, path, {"experiment": experiment.to_json()}))
        run = cls(reopen(path))
        if run.experiment != experiment:
            run.store.close()
            raise BadSpec(f"another experiment in {path}", str(path), None, "take another folder")
        return run

    def finish(self, progress: Progress, told: Told | None = None, workers: int | None = None) -> None:
        """Make the searches that are missing, then play the games that are."""
        self.search(progress)
        self.play(told, workers)

    def search(self, progress: Progress) -> None:
        """Make the searches that are missing; what was made is kept when that is interrupted."""
        searches = Searches(self.store)
        done = searches.keys()
        jobs = list(self.experiment.jobs())
        rules = load_game(self.experiment.game)
        waiting = [job for job in jobs if job.key not in done]
        try:
            for job in waiting:
                searches.add(job.search(rules.parse(job.sample.text)))
                progress("searching", len(jobs) - len(waiting) + searches.added, len(jobs))
        finally:
            searches.flush()

    def play(self, told: Told | None = None, workers: int | None = None) -> None:
        """Play the games that are missing."""
        play(self.store, workers, told)
