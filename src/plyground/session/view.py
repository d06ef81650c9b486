"""What a session shows: plain immutable data, complete, without a language. Every front end draws it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from plyground.agents import MoveLimits
from plyground.errors import IllegalMove, NotationError, PlygroundError, abbreviate, truncate
from plyground.game import Board, Outcome, Player, Position
from plyground.games.line import LinePosition
from plyground.games.spelling import Columns
from plyground.message import Message, refuse, say
from plyground.score import Score

Task = Literal["move", "values", "hint"]
Kind = Literal["wins", "draws", "loses", "wins-or-draws", "draws-or-loses", "points", "estimate", "unknown"]


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
class PlayedMove:
    """One move of the game; a machine's move also has its cost and the machine's own score."""

    text: str
    player: Player
    agent: str | None = None
    seconds: float | None = field(default=None, compare=False)
    nodes: int | None = None
    depth: int | None = None
    score: Score | None = None  # for the side that moved
    line: tuple[str, ...] = ()  # the principal variation, its own move first
    core: str | None = None
    proven: bool = False  # the score is the exact value, no estimate
    remark: str | None = None  # about the search: a key of the catalogue after `remark.`


@dataclass(frozen=True)
class Statistics:
    """What the machine moves of one side have cost so far."""

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

    def plus_move(self, move: PlayedMove) -> Statistics:
        """The statistics after one move more."""
        seconds = move.seconds or 0.0
        return Statistics(
            self.moves + 1,
            self.seconds + seconds,
            max(self.slowest, seconds),
            self.nodes + (move.nodes or 0),
        )

    def plus(self, other: Statistics) -> Statistics:
        """The sum of both."""
        return Statistics(
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.slowest, other.slowest),
            self.nodes + other.nodes,
        )


def value_message(kind: Kind, plies: int | None, score: int | None) -> Message:
    """A value in words of the catalogue: `value.wins-in` with the plies, `value.draws`, and so on."""
    return say(f"value.{kind}{'-in' if plies else ''}", n=plies, score=score)


def score_message(score: Score, proven: bool) -> Message | None:
    """A score in words of the catalogue; None for an estimate, which each screen shows its own way."""
    kind = score.kind(proven)
    if kind == "estimate":
        return None
    return say("value.draws") if kind == "draws" else value_message(kind, score.plies, int(score))


@dataclass(frozen=True)
class Value:
    """The value of a legal move for the side that plays it."""

    text: str
    kind: Kind
    plies: int | None = None  # to the end, where that is known
    score: int | None = None  # the higher the better, for ordering and bars; an estimate's own number
    best: bool = False

    @property
    def message(self) -> Message:
        """The value in words: `value.wins-in` with the plies, and so on."""
        return value_message(self.kind, self.plies, self.score)


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


def board_of(position: Position[Any]) -> Board | None:
    """The board of a position; None where it has none, or a user's rules fail to give a sound one."""
    try:
        board = position.as_board()
        return board if board is not None and not board.fault(len(position.moves())) else None
    except Exception:  # noqa: BLE001 - a user's rules: then the game's own picture is shown
        return None


def last_cell(position: Position[Any], text: str) -> int | None:
    """The cell where a legal move of a position ends; None without a board."""
    board = board_of(position)
    if board is None:
        return None
    return board.clicks[list(position.moves()).index(position.read(text))][-1]


@dataclass(frozen=True)
class BoardSetup:
    """A board that is being set up, and the problem that keeps play from beginning there, if any."""

    board: Board
    to_move: Player
    problem: Message | None


