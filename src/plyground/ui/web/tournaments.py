"""Matches and tournaments for pages: begun, watched, stopped and resumed. Each is a process of its own.

Runs are those of the command line: `plyground runs`, `resume` and `export` know them by the same numbers.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from plyground.arena.control import Control
from plyground.arena.plan import Plan
from plyground.errors import PlygroundError, clip
from plyground.processes import signal_group
from plyground.ui.web.allowed import agent_named, game_named, limits_wished, openings_named
from plyground.ui.web.rooms import Caps, Handler, Refused
from plyground.ui.web.stored import (
    Listing,
    download,
    find_run,
    is_locked,
    open_run,
    stored_game,
)
from plyground.ui.web.watching import Watched

if TYPE_CHECKING:
    from plyground.ui.web.connection import Connection

__all__ = ["HANDLERS", "Tournaments", "download"]

MOST_RUNNING = 2
MOST_AGENTS = 32
MOST_WATCHED = 16  # runs whose numbers are kept
MEMORY_MB = 2_048  # of an agent's process
SECONDS_TO_BEGIN = 20.0  # openings may have to be found
LOOK_EVERY = 0.5  # seconds between two looks at a run
SHARE = 0.2  # of one core that looking may take


class Tournaments:
    """The runs that this server plays. None outlives it."""

    def __init__(self, most: int = MOST_RUNNING) -> None:
        self.most = most
        self.listing = Listing(self.plays)
        self._busy = 0
        self._running: dict[int, Process] = {}
        self._processes: set[Process] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._watched: OrderedDict[Path, Watched] = OrderedDict()
        self._watchers: WeakKeyDictionary[Connection, asyncio.Task[Any]] = WeakKeyDictionary()

    async def start(self, plan: Plan) -> int:
        """Begin a run; its number."""
        return await self._play({"plan": plan.to_json()})

    async def go_on(self, path: Path) -> int:
        """Play what is left of a run."""
        return await self._play({"resume": str(path)})

    def plays(self, number: int, path: Path) -> bool:
        """Whether a run is being played, here or by somebody else."""
        return number in self._running or is_locked(path)

    async def cancel(self, number: int) -> None:
        """End a run at once: the games that are being played are lost, and can be played again."""
        process = self._running.get(number)
        if process is None:
            raise Refused("jobs.not-running", run=number)
        _kill(process)
        await process.wait()

    async def close(self) -> None:
        """End all runs."""
        for process in self._processes:
            _kill(process)
        await asyncio.gather(*self._tasks)

    def watched(self, number: int, path: Path) -> Watched:
        """A run that somebody watches: all who do share what is known of it."""
        found = self._watched.pop(path, None) or Watched(number, path, self.plays)
        self._watched[path] = found
        if len(self._watched) > MOST_WATCHED:
            self._watched.popitem(last=False)
        return found

    def watch(self, connection: Connection, run: Watched) -> None:
        """Tell a page of a run, and of no other, as often as it changes."""
        self.unwatch(connection)
        self._watchers[connection] = connection.background(_tell(connection, run))

    def unwatch(self, connection: Connection) -> None:
        """Tell it no more."""
        if (task := self._watchers.pop(connection, None)) is not None:
            task.cancel()

    async def _play(self, request: dict[str, str]) -> int:
        if self._busy >= self.most:
            raise Refused("jobs.busy", n=self.most)
        self._busy += 1
        try:
            process = await _process()
        except BaseException as error:
            self._busy -= 1
            if isinstance(error, OSError):
                raise Refused("jobs.not-begun") from None
            raise
        self._processes.add(process)
        task = asyncio.create_task(self._attend(process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            number = await _begun(process, request)
        except BaseException:
            _kill(process)
            raise
        if process.returncode is None:
            self._running[number] = process
        return number

    async def _attend(self, process: Process) -> None:
        """Wait for the end of a run."""
        await process.wait()
        self._busy -= 1
        self._processes.discard(process)
        self._running = {n: each for n, each in self._running.items() if each is not process}


async def _process() -> Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "plyground.ui.web.running", str(os.getpid())),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        start_new_session=True,
    )


async def _begun(process: Process, request: dict[str, str]) -> int:
    """The number of the run that a process has begun."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SECONDS_TO_BEGIN):
            process.stdin.write(json.dumps(request).encode() + b"\n")
            answer = json.loads(await process.stdout.readline())
    except (TimeoutError, OSError, ValueError):
        raise Refused("jobs.not-begun") from None
    if "problem" in answer:
        raise Refused("jobs.plan", why=clip(answer["problem"], 200))
    number: int = answer["run"]
    return number


