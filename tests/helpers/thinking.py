"""Thinkers for tests that need no processes: they think when they are told to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from plyground.session import Session
from plyground.session.search_main import SearchServer
from plyground.session.search_pool import Request, SearchPool, SearchTask
from plyground.session.view import View
from plyground.workers.channel import Reply
from plyground.workers.messages import Cost


class PoolHere(SearchPool):
    """Keeps what it is asked until `think`; a mind of this process answers."""

    def __init__(self) -> None:
        super().__init__()
        self.mind = SearchServer()
        self.asked: list[SearchTask] = []

    def ask(
        self, requests: Sequence[Request], wake: Callable[[], None], key: str | None = None
    ) -> SearchTask:
        thought = SearchTask(requests, wake, key)
        self.asked.append(thought)
        return thought

    @property
    def pending(self) -> list[SearchTask]:
        return [thought for thought in self.asked if not thought.cancelled and thought.reply is None]

    def think(self, which: int = 0) -> bool:
        """Answer one of the thoughts that are waited for, if there is one."""
        pending = self.pending
        self.asked = pending
        if not pending:
            return False
        thought = pending[which % len(pending)]
        for number, (message, _) in enumerate(thought.requests):
            reply = Reply(self.mind.answer({"id": number, **message}))
            reply.cost = Cost(0.001)
            if "error" in reply:
                break
        thought.reply = reply
        thought.wake()
        return True


def let_think(session: Session, minds: PoolHere) -> None:
    """Have everything thought that is being waited for, and what follows from it."""
    for _ in range(1_000):
        if not minds.think() and not session.tick():
            return
        session.tick()
    raise AssertionError("there is no end to it")


def situation(view: View) -> tuple[Any, ...]:
    """What of a view depends on the moves alone: taking moves back must bring it back."""
    return (
        *(view.game, view.start, view.position, view.board, view.to_move, view.outcome, view.moves),
        *(view.played, view.last, view.winning, view.statistics),
    )
