"""Which lines matter to a learned evaluation: what a line is worth by the stones on it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from plyground.evaluation.learned import LearnedWeights, Table
from plyground.evaluation.tuple_shape import MINE, THEIRS, Cells
from plyground.game import Player

Means = tuple[int | None, ...]


@dataclass(frozen=True)
class LineValue:
    """What lines that symmetries lay onto each other are worth to the side to move, in points.

    `mine[n]` is the mean over all ways to have n stones of its own on a line and none of the other's, and
    `theirs[n]` the same for the other; None if training has never met such a line.
    """

    lines: tuple[Cells, ...]
    mine: Means
    theirs: Means

    def value(self, stones: int, own: bool = True) -> int:
        """What so many stones are worth, 0 if nobody knows."""
        return (self.mine if own else self.theirs)[stones] or 0


def line_values(weights: LearnedWeights, to_move: Player) -> list[LineValue]:
    """The values of all winning lines; tuples that are no line are left out."""
    shape, tables = weights.shape, weights.tables[to_move.value]
    winning = {frozenset(line): line for line in shape.game.lines}
    found = []
    for number, cells in enumerate(shape.tuples):
        if frozenset(cells) not in winning:
            continue
        images = Counter(frozenset(image) for of, image in shape.images if of == number)
        times = images[frozenset(cells)]  # a line that is its own mirror image counts twice
        means = [_means(tables[number], len(cells), shape.states, whose, times) for whose in (MINE, THEIRS)]
        found.append(LineValue(tuple(winning[image] for image in images), *means))
    return found


def ranked_lines(weights: LearnedWeights, to_move: Player) -> list[LineValue]:
    """The same, first those that count most with all but one stone of the side to move."""
    stones = weights.shape.game.k - 1
    return sorted(line_values(weights, to_move), key=lambda line: -abs(line.value(stones)))


def _means(table: Table, length: int, states: int, whose: int, times: int) -> Means:
    """The mean of what was learned, by how many stones one side has where the other has none."""
    sums, counts = [0] * length, [0] * length
    for index, value in enumerate(table):
        digits = [index // states**place % states for place in range(length)]
        stones = digits.count(whose)
        if value and stones < length and digits.count(MINE + THEIRS - whose) == 0:
            sums[stones] += value
            counts[stones] += 1
    pairs = zip(sums, counts, strict=True)
    return tuple(round(times * total / count) if count else None for total, count in pairs)
