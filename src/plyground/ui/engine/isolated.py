"""Agents that are not ours think in a process of their own, confined as in the arena, and can be killed."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from plyground.agents import Entrant
from plyground.arena.records import REASONS, Answer, Trouble
from plyground.arena.seats import Isolated
from plyground.errors import PlygroundError
from plyground.game import Game
from plyground.processes import adopt_orphans, signal_group
from plyground.ui.engine.thinking import Found, Reply, Report, Thought

HANDSHAKE = 10.0  # seconds to start and to begin a game, as in the arena
_FOR_EVER = 1e9  # seconds: whoever asks keeps the time


@dataclass
class Chair(Isolated):
    """The arena's seat, of which the process can be killed while another thread waits for its answer."""

    def kill(self) -> None:
        worker = self._worker
        if worker is not None and not worker.closed:
            signal_group(worker.pid, signal.SIGKILL)


@dataclass
class Outsider:
    """Somebody's agent. It knows the game so far, and is told the moves since it was last asked."""

    entrant: Entrant
    patience: float = 1.0  # it cannot be told to stop, but it may just be about to answer
    _chair: Chair | None = None
    _game: tuple[Any, ...] | None = None  # the one that it is in, and the moves of it that it knows
    _known: tuple[str, ...] = field(default=())

    def check(self, game: Game[Any]) -> None:
        """Start it, so that one who cannot play is known before anybody asks."""
        adopt_orphans()
        self._chair = Chair(self.entrant, game.spec)
        if trouble := self._chair.begin(game.start().text(), 0, HANDSHAKE):
            raise PlygroundError(f"{self.entrant.spec} cannot play: {trouble.detail}")

    def think(self, thought: Thought, report: Report) -> Reply:
        """What it answers; what it prints goes to standard error."""
        course = thought.course
        if trouble := self._begin(thought):
            return Reply(None, f"{REASONS[trouble.reason]}: {trouble.detail}")
        if thought.dropped.is_set():  # before there was a process to kill
            return Reply(None)
        assert self._chair is not None
        since = list(course.moves[len(self._known) :])
        self._known = course.moves
        answer = self._chair.move(course.position, since, thought.limits, _FOR_EVER)
        _pass_on(answer.told.said)
        if isinstance(answer, Trouble):
            self._game = None
            return Reply(None, f"{REASONS[answer.reason]}: {answer.detail}")
        report(_found(answer))
        return Reply(answer.text)

    def _begin(self, thought: Thought) -> Trouble | None:
        """Have it in the game of a thought, which begins again where moves were taken back."""
        course = thought.course
        game = (course.game.spec, course.start, thought.number)
        if self._game == game and course.moves[: len(self._known)] == self._known:
            return None
        if self._chair is None or self._chair.game != course.game.spec:
            self.close()
            self._chair = Chair(self.entrant, course.game.spec)
        self._game, self._known = None, ()
        if trouble := self._chair.begin(course.start.text(), thought.seed, HANDSHAKE):
            return trouble
        self._game = game
        return None

    def kill(self) -> bool:
        if self._chair is not None:
            self._chair.kill()
        return True

    def close(self) -> None:
        if self._chair is not None:
            self._chair.close()


def _found(answer: Answer) -> Found:
    told = answer.told
    return Found((answer.text,), answer.cost.wall, told.score, told.nodes, told.depth)


def _pass_on(said: str | None) -> None:
    if said and sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{said}\n")
            sys.stderr.flush()
