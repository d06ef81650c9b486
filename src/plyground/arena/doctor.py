"""The doctor: puts an agent through a row of checks in the arena's own processes, and keeps no record.

Each check asks for moves in positions, or has games played, under the limits of a match. Whatever the agent
does, a check ends: every move has its time, and no more is begun once the check has had its own.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from plyground.agents import load_entrant
from plyground.arena import examination, habits, puzzles
from plyground.arena.control import Control
from plyground.arena.examination import CHECKS, Asked, Finding, Verdict, not_tried
from plyground.arena.habits import AGENT
from plyground.arena.plan import Plan
from plyground.arena.pool import LocalPool
from plyground.arena.puzzles import EACH_SIDE, Puzzle
from plyground.arena.records import Pair, PairRecord
from plyground.arena.unhurried import UNHURRIED
from plyground.errors import BadSpec, Failed, clip
from plyground.game import Game, Player
from plyground.games.registry import load_game
from plyground.score import LONGEST
from plyground.spec import Spec, whole_number

TOLERANCE = Control().tolerance
ENGINE_WARMUP = 5.0  # seconds
_CHANCE, _PATIENT = 1, 2  # the numbers of the others in a plan
_FEWEST_PLIES = 10  # of a game, however long a move may take


@dataclass(frozen=True)
class Exam:
    """What an agent is put through."""

    game: str
    seconds: float = 1.0  # for a move
    seed: int = 0
    sandbox: bool = False
    games: int = 20
    each_side: int = EACH_SIDE
    hurry: float = 0.05  # seconds for a move that it is told in fast games
    handshake: float = 10.0
    warmup: float = 0.0  # seconds more for the first move of a game
    budget: float = 30.0  # seconds after which a check begins nothing more

    def __post_init__(self) -> None:
        Control(seconds=self.seconds, handshake=self.handshake, warmup=self.warmup)
        whole_number("seed", self.seed, 0, 2**64 - 1)

    def plan(self, agent: str, control: Control, most_plies: int) -> Plan:
        """Who is asked, and who may sit opposite: chance, and one who takes its time."""
        return Plan(
            self.game,
            (agent, "random", UNHURRIED),
            ("agent", "random", "unhurried"),
            format="gauntlet",
            control=control,
            seed=self.seed,
            in_process=not load_entrant(agent).trusted,  # who is examined has a process of its own
            sandbox=self.sandbox,
            most_plies=most_plies,
        )

    def asking(self, agent: str) -> Plan:
        """Games of one move, under the limit of a match."""
        return self.plan(agent, Control(self.seconds, handshake=self.handshake, warmup=self.warmup), 1)

    def playing(self, agent: str, most_plies: int | None = None) -> Plan:
        """Games under a tiny limit; who does not look at it is not ended before the time of a match."""
        told = min(self.hurry, self.seconds)
        spare = self.seconds - told + TOLERANCE
        control = Control(told, tolerance=spare, handshake=self.handshake, warmup=self.warmup)
        plies = most_plies or max(_FEWEST_PLIES, int(2 * self.budget / self.seconds))
        return self.plan(agent, control, min(plies, LONGEST))


@dataclass(frozen=True)
class Diagnosis:
    """All that was found out about an agent."""

    name: str
    agent: str
    game: str
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst of all."""
        seen = {finding.verdict for finding in self.findings}
        return "wrong" if "wrong" in seen else "careful" if "careful" in seen else "ok"

    @property
    def sentence(self) -> str:
        """All of it in a sentence."""
        wrong, careful = self.titles("wrong"), self.titles("careful")
        also = f"; take care of: {', '.join(careful)}" if careful else ""
        if wrong:
            return f"{self.name} is not ready to play {self.game}. Wrong: {', '.join(wrong)}{also}."
        return f"{self.name} can play {self.game}{also}."

    def titles(self, verdict: Verdict) -> list[str]:
        return [finding.title for finding in self.findings if finding.verdict == verdict]

    def to_json(self) -> dict[str, Any]:
        told = {"name": self.name, "agent": self.agent, "game": self.game, "verdict": self.verdict}
        checks = [finding.to_json() for finding in self.findings]
        return {**told, "sentence": self.sentence, "checks": checks}


def usual_game(agent: str) -> str:
    """The game that an agent is most likely made for, by its scheme."""
    spec = Spec.parse(agent)
    scheme = spec.name.partition(":")[0]
    if scheme == "cs50":
        return "tictactoe"
    return "gomoku" if scheme == "engine" and spec.options.get("protocol") == "gomocup" else "connect4"


def usual_warmup(agent: str) -> float:
    """Seconds more for first moves: an engine is a program that is started when a game begins."""
    return ENGINE_WARMUP if Spec.parse(agent).name.partition(":")[0] == "engine" else 0.0


def checked(agent: str) -> str:
    """The spec as it writes itself; a BadSpec if it names nobody, or a file that is not there."""
    entrant = load_entrant(agent)
    for file in entrant.files:
        if not file.exists():
            near = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
            raise BadSpec(
                f"no file {clip(str(near), 80)}", agent, None, "give the path of a file that is there"
            )
    return entrant.spec


