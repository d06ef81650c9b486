"""Weights of lines: a line of k cells in which only one side has stones is worth something to it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar

from plyground.errors import BadSpec
from plyground.game import Player, Position
from plyground.games.line import LineGame, LinePosition
from plyground.score import HEURISTIC
from plyground.spec import bad_option, whole_number


@dataclass(frozen=True, repr=False)
class LineWeights:
    """What a line with n stones of one side and none of the other is worth, by n from 0.

    `own` counts for the side to move and `against` for the other; beyond the last weight the last one
    holds. Each stone in the middle (the middle column, and without gravity the middle row of it) is worth
    `centre` to the side to move and `against_centre`, or else the same, to the other.
    """

    spec_names: ClassVar = ("Windows", "LineWeights")  # the first is what specs and stored runs say

    own: tuple[int, ...] = (0,)
    against: tuple[int, ...] = (0,)
    centre: int = 0
    against_centre: int | None = None

    def __post_init__(self) -> None:
        for name, weights in (("own", self.own), ("against", self.against)):
            if not isinstance(weights, tuple) or not weights:
                right = f"{name} is a tuple of weights, such as (0, 0, 10)"
                raise bad_option(name, weights, right, "weights")
            for weight in weights:
                whole_number(name, weight, -HEURISTIC, HEURISTIC)
        whole_number("centre", self.centre, -HEURISTIC, HEURISTIC)
        if self.against_centre is not None:
            whole_number("against_centre", self.against_centre, -HEURISTIC, HEURISTIC)

    def __call__(self, position: Position[Any]) -> int:
        """The score for the side to move."""
        if not isinstance(position, LinePosition):
            kind = type(position).__name__
            right, facts = "only line games have windows", {"name": "windows"}
            raise BadSpec("windows", f"a position of {kind}", None, right, "line-game", facts)
        mine, theirs = position.stones
        if position.to_move is Player.SECOND:
            mine, theirs = theirs, mine
        own, against = self.stretched(position.game.k)
        score = 0
        for line in position.game.masks:
            if not theirs & line:
                score += own[(mine & line).bit_count()]
            if not mine & line:
                score -= against[(theirs & line).bit_count()]
        middle = _middle(position.game)
        score += self.centre * (mine & middle).bit_count()
        return score - self.centre_against * (theirs & middle).bit_count()

    def __repr__(self) -> str:
        options = ", ".join(f"{option.name}={getattr(self, option.name)!r}" for option in fields(self))
        return f"{self.spec_names[0]}({options})"

    def stretched(self, k: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The weights of the two sides for 0 to k stones in a line."""
        return _stretched(self.own, k), _stretched(self.against, k)

    @property
    def centre_against(self) -> int:
        """What a stone in the middle is worth to the other side."""
        return self.centre if self.against_centre is None else self.against_centre


@lru_cache(maxsize=256)
def _stretched(weights: tuple[int, ...], k: int) -> tuple[int, ...]:
    return (weights + weights[-1:] * (k + 1))[: k + 1]


@lru_cache(maxsize=64)
def _middle(game: LineGame) -> int:
    columns = {(game.columns - 1) // 2, game.columns // 2}
    rows = set(range(game.rows)) if game.gravity else {(game.rows - 1) // 2, game.rows // 2}
    return sum(1 << row * game.columns + column for row in rows for column in columns)