@dataclass(frozen=True)
class GameSeries:
    """A series of games between two agents. Agent 0 begins the first game; then they take turns."""

    wanted: int
    agents: tuple[str, str]
    games: int = 0
    between: bool = False  # the last game is over, but still on the board
    number: int = 0  # how many series came before this one
    wins: tuple[int, int] = (0, 0)
    draws: int = 0
    failures: tuple[int, int] = (0, 0)
    costs: tuple[Statistics, Statistics] = (Statistics(), Statistics())
    courses: frozenset[tuple[int, str]] = frozenset()  # the different games: who began, and the moves
    best_of: bool = False  # it ends when nobody can catch up

    @property
    def different(self) -> int:
        """How many different games were played: copies are no evidence."""
        return len(self.courses)

    @property
    def done(self) -> bool:
        return self.games >= self.wanted or (self.best_of and self.decided)

    @property
    def decided(self) -> bool:
        """Whether one of them has won more games than the other, and than are left to catch up."""
        return abs(self.wins[0] - self.wins[1]) > self.wanted - self.games

    def seat_of(self, agent: int) -> Player:
        """The side of an agent in the game on the board."""
        return Player((agent + self.games - self.between) % 2)

    def after(
        self,
        winner: Player | None,
        failed: Player | None,
        costs: tuple[Statistics, Statistics],
        course: str,
    ) -> GameSeries:
        """The series after one more game; `course` is the start of that game and its moves."""
        seats = self.seat_of(0), self.seat_of(1)
        return replace(
            self,
            games=self.games + 1,
            between=True,
            wins=_count(self.wins, seats, winner),
            draws=self.draws + (winner is None),
            failures=_count(self.failures, seats, failed),
            costs=(
                self.costs[0].plus(costs[seats[0].value]),
                self.costs[1].plus(costs[seats[1].value]),
            ),
            courses=self.courses | {(seats[0].value, course)},
        )


def _count(counts: tuple[int, int], seats: tuple[Player, Player], player: Player | None) -> tuple[int, int]:
    return counts[0] + (seats[0] is player), counts[1] + (seats[1] is player)


@dataclass(frozen=True)
class View:
    """All there is to see of a session at one moment."""

    game: str
    players: tuple[str, str]
    seats: tuple[Seat, Seat]
    start: str
    opening: int  # how many random moves led there
    position: Position[Any]
    board: Board | None  # None: a game without a board, which draws itself (`position.draw()`)
    to_move: Player
    outcome: Outcome | None
    moves: tuple[str, ...]
    played: tuple[PlayedMove, ...]
    undone: tuple[PlayedMove, ...]  # the moves that can be played again, the next one first
    cells: tuple[int | None, ...]  # where each played move ended, on a board
    winning: tuple[int, ...]
    statistics: tuple[Statistics, Statistics]
    analysis: Analysis | None
    hint: str | None
    thinking: Task | None
    paused: bool
    set_up: BoardSetup | None
    series: GameSeries | None
    seed: int
    note: Message | None
    variations: tuple[tuple[str, ...], ...] = ()  # lines that were left, each from the start

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        return self.seats[self.to_move.value]

    @property
    def waits_for_person(self) -> bool:
        return self.outcome is None and self.set_up is None and self.seat.human

    @property
    def last(self) -> int | None:
        """The cell of the last move, on a board."""
        return self.cells[-1] if self.cells else None

    def clicks(self, text: str) -> tuple[int, ...]:
        """The cells that a person clicks to play a move; () without a board."""
        return self.board.clicks[self.moves.index(text)] if self.board and text in self.moves else ()

    def cell(self, text: str) -> int | None:
        """The cell where the stone of a legal move comes to lie; None where a move is more than a stone."""
        clicks = self.clicks(text)
        return clicks[0] if len(clicks) == 1 else None


SETUP_REASONS = frozenset({"floating", "counts", "turn", "both-won", "winner-to-move", "won-before"})


def why(error: PlygroundError) -> Message | str:
    """Why something was refused: a message for any language, or else the error's own English words."""
    if not error.reason:
        return str(error)
    section = "setup" if error.reason in SETUP_REASONS else "why"
    facts = {
        name: why(fact) if isinstance(fact, PlygroundError) else fact for name, fact in error.facts.items()
    }
    return Message(f"{section}.{error.reason}", facts)


def refusal(position: Position[Any], text: str, error: NotationError | IllegalMove) -> Message:
    """The message for a move that the rules refused."""
    given = truncate(text.strip())
    if position.outcome():
        return refuse("refused.over")
    if not isinstance(position, LinePosition):  # only there is a move the name of a square or a column
        return refuse(
            "refused.move", given=given, moves=abbreviate([position.write(m) for m in position.moves()])
        )
    names = position.game.spelling
    falls = isinstance(names, Columns)
    if isinstance(error, IllegalMove):
        return refuse("refused.full" if falls else "refused.taken", given=given)
    low, high = names.ends
    return refuse("refused.column" if falls else "refused.square", given=given, low=low, high=high)
