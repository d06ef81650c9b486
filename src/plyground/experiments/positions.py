"""Positions to measure on: random ones by a seed, for each number of empty squares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plyground.experiments.census import all_openings
from plyground.game import Game
from plyground.games.line import LinePosition
from plyground.rng import derive_seed
from plyground.score import LONGEST
from plyground.searchers.playouts import random_line

_TRIES = 50


@dataclass(frozen=True)
class Sample:
    """A position by its text, how many squares are empty in it, and whether it is searched by depth too."""

    text: str
    empty: int
    by_depth: bool


def samples(game: Game[Any], count: int, seed: int) -> Iterator[Sample]:
    """The start, and for every number of plies random unfinished positions, all different."""
    seen = set()
    for ply in _plies(game):
        for number in range(1 if ply == 0 else count):
            for attempt in range(_TRIES):
                position = game.start()
                words = []
                for move in random_line(position, ply, derive_seed(seed, "sample", ply, number, attempt)):
                    words.append(position.write(move))
                    position = position.after(move)
                if len(words) == ply and position.outcome() is None and position.canonical() not in seen:
                    seen.add(position.canonical())
                    yield Sample(" ".join(words) or "-", _empty(position, ply), ply in (0, 4))
                    break


def opening_samples(game: Game[Any], plies: int) -> Iterator[Sample]:
    """All openings of some plies."""
    for text in all_openings(game, plies):
        yield Sample(text, _empty(game.parse(text), plies), by_depth=True)


def _plies(game: Game[Any]) -> Iterator[int]:
    """Every number of plies on a small board, every few on a large one."""
    longest = getattr(game, "cells", 0) or len(random_line(game.start(), LONGEST, 1))
    return iter(range(0, longest, 1 if longest <= 16 else 4))


def _empty(position: Any, ply: int) -> int:
    if isinstance(position, LinePosition):
        return position.empty
    return -ply
