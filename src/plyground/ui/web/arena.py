"""The page "Arena": matches and tournaments are started, watched, stopped and resumed, each in a process.

Runs are those of the command line: `plyground runs`, `resume` and `export` know them by the same numbers.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan
from plyground.errors import PlygroundError, truncate
from plyground.processes import signal_group
from plyground.session import Message
from plyground.session.view import why
from plyground.ui.offers import plays
from plyground.ui.web.game_rows import game_rows
from plyground.ui.web.live_run import LiveRun
from plyground.ui.web.preview import preview
from plyground.ui.web.protocol import Refused
from plyground.ui.web.state import Handler, Page
from plyground.ui.web.stored_runs import RunList, download, find_run, is_locked, open_run, stored_game
from plyground.ui.web.user_games import UserGames
from plyground.ui.web.validation import NONE, Caps, read_agent, read_game, read_limits, read_openings
from plyground.workers.async_process import AsyncProcess, start_module_async

__all__ = ["HANDLERS", "Tournaments", "download"]

MAX_RUNNING = 2
MAX_AGENTS = 32
MAX_WATCHED = 16  # runs whose numbers are kept
MEMORY_MB = 2_048  # of an agent's process
SECONDS_TO_BEGIN = 20.0  # openings may have to be found
LOOK_EVERY = 0.5  # seconds between two looks at a run
MAX_CPU_SHARE = 0.2  # of one core, for looking at it


class Tournaments:
    """The runs that this server plays; they end with it."""

    def __init__(self, users: UserGames | None = None, most: int = MAX_RUNNING) -> None:
        self.most = most
        self.users = users or UserGames()
        self.listing = RunList(self.plays, self.users)
        self._busy = 0
        self._running: dict[int, AsyncProcess] = {}
        self._processes: set[AsyncProcess] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._watched: OrderedDict[Path, LiveRun] = OrderedDict()
        self._watchers: WeakKeyDictionary[Page, asyncio.Task[Any]] = WeakKeyDictionary()

    async def start(self, plan: Plan) -> int:
        """Begin a run; its number."""
        return await self._play({"plan": plan.to_json()})

    async def resume(self, path: Path) -> int:
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

    def live_run(self, number: int, path: Path) -> LiveRun:
        """A run that is watched; all its watchers share what was read of it."""
        found = self._watched.pop(path, None) or LiveRun(number, path, self.plays, self.users)
        self._watched[path] = found
        if len(self._watched) > MAX_WATCHED:
            self._watched.popitem(last=False)
        return found

    def watch(self, page: Page, run: LiveRun) -> None:
        """Send a page this run whenever it changes, and no other run."""
        self.unwatch(page)
        self._watchers[page] = page.background(_send_changes(page, run))

    def unwatch(self, page: Page) -> None:
        """Send the page no more runs."""
        if (task := self._watchers.pop(page, None)) is not None:
            task.cancel()

    async def _play(self, request: dict[str, str]) -> int:
        if self._busy >= self.most:
            raise Refused("jobs.busy", n=self.most)
        self._busy += 1
        try:
            process = await start_module_async("plyground.ui.web.run_main", os.getpid())
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
            number = await _read_run_number(process, request)
        except BaseException:
            _kill(process)
            raise
        if process.returncode is None:
            self._running[number] = process
        return number

    async def _attend(self, process: AsyncProcess) -> None:
        """Wait for the end of a run."""
        await process.wait()
        self._busy -= 1
        self._processes.discard(process)
        self._running = {n: each for n, each in self._running.items() if each is not process}


async def _read_run_number(process: AsyncProcess, request: dict[str, str]) -> int:
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
        raise Refused("jobs.plan", why=read_reason(answer["problem"]))
    number: int = answer["run"]
    return number


def read_reason(given: str | dict[str, Any]) -> str | Message:
    """Why there is no run, from its process's answer: a text, or a key with facts."""
    return truncate(given, 200) if isinstance(given, str) else Message(given["key"], given["facts"])


def _kill(process: AsyncProcess) -> None:
    """Kill the run's process; the processes that it started end with it."""
    if process.returncode is None:
        signal_group(process.pid, signal.SIGKILL)


async def _send_changes(page: Page, run: LiveRun) -> None:
    """Send a run whenever it changes, at most twice a second, and less often if reading it is slow."""
    sent: dict[str, Any] = {}
    while True:
        view = await asyncio.to_thread(run.view)
        if view is not sent:
            sent = view
            page.push({"run": view})
        await asyncio.sleep(max(LOOK_EVERY, run.cost / MAX_CPU_SHARE))


