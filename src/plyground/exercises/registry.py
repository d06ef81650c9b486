"""The kinds of exercises by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from plyground.errors import BadSpec, unknown_name
from plyground.exercises.bandit import mcts_exercise
from plyground.exercises.exercise import Exercise
from plyground.exercises.puzzle import win_exercise
from plyground.exercises.tree_kinds import alphabeta_exercise, depth_exercise, minimax_exercise
from plyground.spec import whole_number

KINDS: Mapping[str, Callable[..., Exercise]] = MappingProxyType(
    {
        "minimax": minimax_exercise,
        "alphabeta": alphabeta_exercise,
        "depth": depth_exercise,
        "mcts": mcts_exercise,
        "win": win_exercise,
    }
)


def make_exercise(kind: str, seed: int = 0, **options: Any) -> Exercise:
    """The exercise of a kind and a seed; options that are None keep their usual values.

    >>> exercise = make_exercise("alphabeta", seed=7, depth=2)
    >>> exercise.command
    'plyground exercise alphabeta --seed 7 --depth 2 --branching 3'
    """
    if kind not in KINDS:
        raise unknown_name("no such exercise", kind, KINDS, f"exercises are {', '.join(KINDS)}")
    whole_number("seed", seed, 0, 2**64 - 1)
    make = KINDS[kind]
    chosen = {name: value for name, value in options.items() if value is not None}
    taken = [name for name in inspect.signature(make).parameters if name != "seed"]
    for name in chosen.keys() - set(taken):
        right = f"it takes {', '.join(taken)}"
        raise BadSpec(f"exercise {kind} has no {name}", f"{name}={chosen[name]!r}", None, right)
    return make(seed, **chosen)
