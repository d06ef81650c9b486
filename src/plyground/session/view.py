"""What a session shows: plain immutable data, complete, in no language. Every front end draws this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from plyground.agents import MoveLimits
from plyground.game import Outcome, Player, Position
from plyground.games.line import LineGame, LinePosition
from plyground.games.notation import mark_at

Tone = Literal["info", "error"]
Task = Literal["move", "values", "hint"]
Kind = Literal["wins", "draws", "loses", "wins-or-draws", "draws-or-loses", "points", "estimate", "unknown"]


@dataclass(frozen=True)
class Message:
    """Something to be said: a key of the catalogue, and the facts that its sentence names."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    tone: Tone = "info"

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", MappingProxyType(dict(self.facts)))

    def __hash__(self) -> int:
        return hash((self.key, self.tone))


def say(key: str, **facts: Any) -> Message:
    """A piece of news."""
    return Message(key, facts)


def refuse(key: str, **facts: Any) -> Message:
    """Why something was not done."""
    return Message(key, facts, "error")


@dataclass(frozen=True)
class Seat:
    """Who plays a side: a person, or an agent under limits."""

    agent: str | None = None  # the spec; None is a person
    limits: MoveLimits = field(default_factory=MoveLimits)

    @property
    def human(self) -> bool:
        return self.agent is None


HUMAN = Seat()


@dataclass(frozen=True)
class Played:
    """One move of the game; of a machine's, also what it cost and what the machine thought of it."""

    text: str
    player: Player
    agent: str | None = None
    seconds: float | None = field(default=None, compare=False)
    nodes: int | None = None
    depth: int | None = None
    score: int | None = None  # as score.py counts, for the side that moved
    line: tuple[str, ...] = ()  # that it expects, its own move first
    core: str | None = None
    proven: bool = False  # the score is the value of the game, and no estimate


@dataclass(frozen=True)
class Statistics:
    """What one side's machine moves have cost so far."""

    moves: int = 0
    seconds: float = field(default=0.0, compare=False)
    slowest: float = field(default=0.0, compare=False)
    nodes: int = 0

    @property
    def seconds_a_move(self) -> float:
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def nodes_a_move(self) -> float:
        return self.nodes / self.moves if self.moves else 0.0

    def and_then(self, move: Played) -> Statistics:
        """These, and one move more."""
        took = move.seconds or 0.0
        return Statistics(
            self.moves + 1,
            self.seconds + took,
            max(self.slowest, took),
            self.nodes + (move.nodes or 0),
        )

    def plus(self, other: Statistics) -> Statistics:
        """These and others together."""
        return Statistics(
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.slowest, other.slowest),
            self.nodes + other.nodes,
        )


@dataclass(frozen=True)
class Value:
    """What a legal move is worth to the side that plays it."""

    text: str
    kind: Kind
    plies: int | None = None  # to the end, where that is known
    score: int | None = None  # the higher the better, for ordering and bars; an estimate's own number
    best: bool = False

    @property
    def message(self) -> Message:
        """`value.wins` with the plies, and so on."""
        counted = "-in" if self.plies else ""
        return say(f"value.{self.kind}{counted}", plies=self.plies, score=self.score)


@dataclass(frozen=True)
class Analysis:
    """The value of every legal move of a position, and how it was found."""

    values: tuple[Value, ...]
    source: Literal["solver", "search"]
    depth: int | None = None
    nodes: int | None = None
    seconds: float = field(default=0.0, compare=False)

    @property
    def best(self) -> str | None:
        return next((value.text for value in self.values if value.best), None)


@dataclass(frozen=True)
class Board:
    """A board of a line game: the marks row by row from the top left."""

    columns: int
    rows: int
    k: int
    gravity: bool
    cells: tuple[str, ...]  # "X", "O" or ""

    @classmethod
    def of(cls, game: LineGame, stones: tuple[int, int]) -> Board:
        cells = tuple(mark_at(stones, cell) for cell in range(game.cells))
        return cls(game.columns, game.rows, game.k, game.gravity, cells)


@dataclass(frozen=True)
class SetUp:
    """A board that is being set up, and why play cannot begin there, if it cannot."""

    board: Board
    to_move: Player
    problem: Message | None


@dataclass(frozen=True)
class Series:
    """An automatic match: agent 0 has the first seat in the first game, and then they alternate."""

    wanted: int
    agents: tuple[str, str]
    games: int = 0
    between: bool = False  # the last game is over, and still on the board
    number: int = 0  # of series before this one
    wins: tuple[int, int] = (0, 0)
    draws: int = 0
    failures: tuple[int, int] = (0, 0)
    costs: tuple[Statistics, Statistics] = (Statistics(), Statistics())

    @property
    def done(self) -> bool:
        return self.games >= self.wanted

    def seat_of(self, agent: int) -> Player:
        """The side that an agent has in the game that is on the board."""
        return Player((agent + self.games - self.between) % 2)

    def after(
        self, winner: Player | None, failed: Player | None, costs: tuple[Statistics, Statistics]
    ) -> Series:
        """The series one game later."""
        seats = self.seat_of(0), self.seat_of(1)
        return replace(
            self,
            games=self.games + 1,
            between=True,
            wins=_counted(self.wins, seats, winner),
            draws=self.draws + (winner is None),
            failures=_counted(self.failures, seats, failed),
            costs=(
                self.costs[0].plus(costs[seats[0].value]),
                self.costs[1].plus(costs[seats[1].value]),
            ),
        )


def _counted(
    counts: tuple[int, int], seats: tuple[Player, Player], player: Player | None
) -> tuple[int, int]:
    return counts[0] + (seats[0] is player), counts[1] + (seats[1] is player)


@dataclass(frozen=True)
class View:
    """All there is to see of a session at one moment."""

    game: str
    players: tuple[str, str]
    seats: tuple[Seat, Seat]
    start: str
    opening: int  # random moves before that
    position: Position[Any]
    board: Board | None  # None: a game without one, which draws itself (`position.draw()`)
    to_move: Player
    outcome: Outcome | None
    moves: tuple[str, ...]
    played: tuple[Played, ...]
    undone: tuple[Played, ...]  # the moves that can be made again, the next one first
    last: int | None  # the cell of the last move
    winning: tuple[int, ...]
    statistics: tuple[Statistics, Statistics]
    analysis: Analysis | None
    hint: str | None
    thinking: Task | None
    paused: bool
    set_up: SetUp | None
    series: Series | None
    seed: int
    note: Message | None

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        return self.seats[self.to_move.value]

    @property
    def waits_for_person(self) -> bool:
        return self.outcome is None and self.set_up is None and self.seat.human

    def cell(self, text: str) -> int | None:
        """The cell where the stone of a legal move comes to lie."""
        return self.position.read(text) if isinstance(self.position, LinePosition) else None
