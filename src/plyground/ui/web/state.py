"""What all connections of a server share, and what a connection looks like to the handlers of requests."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar, cast

from plyground.message import Message
from plyground.session import SearchPool, Session
from plyground.session.search_pool import Request
from plyground.ui.web.protocol import Refused
from plyground.ui.web.serialize import without_paths
from plyground.ui.web.user_games import UserGames
from plyground.ui.web.validation import Caps
from plyground.workers.channel import Reply
from plyground.workers.messages import Trouble

MAX_REMEMBERED = 20_000  # values of positions
SECONDS_TO_CLOSE = 0.6

Data = dict[str, Any]


class Page(Protocol):
    """A connected page, as handlers see it. `Connection` is one."""

    lab: Lab
    role: Literal["teacher", "student"]  # "teacher", who may do everything, or "student"
    session: Session | None

    def push(self, message: Data) -> None:
        """Send a message after those that wait."""

    def begin_job(self) -> asyncio.Future[Reply]:
        """A job that is still to be made ready; the page's last job is cancelled."""

    async def run_job(self, requests: list[Request], begun: asyncio.Future[Reply] | None = None) -> Reply:
        """The answer of a search process to the job that was begun, or to a new one."""

    def cancel(self) -> None:
        """Cancel the page's job, if there is one."""

    def background(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task that ends with the connection."""

    def play(self, session: Session) -> None:
        """Show this session from now on."""

    def refresh(self) -> None:
        """Send the session's view, which has changed."""

    def wake(self) -> None:
        """Look at the session again; may be called from any thread."""

    def idle(self, now: float) -> bool:
        """Whether there were no messages for too long."""

    def close(self, why: Refused) -> None:
        """Tell the page the reason, and disconnect."""


class Service(Protocol):
    """What the handlers of a page keep for all connections, such as the tournaments that run."""

    def unwatch(self, page: Page) -> None:
        """Send this page no more news."""

    async def close(self) -> None:
        """End all work."""


Handler = Callable[[Page, Mapping[str, Any]], Awaitable[Data]]
S = TypeVar("S", bound=Service)


@dataclass(eq=False)
class Lab:
    """What all connections of one server share."""

    caps: Caps = field(default_factory=Caps)
    handlers: Mapping[str, Handler] = field(default_factory=dict)
    students_may: frozenset[str] = frozenset()  # the requests of a class that the server answers
    class_address: str | None = None  # where students come in; None if this is no class
    language: str | None = None  # in which pages begin
    users: UserGames = field(default_factory=UserGames)
    lacking: tuple[str, ...] = ()  # pages and abilities that this laboratory has not
    clock: Callable[[], float] = time.monotonic
    game_pool: SearchPool = field(default_factory=lambda: SearchPool(max(2, os.cpu_count() or 1)))
    job_pool: SearchPool = field(default_factory=SearchPool)  # so that no long job keeps games waiting
    connections: set[Page] = field(default_factory=set)
    on_attendance: set[Callable[[], None]] = field(default_factory=set)  # called when pages come and go
    _services: dict[type[Any], Service] = field(default_factory=dict)
    _values: OrderedDict[Any, Any] = field(default_factory=OrderedDict)

    def admit(self, connection: Page) -> None:
        """Add a connection; Refused if there are too many."""
        if len(self.connections) >= self.caps.connections:
            raise Refused("server.crowded", most=self.caps.connections)
        self.connections.add(connection)
        self._tell_attendance()

    def leave(self, connection: Page) -> None:
        self.connections.discard(connection)
        for service in self._services.values():
            service.unwatch(connection)
        self._tell_attendance()

    def _tell_attendance(self) -> None:
        for tell in self.on_attendance:
            tell()

    @property
    def students(self) -> int:
        """How many pages of students are open."""
        return sum(page.role == "student" for page in self.connections)

    def handler(self, request: str, role: str) -> Handler:
        """What answers a request; Refused if this is not for students, and a student asks."""
        if role == "student" and request not in self.students_may:
            raise Refused("server.for-teachers")
        if request not in self.handlers:
            raise Refused("server.failed")
        return self.handlers[request]

    def service(self, kind: type[S], make: Callable[[], S]) -> S:
        """The server's one service of a kind, made when it is first needed."""
        if kind not in self._services:
            self._services[kind] = make()
        return cast(S, self._services[kind])

    def recall(self, key: Any) -> Any:
        """The stored value of a position, if there is one."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def remember(self, key: Any, value: Any) -> None:
        self._values[key] = value
        if len(self._values) > MAX_REMEMBERED:
            self._values.popitem(last=False)

    async def close(self) -> None:
        """End all connections, searches and services; what takes too long dies with this process."""
        for connection in list(self.connections):
            connection.close(Refused("server.ends"))
        ending: list[Coroutine[Any, Any, None]] = [
            asyncio.to_thread(pool.close) for pool in (self.game_pool, self.job_pool)
        ]
        ending += [service.close() for service in self._services.values()]
        await asyncio.wait([asyncio.ensure_future(end) for end in ending], timeout=SECONDS_TO_CLOSE)


def read_reply(reply: Reply | Trouble | None) -> Reply:
    """The answer of a search process; Refused says why there is none."""
    if reply is None:
        raise Refused("server.cancelled")
    if isinstance(reply, Trouble) and reply.reason == "time":
        raise Refused("server.job-late")
    if isinstance(reply, Trouble):
        raise Refused("server.job-failed", why=without_paths(reply.detail))
    if "error" in reply:
        raise Refused("server.job-failed", why=told_reason(reply))
    return reply


def told_reason(reply: Reply) -> str | Message:
    """Why a search process has failed: for any language, or else in English."""
    if "why" in reply:
        return Message(reply["why"]["key"], reply["why"]["facts"])
    return without_paths(str(reply["error"]))


def complain(what: str, error: BaseException) -> None:
    """Print one line for the person who runs the server; pages never see it."""
    sentence = " ".join(f"{type(error).__name__}: {error}".split())
    with suppress(OSError):
        print(f"plyground: {what} failed ({sentence[:300]})", file=sys.stderr, flush=True)  # noqa: T201
