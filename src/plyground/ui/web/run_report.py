"""Reports of runs for pages: the page of `plyground report`, drawn in a process, one at a time."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import tempfile
from pathlib import Path

from plyground.errors import truncate
from plyground.message import Message
from plyground.processes import signal_group
from plyground.ui.web.protocol import Refused
from plyground.ui.web.serialize import without_paths
from plyground.ui.web.state import Page
from plyground.ui.web.stored_runs import find_run
from plyground.words import LANGUAGES
from plyground.workers.async_process import AsyncProcess, start_module_async

SECONDS_TO_DRAW = 120.0


class RunReports:
    """Draws reports, one after the other: visitors share the machine."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def draw(self, run: str, language: str = "en") -> bytes:
        """The report of a run, as one page; in English, if the language is none of ours."""
        wanted = language if language in LANGUAGES else "en"
        _, path = await asyncio.to_thread(find_run, run)
        async with self._turn:
            folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="plyground-report-")
            try:
                return await _draw(path, Path(folder), wanted)
            finally:
                await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    def unwatch(self, page: Page) -> None:
        """Nobody watches a report being drawn."""

    async def close(self) -> None:
        """A process that draws ends with the server."""


async def _draw(path: Path, folder: Path, language: str) -> bytes:
    try:
        process = await start_module_async("plyground.ui.web.report_main", os.getpid())
    except OSError:
        raise Refused("jobs.no-report", why="-") from None
    try:
        request = {"run": str(path), "folder": str(folder), "language": language}
        answer = await _answer(process, json.dumps(request))
    finally:
        if process.returncode is None:
            signal_group(process.pid, signal.SIGKILL)
        await process.wait()
    if "problem" in answer:
        problem = answer["problem"]
        told = truncate(without_paths(problem), 200) if isinstance(problem, str) else Message(**problem)
        raise Refused("jobs.no-report", why=told)
    return await asyncio.to_thread(Path(answer["page"]).read_bytes)


async def _answer(process: AsyncProcess, request: str) -> dict[str, str]:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SECONDS_TO_DRAW):
            process.stdin.write(request.encode() + b"\n")
            found: dict[str, str] = json.loads(await process.stdout.readline())
            return found
    except TimeoutError:
        raise Refused("server.job-late") from None
    except (OSError, ValueError):
        raise Refused("server.failed") from None
