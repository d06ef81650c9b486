"""A page for tests of jobs: it asks the handlers of a laboratory directly, and every message is checked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from helpers.command import PATIENCE
from plyground.ui.web import arena, exercises, explain, learn, papers
from plyground.ui.web.connection import Connection
from plyground.ui.web.protocol import Refused, check_push, check_reply, check_request
from plyground.ui.web.state import Lab
from plyground.ui.web.transport import Socket

HANDLERS = explain.HANDLERS | exercises.HANDLERS | arena.HANDLERS | learn.HANDLERS | papers.HANDLERS
Message = dict[str, Any]


class Page(Connection):
    """A connection without a socket, that keeps what it is told."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab, cast(Socket, None))
        self.told: list[Message] = []

    def push(self, message: Message) -> None:
        check_push(message)
        self.told.append(message)

    async def ask(self, do: str, **fields: Any) -> Message:
        """What a request is answered."""
        request = {"id": 1, "do": do, **fields}
        check_request(request)
        reply = {"re": 1, **await HANDLERS[do](self, request)}
        check_reply(do, reply)
        return reply

    async def refused(self, do: str, **fields: Any) -> str:
        """The key of what a request is refused with."""
        try:
            await self.ask(do, **fields)
        except Refused as refused:
            check_reply(do, {"re": 1, "error": refused.to_json()})
            return refused.key
        raise AssertionError(f"{do} was not refused")

    def findings(self) -> dict[str, Message]:
        """What was found of claims since this page looks at them."""
        news = [message["measuring"] for message in self.told if "measuring" in message]
        return {each["claim"]: each["finding"] for each in news if "finding" in each}

    async def found(self, *claims: str, seconds: float = PATIENCE) -> dict[str, Message]:
        """The same, when these are among them."""
        until = time.monotonic() + seconds
        while not self.findings().keys() >= set(claims):
            assert time.monotonic() < until, self.told[-1:]
            await asyncio.sleep(0.01)
        return self.findings()

    async def run_until(
        self, fits: Callable[[Message], object], seconds: float = PATIENCE, push: str = "run"
    ) -> Message:
        """The first view of a run, or of what another push is about, that fits."""
        until = time.monotonic() + seconds
        while True:
            for message in self.told:
                if push in message and fits(message[push]):
                    found: Message = message[push]
                    return found
            assert time.monotonic() < until, self.told[-1:]
            await asyncio.sleep(0.01)


@asynccontextmanager
async def page() -> AsyncIterator[Page]:
    """A page of a new laboratory, which is closed afterwards."""
    lab = Lab(handlers=HANDLERS)
    listener = Page(lab)
    try:
        yield listener
    finally:
        listener._end()
        await lab.close()
