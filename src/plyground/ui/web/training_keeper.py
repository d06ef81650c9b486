"""A training in its folder: what was asked for, how far it has come, and weights along its curve.

`training.json` is written once, `progress.json` all the time; `checkpoint` is what it goes on from. Weights
are kept at points of the curve, `weights-12000.json`, as many as there is room for.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import plyground
from plyground.data_folder import trainings_folder
from plyground.errors import BadSpec, PlygroundError
from plyground.evaluation.kept_weights import weights_path
from plyground.evaluation.weights_file import write_weights
from plyground.trainers.checkpoint import write_checkpoint
from plyground.trainers.course import COLUMNS, POINTS, Training
from plyground.trainers.native import new_trainer
from plyground.trainers.options import LearnOptions
from plyground.ui.web.run_main import problem_json
from plyground.whole_file import write_whole

FORMAT = "plyground training 1"
HEAD, PROGRESS, CHECKPOINT = "training.json", "progress.json", "checkpoint"
MAX_KEPT = 1 << 22  # numbers of all the weights that are kept of a training
TELL_EVERY = 0.2  # seconds
CHECKPOINT_EVERY = 2.0


class TrainingStopped(Exception):
    """A person has stopped a training."""


def settled(options: LearnOptions) -> LearnOptions:
    """The options with their defaults written out: other defaults, later, do not change a training."""
    return replace(
        options,
        games=options.total_games,
        step=options.step_size(options.shape),
        explore=options.explored,
        trace=options.looked_ahead,
        late=options.late_positions,
    )


def new_folder(options: LearnOptions) -> Path:
    """A folder for the next training: 1, 2, …; it says what is to be learned."""
    trainings_folder().mkdir(parents=True, exist_ok=True)
    number = max((number for number, _ in numbered_trainings()), default=0) + 1
    while True:
        folder = trainings_folder() / str(number)
        with suppress(FileExistsError):
            folder.mkdir()
            break
        number += 1
    begun = datetime.now(UTC).isoformat(timespec="seconds")
    head = {
        "format": FORMAT,
        "plyground": plyground.__version__,
        "begun": begun,
        "options": asdict(options),
    }
    write_whole(folder / HEAD, json.dumps(head, indent=1) + "\n")
    return folder


def numbered_trainings() -> Iterator[tuple[int, Path]]:
    """The trainings that are kept, in order."""
    found = [path for path in trainings_folder().glob("*") if path.name.isascii() and path.name.isdigit()]
    return iter(sorted((int(path.name), path) for path in found if len(path.name) < 10))


def read_head(folder: Path) -> tuple[LearnOptions, str]:
    """What a training was asked for, and when it began; ValueError if that cannot be read."""
    try:
        head = json.loads((folder / HEAD).read_text(encoding="utf-8"))
        if head["format"] != FORMAT or not isinstance(head["begun"], str):
            raise ValueError
        return LearnOptions(**head["options"]), head["begun"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError, PlygroundError):
        raise ValueError(str(folder)) from None


class TrainingKeeper:
    """A training that is run, and that keeps in its folder how far it has come."""

    def __init__(self, folder: Path, options: LearnOptions, lock: int | None = None) -> None:
        self.folder = folder
        self.lock = lock  # that is held as long as the process lives
        self.checkpoint = folder / CHECKPOINT
        self.training = self._open(options)
        self.training.on_point = self._keep_point
        self.born = self._newborn()
        self.stopping = False
        self._until = self.training.next_point()  # games at the next point of the curve
        self._told = self._kept = time.monotonic()
        self._apart = CHECKPOINT_EVERY
        most = max(1, MAX_KEPT // (2 * self.training.shape.size))
        self.every = math.ceil(POINTS / min(POINTS, most))  # how many points of the curve have weights

    def _open(self, options: LearnOptions) -> Training:
        """From the checkpoint; from the start if that is damaged: the same weights come of it."""
        version, never = plyground.__version__, math.inf  # checkpoints are written here
        try:
            return Training(options, "auto", version, self.checkpoint, never)
        except BadSpec:
            self.checkpoint.unlink(missing_ok=True)
            return Training(options, "auto", version, self.checkpoint, never)

    def _newborn(self) -> dict[str, Any]:
        """A point of the curve before the first game, where all weights are 0."""
        training, options = self.training, self.training.options
        exam = training.exam
        trainer = new_trainer(training.shape, options.sharpness, options.seed, "auto") if exam else None
        mark = exam.mark(trainer) if exam and trainer else None
        return dict.fromkeys(COLUMNS, 0) | {"error": None, "exam": mark}

    def run(self) -> None:
        """Learn until all games are played, or somebody stops it."""
        problem = None
        try:
            if self.training.state.games == 0:
                self._write_weights()
            self._tell()
            self.training.run(progress=self._look)
        except TrainingStopped:
            pass
        except MemoryError:
            problem = {"key": "learn.no-memory", "facts": {}}
        except PlygroundError as error:
            problem = {"key": "learn.failed", "facts": {"why": problem_json(error)}}
        except OSError as error:
            problem = {"key": "learn.failed", "facts": {"why": error.strerror or "-"}}
        with suppress(OSError):
            if self.training.finished:
                self.checkpoint.unlink(missing_ok=True)
            elif problem is None:
                self._write_checkpoint()
            self._tell(problem)

    def stop(self) -> None:
        """End at the next moment at which it can go on later."""
        self.stopping = True

    def _look(self, label: str, games: int, total: int) -> None:
        """Called between games, some times a second."""
        if games < self._until:  # else a point of the curve comes first, which a checkpoint must not lose
            self._rest()

    def _rest(self) -> None:
        """Where it can go on from: stop if somebody wants that, keep a checkpoint, tell how far it is."""
        if self.stopping:
            raise TrainingStopped
        now = time.monotonic()
        if now - self._kept > self._apart:
            self._write_checkpoint()
        if now - self._told > TELL_EVERY:
            self._tell()

    def _keep_point(self) -> None:
        """Called after each new point of the curve."""
        point, training = len(self.training.state.curve), self.training
        if point == 1 or point % self.every == 0 or training.finished:
            self._write_weights()
        self._tell()
        self._until = training.next_point()
        if not training.finished:
            self._rest()

    def _write_weights(self) -> None:
        training = self.training
        weights = write_weights(training.weights(), training.options.model)
        write_whole(weights_path(self.folder, training.state.games), weights)

    def _write_checkpoint(self) -> None:
        began = time.monotonic()
        write_checkpoint(self.checkpoint, self.training.options, self.training.state, self.training.trainer)
        self._kept = time.monotonic()
        self._apart = max(CHECKPOINT_EVERY, 10 * (self._kept - began))  # writing stays a small part

    def _tell(self, problem: dict[str, Any] | None = None) -> None:
        state = self.training.state
        told = {"games": state.games, "curve": [self.born, *state.curve], "problem": problem}
        write_whole(self.folder / PROGRESS, json.dumps(told))
        self._told = time.monotonic()
