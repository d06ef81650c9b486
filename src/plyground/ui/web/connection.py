"""The connection of one page: its requests in order, its session, and messages to the page."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from plyground.agents.remedies import describe_error
from plyground.session import Session
from plyground.session.search_pool import Request
from plyground.ui.web.page_job import PageJob
from plyground.ui.web.protocol import (
    Refused,
    Wrong,
    check_request,
    is_job,
    read_request,
    write_message,
)
from plyground.ui.web.serialize import view_json, without_paths
from plyground.ui.web.state import Lab, complain
from plyground.ui.web.transport import Gone, Role, Socket, TokenBucket
from plyground.ui.web.user_games import UserGames
from plyground.workers.channel import Reply

GOING_AWAY, POLICY = 1001, 1008  # codes of RFC 6455
MAX_TASKS = 8  # jobs that are ending, and one that is not


class Connection:
    """One page's socket, its session, its job."""

    def __init__(self, lab: Lab, socket: Socket, role: Role = "teacher") -> None:
        self.lab = lab
        self.role = role
        self.session: Session | None = None
        self._socket = socket
        self._loop = asyncio.get_running_loop()
        self._outbox: deque[dict[str, Any]] = deque()
        self._news = asyncio.Event()
        self._view_due = False
        self._last_view = ""
        self._job = PageJob(lab.job_pool, self)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._tick: asyncio.TimerHandle | None = None
        self._closing: tuple[int, Refused | None] | None = None
        self._bucket = TokenBucket(lab.caps.burst, lab.caps.rate, lab.clock())
        self._heard = lab.clock()

    # What handlers use.

    def push(self, message: dict[str, Any]) -> None:
        """Send a message after those that wait; a page that receives none is disconnected."""
        self._post(message)

    def begin_job(self) -> asyncio.Future[Reply]:
        """A job that is still to be made ready; the page's last job is cancelled."""
        return self._job.begin()

    async def run_job(self, requests: list[Request], begun: asyncio.Future[Reply] | None = None) -> Reply:
        """The answer of a search process to the job that was begun, or to a new one."""
        return await self._job.run(requests, begun)

    def cancel(self) -> None:
        """End the job, if there is one."""
        self._job.cancel()

    def background(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that ends with the connection."""
        task = self._loop.create_task(self._guard(coroutine))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def play(self, session: Session) -> None:
        """Show this session from now on."""
        if self.session is not None:
            self.session.close()
        self.session = session
        self.refresh()

    def session_task(self) -> str | None:
        """What the session searches for now, if anything."""
        return self.session.view.thinking if self.session is not None else None

    def pause_session(self) -> None:
        """Let no machine move."""
        if self.session is not None:
            self.session.pause()
            self.refresh()

    def refresh(self) -> None:
        """The session has something new to show, and perhaps something to do soon."""
        if self.session_task():
            self.cancel()
        self._view_due = True
        self._last_view = ""
        self._news.set()
        self._tick_later()

    def wake(self) -> None:
        """Called from a thread: a search of the session has ended."""
        self.from_thread(self._tick_session)

    # The life of a connection.

    async def serve(self) -> None:
        """Everything from the handshake to the end."""
        try:
            self.lab.admit(self)
        except Refused as refused:
            await self._socket.accept()
            await self._send_last(POLICY, refused)
            return
        tasks: list[asyncio.Task[None]] = []
        try:
            await self._socket.accept()
            tasks = [self._loop.create_task(work) for work in (self._write(), self._read())]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.lab.leave(self)
            self._end()
            for task in tasks:
                task.cancel()
            for end in await asyncio.gather(*tasks, *self._tasks, return_exceptions=True):
                if isinstance(end, Exception):
                    complain("a connection", end)
        if self._closing is not None:
            await self._send_last(*self._closing)

    def close(self, why: Refused, code: int = GOING_AWAY) -> None:
        """Tell the page the reason, and disconnect."""
        self._closing = self._closing or (code, why)
        self._news.set()

    def idle(self, now: float) -> bool:
        """Whether there were no messages for too long."""
        return now - self._heard > self.lab.caps.idle

    def _end(self) -> None:
        self.cancel()
        for task in list(self._tasks):
            task.cancel()
        if self._tick is not None:
            self._tick.cancel()
        if self.session is not None:
            self.session.close()
            self.session = None

    async def _send_last(self, code: int, why: Refused | None) -> None:
        with suppress(Exception):
            async with asyncio.timeout(0.3):
                if why is not None:
                    await self._socket.send(write_message({"closing": why.to_json()}))
                await self._socket.close(code)

    # Requests.

    async def _read(self) -> None:
        while self._closing is None:
            try:
                text = await self._socket.receive()
            except Gone:
                break
            self._heard = self.lab.clock()
            try:
                request = read_request(text, self.lab.caps.message)
            except Wrong:
                self.close(Refused("server.unreadable"), POLICY)
            else:
                await self._take(request["id"], request)
                await asyncio.sleep(0)  # so that many requests at once do not keep the writer waiting

    async def _take(self, number: int, request: dict[str, Any]) -> None:
        allowed = self._bucket.take(self.lab.clock())
        if not allowed:
            if self._bucket.overdrawn > self.lab.caps.excess:
                return self.close(Refused("server.too-fast"), POLICY)
            return self._post({"re": number, "error": Refused("server.too-fast").to_json()})
        try:
            check_request(request)
        except Wrong as wrong:
            refused = Refused("server.bad-request", where=without_paths(wrong.where), wanted=wrong.wanted)
            return self._post({"re": number, "error": refused.to_json()})
        if not is_job(request["do"]):
            return await self._answer(number, request)
        if len(self._tasks) >= MAX_TASKS:
            return self._post({"re": number, "error": Refused("server.too-fast").to_json()})
        self.background(self._answer(number, request))
        return None

    async def _answer(self, number: int, request: dict[str, Any]) -> None:
        """Send exactly one reply, whatever happens; unexpected errors go to standard error only."""
        try:
            found = await self.lab.handler(request["do"], self.role)(self, request)
            reply = {"re": number, **found}
        except Refused as refused:
            reply = {"re": number, "error": refused.to_json()}
        except Exception as error:  # noqa: BLE001 - the page gets a sentence, and the server goes on
            complain(request["do"], error)
            reply = {"re": number, "error": failure(error, self.lab.users).to_json()}
        self._post(reply)

    async def _guard(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        try:
            await coroutine
        except Refused:
            pass
        except Exception as error:  # noqa: BLE001 - as above
            complain("background", error)

    # Messages out.

    def _post(self, message: dict[str, Any]) -> None:
        if len(self._outbox) >= self.lab.caps.outbox:
            return self.close(Refused("server.slow"), POLICY)
        self._outbox.append(message)
        return self._news.set()

    async def _write(self) -> None:
        """Send what waits; of the session, only its newest view."""
        while self._closing is None:
            await self._news.wait()
            self._news.clear()
            while self._closing is None and (text := self._next()) is not None:
                try:
                    async with asyncio.timeout(self.lab.caps.patience):
                        await self._socket.send(text)
                except TimeoutError:
                    return self.close(Refused("server.slow"), POLICY)
                except Gone:
                    return None
                self._heard = self.lab.clock()
        return None

    def _next(self) -> str | None:
        if self._outbox:
            return write_message(self._outbox.popleft())
        if self._view_due and self.session is not None:
            self._view_due = False
            with self._watch_rules():
                return write_message({"view": view_json(self.session.view, self.lab.users)})
        return None

    # The session's time.

    def _tick_session(self) -> None:
        """Take in the answers of machines; look again later for what waits for its time."""
        if self.session is None:
            return
        with self._watch_rules():
            if self.session.tick():
                self.refresh()
            else:
                self._tick_later()

    def _tick_later(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
        assert self.session is not None
        self._tick = self._loop.call_later(self.session.pace + 0.002, self._tick_now)

    def _tick_now(self) -> None:
        self._tick = None
        with self._watch_rules():
            if self.session is not None and self.session.tick():
                self.refresh()

    @contextmanager
    def _watch_rules(self) -> Iterator[None]:
        """Disconnect the page if a user's rules fail, and say why: it comes back to where it was before."""
        try:
            yield
        except Exception as error:
            if not self.lab.users.raised(error):
                raise
            complain("a game", error)
            self.close(failure(error, self.lab.users), POLICY)

    def from_thread(self, call: Callable[[], None]) -> None:
        """Have something called in the loop, from another thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(call)


def failure(error: Exception, users: UserGames) -> Refused:
    """What a page is told of an error: a user's rules fail with their own words."""
    return (
        Refused("server.rules-failed", why=describe_error(error))
        if users.raised(error)
        else Refused("server.failed")
    )
