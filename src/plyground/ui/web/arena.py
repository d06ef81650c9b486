"""The page "Arena": matches and tournaments are started, watched, stopped and resumed, each in a process.

Runs are those of the command line: `plyground runs`, `resume` and `export` know them by the same numbers.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan, distinct, split_name
from plyground.errors import PlygroundError
from plyground.session.view import why
from plyground.ui.offers import plays
from plyground.ui.web.game_rows import game_rows
from plyground.ui.web.job_processes import JobKind, JobProcesses, Watchers
from plyground.ui.web.live_run import LiveRun
from plyground.ui.web.preview import preview
from plyground.ui.web.protocol import Refused
from plyground.ui.web.state import Handler, Page
from plyground.ui.web.stored_runs import RunList, download, find_run, is_locked, open_run, stored_game
from plyground.ui.web.user_games import UserGames
from plyground.ui.web.validation import NONE, Caps, read_agent, read_game, read_limits, read_openings

__all__ = ["HANDLERS", "Tournaments", "download"]

MAX_RUNNING = 2
MAX_AGENTS = 32
MAX_WATCHED = 16  # runs whose numbers are kept
MEMORY_MB = 2_048  # of an agent's process
LOOK_EVERY = 0.5  # seconds between two looks at a run
RUNS = JobKind("plyground.ui.web.run_main", "run", "jobs.busy", "jobs.not-begun", "jobs.plan")


class Tournaments:
    """The runs that this server plays; they end with it."""

    def __init__(self, users: UserGames | None = None, most: int = MAX_RUNNING) -> None:
        self.users = users or UserGames()
        self.listing = RunList(self.plays, self.users)
        self.processes = JobProcesses(RUNS, most)
        self.watchers = Watchers("run", LOOK_EVERY)
        self._watched: OrderedDict[Path, LiveRun] = OrderedDict()

    async def start(self, plan: Plan) -> int:
        """Begin a run; its number."""
        return await self.processes.start({"plan": plan.to_json()})

    async def resume(self, path: Path) -> int:
        """Play what is left of a run."""
        return await self.processes.start({"resume": str(path)})

    def plays(self, number: int, path: Path) -> bool:
        """Whether a run is being played, here or by somebody else."""
        return number in self.processes or is_locked(path)

    async def cancel(self, number: int) -> None:
        """End a run at once: the games that are being played are lost, and can be played again."""
        if not await self.processes.kill(number):
            raise Refused("jobs.not-running", run=number)

    async def close(self) -> None:
        """End all runs."""
        await self.processes.close()

    def live_run(self, number: int, path: Path) -> LiveRun:
        """A run that is watched; all its watchers share what was read of it."""
        found = self._watched.pop(path, None) or LiveRun(number, path, self.plays, self.users)
        self._watched[path] = found
        if len(self._watched) > MAX_WATCHED:
            self._watched.popitem(last=False)
        return found

    def unwatch(self, page: Page) -> None:
        """Send the page no more runs."""
        self.watchers.unwatch(page)


# ---------------------------------------------------------------- requests


def read_plan(wanted: Mapping[str, Any], caps: Caps, users: UserGames = NONE) -> Plan:
    """The plan that a page asks for, within bounds."""
    if len(wanted["agents"]) > MAX_AGENTS:
        raise Refused("jobs.agents", most=MAX_AGENTS)
    game, limits = read_game(wanted["game"], caps, users), read_limits(wanted, caps)
    called = [split_name(agent) for agent in wanted["agents"]]
    agents = [read_agent(spec, caps) for _, spec in called]
    for agent in agents:
        if not plays(agent.name, game):
            raise Refused("server.cannot-play", agent=agent.spec, game=users.name_of(game.spec))
    try:
        plan = Plan(
            game.spec,
            tuple(agent.spec for agent in agents),
            tuple(wanted.get("names") or _names(called)),
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


def _names(called: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The names of agents that were written as name=spec; () if none was."""
    return distinct(tuple(name or spec for name, spec in called)) if any(name for name, _ in called) else ()


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
    tournaments.watchers.watch(page, run)
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
