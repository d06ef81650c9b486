"""The one job of a page: a search for a trace or a graph, in a process, beside the page's session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from plyground.session.search_pool import Request, SearchPool, SearchTask
from plyground.ui.web.protocol import Refused
from plyground.ui.web.state import read_reply
from plyground.workers.channel import Reply
from plyground.workers.messages import Trouble


class Searching(Protocol):
    """The page's session, as a job sees it."""

    def session_task(self) -> str | None:
        """What the session searches for now, if anything."""

    def pause_session(self) -> None:
        """Let no machine move."""

    def from_thread(self, call: Callable[[], None]) -> None:
        """Have something called in the loop, from another thread."""


class PageJob:
    """A page has one job or one search at a time.

    A new job cancels the last one and pauses machines; it waits until the values of the moves are there.
    """

    def __init__(self, pool: SearchPool, page: Searching) -> None:
        self._pool = pool
        self._page = page
        self._job: asyncio.Future[Reply] | None = None

    def begin(self) -> asyncio.Future[Reply]:
        """A new job, which the page can cancel before it is known what to search for."""
        self.cancel()
        job: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        job.add_done_callback(_look_at)
        self._job = job
        return job

    async def run(self, requests: list[Request], begun: asyncio.Future[Reply] | None = None) -> Reply:
        """The answer of a search process, to a new job or to one that has begun."""
        job = begun or self.begin()
        task: SearchTask | None = None

        def finish() -> None:
            if task is not None and task.reply is not None and not job.done():
                _finish(job, task.reply)

        try:
            await self._await_session(job)
            if not job.done():
                task = self._pool.ask(requests, lambda: self._page.from_thread(finish))
            return await job
        finally:
            if task is not None and task.reply is None:
                task.cancel()
            if self._job is job:
                self._job = None

    def cancel(self) -> None:
        """End the job, if there is one."""
        if self._job is not None and not self._job.done():
            self._job.set_exception(Refused("server.cancelled"))
        self._job = None

    async def _await_session(self, job: asyncio.Future[Reply]) -> None:
        """Wait until the session has no search, or the job is cancelled."""
        if job.done():  # a move has ended it: what the machine thinks of now is its reply
            return
        if self._page.session_task() == "move":
            self._page.pause_session()
        while self._page.session_task() and not job.done():
            await asyncio.sleep(0.02)


def _look_at(job: asyncio.Future[Reply]) -> None:
    """So that asyncio does not warn that nobody looked at an error."""
    if not job.cancelled():
        job.exception()


def _finish(job: asyncio.Future[Reply], reply: Reply | Trouble) -> None:
    try:
        job.set_result(read_reply(reply))
    except Refused as refused:
        job.set_exception(refused)
