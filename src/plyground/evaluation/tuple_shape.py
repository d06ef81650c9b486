"""Tuples of cells, tied by the symmetries of the board: what the tables of a learned evaluation are about.

A model has some tuples of cells. Every symmetry of the board gives an image of a tuple, and all images
share the tuple's table: a number for each combination of states that its cells can be in. The state of a
cell is a digit: 0 empty, 1 mine, 2 theirs, and 3 empty and playable where that is told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from plyground.errors import BadSpec
from plyground.games.line import LineGame
from plyground.rng import SplitMix64

Cells = tuple[int, ...]

EMPTY, MINE, THEIRS, PLAYABLE = range(4)
MODELS = ("line_table", "ntuple")
MAX_INDICES = 1 << 24  # of one tuple, as native/tuple_index.hpp has it


@dataclass(frozen=True)
class TupleShape:
    """Which cells a model looks at, and whether an empty cell that can be played is another state."""

    game: LineGame
    tuples: tuple[Cells, ...]
    playable: bool = False

    def __post_init__(self) -> None:
        for cells in self.tuples:
            if self.states ** len(cells) > MAX_INDICES:
                right = f"a tuple has at most {MAX_INDICES:,} states: take fewer cells"
                facts = {"numbers": self.states ** len(cells), "most": MAX_INDICES}
                what = f"a tuple of {len(cells)} cells"
                raise BadSpec(what, str(list(cells)), None, right, "table-size", facts)

    @property
    def states(self) -> int:
        return 4 if self.playable else 3

    @cached_property
    def images(self) -> tuple[tuple[int, Cells], ...]:
        """Every image of every tuple, with the number of its tuple; a row and its reverse are two."""
        symmetries = self.game.symmetries
        return tuple(
            (number, image)
            for number, cells in enumerate(self.tuples)
            for image in dict.fromkeys(tuple(symmetry[cell] for cell in cells) for symmetry in symmetries)
        )

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many numbers the table of each tuple has, for one side to move."""
        return tuple(self.states ** len(cells) for cells in self.tuples)

    @property
    def size(self) -> int:
        """How many numbers all tables have together, for one side to move."""
        return sum(self.sizes)

    @property
    def entries(self) -> int:
        """How many numbers there were for one side to move if each image had a table of its own."""
        return sum(self.sizes[number] for number, _ in self.images)

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """For each image, where the table of its tuple begins when one follows the other."""
        starts = [sum(self.sizes[:number]) for number in range(len(self.tuples))]
        return tuple(starts[number] for number, _ in self.images)

    def digits(self, mine: int, theirs: int) -> list[int]:
        """The states of all cells, as the side with the first stones sees them."""
        open_cells = self.game.playable(mine | theirs) if self.playable else 0
        return [
            MINE if mine >> cell & 1 else THEIRS if theirs >> cell & 1 else 3 * (open_cells >> cell & 1)
            for cell in range(self.game.cells)
        ]

    def index(self, cells: Cells, digits: Sequence[int]) -> int:
        """The number that the states of some cells write, the first cell last."""
        index = 0
        for cell in reversed(cells):
            index = index * self.states + digits[cell]
        return index


@lru_cache(maxsize=16)
def other_side(length: int, states: int) -> tuple[int, ...]:
    """For each index of a tuple of so many cells, the index that the other side sees."""
    if length == 0:
        return (0,)
    rest = other_side(length - 1, states)
    swapped = (EMPTY, THEIRS, MINE, PLAYABLE)[:states]
    return tuple(len(rest) * state + index for state in swapped for index in rest)


def line_tables(game: LineGame, playable: bool | None = None) -> TupleShape:
    """A table for every winning line; where discs fall, playable cells are told apart by default."""
    seen: set[frozenset[int]] = set()
    tuples = []
    for line in game.lines:
        if frozenset(line) not in seen:
            tuples.append(line)
            seen |= {frozenset(symmetry[cell] for cell in line) for symmetry in game.symmetries}
    return TupleShape(game, tuple(tuples), _told_apart(game, playable))


def random_walks(
    game: LineGame, count: int, length: int, seed: int, playable: bool | None = None
) -> TupleShape:
    """Tuples of cells that a walk visits, a step in any of eight directions at a time, given by a seed."""
    if not 1 <= length <= game.cells:
        right = f"a tuple has 1 to {game.cells} cells of {game.spec}"
        facts = {"name": "length", "least": 1, "most": game.cells}
        raise BadSpec("bad length", f"length={length}", None, right, "number", facts)
    chance = SplitMix64(seed)
    tuples: list[Cells] = []
    while len(tuples) < count:
        walk = _walk(game, length, chance)
        if len(walk) == length:
            tuples.append(walk)
    return TupleShape(game, tuple(tuples), _told_apart(game, playable))


def _told_apart(game: LineGame, playable: bool | None) -> bool:
    if playable and not game.gravity:
        raise BadSpec("playable=True", game.spec, None, "without gravity every empty cell can be played")
    return game.gravity if playable is None else playable


def _walk(game: LineGame, length: int, chance: SplitMix64) -> Cells:
    """The cells of one walk, none twice; it is too short if it came to a dead end."""
    walk = [chance.below(game.cells)]
    while len(walk) < length and (free := [c for c in _neighbours(game, walk[-1]) if c not in walk]):
        walk.append(chance.choice(free))
    return tuple(walk)


def _neighbours(game: LineGame, cell: int) -> list[int]:
    row, column = divmod(cell, game.columns)
    return [
        other_row * game.columns + other
        for other_row in range(max(0, row - 1), min(game.rows, row + 2))
        for other in range(max(0, column - 1), min(game.columns, column + 2))
        if (other_row, other) != (row, column)
    ]
