"""What an engine is asked to think about and what comes of it; how agents of our own think."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from plyground.agents import Choice, Entrant, MoveLimits
from plyground.agents.host import spelled
from plyground.agents.searching import SearchingAgent
from plyground.game import Position
from plyground.search import Deepening, Limits, SearchResult
from plyground.ui.engine.course import Course


@dataclass(frozen=True, eq=False)
class Thought:
    """One move to be found, in one game of those that this process plays."""

    course: Course
    limits: MoveLimits
    seed: int = 0  # decides all chance of the game
    number: int = 0  # of the game
    held: bool = False  # the answer is not to be told before it is asked for
    stop: threading.Event = field(default_factory=threading.Event)
    dropped: threading.Event = field(default_factory=threading.Event)  # nobody waits for it any more

    @property
    def position(self) -> Position[Any]:
        return self.course.position


@dataclass(frozen=True)
class Found:
    """What a search tells of itself; the line is texts of moves."""

    line: tuple[str, ...]
    seconds: float
    score: int | None = None
    nodes: int | None = None
    depth: int | None = None

    @classmethod
    def of(cls, position: Position[Any], result: SearchResult[Any]) -> Found:
        line = []
        for move in result.line:
            line.append(position.write(move))
            position = position.after(move)
        stats = result.stats
        return cls(tuple(line), stats.seconds, result.score, stats.nodes, stats.depth)


@dataclass(frozen=True)
class Reply:
    """The text of the chosen move, as the agent gave it; or why there is none, in a sentence."""

    text: str | None
    trouble: str = ""


Report = Callable[[Found], None]


class Mind(Protocol):
    """Who thinks, one thought at a time, in a thread that lives as long as the engine does."""

    @property
    def patience(self) -> float:
        """How many seconds it may take to stop."""

    def think(self, thought: Thought, report: Report) -> Reply: ...

    def kill(self) -> bool:
        """End what is being thought without an answer; False if that cannot be done."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class Searching:
    """An agent of our own, in this process: its search looks whether it is to stop."""

    entrant: Entrant
    patience: float = 10.0

    def think(self, thought: Thought, report: Report) -> Reply:
        """The move that the search finds; of iterative deepening, every depth is reported."""
        agent, position = self.entrant.enter(thought.seed), thought.position
        limits = replace(thought.limits, stop=thought.stop)
        if isinstance(agent, SearchingAgent) and isinstance(agent.searcher, Deepening):
            choice = _deepened(agent.searcher, position, limits, report)
        else:
            choice = agent.choose(position, limits)
            if choice.result is not None:
                report(Found.of(position, choice.result))
        chosen, _ = spelled(position, choice)
        return Reply(chosen.get("move"), _no_move(chosen))

    def kill(self) -> bool:
        return False

    def close(self) -> None:
        pass


def _deepened(searcher: Deepening, position: Position[Any], limits: Limits, report: Report) -> Choice:
    """What iterative deepening chooses: the answer of its last depth."""
    found = None
    for found in searcher.answers(position, limits):
        report(Found.of(position, found))
    assert found is not None, "it always has an answer"
    return Choice(found.move, found)


def _no_move(chosen: dict[str, Any]) -> str:
    return f"{chosen['no_move']} is no move" if "no_move" in chosen else ""
