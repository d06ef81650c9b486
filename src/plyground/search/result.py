"""What a search answers, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from plyground.errors import PlygroundError

M = TypeVar("M")


@dataclass(frozen=True)
class SearchStats:
    """What a search cost; two that differ only by the clock are equal."""

    nodes: int = 0  # calls of the value function: the root counts, and so do table hits
    depth: int = 0  # the deepest ply looked at; of iterative deepening, the last one finished
    table_hits: int = 0
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class SearchResult(Generic[M]):
    """The value of a position for the side to move, and the line of play that leads to it."""

    score: int
    line: tuple[M, ...]
    proven: bool  # the score is the value of the game, and no estimate
    stopped: str | None  # "nodes", "seconds" or "stop" if that limit cut the search short
    stats: SearchStats
    core: str = "python"

    @property
    def move(self) -> M:
        """The move to play."""
        if not self.line:
            raise PlygroundError("the game is over: there is no move to play")
        return self.line[0]
