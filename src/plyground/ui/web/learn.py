"""The page "Learn": trainings are started, watched, stopped and go on, each in a process of its own.

What is learned is kept in a folder beside the runs, so that a page, a tab or a server may come later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from plyground.errors import PlygroundError
from plyground.games.line import LineGame
from plyground.message import say
from plyground.session.view import why
from plyground.trainers.labels import check_labels
from plyground.trainers.options import LearnOptions
from plyground.ui.web.job_processes import JobKind, JobProcesses, Watchers
from plyground.ui.web.protocol import Refused
from plyground.ui.web.state import Data, Handler, Page
from plyground.ui.web.stored_runs import is_locked
from plyground.ui.web.stored_trainings import (
    LiveTraining,
    find_training,
    is_finished,
    lines_json,
    open_head,
    read_progress,
    summaries,
)
from plyground.ui.web.training_keeper import HEAD
from plyground.ui.web.validation import Caps, read_game

Fields = Mapping[str, Any]

MAX_RUNNING = 2
MAX_WATCHED = 16  # trainings whose views are kept
MAX_GAMES = {"self-play": 10_000_000, "perfect": 200_000}
MAX_NUMBERS = 1 << 20  # of the tables, for one side to move
LOOK_EVERY = 0.2  # seconds between two looks at a training
TRAININGS = JobKind(
    "plyground.ui.web.learn_main", "training", "learn.busy", "learn.not-begun", "learn.refused"
)


class Trainings:
    """The trainings that this server runs; they end with it, and can go on later."""

    def __init__(self, most: int = MAX_RUNNING) -> None:
        self.processes = JobProcesses(TRAININGS, most)
        self.watchers = Watchers("training", LOOK_EVERY)
        self._watched: dict[Path, LiveTraining] = {}

    def learns(self, number: int, folder: Path) -> bool:
        """Whether a training goes on, here or by somebody else."""
        return number in self.processes or is_locked(folder / HEAD)

    def live_training(self, number: int, folder: Path) -> LiveTraining:
        """A training that is watched; all its watchers share what was read of it."""
        found = self._watched.pop(folder, None) or LiveTraining(number, folder, self.learns)
        self._watched[folder] = found
        if len(self._watched) > MAX_WATCHED:
            del self._watched[next(iter(self._watched))]
        return found

    def unwatch(self, page: Page) -> None:
        """Send the page no more trainings."""
        self.watchers.unwatch(page)

    async def close(self) -> None:
        """End all trainings."""
        await self.processes.close()


def read_options(wanted: Fields, caps: Caps) -> LearnOptions:
    """The options that a page asks for, within bounds."""
    game = read_game(wanted["game"], caps)
    if not isinstance(game, LineGame):
        raise Refused("learn.refused", why=say("why.line-game", name="learn"))
    names = ("games", "seed", "step", "explore", "trace", "walks", "length")
    given = {name: wanted[name] for name in names if wanted.get(name) is not None}
    try:
        options = LearnOptions(game.spec, wanted["teacher"], wanted["model"], **given)
        shape = options.shape
        if options.teacher == "perfect":
            check_labels(game)
    except PlygroundError as error:
        raise Refused("learn.refused", why=why(error)) from None
    if shape.size > MAX_NUMBERS:
        too_many = say("why.table-size", numbers=shape.size, most=MAX_NUMBERS)
        raise Refused("learn.refused", why=too_many)
    most = MAX_GAMES[options.teacher]
    if options.total_games > most:
        raise Refused("learn.games-most", games=options.total_games, most=most)
    return options


def _trainings(page: Page) -> Trainings:
    return page.lab.service(Trainings, Trainings)


async def trainings(page: Page, fields: Fields) -> Data:
    """All trainings, the newest first."""
    return {"trainings": await asyncio.to_thread(summaries, _trainings(page).learns)}


async def start_training(page: Page, fields: Fields) -> Data:
    """Begin to learn."""
    options = await asyncio.to_thread(read_options, fields["plan"], page.lab.caps)
    return {"training": str(await _trainings(page).processes.start({"options": asdict(options)}))}


async def watch_training(page: Page, fields: Fields) -> Data:
    """Send the page a training now, and whenever it changes."""
    number, folder = await asyncio.to_thread(find_training, fields["training"])
    service = _trainings(page)
    training = service.live_training(number, folder)
    await asyncio.to_thread(training.view)  # so that one that cannot be read is refused
    service.watchers.watch(page, training)
    return {}


async def unwatch_training(page: Page, fields: Fields) -> Data:
    """Stop sending trainings."""
    _trainings(page).unwatch(page)
    return {}


async def stop_training(page: Page, fields: Fields) -> Data:
    """Stop a training that this server runs, with a checkpoint."""
    number, _ = await asyncio.to_thread(find_training, fields["training"])
    if not await _trainings(page).processes.stop(number):
        raise Refused("learn.not-running", training=number)
    return {}


async def resume_training(page: Page, fields: Fields) -> Data:
    """Go on with a training that was stopped."""
    number, folder = await asyncio.to_thread(find_training, fields["training"])
    service = _trainings(page)
    options, _ = await asyncio.to_thread(open_head, number, folder)
    if is_finished(await asyncio.to_thread(read_progress, folder), options):
        raise Refused("learn.finished", training=number)
    if await asyncio.to_thread(service.learns, number, folder):
        raise Refused("learn.running", training=number)
    await service.processes.start({"resume": str(folder)})
    return {}


async def training_lines(page: Page, fields: Fields) -> Data:
    """What the lines of the board are worth to the weights of a training after so many games."""
    number, _ = await asyncio.to_thread(find_training, fields["training"])
    return {"lines": await asyncio.to_thread(lines_json, number, fields["games"])}


HANDLERS: dict[str, Handler] = {
    "trainings": trainings,
    "start_training": start_training,
    "watch_training": watch_training,
    "unwatch_training": unwatch_training,
    "stop_training": stop_training,
    "resume_training": resume_training,
    "training_lines": training_lines,
}
