"""Weights that the web laboratory keeps of its trainings: `training:3@12000` is 3 after 12,000 games.

A name has two numbers and no path, so that a page may give it.
"""

from __future__ import annotations

import re
from pathlib import Path

from plyground.data_folder import trainings_folder
from plyground.errors import BadSpec, abbreviate, truncate
from plyground.evaluation.learned import LearnedWeights
from plyground.evaluation.weights_file import SCHEME, load_weights

TRAINING = "training:"
WEIGHTS_SCHEMES = (SCHEME, TRAINING)  # what names numbers, and no code
_NAME = re.compile(r"training:([0-9]{1,9})@([0-9]{1,10})")
_FILE = re.compile(r"weights-([0-9]{1,10})\.json")


def kept_name(training: int, games: int) -> str:
    """What `evaluate=` takes."""
    return f"{TRAINING}{training}@{games}"


def is_kept_name(name: str) -> bool:
    """Whether a text names weights of a training, which need not exist."""
    return _NAME.fullmatch(name) is not None


def weights_path(folder: Path, games: int) -> Path:
    """The file in the folder of a training that has the weights after so many games."""
    return folder / f"weights-{games}.json"


def kept_points(folder: Path) -> list[int]:
    """After how many games weights of a training are kept, in order."""
    found = (_FILE.fullmatch(path.name) for path in folder.glob("weights-*.json"))
    return sorted(int(match[1]) for match in found if match)


def load_kept(name: str) -> LearnedWeights:
    """The weights of a name; BadSpec if there are none."""
    match = _NAME.fullmatch(name)
    if match is None:
        right = "a training and its games are called so: 'training:3@12000'"
        raise BadSpec(f"no weights {truncate(name)}", name, None, right, "training-name", {})
    training, games = int(match[1]), int(match[2])
    folder = trainings_folder() / str(training)
    points = kept_points(folder)
    if not points:
        right = "those of plyground lab, page Learn, have numbers"
        what = f"no weights of training {training}"
        raise BadSpec(what, name, None, right, "no-training", {"training": training})
    if games not in points:
        known = abbreviate([str(point) for point in points])
        facts = {"training": training, "games": games, "known": known}
        right = f"it keeps those after {known} games"
        raise BadSpec(f"no weights after {games} games", name, None, right, "no-kept-weights", facts)
    return load_weights(str(weights_path(folder, games)), name)
