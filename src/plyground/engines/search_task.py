"""The tasks of an engine, and their runners: our own search, or an agent in its process."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from plyground.agents import Choice, Entrant, MoveLimits
from plyground.agents.agent import SearcherAgent
from plyground.agents.choice_message import choice_message
from plyground.agents.seats import IsolatedSeat
from plyground.engines.history import History
from plyground.errors import PlygroundError
from plyground.game import Game, Position
from plyground.processes import adopt_orphans, signal_group
from plyground.searchers import Deepening, Limits
from plyground.searchers.types import SearchReport
from plyground.workers.messages import REASONS, Answer, Trouble


@dataclass(frozen=True, eq=False)
class EngineTask:
    """One move to be found, in one of the games that this process plays."""

    game: Game[Any]
    history: History
    limits: MoveLimits
    seed: int = 0  # decides all chance of the game
    number: int = 0  # of the game
    held: bool = False  # keep the answer until the tool asks for it
    stop: threading.Event = field(default_factory=threading.Event)
    dropped: threading.Event = field(default_factory=threading.Event)  # its answer is not needed any more

    @property
    def position(self) -> Position[Any]:
        return self.history.position


@dataclass(frozen=True)
class EngineAnswer:
    """The text of the chosen move, as the agent gave it; or why there is none, in a sentence."""

    text: str | None
    trouble: str = ""


Report = Callable[[SearchReport], None]


class TaskRunner(Protocol):
    """Does one task at a time, in a thread that lives as long as the engine does."""

    @property
    def patience(self) -> float:
        """How many seconds it may take to stop."""

    def run(self, task: EngineTask, report: Report) -> EngineAnswer: ...

    def kill(self) -> bool:
        """End the current task without an answer; False if that cannot be done."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class SearchRunner:
    """An agent of our own, in this process: its search polls the stop flag."""

    entrant: Entrant
    patience: float = 10.0

    def run(self, task: EngineTask, report: Report) -> EngineAnswer:
        """The move that the search finds; iterative deepening reports every depth."""
        agent, position = self.entrant.enter(task.seed), task.position
        limits = replace(task.limits, stop=task.stop)
        if isinstance(agent, SearcherAgent) and isinstance(agent.searcher, Deepening):
            choice = _deepen(agent.searcher, position, limits, report)
        else:
            choice = agent.choose(position, limits)
            if choice.result is not None:
                report(SearchReport.of(position, choice.result))
        chosen, _ = choice_message(position, choice)
        return EngineAnswer(chosen.get("move"), _no_move(chosen))

    def kill(self) -> bool:
        return False

    def close(self) -> None:
        pass


def _deepen(searcher: Deepening, position: Position[Any], limits: Limits, report: Report) -> Choice:
    """The choice of iterative deepening: the answer of its last depth."""
    found = None
    for found in searcher.answers(position, limits):
        report(SearchReport.of(position, found))
    assert found is not None, "it always has an answer"
    return Choice(found.move, found)


def _no_move(chosen: dict[str, Any]) -> str:
    return f"{chosen['no_move']} is no move" if "no_move" in chosen else ""


HANDSHAKE = 10.0  # seconds to start and to begin a game, as in the arena
_FOR_EVER = 1e9  # seconds: the tool keeps the time


@dataclass
class KillableSeat(IsolatedSeat):
    """A seat whose process can be killed while another thread waits for its answer."""

    def kill(self) -> None:
        worker = self._worker
        if worker is not None and not worker.closed:
            signal_group(worker.pid, signal.SIGKILL)


@dataclass
class AgentRunner:
    """A user's agent in a process. It is sent the moves since it was last asked."""

    entrant: Entrant
    patience: float = 1.0  # it cannot be stopped, but it may be about to answer
    _seat: KillableSeat | None = None
    _game: tuple[Any, ...] | None = None  # the game that it plays
    _known: tuple[Any, ...] = ()  # the moves of it that it knows

    def check(self, game: Game[Any]) -> None:
        """Start the agent now, so that an agent that cannot play is refused at once."""
        adopt_orphans()
        self._seat = KillableSeat(self.entrant, game.spec)
        if trouble := self._seat.begin(game.start().text(), 0, HANDSHAKE):
            raise PlygroundError(f"{self.entrant.spec} cannot play: {trouble.detail}")

    def run(self, task: EngineTask, report: Report) -> EngineAnswer:
        """What it answers; what it prints goes to standard error."""
        history = task.history
        if trouble := self._begin(task):
            return EngineAnswer(None, f"{REASONS[trouble.reason]}: {trouble.detail}")
        if task.dropped.is_set():  # before there was a process to kill
            return EngineAnswer(None)
        assert self._seat is not None
        since = history.write()[len(self._known) :]
        self._known = history.moves
        answer = self._seat.move(history.position, since, task.limits, _FOR_EVER)
        _print_error(answer.printed)
        if isinstance(answer, Trouble):
            self._game = None
            return EngineAnswer(None, f"{REASONS[answer.reason]}: {answer.detail}")
        report(_report_of(answer))
        return EngineAnswer(answer.text)

    def _begin(self, task: EngineTask) -> Trouble | None:
        """Bring the agent into the game of a task; where moves were taken back, the game begins again."""
        history, spec = task.history, task.game.spec
        game = (spec, history.start, task.number)
        if self._game == game and history.moves[: len(self._known)] == self._known:
            return None
        if self._seat is None or self._seat.game != spec:
            self.close()
            self._seat = KillableSeat(self.entrant, spec)
        self._game, self._known = None, ()
        if trouble := self._seat.begin(history.start.text(), task.seed, HANDSHAKE):
            return trouble
        self._game = game
        return None

    def kill(self) -> bool:
        if self._seat is not None:
            self._seat.kill()
        return True

    def close(self) -> None:
        if self._seat is not None:
            self._seat.close()


def _report_of(answer: Answer) -> SearchReport:
    """What an agent in a process of its own reports, with the move and the time as they were seen here."""
    move, seconds, depth = answer.text, answer.cost.wall, answer.report.finished_depth
    return replace(answer.report, move=move, line=(move,), seconds=seconds, depth=depth)


def _print_error(said: str | None) -> None:
    if said and sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{said}\n")
            sys.stderr.flush()
