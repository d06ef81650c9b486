"""`python -m benchmarks.web`: the laboratory's server with 200 open pages, 50 of them playing a machine.

It times what a person waits for: the answer to a move, the machine's reply, the first page.
"""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PLYGROUND = Path(sys.executable).with_name("plyground")
OPEN, PLAYING, SECONDS = 200, 50, 15.0
PACE = 0.15  # seconds between a move and the machine's on the page, on purpose
MACHINE = {"agent": "alphabeta(evaluate='windows')", "depth": 3}


@dataclass
class WaitingTimes:
    """Seconds, in the order in which they were measured."""

    replies: list[float] = field(default_factory=list)  # from a request until it is done
    boards: list[float] = field(
        default_factory=list
    )  # from a move until the machine's reply is on the board


class PageConnection:
    """One connection to the server, from the page's side."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = itertools.count(1)
        self.view: dict[str, Any] = {}

    async def ask(self, do: str, **fields: Any) -> float:
        """The seconds until a request is done."""
        number, began = next(self.numbers), time.perf_counter()
        await self.socket.send(json.dumps({"id": number, "do": do, **fields}))
        while True:
            message = await self.take()
            if message.get("re") == number:
                assert "error" not in message, message
                return time.perf_counter() - began

    async def take(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.recv())
        self.view = message.get("view", self.view)
        return message

    async def see(self, fits: Callable[[dict[str, Any]], object]) -> None:
        """Wait for a view that fits, for 30 seconds at most."""
        async with asyncio.timeout(30):
            while not fits(self.view):
                await self.take()


def has_reply(played: int, view: dict[str, Any]) -> bool:
    return len(view["played"]) >= played or view["outcome"] is not None


async def play(page: PageConnection, until: float, times: WaitingTimes, seed: int) -> int:
    """Play like a quick person, game after game; returns the number of moves."""
    chance, moves = random.Random(seed), 0
    await page.ask("open", game="connect4", second=MACHINE)
    await page.see(lambda view: view.get("game") == "connect4")
    while time.perf_counter() < until:
        await asyncio.sleep(chance.uniform(0.3, 0.7))
        if page.view["outcome"]:
            await page.ask("new")
            await page.see(lambda view: not view["played"])
            continue
        began, played = time.perf_counter(), len(page.view["played"])
        times.replies.append(await page.ask("move", move=chance.choice(page.view["moves"])["text"]))
        await page.see(partial(has_reply, played + 2))
        if not page.view["outcome"]:
            times.boards.append(time.perf_counter() - began - PACE)
        moves += 1
    return moves


async def run_pages(authority: str) -> tuple[WaitingTimes, int]:
    """Open all pages at once, and play on some of them."""
    options: Any = {"origin": f"http://{authority}", "compression": None, "proxy": None}
    sockets = [await connect(f"ws://{authority}/ws", **options) for _ in range(OPEN)]
    pages = [PageConnection(socket) for socket in sockets]
    for page in pages:
        await page.ask("open", game="tictactoe")
    times, until = WaitingTimes(), time.perf_counter() + SECONDS
    made = await asyncio.gather(*(play(page, until, times, n) for n, page in enumerate(pages[:PLAYING])))
    await asyncio.gather(*(socket.close() for socket in sockets))
    return times, sum(made)


def first_page(authority: str) -> tuple[float, int]:
    """The seconds and bytes of the page with all that it links to, as on a first visit."""
    began, size = time.perf_counter(), 0
    connection = http.client.HTTPConnection(authority)

    def get(path: str) -> bytes:
        nonlocal size
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read()
        assert response.status == 200, path
        size += len(body)
        return body

    linked = re.findall(rb'(?:src|href)="(/static/[^"]+)"', get("/"))
    wanted, seen = [path.decode() for path in linked], set[str]()
    while wanted:
        if (path := wanted.pop()) not in seen:
            seen.add(path)
            imports = re.findall(rb'^import[^;]*?"\./([^"]+)";', get(path), re.MULTILINE)
            wanted += [f"/static/js/{name.decode()}" for name in imports]
    get("/catalogue/en.json")
    get("/protocol.json")
    connection.close()
    return time.perf_counter() - began, size


def megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024


def report(name: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    middle, late = ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]
    print(
        f"{name:<44} median {1e3 * middle:7.1f} ms   p99 {1e3 * late:7.1f} ms   ({len(ordered)} measured)"
    )


def main() -> None:
    began = time.perf_counter()
    server = subprocess.Popen(
        [PLYGROUND, "lab", "--port", "0", "--no-browser"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        authority = server.stdout.readline().split("/")[2]
        print(f"{'from the command to the address':<44} {time.perf_counter() - began:14.2f} s")
        seconds, size = first_page(authority)
        print(f"{'the first page with all it loads':<44} {1e3 * seconds:13.1f} ms   {size / 1024:.0f} KB")
        before = megabytes(server.pid)
        times, moves = asyncio.run(run_pages(authority))
        assert moves > 5 * PLAYING
        print(
            f"{OPEN} pages open, {PLAYING} playing for {SECONDS:.0f} s: {moves} moves and as many replies"
        )
        report("a move is taken", times.replies)
        report(f"the machine's reply is seen (beyond {PACE} s)", times.boards)
        after = megabytes(server.pid)
        print(f"{'memory of the server':<44} {before:.0f} MB at first, {after:.0f} MB afterwards")
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
