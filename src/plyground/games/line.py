"""Every k-in-a-row game on a board of columns × rows, with or without gravity: size is data.

Cells are numbered row by row from the top left, and a move is the cell where the stone comes to lie,
also where it falls there. The stones of a player are one integer with a bit for each cell.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import lru_cache
from numbers import Number
from typing import ClassVar, NamedTuple, Self

from plyground.errors import IllegalMove, truncate
from plyground.game import Board, Game, Outcome, Player, Position, play_text
from plyground.games import drawing, geometry
from plyground.games.diagram import (
    EMPTY,
    MARKS,
    Diagram,
    completed_lines,
    judge,
    looks_like_diagram,
    mark_at,
    read_diagram,
    side_by_counts,
    write_diagram,
)
from plyground.games.line_shape import MAX_CELLS, CellMove, LineShape

__all__ = [
    "MAX_CELLS",
    "CellMove",
    "LineGame",
    "LinePosition",
    "connect4",
    "gomoku",
    "mnk",
    "tictactoe",
]

FIRST, SECOND = Player.FIRST, Player.SECOND  # a global is found faster than an attribute of Player
DRAWN = Outcome(None)
_WORD = 2**64 - 1


@dataclass(frozen=True)
class LineGame(LineShape, Game[int]):
    """The first player with k or more stones in a row, straight or diagonal, wins.

    >>> import plyground as pg
    >>> pg.LineGame(columns=7, rows=6, k=4, gravity=True) == pg.connect4()
    True
    >>> len(pg.connect4().lines)
    69
    """

    players: ClassVar[tuple[str, str]] = MARKS

    def __reduce__(self) -> tuple[object, ...]:  # without the masks, which can be made again
        return LineGame, (self.columns, self.rows, self.k, self.gravity)

    @property
    def spec(self) -> str:
        size = (self.columns, self.rows, self.k)
        name = "connect4" if self.gravity else "mnk"
        return _NAMED.get((*size, self.gravity)) or f"{name}({','.join(map(str, size))})"

    def start(self) -> LinePosition:
        return LinePosition(self, 0, 0, FIRST, None)

    def parse(self, text: str) -> LinePosition:
        """The position that a text names: a diagram, the moves played, or `-` for the start."""
        if looks_like_diagram(text):
            return self.set_up(read_diagram(text, self.columns, self.rows))
        return play_text(self.start(), text, self.spelling.word)

    def set_up(self, diagram: Diagram) -> LinePosition:
        """The position of a diagram; a NotationError if no game can come to it."""
        to_move, outcome = judge(self, diagram)
        return LinePosition(self, *diagram.stones, to_move, outcome)

    def board_with(self, stones: tuple[int, int]) -> Board:
        """Any stones as a board, also where no game can come to them; nothing on it can be played."""
        marks = tuple(mark_at(stones, cell) for cell in range(self.cells))
        return Board(self.columns, self.rows, marks, (), self.gravity, self.k)


class _Fields(NamedTuple):
    game: LineGame
    first: int
    second: int
    to_move: Player
    ended: Outcome | None


class LinePosition(_Fields, Position[int]):
    """A board and whose turn it is. How play ended is computed once, when the last stone is put.

    Made by a game's `start`, `parse` and `set_up`: the constructor takes what it is given on trust. (A
    NamedTuple below, because a frozen dataclass takes nearly three times as long to make.)

    >>> import plyground as pg
    >>> position = pg.tictactoe().parse("51")
    >>> position.rows(), position.at(column=0, row=0), position.empty
    (('O..', '.X.', '...'), 'O', 7)
    """

    __slots__ = ()

    def outcome(self) -> Outcome | None:
        return self.ended

    def moves(self) -> tuple[int, ...]:
        game, first, second, _, ended = self
        if ended:
            return ()
        playable = game.playable(first | second)
        if game.gravity:
            columns, cells = game.column_masks, game.by_length
            return tuple([cells[cell.bit_length()] for column in columns if (cell := playable & column)])
        free = bin(playable)[:1:-1]
        return tuple([cell for cell, bit in zip(game.places, free) if bit == "1"])  # noqa: B905 - faster

    def play(self, move: int | str) -> LinePosition:
        if not self.ended and (right := self.advice_on(move)):
            raise IllegalMove(f"no move {truncate(str(move))}", str(move), self, right)
        return super().play(move)

    def advice_on(self, move: object) -> str:
        """What to give instead of a bare number, which may mean a cell or a square; "" for other moves."""
        names, bare = self.game.spelling, isinstance(move, Number) and not isinstance(move, CellMove)
        if not bare or not names.numbered:
            return ""
        if any(own == move and not isinstance(own, CellMove) for own in self.moves()):
            return ""  # rules of a user's own, whose moves are bare numbers
        return f"a bare number may mean a cell or a {names.thing}; {names.advice(move)}"

    def after(self, move: int) -> LinePosition:
        game, first, second, mover, _ = self
        if mover is FIRST:
            own = first = first | 1 << move
            reply = SECOND
        else:
            own = second = second | 1 << move
            reply = FIRST
        ended = None
        if complete := [line for line in game.through[move] if own & line == line]:
            ended = game.won(mover, tuple(complete))
        elif first | second == game.board:
            ended = DRAWN
        return LinePosition(game, first, second, reply, ended)

    def write(self, move: int) -> str:
        return self.game.spelling.write(move)

    def read(self, text: str) -> CellMove:
        names = self.game.spelling
        place = names.read(text)
        occupied = self.first | self.second
        cell = self.game.landing(occupied, place) if self.game.gravity else place
        if cell is None or self.ended or occupied >> cell & 1:
            state = "full" if self.game.gravity else "taken"
            raise self.refusal(f"{names.thing} {names.write(place)} is {state}", text, state)
        return self.game.places[cell]

    def key(self) -> int:
        mixed = 0x2545F4914F6CDD1D + self.to_move.value  # not 0: the empty board is no empty slot
        for stones in self.stones:
            for word in range(0, self.game.cells, 64):
                mixed = ((mixed ^ (stones >> word & _WORD)) * 0x9E3779B97F4A7C15) & _WORD
                mixed ^= mixed >> 32
        return mixed

    @property
    def stones(self) -> tuple[int, int]:
        """The cells of X and the cells of O, as bits."""
        return self.first, self.second

    @property
    def empty(self) -> int:
        """How many cells are empty."""
        return self.game.cells - (self.first | self.second).bit_count()

    def rows(self) -> tuple[str, ...]:
        """The board, the top row first, each row a text of X, O and . from left to right."""
        return tuple(write_diagram(self.stones, self.game.columns, self.game.rows).split("/"))

    def at(self, column: int, row: int) -> str:
        """X, O or . on a square: `rows()[row][column]`, both counted from 0, from the top left."""
        columns, rows = self.game.columns, self.game.rows
        if not (0 <= column < columns and 0 <= row < rows):
            counted = f"columns are 0 to {columns - 1} and rows 0 to {rows - 1}, from the top left"
            raise IndexError(f"no column {column}, row {row}: {counted}")
        return mark_at(self.stones, row * columns + column) or EMPTY

    def image(self, symmetry: geometry.Symmetry) -> LinePosition:
        """This position under a symmetry of the board."""
        return self._with(*(geometry.permute(stones, symmetry) for stones in self.stones))

    def canonical(self) -> LinePosition:
        permute = geometry.permute
        images = ((permute(self.first, s), permute(self.second, s)) for s in self.game.symmetries)
        return self._with(*min(images))

    def map_line(self, line: tuple[int, ...], onto: Self) -> tuple[int, ...]:
        for symmetry in self.game.symmetries:
            if self.image(symmetry) == onto:
                return tuple(self.game.places[symmetry[cell]] for cell in line)
        return ()

    def _with(self, first: int, second: int) -> LinePosition:
        """The same position with its stones permuted by a symmetry."""
        ended = self.ended
        if ended and ended.winner:
            own = first if ended.winner is FIRST else second
            ended = self.game.won(ended.winner, completed_lines(self.game, own))
        return LinePosition(self.game, first, second, self.to_move, ended)

    def text(self) -> str:
        board = write_diagram(self.stones, self.game.columns, self.game.rows)
        counted = side_by_counts(self.stones)
        return board if counted is self.to_move else f"{board} {MARKS[self.to_move.value].lower()}"

    def as_board(self) -> Board:
        return replace(self.game.board_with(self.stones), clicks=tuple((cell,) for cell in self.moves()))

    def draw(self, *, unicode: bool = False) -> str:
        return drawing.draw(
            self.stones, self.ended, self.game.spelling, drawing.UNICODE if unicode else drawing.ASCII
        )

    def __str__(self) -> str:
        return self.draw(unicode=drawing.shows_unicode(sys.stdout))

    def __repr__(self) -> str:
        return f"{self.game!r}.parse({self.text()!r})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, LinePosition)
            and self.first == other.first
            and self.second == other.second
            and self.to_move is other.to_move
            and (self.game is other.game or self.game == other.game)
        )

    def __ne__(self, other: object) -> bool:  # or a tuple's own would be asked
        return not self == other

    def __hash__(self) -> int:
        return hash((self.first, self.second))


def tictactoe() -> LineGame:
    """Tic-tac-toe: three in a row on 3×3.

    >>> import plyground as pg
    >>> print(pg.tictactoe().parse("519").draw())
     O | 2 | 3
    ---+---+---
     4 | X | 6
    ---+---+---
     7 | 8 | X
    """
    return mnk(3, 3, 3)


@lru_cache(maxsize=64)  # so that the masks of a size are made once
def connect4(columns: int = 7, rows: int = 6, k: int = 4) -> LineGame:
    """Connect Four: discs fall to the bottom of their column, four in a row on 7×6 or any size.

    >>> import plyground as pg
    >>> pg.connect4().parse("4453").rows()[-2:]
    ('...O...', '..OXX..')
    >>> pg.connect4(8, 7, 4).spec
    'connect4(8,7,4)'
    """
    return LineGame(columns, rows, k, gravity=True)


@lru_cache(maxsize=64)
def mnk(columns: int, rows: int, k: int) -> LineGame:
    """K in a row on any board of columns × rows.

    >>> import plyground as pg
    >>> pg.mnk(4, 3, 3).start().rows()
    ('....', '....', '....')
    """
    return LineGame(columns, rows, k)


def gomoku() -> LineGame:
    """Gomoku: five in a row, or more, on 15×15.

    >>> import plyground as pg
    >>> pg.gomoku().parse("h8 i9").at(column=7, row=7)
    'X'
    """
    return mnk(15, 15, 5)


_NAMED = {
    (3, 3, 3, False): "tictactoe",
    (7, 6, 4, True): "connect4",
    (15, 15, 5, False): "gomoku",
}
