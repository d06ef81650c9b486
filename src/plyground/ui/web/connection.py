"""One page's connection: requests in order, one job beside them, messages out as they are taken."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.arena.records import Trouble
from plyground.arena.worker import Reply
from plyground.session import Session
from plyground.session.thinkers import Request, Thought
from plyground.ui.web.protocol import LONGEST, Wrong, check, check_request, is_job
from plyground.ui.web.rooms import Lab, Refused, complain
from plyground.ui.web.shown import shown_view, without_paths

GOING_AWAY, POLICY = 1001, 1008  # codes of RFC 6455
MOST_TASKS = 8  # jobs that are ending, and one that is not


class Connection:
    """One WebSocket, its session, its job."""

    def __init__(self, lab: Lab, socket: WebSocket) -> None:
        self.lab = lab
        self.session: Session | None = None
        self._socket = socket
        self._loop = asyncio.get_running_loop()
        self._outbox: deque[dict[str, Any]] = deque()
        self._news = asyncio.Event()
        self._view_due = False
        self._last_view = ""
        self._job: asyncio.Future[Reply] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._tick: asyncio.TimerHandle | None = None
        self._closing: tuple[int, Refused | None] | None = None
        self._bucket = Bucket(lab.caps.burst, lab.caps.rate, lab.clock())
        self._heard = lab.clock()

    # What handlers use.

    async def send(self, message: dict[str, Any]) -> None:
        """Have a message sent after those that wait; a page that takes none is given up."""
        self._post(message)

    async def think(self, requests: list[Request]) -> Reply:
        """What a thinker answers.

        There is one job or one thought a page: a new job cancels the last one and has machines pause;
        the values of a moment are waited for.
        """
        self.cancel()
        job: asyncio.Future[Reply] = self._loop.create_future()
        self._job = job
        thought: Thought | None = None

        def answered() -> None:
            if thought is not None and thought.reply is not None and not job.done():
                _settle(job, thought.reply)

        try:
            await self._calm(job)
            if not job.done():
                thought = self.lab.jobs.ask(requests, lambda: self._from_thread(answered))
            return await job
        finally:
            if thought is not None and thought.reply is None:
                thought.cancel()
            if job.done() and not job.cancelled():
                job.exception()  # or asyncio would complain that nobody has looked at it
            if self._job is job:
                self._job = None

    async def _calm(self, job: asyncio.Future[Reply]) -> None:
        """Wait until the session thinks nothing, or the job is not wanted any more."""
        if self.session is not None and self._session_thinks() == "move":
            self.session.pause()
            self.changed()
        while self._session_thinks() and not job.done():
            await asyncio.sleep(0.02)

    def cancel(self) -> None:
        """End the job, if there is one."""
        if self._job is not None and not self._job.done():
            self._job.set_exception(Refused("server.cancelled"))
        self._job = None

    def background(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that ends with the connection."""
        task = self._loop.create_task(self._guarded(coroutine))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def play(self, session: Session) -> None:
        """Show this session from now on."""
        if self.session is not None:
            self.session.close()
        self.session = session
        self.changed()

    def _session_thinks(self) -> str | None:
        return self.session.view.thinking if self.session is not None else None

    def changed(self) -> None:
        """The session has something new to show, and perhaps to do in a moment."""
        if self._session_thinks():
            self.cancel()
        self._view_due = True
        self._last_view = ""
        self._news.set()
        self._tick_later()

    def wake(self) -> None:
        """Called from a thread: somebody has thought for the session."""
        self._from_thread(self._take_in)

    # The life of a connection.

    async def serve(self) -> None:
        """Everything from the handshake to the end."""
        try:
            self.lab.admit(self)
        except Refused as refused:
            await self._socket.accept()
            await self._say_last(POLICY, refused)
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
            await self._say_last(*self._closing)

    def close(self, why: Refused, code: int = GOING_AWAY) -> None:
        """Tell the page why, and end."""
        self._closing = self._closing or (code, why)
        self._news.set()

    def idle(self, now: float) -> bool:
        """Whether nothing has been said for too long."""
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

    async def _say_last(self, code: int, why: Refused | None) -> None:
        with suppress(Exception):
            async with asyncio.timeout(0.3):
                if why is not None:
                    await self._socket.send_text(written({"closing": why.to_json()}))
                await self._socket.close(code)

    # Requests.

    async def _read(self) -> None:
        while self._closing is None:
            try:
                message = await self._socket.receive()
            except (WebSocketDisconnect, RuntimeError):
                break
            if message["type"] == "websocket.disconnect":
                break
            self._heard = self.lab.clock()
            try:
                request = read(message.get("text"), self.lab.caps.message)
            except Wrong:
                self.close(Refused("server.unreadable"), POLICY)
            else:
                await self._take(request["id"], request)
                await asyncio.sleep(0)  # requests that came together must not keep the writer from its turn

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
        if len(self._tasks) >= MOST_TASKS:
            return self._post({"re": number, "error": Refused("server.too-fast").to_json()})
        self.background(self._answer(number, request))
        return None

    async def _answer(self, number: int, request: dict[str, Any]) -> None:
        """Exactly one reply, whatever happens; what nobody expected is told on standard error only."""
        try:
            handler = self.lab.handlers.get(request["do"])
            if handler is None:
                raise Refused("server.failed")
            found = await handler(self, request)
            reply = {"re": number, **found}
        except Refused as refused:
            reply = {"re": number, "error": refused.to_json()}
        except Exception as error:  # noqa: BLE001 - the page gets a sentence, and the server goes on
            complain(request["do"], error)
            reply = {"re": number, "error": Refused("server.failed").to_json()}
        self._post(reply)

    async def _guarded(self, coroutine: Coroutine[Any, Any, Any]) -> None:
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
        """Send what waits, and of the session only what it looks like when there is time to send it."""
        while self._closing is None:
            await self._news.wait()
            self._news.clear()
            while self._closing is None and (text := self._next()) is not None:
                try:
                    async with asyncio.timeout(self.lab.caps.patience):
                        await self._socket.send_text(text)
                except TimeoutError:
                    return self.close(Refused("server.slow"), POLICY)
                except (WebSocketDisconnect, RuntimeError, OSError):
                    return None
                self._heard = self.lab.clock()
        return None

    def _next(self) -> str | None:
        if self._outbox:
            return written(self._outbox.popleft())
        if self._view_due and self.session is not None:
            self._view_due = False
            return written({"view": shown_view(self.session.view)})
        return None

    # The session's time.

    def _take_in(self) -> None:
        """Take in what was thought; what must wait for its time is looked at again then."""
        if self.session is None:
            return
        if self.session.tick():
            self.changed()
        else:
            self._tick_later()

    def _tick_later(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
        assert self.session is not None
        self._tick = self._loop.call_later(self.session.pace + 0.002, self._tick_now)

    def _tick_now(self) -> None:
        self._tick = None
        if self.session is not None and self.session.tick():
            self.changed()

    def _from_thread(self, call: Any) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(call)


class Bucket:
    """So many requests at once, so many a second in the long run."""

    def __init__(self, burst: int, rate: float, now: float) -> None:
        self._burst, self._rate = burst, rate
        self._left, self._at = float(burst), now
        self.overdrawn = 0  # requests refused since all was calm

    def take(self, now: float) -> bool:
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= self._burst:
            self.overdrawn = 0
        if self._left < 1:
            self.overdrawn += 1
            return False
        self._left -= 1
        return True


def _settle(job: asyncio.Future[Reply], reply: Reply | Trouble) -> None:
    if isinstance(reply, Trouble):
        key = "server.job-late" if reply.reason == "time" else "server.job-failed"
        job.set_exception(
            Refused(key, **({} if reply.reason == "time" else {"why": without_paths(reply.detail)}))
        )
    elif "error" in reply:
        job.set_exception(Refused("server.job-failed", why=without_paths(str(reply["error"]))))
    else:
        job.set_result(reply)


def read(text: str | None, longest: int) -> dict[str, Any]:
    """The numbered request that a text of JSON spells, numbers as JavaScript has them; Wrong if none."""
    try:
        if text is None or len(text) > longest:
            raise Wrong("", "a text that is not too long")
        message = json.loads(text, parse_constant=_refused, parse_float=_number)
    except (ValueError, RecursionError):
        raise Wrong("", "JSON") from None
    if not isinstance(message, dict):
        raise Wrong("", "an object")
    check(message.get("id"), "Id", "id")
    return message


def written(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _refused(constant: str) -> float:
    raise ValueError(constant)


def _number(text: str) -> float:
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= LONGEST else value
