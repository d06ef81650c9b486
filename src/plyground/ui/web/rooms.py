"""What all connections of a server share, and how much any of them may ask for."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from plyground.session import Thinkers

if TYPE_CHECKING:
    from plyground.ui.web.connection import Connection
    from plyground.ui.web.tournaments import Tournaments

Handler = Callable[["Connection", Mapping[str, Any]], Awaitable[dict[str, Any]]]

MOST_REMEMBERED = 20_000  # values of positions
SECONDS_TO_CLOSE = 0.6


class Refused(Exception):
    """A request that is not done: the key of a sentence, and the facts that it names."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "facts": self.facts}


@dataclass(frozen=True)
class Caps:
    """The most of everything: a server shares its machine with whoever sits at it."""

    seconds: float = 10.0  # a move or a search
    depth: int = 40
    nodes: int = 200_000_000
    rows: int = 5_000  # of a trace
    cells: int = 256
    games: int = 10_000  # a run
    table_mb: int = 128
    table_entries: int = 4_000_000
    connections: int = 256
    message: int = 65_536  # bytes from the page
    outbox: int = 200  # messages that a page has not taken yet
    patience: float = 20.0  # seconds for the page to take one
    burst: int = 200  # requests at once
    rate: float = 50.0  # requests a second in the long run
    excess: int = 100  # requests beyond that, each refused, before the connection is closed
    idle: float = 4 * 3_600.0  # seconds without a word from either side
    silence: float = 5.0  # seconds for a new connection to say what it wants
    pace: float = 0.15  # seconds that a machine's move stays alone on the board

    def to_json(self) -> dict[str, Any]:
        """What pages are told."""
        return {
            name: getattr(self, name) for name in ("seconds", "depth", "nodes", "rows", "cells", "games")
        }


@dataclass(eq=False)
class Lab:
    """One a server."""

    caps: Caps = field(default_factory=Caps)
    handlers: Mapping[str, Handler] = field(default_factory=dict)
    language: str | None = None  # that pages are to begin with
    clock: Callable[[], float] = time.monotonic
    thinkers: Thinkers = field(default_factory=lambda: Thinkers(max(2, os.cpu_count() or 1)))
    jobs: Thinkers = field(default_factory=Thinkers)  # others, so that no long job keeps games waiting
    tournaments: Tournaments | None = None
    connections: set[Connection] = field(default_factory=set)
    _values: OrderedDict[Any, Any] = field(default_factory=OrderedDict)

    def admit(self, connection: Connection) -> None:
        """Let one in; Refused if there are too many."""
        if len(self.connections) >= self.caps.connections:
            raise Refused("server.crowded", most=self.caps.connections)
        self.connections.add(connection)

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)

    def remembered(self, key: Any) -> Any:
        """What is known of a position, if anything."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def remember(self, key: Any, value: Any) -> None:
        self._values[key] = value
        if len(self._values) > MOST_REMEMBERED:
            self._values.popitem(last=False)

    async def close(self) -> None:
        """End every connection, search and tournament; what takes too long dies with this process."""
        for connection in list(self.connections):
            connection.close(Refused("server.ends"))
        ending = [asyncio.to_thread(thinkers.close) for thinkers in (self.thinkers, self.jobs)]
        if self.tournaments is not None:
            ending.append(self.tournaments.close())
        await asyncio.wait([asyncio.ensure_future(end) for end in ending], timeout=SECONDS_TO_CLOSE)


def complain(what: str, error: BaseException) -> None:
    """One line for whoever runs the server; pages never see it."""
    told = " ".join(f"{type(error).__name__}: {error}".split())
    with suppress(OSError):
        print(f"plyground: {what} failed ({told[:300]})", file=sys.stderr, flush=True)  # noqa: T201
