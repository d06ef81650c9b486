"""Checkpoints: all that a training needs to go on as if it had not been stopped, in one file.

A line of JSON, then bytes: weights, coherence, examples. It is written whole or not at all, so that a
training that was killed goes on from the last one.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from plyground.errors import LONGEST_PATH, BadSpec, truncate
from plyground.trainers.native import AnyTrainer
from plyground.trainers.options import LearnOptions
from plyground.whole_file import write_whole

FORMAT = "plyground checkpoint 1"


@dataclass
class TrainingState:
    """How far a training has come."""

    games: int = 0
    chance: int = 0  # of the teacher
    examples: bytes = b""
    tally: list[int] = field(default_factory=lambda: [0] * 6)  # since the last point of the curve
    curve: list[dict[str, Any]] = field(default_factory=list)


def checkpoint_path(out: Path) -> Path:
    """Where the checkpoints of a training are kept that writes a file."""
    return out.with_name(out.name + ".checkpoint")


def write_checkpoint(path: Path, options: LearnOptions, state: TrainingState, trainer: AnyTrainer) -> None:
    """Write how far a training has come."""
    parts = [trainer.weights(), trainer.coherence(), state.examples]
    head = {
        "format": FORMAT,
        "options": asdict(options),
        "games": state.games,
        "chance": state.chance,
        "trainer": trainer.chance(),
        "tally": state.tally,
        "curve": state.curve,
        "sizes": [len(part) for part in parts],
        "digest": _digest(parts),
    }
    write_whole(path, json.dumps(head).encode("ascii") + b"\n" + b"".join(parts))


def read_checkpoint(path: Path, options: LearnOptions, trainer: AnyTrainer) -> TrainingState | None:
    """Put a trainer where a checkpoint was, and say how far that is; None if there is no file.

    BadSpec if it is one of other options, or damaged.
    """
    if not path.exists():
        return None
    shown = truncate(str(path), LONGEST_PATH)
    try:
        line, _, body = path.read_bytes().partition(b"\n")
        head = json.loads(line)
        sizes = head["sizes"]
        ends = [sum(sizes[:count]) for count in range(4)]
        parts = [body[start:end] for start, end in itertools.pairwise(ends)]
        if head["format"] != FORMAT or len(body) != ends[-1] or head["digest"] != _digest(parts):
            raise ValueError
        others = {name: head["options"].get(name) for name in asdict(options)}
        state = TrainingState(head["games"], head["chance"], parts[2], head["tally"], head["curve"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError):
        right = "remove it, and the training begins anew"
        raise BadSpec(f"damaged checkpoint {shown}", str(path), None, right) from None
    for name, value in asdict(options).items():
        if others[name] != value:
            right = f"it has {name} {others[name]!r} in place of {value!r}; give that, or remove the file"
            raise BadSpec(f"checkpoint of another training {shown}", str(path), None, right)
    trainer.restore(parts[0], parts[1], head["trainer"])
    return state


def _digest(parts: list[bytes]) -> str:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(part)
    return digest.hexdigest()
