"""What is remembered of play: moves, games, pairs; plain data, for processes and the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

# Why an agent did not play the move that it was asked for.
Reason = Literal["time", "crash", "illegal", "answer", "start"]
# How a game came to its end: by the rules, because an agent failed, or because it went on for too long.
Ending = Literal["rules", "forfeit", "length"]

REASONS: dict[Reason, str] = {
    "time": "no answer in time",
    "crash": "the agent failed",
    "illegal": "no legal move",
    "answer": "an answer that cannot be read",
    "start": "the agent did not start",
}


class Cost(NamedTuple):
    """What a move took: seconds of the clock, of a core, and of waiting for a core, as far as known."""

    wall: float
    cpu: float | None = None
    waited: float | None = None
    pondered: float | None = None  # seconds of a core before it was asked, in the other's time

    def since(self, before: Cost) -> Cost:
        """What was taken between two readings of the meters, of which this is the later one."""
        return Cost(
            self.wall - before.wall,
            None if self.cpu is None or before.cpu is None else self.cpu - before.cpu,
            None if self.waited is None or before.waited is None else self.waited - before.waited,
        )

    @property
    def starved(self) -> bool:
        """Whether the agent was kept waiting for a core so long that its time says little about it."""
        return self.waited is not None and self.waited > max(0.005, 0.1 * self.wall)


class Told(NamedTuple):
    """What an agent says of its search, taken for what it is."""

    score: int | None = None
    nodes: int | None = None
    depth: int | None = None
    core: str | None = None
    said: str | None = None  # what it printed meanwhile


class Answer(NamedTuple):
    """The text of the move that an agent chose."""

    text: str
    cost: Cost
    told: Told = Told()


class Trouble(NamedTuple):
    """That an agent did not come up with a move, and why."""

    reason: Reason
    detail: str
    cost: Cost = Cost(0.0)
    told: Told = Told()


class MoveRecord(NamedTuple):
    """One move; without a text nobody moved, and the game was over."""

    ply: int  # 1 is the first move after the opening
    agent: int
    text: str | None
    cost: Cost
    told: Told
    trouble: Reason | None = None  # why the arena moved in the agent's place, or ended the game


@dataclass(frozen=True)
class GameRecord:
    """One game from an opening to its end; agents are known by their numbers in the run."""

    number: int
    pair: int
    first: int  # the agent that has the first player's side, X
    second: int
    opening: str
    seed: int
    winner: int | None  # an agent's number; None for a draw
    ending: Ending
    reason: Reason | None
    detail: str
    moves: tuple[MoveRecord, ...]
    seconds: float

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves that were played."""
        return tuple(move.text for move in self.moves if move.text is not None)


@dataclass(frozen=True)
class Pair:
    """One opening, to be played with each agent in each seat: the unit of scheduling and of the store."""

    number: int
    agents: tuple[int, int]
    opening: str
    games: int = 2  # 1 for the last of an odd number of games

    def seats(self, game: int) -> tuple[int, int]:
        """Who is the first player and who the second, in the first game (0) and in the second (1)."""
        one, other = self.agents
        return (one, other) if game == 0 else (other, one)


@dataclass(frozen=True)
class PairRecord:
    """The games of a pair."""

    number: int
    agents: tuple[int, int]
    games: tuple[GameRecord, ...]
