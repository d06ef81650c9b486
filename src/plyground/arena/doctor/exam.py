"""The doctor: puts an agent through a list of checks in the arena's own processes, and stores nothing.

Each check asks for moves in positions, or plays games, under the limits of a match. Whatever the agent
does, a check ends: every move has a time limit, and so has every check.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, Self

from plyground.agents import load_entrant
from plyground.arena.clock import TimeControl
from plyground.arena.doctor import behaviour, checks, puzzles
from plyground.arena.doctor.behaviour import AGENT
from plyground.arena.doctor.checks import CHECKS, CheckResult, PuzzleAnswer, skip
from plyground.arena.doctor.idleness import IdleWatch
from plyground.arena.doctor.puzzles import EACH_SIDE, Puzzle
from plyground.arena.doctor.slow_opponent import SLOW_OPPONENT
from plyground.arena.plan import Plan
from plyground.arena.pool import LocalPool
from plyground.arena.records import Pair, PairRecord
from plyground.errors import BadSpec, Failed, truncate
from plyground.game import Game, Player
from plyground.games.registry import load_game
from plyground.score import LONGEST
from plyground.spec import Spec, whole_number
from plyground.stats.elo import summary
from plyground.workers.confinement import Confinement

TOLERANCE = TimeControl().tolerance
ENGINE_WARMUP = 5.0  # seconds
_CHANCE, _PATIENT = 1, 2  # the numbers of the opponents in a plan
_FEW_MOVES = 12  # at the start of a game: then many puzzles are found quickly
_MIN_PLIES = 10  # of a game, even if moves take long


@dataclass(frozen=True)
class Exam:
    """The settings of an examination."""

    game: str
    seconds: float = 1.0  # for a move, as the agent is told
    patience: float = 60.0  # seconds after which a move is given up
    seed: int = 0
    sandbox: bool = False
    trust: bool = False
    allow_read: tuple[str, ...] = ()
    allow_net: bool = False
    games: int = 20
    each_side: int = EACH_SIDE
    more: int = 30  # positions of a kind for each side, for fast agents, where puzzles are found quickly
    every: int = 6_000  # if a game has no more positions, all are tried
    hurry: float = 0.05  # seconds for a move in fast games, as the agent is told
    handshake: float = 10.0
    warmup: float = 0.0  # extra seconds for the first move of a game
    budget: float = 30.0  # seconds after which a check begins no more
    extra: float = 5.0  # seconds after which only a few puzzles are asked
    thorough: float = 60.0  # seconds for the positions of a small game

    def __post_init__(self) -> None:
        TimeControl(self.seconds, handshake=self.handshake, warmup=self.warmup, patience=self.patience)
        whole_number("seed", self.seed, 0, 2**64 - 1)

    def plan(self, agent: str, control: TimeControl, most_plies: int) -> Plan:
        """The agent and its opponents: a random one and a slow one."""
        return Plan(
            self.game,
            (agent, "random", SLOW_OPPONENT),
            ("agent", "random", "unhurried"),
            format="gauntlet",
            control=control,
            seed=self.seed,
            in_process=not load_entrant(agent).trusted,  # the examined agent has its own process
            sandbox=self.sandbox,
            trust=self.trust,
            allow_read=self.allow_read,
            allow_net=self.allow_net,
            most_plies=most_plies,
        )

    @property
    def confinement(self) -> Confinement:
        """What an agent that is not ours is held to."""
        return Confinement(
            trust=self.trust, sandbox=self.sandbox, allow_read=self.allow_read, allow_net=self.allow_net
        )

    def question_plan(self, agent: str) -> Plan:
        """Games of one move, with the limit of a match; late answers count, too."""
        return self.plan(agent, self._control(self.seconds), 1)

    def game_plan(self, agent: str, most_plies: int = LONGEST) -> Plan:
        """Games under a tiny limit, which is not enforced either."""
        return self.plan(agent, self._control(min(self.hurry, self.seconds)), min(most_plies, LONGEST))

    def _control(self, seconds: float) -> TimeControl:
        spare = max(self.patience, self.seconds) - seconds + TOLERANCE
        return TimeControl(seconds, tolerance=spare, handshake=self.handshake, warmup=self.warmup)

    def plies(self, seconds: float) -> int:
        """How many plies of a game there is time for, if a move takes so long; at least a few."""
        return max(_MIN_PLIES, min(LONGEST, int(2 * self.budget / max(seconds, 1e-6))))


def default_game(agent: str) -> str:
    """The game that an agent was most likely made for, by its scheme."""
    spec = Spec.parse(agent)
    scheme = spec.name.partition(":")[0]
    if scheme == "cs50":
        return "tictactoe"
    return "gomoku" if scheme == "engine" and spec.options.get("protocol") == "gomocup" else "connect4"


def default_warmup(agent: str) -> float:
    """Extra seconds for first moves: an engine is started when a game begins."""
    return ENGINE_WARMUP if Spec.parse(agent).name.partition(":")[0] == "engine" else 0.0


def check_spec(agent: str) -> str:
    """The spec in its normal form; a BadSpec if it is unknown, or its file is missing."""
    entrant = load_entrant(agent)
    for file in entrant.files:
        if not file.exists():
            near = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
            raise BadSpec(
                f"no file {truncate(str(near), 80)}", agent, None, "give the path of a file that is there"
            )
    return entrant.spec


def examine(
    agent: str, exam: Exam, waits: Callable[[float], None] = lambda seconds: None
) -> Generator[CheckResult, None, None]:
    """The result of every check in order, as soon as it is known.

    `waits` is told in the middle of a check that the agent has not computed for some seconds.
    """
    left, why = list(CHECKS), ""
    try:
        for finding in _Examination(agent, exam, waits).findings():
            left.remove(finding.check)
            why = f"because of: {finding.title}"
            yield finding
    except Failed as error:  # an agent that kills the arena's own processes
        why = f"because of: {CHECKS[left[0]]}"
        yield CheckResult(left.pop(0), "wrong", str(error))
    for check in left:
        yield skip(check, why)


class _Examination:
    """One agent during its checks."""

    def __init__(self, agent: str, exam: Exam, waits: Callable[[float], None]) -> None:
        self.agent = agent
        self.waits = waits
        self.exam = exam
        self.game: Game[Any] = load_game(exam.game)
        self.asked: list[PuzzleAnswer] = []

    def findings(self) -> Iterator[CheckResult]:
        """The results of the checks; ends early when further checks make no sense."""
        exam = self.exam
        with _ExamRoom(exam.question_plan(self.agent), exam.budget, self.waits) as room:
            begun = room.start(exam.handshake)
            yield begun
            if begun.verdict == "wrong":
                return
            first = self._ask(room, puzzles.first_moves(self.game, exam.seed))
            yield checks.first_moves(first, self.game.players)
            if not any(each.right for each in first):
                return
            yield from self._puzzles(room, [each.move.text for each in first if each.move.text])
        plies = exam.plies(self._typical_time())
        with _ExamRoom(exam.game_plan(self.agent, plies), exam.budget, self.waits) as room:
            yield from self._games(room)
        with _ExamRoom(exam.game_plan(self.agent, _MIN_PLIES), exam.budget, self.waits) as room:
            yield self._rests(room)
        moves = [each.move for each in self.asked]
        yield behaviour.time_keeping(moves, exam.seconds, TOLERANCE, exam.warmup)

    def _puzzles(self, room: _ExamRoom, favourites: Sequence[str]) -> Iterator[CheckResult]:
        exam, seed = self.exam, self.exam.seed
        quickly_found = len(self.game.start().moves()) <= _FEW_MOVES
        each_side = max(exam.more, exam.each_side) if quickly_found else exam.each_side
        wins, blocks, full, every = puzzles.puzzles_of(exam.game, seed, each_side, exam.every)
        yield checks.wins(self._ask(room, wins, 2 * exam.each_side, exam.extra))
        yield checks.blocks(self._ask(room, blocks, 2 * exam.each_side, exam.extra))
        yield checks.nearly_full(self._ask(room, full))
        taken = puzzles.moves_taken(self.game, seed, [*favourites, *puzzles.usual_moves(self.game)])
        yield checks.usual_moves_taken(self._ask(room, taken))
        if every:
            yield checks.every_position(ask_everywhere(room.ask, every, exam), len(every))
        else:
            yield skip("every", "the game has too many")

    def _typical_time(self) -> float:
        """How long its moves take, without the few slowest."""
        found = summary(each.move.cost.wall for each in self.asked)
        return found.p95 if found else self.exam.seconds

    def _ask(
        self, room: _ExamRoom, some: Sequence[Puzzle], least: int = 1, budget: float | None = None
    ) -> list[PuzzleAnswer]:
        asked = list(room.ask(some, least, budget))
        self.asked += asked
        return asked

    def _games(self, room: _ExamRoom) -> Iterator[CheckResult]:
        exam, players = self.exam, self.game.players
        first, *others = [Pair(turn, (AGENT, _CHANCE), "-") for turn in range((exam.games + 1) // 2)]
        records = list(room.play([first, *others]))
        games = [game for record in records for game in record.games]
        seconds = room.plan.control.seconds or exam.seconds
        yield behaviour.fast_games(games, 2 * (1 + len(others)), players)
        yield behaviour.hurry(games, seconds, TOLERANCE, max(exam.patience, exam.seconds))
        whole = len(records) == 1 + len(others)
        yield behaviour.again(
            games, [game for record in room.play([first] * whole) for game in record.games]
        )
        own = [move for game in games for move in game.moves if move.agent == AGENT]
        yield behaviour.prints([*(each.move for each in self.asked), *own])

    def _rests(self, room: _ExamRoom) -> CheckResult:
        """In a new process: the arena halts an agent once it was seen to ponder."""
        (record,) = room.play([Pair(0, (AGENT, _PATIENT), "-", 1)])
        return behaviour.rests([move for move in record.games[0].moves if move.agent == AGENT])


class Asker(Protocol):
    """Asks an agent for moves in positions, at least in a few, as long as there is time."""

    def __call__(
        self, some: Sequence[Puzzle], least: int = 1, budget: float | None = None
    ) -> Iterable[PuzzleAnswer]: ...


def ask_everywhere(ask: Asker, every: Sequence[Puzzle], exam: Exam) -> list[PuzzleAnswer]:
    """The answers in the positions of a game: first some of all kinds, then those with few moves left.

    An agent that searches to the end needs moments for these, and seconds for the few earlier positions.
    """
    asked = list(ask(every, budget=exam.extra))
    others = sorted(every[len(asked) :], key=lambda puzzle: len(puzzle.position.moves()))
    return [*asked, *ask(others, budget=exam.thorough)]


@dataclass
class _ExamRoom:
    """A process with the agent, and how long a check may take in it."""

    plan: Plan
    budget: float
    waits: Callable[[float], None]
    pool: LocalPool = field(init=False)
    number: int = 0

    def __post_init__(self) -> None:
        self.pool = LocalPool(self.plan, 1)

    def start(self, allowed: float) -> CheckResult:
        """Start the agent, and measure that; the start of the room itself is not measured."""
        self.pool.check([_CHANCE])
        began = time.perf_counter()
        trouble = self.pool.check([AGENT])[AGENT]
        return checks.start(trouble, time.perf_counter() - began, allowed)

    def ask(
        self, some: Iterable[Puzzle], least: int = 1, budget: float | None = None
    ) -> Iterator[PuzzleAnswer]:
        """The answer in each position: the first agent of a pair plays first."""
        puzzles_by_number = dict(enumerate(some, self.number))
        self.number += len(puzzles_by_number)
        pairs = []
        for number, puzzle in puzzles_by_number.items():
            seats = (AGENT, _CHANCE) if puzzle.position.to_move is Player.FIRST else (_CHANCE, AGENT)
            pairs.append(Pair(number, seats, puzzle.text, 1))
        for record in self.play(pairs, least, budget):
            yield PuzzleAnswer(puzzles_by_number[record.number], record.games[0])

    def play(
        self, pairs: Iterable[Pair], least: int = 1, budget: float | None = None
    ) -> Iterator[PairRecord]:
        """The records of the pairs in their order, as many as are begun in time.

        A few are always begun, as long as that does not take the whole time of a check.
        """
        now = time.monotonic()
        last, until = now + self.budget, now + (self.budget if budget is None else budget)
        (room,) = self.pool.processes
        with IdleWatch(room, self.waits):
            yield from self.pool.play(
                pair
                for place, pair in enumerate(pairs)
                if not place or time.monotonic() < (last if place < least else until)
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()
