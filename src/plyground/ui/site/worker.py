"""What Python does in the worker of a static site: handlers, session and connection are the server's.

Only the transport is another: messages of a Web Worker in place of a WebSocket's.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from plyground.ui.site.worker_pool import BrowserWorker, WorkerPool
from plyground.ui.web.connection import Connection
from plyground.ui.web.papers import Measurements, measurements
from plyground.ui.web.protocol import Refused
from plyground.ui.web.state import Handler, Lab, Page
from plyground.ui.web.transport import Gone
from plyground.ui.web.validation import Caps

PAGES = (
    "play",
    "explain",
    "exercises",
    "papers",
)  # whose requests a site answers, as far as they are there
LACKING = ("arena", "class", "learn", "measure")  # what the pages say that a site has not
PAPERS = Path(__file__).with_name("claims.json")  # the papers and their claims
FINDINGS = Path(__file__).with_name("findings.json")  # of the papers, measured when the site was made
FOREVER = 1e12


class PageSocket:
    """The messages of the one page that a worker has."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self._post = post
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()

    def take(self, text: str) -> None:
        """A message of the page."""
        self._waiting.put_nowait(text)

    def leave(self) -> None:
        """The page has left."""
        self._waiting.put_nowait(None)

    async def accept(self) -> None:
        """Nobody else can come in."""

    async def receive(self) -> str | None:
        text = await self._waiting.get()
        if text is None:
            raise Gone
        return text

    async def send(self, text: str) -> None:
        self._post(text)

    async def close(self, code: int) -> None:
        """The page ends the worker, if it wants to."""


def handlers() -> dict[str, Handler]:
    """The handlers of those pages that there are; what cannot be measured here is refused."""
    found: dict[str, Handler] = {}
    for page in PAGES:
        if find_spec(f"plyground.ui.web.{page}") is not None:
            found |= import_module(f"plyground.ui.web.{page}").HANDLERS
    return found | {"measure": refuse_measuring, "papers": show_papers}


async def show_papers(page: Page, fields: Any) -> dict[str, Any]:
    """What the server would tell of the papers, stored: loading all that measures them takes long."""
    known = json.loads(PAPERS.read_text(encoding="utf-8"))
    return {"papers": known, "state": measurements(page).state()}


async def refuse_measuring(page: Page, fields: Any) -> dict[str, Any]:
    """Claims are measured when a site is made: their matches need processes."""
    raise Refused("site.no-measuring")


class BrowserModule(Protocol):
    """What the script of the worker gives to Python."""

    def post(self, text: str) -> None: ...
    def start_search(self, take: Callable[[str], None]) -> BrowserWorker: ...


def make_lab(pool: Any) -> Lab:
    """The laboratory of one page: caps on what it may ask for stay, those on strangers are not needed."""
    caps = Caps(idle=FOREVER, patience=60.0)
    lab = Lab(caps, handlers(), game_pool=pool, job_pool=pool, lacking=LACKING)
    lab.service(Measurements, lambda: Measurements(pool, FINDINGS))
    return lab


def start(browser: BrowserModule) -> PageSocket:
    """Serve the page from now on; the messages that it sends go to the socket."""
    pool = WorkerPool(browser.start_search)
    pool.warm()
    socket = PageSocket(browser.post)
    loop = asyncio.get_event_loop()
    socket.serving = loop.create_task(_serve(pool, socket))  # type: ignore[attr-defined]
    return socket


async def _serve(pool: WorkerPool, socket: PageSocket) -> None:
    await Connection(make_lab(pool), socket).serve()