# ---------------------------------------------------------------- requests


def read_plan(wanted: Mapping[str, Any], caps: Caps, users: UserGames = NONE) -> Plan:
    """The plan that a page asks for, within bounds."""
    if len(wanted["agents"]) > MAX_AGENTS:
        raise Refused("jobs.agents", most=MAX_AGENTS)
    game, limits = read_game(wanted["game"], caps, users), read_limits(wanted, caps)
    agents = [read_agent(spec, caps) for spec in wanted["agents"]]
    for agent in agents:
        if not plays(agent.name, game):
            raise Refused("server.cannot-play", agent=agent.spec, game=users.name_of(game.spec))
    try:
        plan = Plan(
            game.spec,
            tuple(agent.spec for agent in agents),
            tuple(wanted.get("names") or ()),
            wanted["format"],
            wanted["games"],
            TimeControl(wanted.get("seconds"), limits.nodes, limits.depth, patience=caps.seconds),
            openings=read_openings(wanted.get("openings") or "none", game),
            seed=wanted.get("seed") or 0,
            fixed_seats=wanted.get("fixed_seats") or False,
            until_decided=wanted.get("until_decided") or False,
            memory_mb=MEMORY_MB,
        )
    except PlygroundError as error:
        raise Refused("jobs.plan", why=why(error)) from None
    if plan.total_games > caps.games:
        raise Refused("jobs.games", games=plan.total_games, most=caps.games)
    return plan


def check_resumable(number: int, path: Path, caps: Caps, users: UserGames = NONE) -> None:
    """Refuse to resume a run that is over, or that needs other code than ours."""
    with open_run(number, path) as store:
        plan, finished, experiment = store.plan, store.about("finished"), store.about("experiment")
    if finished:
        raise Refused("jobs.finished", run=number)
    try:
        read_openings(plan.openings, read_game(users.name_of(plan.game), caps, users))
        for agent in plan.agents:
            read_agent(agent, caps)
    except Refused:
        experiment = "yes"
    if experiment:
        raise Refused("jobs.by-hand", run=number)


def _tournaments(page: Page) -> Tournaments:
    return page.lab.service(Tournaments, lambda: Tournaments(page.lab.users))


async def runs(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """All runs, the newest first."""
    return {"runs": await asyncio.to_thread(_tournaments(page).listing.summaries)}


async def start_run(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Begin a match or a tournament."""
    plan = read_plan(fields["plan"], page.lab.caps, page.lab.users)
    return {"run": str(await _tournaments(page).start(plan))}


async def preview_run(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """How long a run would take, about, and what to know of its agents before it begins."""
    plan = read_plan(fields["plan"], page.lab.caps, page.lab.users)
    return {"preview": await asyncio.to_thread(preview, plan)}


async def watch(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Send the page a run now, and whenever it changes."""
    number, path = await asyncio.to_thread(find_run, fields["run"])
    tournaments = _tournaments(page)
    run = tournaments.live_run(number, path)
    await asyncio.to_thread(run.view)  # so that one that cannot be read is refused
    tournaments.watch(page, run)
    return {}


async def unwatch(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Stop sending runs."""
    _tournaments(page).unwatch(page)
    return {}


async def cancel_run(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Stop a run that this server plays."""
    number, _ = await asyncio.to_thread(find_run, fields["run"])
    await _tournaments(page).cancel(number)
    return {}


async def resume_run(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Resume a run that was stopped."""
    number, path = await asyncio.to_thread(find_run, fields["run"])
    tournaments = _tournaments(page)
    if await asyncio.to_thread(tournaments.plays, number, path):
        raise Refused("jobs.running", run=number)
    await asyncio.to_thread(check_resumable, number, path, page.lab.caps, page.lab.users)
    await tournaments.resume(path)
    return {}


async def game(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """One game of a run, move by move."""
    number, path = await asyncio.to_thread(find_run, fields["run"])
    return {"game": await asyncio.to_thread(stored_game, number, path, fields["game"], page.lab.users)}


async def games(page: Page, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Some of the games of a run, in a line each."""
    number, path = await asyncio.to_thread(find_run, fields["run"])
    wanted = fields["which"], fields.get("agent"), fields["from"]
    return await asyncio.to_thread(game_rows, number, path, *wanted)


HANDLERS: dict[str, Handler] = {
    "runs": runs,
    "preview_run": preview_run,
    "start_run": start_run,
    "watch": watch,
    "unwatch": unwatch,
    "cancel_run": cancel_run,
    "resume_run": resume_run,
    "game": game,
    "games": games,
}
