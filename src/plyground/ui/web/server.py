"""The life of the server's process: bind, tell the address, serve, and leave nothing behind."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import signal
import socket
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import FrameType
from typing import Any
from weakref import WeakKeyDictionary

import uvicorn

from plyground.errors import Failed, truncate
from plyground.ui.web import arena, classroom, exercises, explain, learn, papers, play
from plyground.ui.web.app import application
from plyground.ui.web.inflow import bounded_protocol
from plyground.ui.web.menu import offered_json
from plyground.ui.web.protocol import Refused
from plyground.ui.web.security import Access, authority
from plyground.ui.web.state import Handler, Lab
from plyground.ui.web.user_games import UserGames
from plyground.ui.web.validation import Caps

STUDENTS_HANDLERS: dict[str, Handler] = play.HANDLERS | explain.HANDLERS | exercises.HANDLERS
HANDLERS: dict[str, Handler] = (
    STUDENTS_HANDLERS | arena.HANDLERS | learn.HANDLERS | papers.HANDLERS | classroom.HANDLERS
)
STUDENTS_MAY = frozenset(STUDENTS_HANDLERS) - {"series"}  # thousands of games would be a tournament
CAPS_VARIABLE = "PLYGROUND_LAB_CAPS"  # JSON with other caps: so that tests need not wait for hours


def serve(
    host: str,
    port: int,
    language: str | None,
    ready: Callable[[Access], None],
    games: Sequence[str] = (),
    *,
    for_class: bool = False,
) -> None:
    """Serve until a signal comes; a KeyboardInterrupt if that was Ctrl-C. `games` are users' own.

    In a class, students come in by a code and may do less than the teacher.
    """
    users = UserGames.load(games)
    listener = listen(host, port)
    access = Access.at(host, listener.getsockname()[1], for_class=for_class)
    server = asyncio.run(_serve(listener, access, language, users, ready))
    if server.interrupted:
        raise KeyboardInterrupt


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; Failed says why there is none."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except UnicodeError:
        raise Failed(f"{truncate(host)} is no name of a host") from None
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        why = "is taken: choose another with --port" if taken else f"cannot be used ({error.strerror})"
        raise Failed(f"{authority(host, port)} {why}") from None
    return listener


async def _serve(
    listener: socket.socket,
    access: Access,
    language: str | None,
    users: UserGames,
    ready: Callable[[Access], None],
) -> LabServer:
    caps = replace(Caps(), **json.loads(os.environ.get(CAPS_VARIABLE, "{}")))
    address = next(iter(access.class_addresses), None)
    lab = Lab(caps, HANDLERS, STUDENTS_MAY, address, language, users)
    lab.game_pool.warm()
    server = LabServer(lab, access)
    try:
        ready(access)
    except BaseException:  # nobody can be told the address: what has been started ends, too
        await lab.close()
        raise
    warming = asyncio.create_task(asyncio.to_thread(offered_json, UserGames()))  # before a page asks
    await server.serve([listener])
    await warming
    return server


class LabServer(uvicorn.Server):
    """Uvicorn without logs, with small limits and a quick end."""

    def __init__(self, lab: Lab, access: Access) -> None:
        for name in ("uvicorn.error", "uvicorn.asgi"):  # do not log malformed requests
            logging.getLogger(name).addHandler(logging.NullHandler())
            logging.getLogger(name).propagate = False
        super().__init__(
            uvicorn.Config(
                application(lab, access),
                loop="asyncio",
                http="h11",
                ws=bounded_protocol(lab.caps, lab.clock),
                ws_max_size=lab.caps.message,
                ws_per_message_deflate=False,
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,
                limit_concurrency=2 * lab.caps.connections + 64,
                h11_max_incomplete_event_size=16_384,
                timeout_graceful_shutdown=1,
            )
        )
        self.lab = lab
        self.interrupted = False
        self._silent: WeakKeyDictionary[Any, float] = WeakKeyDictionary()  # connections, since when

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.interrupted = self.interrupted or sig == signal.SIGINT
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            now = self.lab.clock()
            for connection in [c for c in self.lab.connections if c.idle(now)]:
                connection.close(Refused("server.idle"))
            self._hang_up(now)
        return await super().on_tick(counter)

    def _hang_up(self, now: float) -> None:
        """Close connections that never finish a request: they would keep others out."""
        for connection in list(self.server_state.connections):
            asked = getattr(connection, "cycle", connection)  # of HTTP: the last request, if any
            if asked is None or getattr(asked, "response_complete", False):
                since = self._silent.setdefault(asked or connection, now)
                if now - since > self.lab.caps.silence:
                    connection.transport.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.lab.close()
        self.force_exit = True  # everything of ours has ended
        await super().shutdown(sockets)
