"""The same for code that runs in an event loop: start one of our modules without blocking the loop."""

from __future__ import annotations

from asyncio import create_subprocess_exec
from asyncio.subprocess import DEVNULL, PIPE, Process

from plyground.workers.process import module_command

AsyncProcess = Process


async def start_module_async(module: str, *arguments: object) -> AsyncProcess:
    """Run one of our modules, with pipes to and from it, in a session of its own."""
    return await create_subprocess_exec(
        *module_command(module, *arguments),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        start_new_session=True,
    )