def _kill(process: Process) -> None:
    """What it has started has sessions of its own, and ends with it."""
    if process.returncode is None:
        signal_group(process.pid, signal.SIGKILL)


async def _tell(connection: Connection, run: Watched) -> None:
    """Send a run whenever it looks different, at most twice a second, and less often if looking is dear."""
    told: dict[str, Any] = {}
    while True:
        view = await asyncio.to_thread(run.view)
        if view is not told:
            told = view
            await connection.send({"run": view})
        await asyncio.sleep(max(LOOK_EVERY, run.cost / SHARE))


# ---------------------------------------------------------------- requests


def plan_of(wished: Mapping[str, Any], caps: Caps) -> Plan:
    """The plan that a page asks for, within bounds."""
    if len(wished["agents"]) > MOST_AGENTS:
        raise Refused("jobs.agents", most=MOST_AGENTS)
    game, limits = game_named(wished["game"]), limits_wished(wished, caps)
    try:
        plan = Plan(
            game.spec,
            tuple(agent_named(spec, caps).spec for spec in wished["agents"]),
            tuple(wished.get("names") or ()),
            wished["format"],
            wished["games"],
            Control(wished.get("seconds"), limits.nodes, limits.depth, patience=caps.seconds),
            openings=openings_named(wished.get("openings") or "none"),
            seed=wished.get("seed") or 0,
            memory_mb=MEMORY_MB,
        )
    except PlygroundError as error:
        raise Refused("jobs.plan", why=clip(str(error), 200)) from None
    if plan.total_games > caps.games:
        raise Refused("jobs.games", games=plan.total_games, most=caps.games)
    return plan


def check_resumable(number: int, path: Path, caps: Caps) -> None:
    """Refuse to go on with a run that is over, or that needs anything but our own code."""
    with open_run(number, path) as store:
        plan, finished, experiment = store.plan, store.about("finished"), store.about("experiment")
    if finished:
        raise Refused("jobs.finished", run=number)
    try:
        game_named(plan.game)
        openings_named(plan.openings)
        for agent in plan.agents:
            agent_named(agent, caps)
    except Refused:
        experiment = "yes"
    if experiment:
        raise Refused("jobs.by-hand", run=number)


def _tournaments(connection: Connection) -> Tournaments:
    tournaments = connection.lab.tournaments
    assert tournaments is not None, "a server has one"
    return tournaments


async def runs(connection: Connection, fields: Mapping[str, Any]) -> dict[str, Any]:
    """All runs, the newest first."""
    return {"runs": await asyncio.to_thread(_tournaments(connection).listing.summaries)}


async def start_run(connection: Connection, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Begin a match or a tournament."""
    plan = plan_of(fields["plan"], connection.lab.caps)
    return {"run": str(await _tournaments(connection).start(plan))}


async def watch(connection: Connection, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Be told of a run now, and whenever it changes."""
    number, path = await asyncio.to_thread(find_run, fields["run"])
    tournaments = _tournaments(connection)
    run = tournaments.watched(number, path)
    await asyncio.to_thread(run.view)  # so that one that cannot be read is refused
    tournaments.watch(connection, run)
    return {}


async def unwatch(connection: Connection, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Be told no more."""
    _tournaments(connection).unwatch(connection)
    return {}


async def cancel_run(connection: Connection, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Stop a run that this server plays."""
    number, _ = await asyncio.to_thread(find_run, fields["run"])
    await _tournaments(connection).cancel(number)
    return {}


async def resume_run(connection: Connection, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Go on with a run that was stopped."""
    number, path = await asyncio.to_thread(find_run, fields["run"])
    tournaments = _tournaments(connection)
    if await asyncio.to_thread(tournaments.plays, number, path):
        raise Refused("jobs.running", run=number)
    await asyncio.to_thread(check_resumable, number, path, connection.lab.caps)
    await tournaments.go_on(path)
    return {}


async def game(connection: Connection, fields: Mapping[str, Any]) -> dict[str, Any]:
    """One game of a run, move by move."""
    number, path = await asyncio.to_thread(find_run, fields["run"])
    return {"game": await asyncio.to_thread(stored_game, number, path, fields["game"])}


HANDLERS: dict[str, Handler] = {
    "runs": runs,
    "start_run": start_run,
    "watch": watch,
    "unwatch": unwatch,
    "cancel_run": cancel_run,
    "resume_run": resume_run,
    "game": game,
}
