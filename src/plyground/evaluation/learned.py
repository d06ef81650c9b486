"""Evaluations that were learned: a sum of numbers in tables, for each tuple of cells and side to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from plyground.errors import BadSpec
from plyground.evaluation.tuple_shape import Cells, TupleShape, other_side
from plyground.game import Player, Position
from plyground.games.line import LinePosition

Table = tuple[int, ...]
SideTables = tuple[tuple[Table, ...], tuple[Table, ...]]  # where the first and the second player is to move


@dataclass(frozen=True, eq=False)
class LearnedWeights:
    """An evaluation of one game: for each tuple of its shape a table of numbers, for each side to move.

    The sum over all images of all tuples is the score for the side to move.
    """

    shape: TupleShape
    tables: SideTables
    header: dict[str, Any] = field(default_factory=dict)  # how they were made
    name: str = "learned"

    def __call__(self, position: Position[Any]) -> int:
        """The score for the side to move."""
        self.check_game(position)
        assert isinstance(position, LinePosition)
        shape, tables = self.shape, self.tables[position.to_move.value]
        mine, theirs = position.stones if position.to_move is Player.FIRST else position.stones[::-1]
        digits = shape.digits(mine, theirs)
        return sum(tables[number][shape.index(cells, digits)] for number, cells in shape.images)

    def __repr__(self) -> str:
        return f"<learned weights of {self.shape.game.spec}: {self.name}>"

    def check_game(self, position: Position[Any]) -> None:
        """Raise BadSpec if a position is of another game."""
        game = self.shape.game
        if not isinstance(position, LinePosition) or position.game != game:
            given = position.game.spec if isinstance(position, LinePosition) else type(position).__name__
            right = f"they are weights of {game.spec}; plyground learn makes others"
            facts = {"name": self.name, "game": game.spec}
            raise BadSpec(f"{self.name} in a game of {given}", "", None, right, "weights-game", facts)

    def by_cells(self) -> tuple[list[Cells], list[Sequence[int]], list[Sequence[int]]]:
        """Tuples of different cells, and for each a table for each side to move; 1 is the first player's.

        Images that have the same cells in another order are added up. The core takes them like this.
        """
        shape = self.shape
        seconds = [
            [table[seen] for seen in other_side(len(cells), shape.states)]
            for cells, table in zip(shape.tuples, self.tables[1], strict=True)
        ]
        found: dict[frozenset[int], tuple[Cells, Sequence[int], Sequence[int]]] = {}
        for number, cells in shape.images:
            first, second = self.tables[0][number], seconds[number]
            if known := found.get(frozenset(cells)):
                places = self._places(known[0], cells)
                first = tuple(n + first[at] for n, at in zip(known[1], places, strict=True))
                second = [n + second[at] for n, at in zip(known[2], places, strict=True)]
            found[frozenset(cells)] = (known[0] if known else cells, first, second)
        rows = list(found.values())
        return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]

    def _places(self, cells: Cells, others: Cells) -> list[int]:
        """For each index of some cells, the index of the same cells in another order."""
        states = self.shape.states
        digits = [states ** others.index(cell) for cell in cells]
        return [
            sum(digit * (index // states**at % states) for at, digit in enumerate(digits))
            for index in range(states ** len(cells))
        ]
