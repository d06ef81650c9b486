"""The judge: how well an agent plays, measured against exact values instead of against other agents.

Four measures: its moves in positions where a result is at stake, games as first player against perfect
play, a test of its strength against a known evaluation with equal nodes, and the signs of its values on
positions that the field knows. What takes long is kept in a folder, and goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from plyground.agents import load_agent, load_entrant
from plyground.agents.agent import MoveLimits
from plyground.agents.defaults import spec_with_default_limit
from plyground.arena.clock import TimeControl
from plyground.arena.evidence import chance_of
from plyground.arena.openings import default_openings
from plyground.arena.plan import Plan, split_name
from plyground.arena.runner import PairListener, begin, play, reopen
from plyground.arena.store import Store
from plyground.arena.user_files import digests
from plyground.errors import BadSpec
from plyground.evaluation import is_data
from plyground.experiments.decisions import Decision, decisions_of
from plyground.experiments.equal_nodes import OURS, EqualSides, equal_sides
from plyground.experiments.questions import PositionQuestion, QuestionFile, Questions
from plyground.game import Game
from plyground.games.line import LineGame, connect4
from plyground.games.registry import load_game
from plyground.native import has_line_rules
from plyground.rng import SplitMix64, derive_seed
from plyground.searchers import Deepening, Greedy, Random
from plyground.searchers.searcher import TreeSearcher
from plyground.searchers.types import Limits, stricter
from plyground.solver.plies import UCI_PLIES, position_of, uci_keys
from plyground.solver.solve_many import solve_many
from plyground.spec import whole_number
from plyground.stats.sprt import SPRT
from plyground.whole_file import write_whole
from plyground.workers.confinement import Confinement

Part = Literal["moves", "perfect", "windows", "signs"]
Progress = Callable[[str, int, int], None]
PARTS: tuple[Part, ...] = ("moves", "perfect", "windows", "signs")
PERFECT = "perfect"
SEEDS = 10
UCI_SIZE = 67_557
SHALLOW, SHALLOW_IN_PYTHON = 4, 1  # plies: all of the eight-ply set is searched so deep in seconds


@dataclass(frozen=True)
class Judgement:
    """What is judged, and how thoroughly."""

    agent: str
    game: str = "connect4"
    depth: int | None = None  # the limits of a move, in all parts but the one with equal nodes
    nodes: int | None = None
    seconds: float | None = None
    equal_nodes: int = 10_000  # per move, against `windows`
    seeds: int = SEEDS  # of an agent with chance
    seed: int = 0
    quick: bool = False
    parts: tuple[Part, ...] | None = None  # all that the game has, unless some are named
    eight_plies: int | None = None  # positions of the eight-ply set; 67,557 are all
    sandbox: bool = False  # what users' agents are held to, as in a Plan
    trust: bool = False
    allow_read: tuple[str, ...] = ()
    allow_net: bool = False
    sides: EqualSides | None = None  # who plays with equal nodes, unless the agent's spec says it
    name: str = ""  # of the agent, as in "mine=python:mine.py"; "" if it has none

    def __post_init__(self) -> None:
        named, spec = split_name(self.agent)
        object.__setattr__(self, "name", self.name or named)
        object.__setattr__(self, "agent", spec)
        if not self.agent.strip():
            raise BadSpec("no agent", "", None, "name one, such as 'alphabeta(depth=4)'")
        whole_number("seeds", self.seeds, 1, 1_000)
        whole_number("seed", self.seed, 0, 2**64 - 1)
        whole_number("equal_nodes", self.equal_nodes, 1, 10**9)
        if self.eight_plies is not None:
            whole_number("eight_plies", self.eight_plies, 1, UCI_SIZE)
        for part in self.parts or ():
            if part not in PARTS:
                raise BadSpec(f"no part {part}", part, None, f"parts are {', '.join(PARTS)}")
        rules = load_game(self.game)
        for part in self.parts or ():
            if part not in parts_of(rules):
                right = f"its parts are {', '.join(parts_of(rules))}"
                raise BadSpec(f"no part {part} of {rules.spec}", "", None, right)
        limits = Limits(self.depth, self.nodes, self.seconds)
        spec = spec_with_default_limit(load_entrant(self.agent).spec, rules, limits)
        object.__setattr__(self, "agent", load_entrant(spec).spec)
        object.__setattr__(self, "game", rules.spec)
        if _is_data(load_entrant(spec).here):
            object.__setattr__(self, "seeds", 1)  # now: the object is here only while it is judged
        if self.sides is None and "windows" in self.chosen_parts:
            object.__setattr__(self, "sides", equal_sides(self.agent))

    @property
    def label(self) -> str:
        """What the agent is called: its name and its spec, or its spec alone."""
        return f"{self.name} ({self.agent})" if self.name else self.agent

    @property
    def chosen_parts(self) -> tuple[Part, ...]:
        """The parts that are judged."""
        return parts_of(load_game(self.game)) if self.parts is None else self.parts

    @property
    def left_out(self) -> tuple[Part, ...]:
        """The parts that nobody named and that the game lacks."""
        if self.parts is not None:
            return ()
        return tuple(part for part in PARTS if part not in self.chosen_parts)

    @property
    def passes(self) -> int:
        """How often an agent is asked the same: once if it knows no chance."""
        return 1 if chance_of(self.agent) is False else self.seeds

    @property
    def games(self) -> int:
        """Games against perfect play: as many for each seed."""
        wanted = 40 if self.quick else 200
        return -(-wanted // self.passes) * self.passes

    @property
    def positions(self) -> int:
        """Positions of the eight-ply set: all where that takes seconds, else a sample."""
        if self.eight_plies is None and not self.quick and _is_shallow(self.agent, self.depth):
            return UCI_SIZE
        return self.eight_plies or (300 if self.quick else 2_000)

    @property
    def limits(self) -> MoveLimits:
        return MoveLimits(self.depth, self.nodes, self.seconds)

    @property
    def confinement(self) -> Confinement:
        return self.plan("perfect").confinement

    def plan(self, part: Part) -> Plan:
        """The games of a part."""
        held: dict[str, Any] = {
            name: getattr(self, name) for name in ("sandbox", "trust", "allow_read", "allow_net")
        }
        if part == "perfect":
            control = TimeControl(depth=self.depth, nodes=self.nodes, seconds=self.seconds)
            agents, names = (self.agent, PERFECT), (self.name or "agent", "perfect play")
            return Plan(
                self.game,
                agents,
                names,
                games=self.games,
                control=control,
                seed=self.seed,
                fixed_seats=True,
                in_process=True,
                **held,
            )
        sides = self.sides or equal_sides(self.agent)
        return Plan(
            self.game,
            (sides.agent, sides.opponent),
            (self.name or "agent", "windows"),
            games=60 if self.quick else 1_000,
            control=TimeControl(nodes=self.equal_nodes),
            openings=default_openings(load_game(self.game)),
            seed=self.seed,
            sprt=SPRT(0, 50),
            in_process=True,
            **held,
        )


def parts_of(game: Game[Any]) -> tuple[Part, ...]:
    """The parts that a game has: evaluations are of line games, the eight-ply set is of Connect Four."""
    if game == connect4():
        return PARTS
    return ("moves", "perfect", "windows") if isinstance(game, LineGame) else ("moves", "perfect")


def _is_data(agent: object) -> bool:
    """Whether an object is a tree searcher of ours with numbers for its evaluation: it uses no chance."""
    search = agent.inner if isinstance(agent, Deepening) else agent
    return isinstance(search, OURS) and type(search) in OURS and is_data(search.evaluate)


def _is_shallow(spec: str, most: int | None) -> bool:
    """Whether an agent of ours looks only a few plies ahead, by its options or by a limit."""
    entrant = load_entrant(spec)
    agent = load_agent(spec) if entrant.trusted else entrant.here
    if isinstance(agent, Greedy | Random):
        return True
    if not isinstance(agent, TreeSearcher | Deepening):
        return False
    depth = stricter(agent.max_depth, most)
    if depth is None or not _is_data(agent):
        return False
    compiled = agent.core != "python" and agent.not_native(connect4().start(), Limits()) is None
    return depth <= (SHALLOW if compiled else SHALLOW_IN_PYTHON)


@dataclass
class JudgeRun:
    """A judgement in a folder, which can be stopped and resumed."""

    judgement: Judgement
    folder: Path
    decisions: list[Decision] = field(default_factory=list)
    signs: list[tuple[str, int]] = field(default_factory=list)  # positions, and who wins

    @classmethod
    def start(cls, judgement: Judgement, folder: Path) -> JudgeRun:
        """Begin in a folder, or go on with the same judgement that is there."""
        folder.mkdir(parents=True, exist_ok=True)
        about = folder / "judgement.json"
        asked = {"judgement": asdict(judgement), "files": digests(judgement.plan("perfect"))}
        text = json.dumps(asked, sort_keys=True)
        if about.exists() and about.read_text(encoding="utf-8") != text:
            right = "its options or the agent's file were others: take another folder"
            raise BadSpec(f"another judgement in {folder}", str(folder), None, right)
        write_whole(about, text)
        return cls(judgement, folder)

    def ask_moves(self, progress: Progress) -> Questions:
        """Ask for a move in every decision, for every seed."""
        judgement = self.judgement
        self.decisions = decisions_of(
            judgement.game, judgement.quick, lambda done, total: progress("decisions", done, total)
        )
        return self._ask("moves", [decision.text for decision in self.decisions], progress)

    def ask_signs(self, progress: Progress) -> Questions:
        """Ask for the values of positions of the eight-ply set."""
        self.signs = known_signs(self.judgement.positions, self.judgement.seed)
        return self._ask("signs", [text for text, _ in self.signs], progress, passes=1)

    def _ask(
        self, part: Part, texts: Sequence[str], progress: Progress, passes: int | None = None
    ) -> Questions:
        judgement = self.judgement
        wanted = [
            PositionQuestion(number, text, derive_seed(judgement.seed, "judge", number))
            for number in range(passes or judgement.passes)
            for text in texts
        ]
        with closing(QuestionFile(self.folder / f"{part}.jsonl")) as known:
            return known.ask(
                judgement.agent,
                load_game(judgement.game),
                wanted,
                judgement.limits,
                judgement.confinement,
                lambda done, total: progress(part, done, total),
            )

    def play(self, part: Part, workers: int | None, listen: PairListener | None = None) -> Store:
        """Play the games of a part, or what is left of them."""
        path = self.folder / f"{part}.run"
        store = reopen(path) if path.exists() else begin(self.judgement.plan(part), path)
        play(store, workers, listen)
        return store


def known_signs(count: int, seed: int) -> list[tuple[str, int]]:
    """Positions of the eight-ply set, and for each whether the first player wins (1) or loses (-1).

    The set has one of each mirror pair, always the one whose discs lie more to the left. A mirror image is
    a copy only for an agent that is symmetric, so the seed says which of the two is asked.
    """
    keys, game = list(uci_keys()), connect4()
    SplitMix64(derive_seed(seed, "eight plies")).shuffle(keys)
    chance = SplitMix64(derive_seed(seed, "eight plies", "mirror"))
    positions = [
        position_of(game, key).image(chance.choice(game.symmetries)) for key in sorted(keys[:count])
    ]
    assert all(has_line_rules(position) for position in positions)
    assert UCI_PLIES % 2 == 0, "the side to move is the first player"
    scores = solve_many(positions, weak=True)
    return [(p.text(), (score > 0) - (score < 0)) for p, score in zip(positions, scores, strict=True)]