def examine(agent: str, exam: Exam) -> Generator[Finding, None, None]:
    """The finding of every check in its order, as soon as it is known."""
    left, why = list(CHECKS), ""
    try:
        for finding in _Consultation(agent, exam).findings():
            left.remove(finding.check)
            why = f"because of: {finding.title}"
            yield finding
    except Failed as error:  # an agent that ends the arena's own processes, again and again
        why = f"because of: {CHECKS[left[0]]}"
        yield Finding(left.pop(0), "wrong", str(error))
    for check in left:
        yield not_tried(check, why)


class _Consultation:
    """One agent during its checks."""

    def __init__(self, agent: str, exam: Exam) -> None:
        self.agent = agent
        self.exam = exam
        self.game: Game[Any] = load_game(exam.game)
        self.asked: list[Asked] = []

    def findings(self) -> Iterator[Finding]:
        """Ends early with the first check after which the others make no sense."""
        exam = self.exam
        with _Room(exam.asking(self.agent), exam.budget) as room:
            begun = room.start(exam.handshake)
            yield begun
            if begun.verdict == "wrong":
                return
            first = self._ask(room, puzzles.first_moves(self.game, exam.seed))
            yield examination.first_moves(first, self.game.players)
            if not any(each.right for each in first):
                return
            yield from self._puzzles(room, [each.move.text for each in first if each.move.text])
        with _Room(exam.playing(self.agent), exam.budget) as room:
            yield from self._games(room)
        with _Room(exam.playing(self.agent, _FEWEST_PLIES), exam.budget) as room:
            yield self._rests(room)
        moves = [each.move for each in self.asked]
        yield habits.time_keeping(moves, exam.seconds, TOLERANCE)

    def _puzzles(self, room: _Room, favourites: Sequence[str]) -> Iterator[Finding]:
        seed = self.exam.seed
        wins, blocks, full = puzzles_of(self.exam.game, seed, self.exam.each_side)
        yield examination.wins(self._ask(room, wins))
        yield examination.blocks(self._ask(room, blocks))
        yield examination.nearly_full(self._ask(room, full))
        taken = puzzles.taken(self.game, seed, [*favourites, *puzzles.usual_moves(self.game)])
        yield examination.usual_moves_taken(self._ask(room, taken))

    def _ask(self, room: _Room, some: Sequence[Puzzle]) -> list[Asked]:
        asked = list(room.ask(some))
        self.asked += asked
        return asked

    def _games(self, room: _Room) -> Iterator[Finding]:
        exam, players = self.exam, self.game.players
        first, *others = [Pair(turn, (AGENT, _CHANCE), "-") for turn in range((exam.games + 1) // 2)]
        records = list(room.play([first, *others]))
        games = [game for record in records for game in record.games]
        told = room.plan.control.seconds or exam.seconds
        yield habits.fast_games(games, 2 * (1 + len(others)), players)
        yield habits.hurry(games, told, TOLERANCE, exam.seconds)
        whole = len(records) == 1 + len(others)
        yield habits.again(games, [game for record in room.play([first] * whole) for game in record.games])
        own = [move for game in games for move in game.moves if move.agent == AGENT]
        yield habits.prints([*(each.move for each in self.asked), *own])

    def _rests(self, room: _Room) -> Finding:
        """In a process of its own: the arena halts who was once seen to compute in the other's time."""
        (record,) = room.play([Pair(0, (AGENT, _PATIENT), "-", 1)])
        return habits.rests([move for move in record.games[0].moves if move.agent == AGENT])


@lru_cache(maxsize=8)
def puzzles_of(game: str, seed: int, each_side: int) -> tuple[list[Puzzle], list[Puzzle], list[Puzzle]]:
    """Wins, blocks and nearly full boards of a game, which all agents of a folder are asked."""
    loaded = load_game(game)
    wins = puzzles.wins_in_one(loaded, seed, each_side)
    return wins, puzzles.blocks_in_one(loaded, seed, each_side), puzzles.nearly_full(loaded, seed)


@dataclass
class _Room:
    """A player process where the agent sits, and how long a check may go on in there."""

    plan: Plan
    budget: float
    pool: LocalPool = field(init=False)
    number: int = 0

    def __post_init__(self) -> None:
        self.pool = LocalPool(self.plan, 1)

    def start(self, allowed: float) -> Finding:
        """How the agent begins; that the room itself takes time to be ready is not its business."""
        self.pool.check([_CHANCE])
        began = time.perf_counter()
        trouble = self.pool.check([AGENT])[AGENT]
        return examination.start(trouble, time.perf_counter() - began, allowed)

    def ask(self, some: Iterable[Puzzle]) -> Iterator[Asked]:
        """What it plays in each position: a pair's first agent has the first player's side."""
        puzzles_by_number = dict(enumerate(some, self.number))
        self.number += len(puzzles_by_number)
        pairs = []
        for number, puzzle in puzzles_by_number.items():
            seats = (AGENT, _CHANCE) if puzzle.position.to_move is Player.FIRST else (_CHANCE, AGENT)
            pairs.append(Pair(number, seats, puzzle.text, 1))
        for record in self.play(pairs):
            yield Asked(puzzles_by_number[record.number], record.games[0])

    def play(self, pairs: Iterable[Pair]) -> Iterator[PairRecord]:
        """The records of the pairs in their order, as many as are begun in time and at least one."""
        until = time.monotonic() + self.budget
        return self.pool.play(
            pair for place, pair in enumerate(pairs) if not place or time.monotonic() < until
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()
