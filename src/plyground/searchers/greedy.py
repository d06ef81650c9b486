"""The greedy player F = G − H of one of the papers, which calls it A*: no look-ahead at all.

For an empty square, G is how many more marks the opponent needs to win through it, and H how many lines
through it the opponent can still win. The square of the lowest F = G − H is played, the first of equals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from plyground.errors import BadSpec
from plyground.game import Player, Position
from plyground.games.line import LinePosition
from plyground.score import Score
from plyground.searchers.searcher import Searcher
from plyground.searchers.trace import Trace
from plyground.searchers.types import Limits, MoveValue, SearchResult, SearchStats
from plyground.spec import one_of

DIAGONALS = ("all", "one", "none")
MOST_COUNTED = {"all": 1_000_000, "one": 1, "none": 0}  # diagonals through a square, in H


class SquareCosts(NamedTuple):
    """What the greedy player knows of an empty square: the lowest F is played."""

    g: int
    h: int

    @property
    def f(self) -> int:
        return self.g - self.h

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        return ("G", self.g), ("H", self.h), ("F", self.f)


def square_costs(position: LinePosition, square: int, diagonals: str) -> SquareCosts:
    """G and H of a square, for the side to move."""
    game = position.game
    mine, theirs = position.stones if position.to_move is Player.FIRST else position.stones[::-1]
    open_lines = [line for line in game.through[square] if not line & mine]
    needed = min((game.k - (line & theirs).bit_count() for line in open_lines), default=game.k + 1)
    slanting = sum(_is_diagonal(line, game.columns) for line in open_lines)
    return SquareCosts(needed, len(open_lines) - max(0, slanting - MOST_COUNTED[diagonals]))


def cost(position: LinePosition, square: int, diagonals: str) -> int:
    """F = G − H of a square, for the side to move."""
    return square_costs(position, square, diagonals).f


def _is_diagonal(line: int, columns: int) -> bool:
    first, last = (line & -line).bit_length() - 1, line.bit_length() - 1
    return first // columns != last // columns and first % columns != last % columns


@dataclass(frozen=True, repr=False)
class Greedy(Searcher):
    """Take the square that matters most to the opponent, by F = G − H, on line games.

    `diagonals="one"` counts in H at most one diagonal through a square, `"none"` none: two of many readings
    that play the paper's figure, which its text does not. It looks at no tree, and so at no limits.

    >>> import plyground as pg
    >>> pg.search(pg.tictactoe().start(), pg.Greedy()).move
    '5'
    """

    name: ClassVar[str] = "greedy"

    diagonals: str = "all"

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("diagonals", self.diagonals, DIAGONALS)

    @property
    def most_diagonals(self) -> int:
        """How many diagonals through a square H counts."""
        return MOST_COUNTED[self.diagonals]

    def values(self, position: Position[Any], limits: Limits) -> list[MoveValue]:
        """−F of every square, with its G, H and F: the lowest F is played."""
        costs = [(m, square_costs(self.board(position), m, self.diagonals)) for m in position.moves()]
        return [
            MoveValue(move, Score(-each.f), (move,), False, None, SearchStats(1, 1), parts=each.parts)
            for move, each in costs
        ]

    def board(self, position: Position[Any]) -> LinePosition:
        """The position, if it is one of a line game."""
        if not isinstance(position, LinePosition):
            kind = type(position).__name__
            right, facts = "F = G − H is about lines on a board", {"name": self.name}
            raise BadSpec("greedy", f"a position of {kind}", None, right, "line-game", facts)
        return position

    def think(self, position: Position[Any], limits: Limits, trace: Trace | None) -> SearchResult[Any]:
        board = self.board(position)
        started = limits.clock()
        moves = board.moves()
        costs = [cost(board, move, self.diagonals) for move in moves]
        line = (moves[costs.index(min(costs))],) if moves else ()
        score = -min(costs, default=0)
        stats = SearchStats(1 + len(moves), 1, 0, limits.clock() - started)
        return SearchResult(Score(score), line, False, None, stats)
