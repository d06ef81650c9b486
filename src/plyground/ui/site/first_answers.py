"""What a site answers before Python has started in the browser: stored messages of the real thing.

They are made by the same connection as everywhere, which is asked what every new page asks: who it is, a
game, and the first move. static/js/worker-socket.js gives them out.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

from plyground.games.registry import load_game
from plyground.session.search_pool import Request, SearchPool, SearchTask
from plyground.ui.offers import default_opponent
from plyground.ui.site.worker import PageSocket, make_lab
from plyground.ui.web.connection import Connection

GAME = "connect4"  # that a page begins with, as play-address.js has it
SECONDS = 1  # and a machine's time
Data = dict[str, Any]


class IdlePool(SearchPool):
    """A pool that never answers: Python in the browser will."""

    def ask(
        self, requests: Sequence[Request], wake: Callable[[], None], key: str | None = None
    ) -> SearchTask:
        return SearchTask(requests, wake, key)


def first_answers() -> list[Data]:
    """Requests with their answers, and those that may follow each."""
    game = load_game(GAME)
    hello = {"id": 0, "do": "hello"}
    seats = {"first": {"agent": None}, "second": {"agent": default_opponent(game).name, "seconds": SECONDS}}
    begin = {"id": 0, "do": "open", "game": GAME, "position": "-", "moves": [], **seats}
    start = game.start()
    moves = [{"id": 0, "do": "move", "move": start.write(move)} for move in start.moves()]
    ways = [ask_in_turn([hello, begin, move]) for move in moves]
    (greeting, opened, _), *_ = ways
    return [greeting | {"next": [opened | {"next": [way[-1] for way in ways]}]}]


def ask_in_turn(requests: list[Data]) -> list[Data]:
    """Each request with the reply that it gets, and the messages that follow."""
    return asyncio.run(_ask_in_turn(requests))


async def _ask_in_turn(requests: list[Data]) -> list[Data]:
    heard: list[Data] = []
    socket = PageSocket(lambda text: heard.append(json.loads(text)))
    serving = asyncio.create_task(Connection(make_lab(IdlePool()), socket).serve())
    found = []
    for request in requests:
        heard.clear()
        socket.take(json.dumps(request))
        wanted = 1 if request["do"] == "hello" else 2  # a reply, and a view
        while len(heard) < wanted:
            await asyncio.sleep(0.01)
        pushes = [message for message in heard if "re" not in message][-1:]
        reply = next(message for message in heard if "re" in message)
        del reply["re"]
        found.append({"request": request, "reply": reply, "pushes": pushes})
    socket.leave()
    await serving
    return found
