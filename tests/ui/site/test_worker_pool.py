"""Searches in Web Workers, by workers that a test plays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from plyground.session.search_pool import SearchTask
from plyground.ui.site import worker_pool
from plyground.ui.site.worker_pool import WorkerPool
from plyground.workers.messages import Trouble


class FakeWorker:
    """A worker that answers when a test tells it to."""

    def __init__(self, take: Callable[[str], None]) -> None:
        self.take, self.asked, self.ended = take, list[Any](), False

    def send(self, text: str) -> None:
        assert not self.ended
        self.asked.append(json.loads(text))

    def end(self) -> None:
        self.ended = True

    def tell(self, **message: Any) -> None:
        self.take(json.dumps(message))


class Bench:
    """A pool, and the workers that it has started."""

    def __init__(self) -> None:
        self.workers: list[FakeWorker] = []
        self.pool = WorkerPool(self._start)
        self.woken = 0

    def _start(self, take: Callable[[str], None]) -> FakeWorker:
        self.workers.append(FakeWorker(take))
        return self.workers[-1]

    def ask(self, *requests: dict[str, Any], seconds: float = 60) -> SearchTask:
        return self.pool.ask([(request, seconds) for request in requests], self._wake)

    def _wake(self) -> None:
        self.woken += 1


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "SPARE_DELAY", 0)


def played(game: Callable[[Bench], Awaitable[None]]) -> None:
    async def play() -> None:
        await game(Bench())

    asyncio.run(play())


async def a_moment() -> None:
    await asyncio.sleep(0.01)


def test_requests_are_answered_in_turn_and_the_last_answer_counts() -> None:
    async def game(bench: Bench) -> None:
        task = bench.ask({"prepare": "mcts"}, {"key": "k"})
        (worker,) = bench.workers
        assert not worker.asked, "it is still starting"
        worker.tell(ready=True)
        assert [asked["id"] for asked in worker.asked] == [1]
        worker.tell(id=1)
        assert [asked["id"] for asked in worker.asked] == [1, 2]
        worker.tell(id=2, move="4")
        assert isinstance(task.reply, dict)
        assert task.reply == {"id": 2, "move": "4"}
        assert task.reply.cost.wall >= 0
        assert (bench.woken, bench.pool.load) == (1, 0)

    played(game)


def test_an_error_ends_a_task() -> None:
    async def game(bench: Bench) -> None:
        task = bench.ask({"prepare": "nobody"}, {"key": "k"})
        bench.workers[0].tell(ready=True)
        bench.workers[0].tell(id=1, error="no such agent")
        assert task.reply == {"id": 1, "error": "no such agent"}
        assert len(bench.workers[0].asked) == 1

    played(game)


def test_a_stopped_search_is_ended_at_once_if_another_worker_stands_ready() -> None:
    async def game(bench: Bench) -> None:
        task = bench.ask({"values": []})
        bench.workers[0].tell(ready=True)
        await a_moment()
        first, spare = bench.workers
        spare.tell(ready=True)
        task.cancel()
        assert (first.ended, spare.ended) == (True, False)
        following = bench.ask({"values": ["4"]})
        assert spare.asked[0]["values"] == ["4"]
        spare.tell(id=1, values=[])
        assert (task.reply, following.reply) == (None, {"id": 1, "values": []})
        await a_moment()
        assert len(bench.workers) == 3, "there is a spare one again"

    played(game)


def test_a_stopped_search_goes_on_only_until_somebody_can_take_its_place() -> None:
    """The first move of a game ended the only worker, and the machine waited seconds for another to start."""

    async def game(bench: Bench) -> None:
        stopped = bench.ask({"values": []})
        bench.workers[0].tell(ready=True)
        stopped.cancel()
        following = bench.ask({"values": ["4"]})
        assert not bench.workers[0].ended
        bench.workers[0].tell(id=1, values=["of the one that was stopped"])
        assert (stopped.reply, bench.woken) == (None, 0)
        assert bench.workers[0].asked[-1]["values"] == ["4"]
        again = bench.ask({"values": ["5"]})
        following.cancel()
        bench.workers[1].tell(ready=True)
        assert bench.workers[0].ended
        await a_moment()
        assert bench.workers[1].asked[-1]["values"] == ["5"]
        assert again.reply is None

    played(game)


def test_a_task_that_waits_can_be_cancelled() -> None:
    async def game(bench: Bench) -> None:
        first, second = bench.ask({"values": []}), bench.ask({"values": ["1"]})
        second.cancel()
        bench.workers[0].tell(ready=True)
        bench.workers[0].tell(id=1, values=[])
        assert first.reply is not None
        assert len(bench.workers[0].asked) == 1
        assert bench.pool.load == 0

    played(game)


def test_a_late_answer_and_a_dead_worker_are_troubles() -> None:
    async def game(bench: Bench) -> None:
        late = bench.ask({"values": []}, seconds=0.001)
        bench.workers[0].tell(ready=True)
        await a_moment()
        assert late.reply == Trouble("time", "no answer in time")
        assert bench.workers[0].ended
        dead = bench.ask({"values": []})
        await a_moment()
        bench.workers[-1].tell(ready=True)
        bench.workers[-1].tell(failed="out of memory")
        assert dead.reply == Trouble("crash", "out of memory")
        bench.pool.close()
        assert all(worker.ended for worker in bench.workers[:-1])

    played(game)
