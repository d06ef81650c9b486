"""An experiment: the same agents on the same positions, then against each other, in one resumable run."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from plyground.agents import load_agent
from plyground.agents.as_searcher import OwnAgent, is_users
from plyground.agents.objects import SCHEME
from plyground.arena.clock import TimeControl
from plyground.arena.openings import random_openings
from plyground.arena.plan import MAX_GAMES, Plan, distinct, split_name
from plyground.arena.runner import PairListener, begin, play, reopen
from plyground.arena.store import Store
from plyground.errors import BadSpec, PlygroundError
from plyground.experiments.positions import Sample, opening_samples, samples
from plyground.experiments.search_store import SearchMeasurement, SearchStore
from plyground.game import Game, Position
from plyground.games.registry import load_game
from plyground.native import Core
from plyground.searchers import Deepening, Limits, Searcher
from plyground.searchers.random_move import Random
from plyground.searchers.searcher import TreeSearcher
from plyground.searchers.types import MoveOnly
from plyground.spec import Spec, whole_number

Progress = Callable[[str, int, int], None]

SEARCHERS = ("minimax", "memo", "alphabeta", "table_alphabeta", "deepening")
DEFAULT_AGENTS = ("random", "greedy", *SEARCHERS)
_LISTS = ("agents", "depths", "left_out", "allow_read", "names")
SMALL = 9  # cells of a board that every searcher can search to the end


@dataclass(frozen=True)
class Experiment:
    """What is compared: searches over fixed positions, and a round-robin of games."""

    game: str
    agents: tuple[str, ...] = ()
    depths: tuple[int, ...] = ()  # of the searches by depth; if empty, a choice that suits the game
    positions: int = 10  # for each number of empty squares
    repetitions: int = 5
    games: int = 20  # between two agents; 0 is none
    depth: int | None = None  # of the games
    seed: int = 0
    core: Core = "auto"
    left_out: tuple[str, ...] = ()  # default agents that cannot play the game
    opening_plies: int = 0  # if any, all openings of this length are searched by depth, and no samples
    sandbox: bool = False  # what users' agents are held to, as in a Plan
    trust: bool = False
    allow_read: tuple[str, ...] = ()
    allow_net: bool = False
    names: tuple[str, ...] = ()  # of the agents, as in "mine=python:mine.py"; "" where one has none

    def __post_init__(self) -> None:
        whole_number("positions", self.positions, 0, 1_000)
        whole_number("repetitions", self.repetitions, 1, 1_000)
        whole_number("games", self.games, 0, MAX_GAMES)
        whole_number("opening_plies", self.opening_plies, 0, 4)
        for depth in self.depths:
            whole_number("depth", depth, 1, 1_000)
        game = load_game(self.game)
        small = getattr(game, "cells", SMALL + 1) <= SMALL
        if not self.agents:
            able = tuple(spec for spec in DEFAULT_AGENTS if can_play(spec, game))
            object.__setattr__(self, "agents", able)
            object.__setattr__(self, "left_out", tuple(spec for spec in DEFAULT_AGENTS if spec not in able))
        if not self.depths:
            object.__setattr__(self, "depths", tuple(range(1, 10 if small else 8)))
        if self.depth is None and not small:
            object.__setattr__(self, "depth", 4)
        called = tuple(split_name(agent) for agent in self.agents)
        if not any(self.names):
            object.__setattr__(self, "names", tuple(name for name, _ in called))
        core = {"core": self.core} if self.core != "auto" else {}
        specs = tuple(replace(load_agent(spec), **core).spec for _, spec in called)
        object.__setattr__(self, "agents", specs)

    @property
    def plan(self) -> Plan:
        """The games of the experiment."""
        return Plan(
            self.game,
            self.agents,
            _short_names(self.agents, self.names),
            format="round-robin",
            games=max(1, self.games),
            control=TimeControl(depth=self.depth),
            openings=random_openings(load_game(self.game)),
            seed=self.seed,
            in_process=True,
            sandbox=self.sandbox,
            trust=self.trust,
            allow_read=self.allow_read,
            allow_net=self.allow_net,
        )

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Experiment:
        data: dict[str, Any] = json.loads(text)
        lists = {key: tuple(data.get(key, ())) for key in _LISTS}
        return cls(**data | lists)

    def jobs(self) -> Iterator[SearchJob]:
        """Every search that is to be made, in order."""
        chosen = self._samples()
        held = self.plan.confinement
        agents = [(number, load_agent(spec, held, self.game)) for number, spec in enumerate(self.agents)]
        searching = [(number, agent) for number, agent in agents if not isinstance(agent, Random)]
        to_the_end = self.depth is None
        for repetition in range(self.repetitions):
            for sample, (number, agent) in product(chosen, searching):
                yield SearchJob(sample, number, agent, None if to_the_end else self.depth, repetition)
            for depth, sample in product(self.depths, self._samples(by_depth=True)):
                for number, agent in searching:
                    if isinstance(agent, TreeSearcher | Deepening) or is_users(
                        agent
                    ):  # others know no depth
                        yield SearchJob(sample, number, agent, depth, repetition, by_depth=True)

    def _samples(self, by_depth: bool = False) -> list[Sample]:
        """The positions that are searched once, or to each depth."""
        game = load_game(self.game)
        if by_depth and self.opening_plies:
            return list(opening_samples(game, self.opening_plies))
        chosen = samples(game, self.positions, self.seed)
        return [sample for sample in chosen if sample.by_depth or not by_depth]


def can_play(spec: str, game: Game[Any]) -> bool:
    """Whether an agent can search the start of a game: some only know k-in-a-row games."""
    try:
        load_agent(spec).search(game.start(), Limits(depth=1, nodes=1_000))
    except PlygroundError:
        return False
    return True


def _short_names(specs: tuple[str, ...], given: tuple[str, ...]) -> tuple[str, ...]:
    """The names that the agents were given, else those of their algorithms, if these are all different."""
    called = tuple(zip(given, specs, strict=True))
    short = tuple(name or Spec.parse(spec).name.removeprefix(SCHEME) for name, spec in called)
    if len(set(short)) == len(short):
        return short
    return distinct(tuple(name or spec for name, spec in called)) if any(given) else ()


@dataclass(frozen=True)
class SearchJob:
    """One search to be made."""

    sample: Sample
    number: int  # of the agent
    agent: Searcher
    depth: int | None
    repetition: int
    by_depth: bool = False

    @property
    def key(self) -> tuple[str, int, int, int, bool]:
        """What identifies the search."""
        return self.sample.text, self.number, self.depth or 0, self.repetition, self.by_depth

    def search(self, place: Position[Any]) -> SearchMeasurement:
        began = time.process_time()
        found = self.agent.search(place, Limits(depth=self.depth))
        computed = time.process_time() - began
        if isinstance(found, MoveOnly):
            right = "an agent that is compared returns a SearchResult (docs/howto/your-own-agent.md)"
            raise BadSpec("no nodes are told", self.agent.spec, None, right)
        # Both are at least what the search itself computed: one has waiting for a core in it, the other the
        # call from Python. A user's agent computes in another process.
        stats = found.stats
        seconds = stats.seconds if isinstance(self.agent, OwnAgent) else min(stats.seconds, computed)
        answer = (self.sample.empty, found.score, place.write(found.move))
        return SearchMeasurement(*self.key, *answer, stats.nodes, stats.depth, seconds, found.core)


@dataclass
class ExperimentRun:
    """An experiment in its store, which can be stopped and resumed."""

    store: Store
    experiment: Experiment = field(init=False)

    def __post_init__(self) -> None:
        text = self.store.about("experiment")
        if not text:
            raise PlygroundError(f"{self.store.path} holds games and no experiment")
        self.experiment = Experiment.from_json(text)

    @classmethod
    def start(cls, experiment: Experiment, path: Path) -> ExperimentRun:
        """Begin an experiment in a file, or go on with the same experiment that is there."""
        if not path.exists():
            return cls(begin(experiment.plan, path, {"experiment": experiment.to_json()}))
        run = cls(reopen(path))
        if run.experiment != experiment:
            run.store.close()
            raise BadSpec(f"another experiment in {path}", str(path), None, "take another folder")
        return run

    def finish(
        self, progress: Progress, told: PairListener | None = None, workers: int | None = None
    ) -> None:
        """Make the missing searches, then play the missing games."""
        self.search(progress)
        self.play(told, workers)

    def search(self, progress: Progress) -> None:
        """Make the missing searches. An interruption keeps those that were made."""
        searches = SearchStore(self.store)
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
        if not self.experiment.games:
            self.store.finish("all searches made")

    def play(self, told: PairListener | None = None, workers: int | None = None) -> None:
        """Play the missing games."""
        play(self.store, workers, told)
