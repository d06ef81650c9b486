"""Long work of the server, each in a process of its own that can be killed, and pages that watch it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from dataclasses import dataclass
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from plyground.errors import truncate
from plyground.message import Message
from plyground.processes import signal_group
from plyground.ui.web.protocol import Refused
from plyground.ui.web.state import Page
from plyground.workers.async_process import AsyncProcess, start_module_async

SECONDS_TO_BEGIN = 20.0  # openings may have to be found
SECONDS_TO_STOP = 5.0
MAX_CPU_SHARE = 0.2  # of one core, for looking at what is watched


@dataclass(frozen=True)
class JobKind:
    """What a process runs, what its first answer calls its number, and why there may be none."""

    module: str
    number: str
    busy: str  # keys of the catalogue
    not_begun: str
    refused: str


class JobProcesses:
    """The processes of one kind that this server has started; they end with it."""

    def __init__(self, kind: JobKind, most: int) -> None:
        self.kind = kind
        self.most = most
        self._busy = 0
        self._running: dict[int, AsyncProcess] = {}
        self._processes: set[AsyncProcess] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def __contains__(self, number: int) -> bool:
        return number in self._running

    async def start(self, request: dict[str, Any]) -> int:
        """Begin what a request asks for; its number. Refused if there are too many, or it is impossible."""
        if self._busy >= self.most:
            raise Refused(self.kind.busy, n=self.most)
        self._busy += 1
        try:
            process = await start_module_async(self.kind.module, os.getpid())
        except BaseException as error:
            self._busy -= 1
            if isinstance(error, OSError):
                raise Refused(self.kind.not_begun) from None
            raise
        self._processes.add(process)
        task = asyncio.create_task(self._attend(process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            number = await self._read_number(process, request)
        except BaseException:
            _kill(process)
            raise
        if process.returncode is None:
            self._running[number] = process
        return number

    async def kill(self, number: int) -> bool:
        """End one at once; False if this server does not run it."""
        process = self._running.get(number)
        if process is None:
            return False
        _kill(process)
        await process.wait()
        return True

    async def stop(self, number: int) -> bool:
        """Ask one to end, and kill it if it takes too long; False if this server does not run it."""
        process = self._running.get(number)
        if process is None:
            return False
        signal_group(process.pid, signal.SIGTERM)
        try:
            async with asyncio.timeout(SECONDS_TO_STOP):
                await process.wait()
        except TimeoutError:
            await self.kill(number)
        return True

    async def close(self) -> None:
        """End all of them."""
        for process in self._processes:
            _kill(process)
        await asyncio.gather(*self._tasks)

    async def _attend(self, process: AsyncProcess) -> None:
        """Wait for the end of a process."""
        await process.wait()
        self._busy -= 1
        self._processes.discard(process)
        self._running = {n: each for n, each in self._running.items() if each is not process}

    async def _read_number(self, process: AsyncProcess, request: dict[str, Any]) -> int:
        """The number of what a process has begun."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(SECONDS_TO_BEGIN):
                process.stdin.write(json.dumps(request).encode() + b"\n")
                answer = json.loads(await process.stdout.readline())
        except (TimeoutError, OSError, ValueError):
            raise Refused(self.kind.not_begun) from None
        if "problem" in answer:
            raise Refused(self.kind.refused, why=read_reason(answer["problem"]))
        number: int = answer[self.kind.number]
        return number


def read_reason(given: str | dict[str, Any]) -> str | Message:
    """Why there is none, from its process's answer: a text, or a key with facts."""
    return truncate(given, 200) if isinstance(given, str) else Message(given["key"], given["facts"])


def _kill(process: AsyncProcess) -> None:
    """Kill a process; those that it started end with it."""
    if process.returncode is None:
        signal_group(process.pid, signal.SIGKILL)


class LiveSource(Protocol):
    """What is watched: `LiveRun` and `LiveTraining` are such."""

    cost: float  # seconds that the last new view took

    def view(self) -> dict[str, Any]:
        """The view now; the same object as before if nothing has changed."""


class Watchers:
    """The pages that watch something, each one thing at a time."""

    def __init__(self, push: str, every: float) -> None:
        self.push = push  # the name of the messages
        self.every = every  # seconds between two looks
        self._tasks: WeakKeyDictionary[Page, asyncio.Task[Any]] = WeakKeyDictionary()

    def watch(self, page: Page, source: LiveSource) -> None:
        """Send a page this source whenever it changes, and no other."""
        self.unwatch(page)
        self._tasks[page] = page.background(self._send_changes(page, source))

    def unwatch(self, page: Page) -> None:
        """Send the page no more."""
        if (task := self._tasks.pop(page, None)) is not None:
            task.cancel()

    async def _send_changes(self, page: Page, source: LiveSource) -> None:
        """Send views whenever they change, and less often if reading is slow."""
        sent: dict[str, Any] = {}
        while True:
            view = await asyncio.to_thread(source.view)
            if view is not sent:
                sent = view
                page.push({self.push: view})
            await asyncio.sleep(max(self.every, source.cost / MAX_CPU_SHARE))
