"""Records of play (moves, games, pairs) and the jobs that make them: plain data, to be sent and stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from plyground.searchers.types import SearchReport
from plyground.workers.messages import Cost, Reason, Trouble

# How a game ended: by the rules, because an agent failed, or because it was too long.
Ending = Literal["rules", "forfeit", "length"]


class MoveRecord(NamedTuple):
    """One move; without a text there was no move, and the game was over."""

    ply: int  # 1 is the first move after the opening
    agent: int
    text: str | None
    cost: Cost
    report: SearchReport
    trouble: Reason | None = None  # why the arena moved for the agent, or ended the game
    printed: str | None = None  # by the agent, while it was asked


@dataclass(frozen=True)
class GameRecord:
    """One game from its opening to its end; agents are named by their numbers in the run."""

    number: int
    pair: int
    first: int  # the agent that plays first, X
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
    """One opening, played with both assignments of sides: the unit of scheduling and of the store."""

    number: int
    agents: tuple[int, int]
    opening: str
    games: int = 2  # 1 for the last of an odd number of games, and with fixed seats
    turn: int | None = None  # its round; by default its own number

    def seats(self, game: int) -> tuple[int, int]:
        """The agents that play first and second in the first game (0) or the second (1)."""
        one, other = self.agents
        return (one, other) if game == 0 else (other, one)


@dataclass(frozen=True)
class PairRecord:
    """The games of a pair."""

    number: int
    agents: tuple[int, int]
    games: tuple[GameRecord, ...]


Digests = dict[str, str]  # of files, by the spec that names them
Job = Pair | int | Digests  # a pair to play, the number of an agent to check, files that must be there
Done = tuple[Job, PairRecord | Trouble | None]  # a job, and what came of it
