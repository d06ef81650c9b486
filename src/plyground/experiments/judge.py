"""The judge: how well an agent plays, measured against exact values instead of against other agents.

Four measures: its moves in positions where a result is at stake, games as first player against perfect
play, a test of its strength against a known evaluation with equal nodes, and the signs of its values on
positions that the field knows. What takes long is kept in a folder, and goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from plyground.agents import load_entrant
from plyground.agents.agent import MoveLimits
from plyground.agents.defaults import spec_with_default_limit
from plyground.arena.clock import TimeControl
from plyground.arena.evidence import chance_of
from plyground.arena.openings import default_openings
from plyground.arena.plan import Plan
from plyground.arena.runner import PairListener, begin, play, reopen
from plyground.arena.store import Store
from plyground.arena.user_files import digests
from plyground.errors import BadSpec
from plyground.experiments.decisions import Decision, decisions_of
from plyground.experiments.questions import PositionQuestion, QuestionFile, Questions
from plyground.game import Game
from plyground.games.line import LineGame, connect4
from plyground.games.registry import load_game
from plyground.native import has_line_rules
from plyground.rng import SplitMix64, derive_seed
from plyground.searchers.types import Limits
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
WINDOWS = "deepening(inner=table_alphabeta(evaluate='windows', order=('best', 'centre')))"
SEEDS = 10
UCI_SIZE = 67_557


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
    parts: tuple[Part, ...] = PARTS
    eight_plies: int | None = None  # positions of the eight-ply set; 67,557 are all
    sandbox: bool = False  # what users' agents are held to, as in a Plan
    trust: bool = False
    allow_read: tuple[str, ...] = ()
    allow_net: bool = False

    def __post_init__(self) -> None:
        whole_number("seeds", self.seeds, 1, 1_000)
        whole_number("seed", self.seed, 0, 2**64 - 1)
        whole_number("equal_nodes", self.equal_nodes, 1, 10**9)
        if self.eight_plies is not None:
            whole_number("eight_plies", self.eight_plies, 1, UCI_SIZE)
        for part in self.parts:
            if part not in PARTS:
                raise BadSpec(f"no part {part}", part, None, f"parts are {', '.join(PARTS)}")
        rules = load_game(self.game)
        limits = Limits(self.depth, self.nodes, self.seconds)
        spec = spec_with_default_limit(load_entrant(self.agent).spec, rules, limits)
        object.__setattr__(self, "agent", load_entrant(spec).spec)
        object.__setattr__(self, "game", rules.spec)
        known = [part for part in self.parts if part in _parts_of(rules)]
        object.__setattr__(self, "parts", tuple(known))

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
        """Positions of the eight-ply set."""
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
            agents, names = (self.agent, PERFECT), ("agent", "perfect play")
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
        return Plan(
            self.game,
            (self.agent, WINDOWS),
            ("agent", "windows"),
            games=60 if self.quick else 1_000,
            control=TimeControl(nodes=self.equal_nodes),
            openings=default_openings(load_game(self.game)),
            seed=self.seed,
            sprt=SPRT(0, 50),
            in_process=True,
            **held,
        )


def _parts_of(game: Game[Any]) -> Iterator[Part]:
    """The parts that a game has: evaluations are of line games, the eight-ply set is of Connect Four."""
    yield from ("moves", "perfect")
    if isinstance(game, LineGame):
        yield "windows"
    if game == connect4():
        yield "signs"


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
    """Positions of the eight-ply set, and for each whether the first player wins (1) or loses (-1)."""
    keys, game = list(uci_keys()), connect4()
    SplitMix64(derive_seed(seed, "eight plies")).shuffle(keys)
    positions = [position_of(game, key) for key in sorted(keys[:count])]
    assert all(has_line_rules(position) for position in positions)
    assert UCI_PLIES % 2 == 0, "the side to move is the first player"
    scores = solve_many(positions, weak=True)
    return [(p.text(), (score > 0) - (score < 0)) for p, score in zip(positions, scores, strict=True)]
