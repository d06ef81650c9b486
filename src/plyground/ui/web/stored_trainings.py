"""Stored trainings for pages: lists, the curve of one, its lines, downloads. Pages know them by number."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plyground.errors import PlygroundError, truncate
from plyground.evaluation.kept_weights import kept_name, kept_points, load_kept, weights_path
from plyground.evaluation.learned import LearnedWeights
from plyground.evaluation.line_values import line_values
from plyground.game import Player
from plyground.trainers.course import curve_csv
from plyground.trainers.options import LearnOptions
from plyground.ui.web.protocol import Refused, Wrong, check
from plyground.ui.web.serialize import board_json, drawn_board
from plyground.ui.web.stored_runs import Signature, signature
from plyground.ui.web.training_keeper import PROGRESS, numbered_trainings, read_head
from plyground.ui.web.validation import Caps, read_game

Data = dict[str, Any]
Learns = Callable[[int, Path], bool]  # whether a training goes on, here or elsewhere

MAX_LISTED = 500  # trainings, the newest ones
_WEIGHTS = re.compile(r"weights-([0-9]{1,10})\.json")


def find_training(given: object) -> tuple[int, Path]:
    """The number of a training and its folder."""
    if isinstance(given, str) and re.fullmatch("[0-9]{1,9}", given):
        for number, path in numbered_trainings():
            if number == int(given):
                return number, path
    raise Refused("learn.no-training", training=truncate(str(given)))


def open_head(number: int, folder: Path) -> tuple[LearnOptions, str]:
    """What a training was asked for, and when it began."""
    try:
        options, begun = read_head(folder)
        read_game(options.game, Caps())
        _ = options.total_games
    except (ValueError, PlygroundError, Refused):
        raise Refused("learn.damaged", training=number) from None
    return options, begun


def read_progress(folder: Path) -> Data:
    """How far a training has come; nothing if that cannot be read, for it can be learned anew."""
    try:
        told = json.loads((folder / PROGRESS).read_text(encoding="utf-8"))
        progress = {name: told[name] for name in ("games", "curve", "problem")}
        check(progress["games"], "Count")
        check(progress["problem"], "Error?")
        for row in progress["curve"]:
            check(row | {"kept": False}, "CurvePoint")
    except (OSError, ValueError, KeyError, TypeError, RecursionError, Wrong):
        return {"games": 0, "curve": [], "problem": None}
    return progress


def summary(number: int, folder: Path, learns: Learns, known: Data | None = None) -> Data:
    """A training in a line; one that cannot be read is damaged. `known` is its progress, if it was read."""
    named = {"training": str(number)}
    try:
        options, begun = open_head(number, folder)
    except Refused:
        nothing = {"begun": "", "game": "", "teacher": "", "model": "", "games": 0, "total": 0}
        return named | nothing | {"state": "damaged"}
    progress, total = known or read_progress(folder), options.total_games
    about = {"begun": begun, "game": options.game, "teacher": options.teacher, "model": options.model}
    state = "running" if learns(number, folder) else "stopped"
    state = "finished" if is_finished(progress, options) else state
    return named | about | {"games": progress["games"], "total": total, "state": state}


def is_finished(progress: Data, options: LearnOptions) -> bool:
    """Whether a training has the last point of its curve; its weights are kept before it is told."""
    return bool(progress["curve"]) and progress["curve"][-1]["games"] >= options.total_games


def summaries(learns: Learns) -> list[Data]:
    """All trainings, the newest first."""
    found = list(numbered_trainings())[::-1][:MAX_LISTED]
    return [summary(number, folder, learns) for number, folder in found]


class LiveTraining:
    """A training that is watched. Views are made in threads, one at a time."""

    def __init__(self, number: int, folder: Path, learns: Learns) -> None:
        self.number, self.folder = number, folder
        self.cost = 0.0  # seconds that the last new view took
        self._learns = learns
        self._lock = threading.Lock()
        self._seen: tuple[Signature, bool] | None = None
        self._view: Data = {}

    def view(self) -> Data:
        """The view now; the same object as before if nothing has changed."""
        with self._lock:
            now = signature(self.folder / PROGRESS), self._learns(self.number, self.folder)
            if now != self._seen:
                began = time.perf_counter()
                self._view = self._new_view()
                self._seen, self.cost = now, time.perf_counter() - began
            return self._view

    def _new_view(self) -> Data:
        options, _ = open_head(self.number, self.folder)
        progress, kept = read_progress(self.folder), set(kept_points(self.folder))
        curve = [row | {"kept": row["games"] in kept} for row in progress["curve"]]
        shape = options.shape
        return summary(self.number, self.folder, self._learns, progress) | {
            "seed": str(options.seed),
            "step": options.step_size(shape),
            "explore": options.explored,
            "trace": None if options.teacher == "perfect" else options.looked_ahead,
            "walks": options.walks if options.model == "ntuple" else None,
            "length": options.length if options.model == "ntuple" else None,
            "numbers": 2 * shape.size,
            "games": progress["games"],
            "curve": curve,
            "problem": progress["problem"],
        }


def load_point(number: int, games: int) -> LearnedWeights:
    """The weights of a training after so many games."""
    try:
        return load_kept(kept_name(number, games))
    except PlygroundError:  # whose sentence names the file
        raise Refused("learn.no-weights", training=number, games=games) from None


def lines_json(number: int, games: int) -> Data:
    """The board of a training, and what its lines are worth to each side when it is to move."""
    weights = load_point(number, games)
    board = drawn_board(weights.shape.game.start())
    assert board is not None
    sides = [
        [
            {
                "lines": [list(line) for line in each.lines],
                "mine": list(each.mine),
                "theirs": list(each.theirs),
            }
            for each in line_values(weights, player)
        ]
        for player in Player
    ]
    return {"games": games, "board": board_json(board), "sides": sides}


def training_file(training: str, name: str) -> tuple[str, str, bytes]:
    """A file of a training to take home: its name, its type and its bytes."""
    number, folder = find_training(training)
    called = f"plyground-training-{number}-{name}"
    if name == "curve.csv":
        open_head(number, folder)
        return called, "text/csv", curve_csv(read_progress(folder)["curve"]).encode()
    if match := _WEIGHTS.fullmatch(name):
        load_point(number, int(match[1]))  # only weights leave the folder
        return called, "application/json", weights_path(folder, int(match[1])).read_bytes()
    raise Refused("learn.no-training", training=number)
