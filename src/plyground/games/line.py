"""Every k-in-a-row game on a board of columns × rows, with or without gravity: size is data.

Cells are numbered row by row from the top left, and a move is the cell where the stone comes to lie,
also where it falls there. The stones of a player are one integer with a bit for each cell.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple, Self

from plyground.errors import BadSpec
from plyground.game import Game, Outcome, Player, Position, play_text
from plyground.games import drawing, geometry, setup
from plyground.games.notation import (
    MARKS,
    Diagram,
    Spelling,
    looks_like_diagram,
    read_diagram,
    spelling,
    write_diagram,
)
from plyground.spec import flag, whole_number

MOST_CELLS = 256
FIRST, SECOND = Player.FIRST, Player.SECOND  # a global is found faster than an attribute of Player
DRAWN = Outcome(None)
_WORD = 2**64 - 1


@dataclass(frozen=True)
class LineGame(Game[int]):
    """Who first has k stones in a row, straight or diagonal, wins; longer rows count too."""

    columns: int
    rows: int
    k: int
    gravity: bool = False

    players: ClassVar[tuple[str, str]] = MARKS

    def __post_init__(self) -> None:
        whole_number("columns", self.columns, 1, MOST_CELLS)
        whole_number("rows", self.rows, 1, MOST_CELLS)
        if self.cells > MOST_CELLS:
            size = f"{self.columns} columns × {self.rows} rows"
            raise BadSpec(f"{self.cells} cells", size, None, f"a board has at most {MOST_CELLS}")
        whole_number("k", self.k, 1, max(self.columns, self.rows))
        flag("gravity", self.gravity)

    def __reduce__(self) -> tuple[object, ...]:  # without the masks, which can be made again
        return LineGame, (self.columns, self.rows, self.k, self.gravity)

    @property
    def spec(self) -> str:
        size = (self.columns, self.rows, self.k)
        name = "connect4" if self.gravity else "mnk"
        return _NAMED.get((*size, self.gravity)) or f"{name}({','.join(map(str, size))})"

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    @cached_property
    def lines(self) -> tuple[geometry.Line, ...]:
        """Every line that wins, as its cells."""
        return geometry.lines(self.columns, self.rows, self.k)

    @cached_property
    def symmetries(self) -> tuple[geometry.Symmetry, ...]:
        """The ways to lay the board onto itself, the identity first, each as where the cells go."""
        return geometry.symmetries(self.columns, self.rows, self.gravity)

    @cached_property
    def spelling(self) -> Spelling:
        """How the moves are named."""
        return spelling(self.columns, self.rows, self.gravity)

    def start(self) -> LinePosition:
        return LinePosition(self, 0, 0, FIRST, None)

    def parse(self, text: str) -> LinePosition:
        """The position that a text names: a diagram, the moves played, or `-` for the start."""
        if looks_like_diagram(text):
            return self.set_up(read_diagram(text, self.columns, self.rows))
        return play_text(self.start(), text, self.spelling.word)

    def set_up(self, diagram: Diagram) -> LinePosition:
        """The position of a diagram; a NotationError if no game can come to it."""
        to_move, outcome = setup.judge(self, diagram)
        return LinePosition(self, *diagram.stones, to_move, outcome)

    def landing(self, occupied: int, column: int) -> int | None:
        """The cell where a disc dropped into a column comes to lie; None if the column is full."""
        playable = self.playable(occupied) & self.column_masks[column]
        return playable.bit_length() - 1 if playable else None

    def playable(self, occupied: int) -> int:
        """The empty cells where a stone may be put: where discs fall, those with something below."""
        if not self.gravity:
            return self.board ^ occupied
        return (occupied >> self.columns | self.bottom_row) & ~occupied

    # Masks, made once a game: a bit for each cell.

    @cached_property
    def board(self) -> int:
        return (1 << self.cells) - 1

    @cached_property
    def bottom_row(self) -> int:
        return self.board ^ self.board >> self.columns

    @cached_property
    def column_masks(self) -> tuple[int, ...]:
        left = sum(1 << row * self.columns for row in range(self.rows))
        return tuple(left << column for column in range(self.columns))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The winning lines, in their order."""
        return tuple(sum(1 << cell for cell in line) for line in self.lines)

    @cached_property
    def through(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the winning lines that pass through it."""
        return tuple(tuple(m for m in self.masks if m >> cell & 1) for cell in range(self.cells))

    @cached_property
    def _wins(self) -> dict[tuple[Player, tuple[int, ...]], Outcome]:
        return {}

    def won(self, winner: Player, masks: tuple[int, ...]) -> Outcome:
        """The outcome of completing these lines: one object for each, because searches ask often."""
        key = (winner, masks)
        if key not in self._wins:
            lines = dict(zip(self.masks, self.lines, strict=True))
            self._wins[key] = Outcome(winner, tuple(lines[mask] for mask in masks))
        return self._wins[key]


class _Fields(NamedTuple):
    game: LineGame
    first: int
    second: int
    to_move: Player
    ended: Outcome | None


class LinePosition(_Fields, Position[int]):
    """A board and whose turn it is; how play ended is worked out once, when the last stone is put.

    Made by a game's `start`, `parse` and `set_up`: the constructor takes what it is given on trust. (A
    NamedTuple below, because a frozen dataclass takes nearly three times as long to make.)
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
            columns = game.column_masks
            return tuple([cell.bit_length() - 1 for column in columns if (cell := playable & column)])
        return tuple([cell for cell, bit in enumerate(bin(playable)[:1:-1]) if bit == "1"])

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

    def read(self, text: str) -> int:
        names = self.game.spelling
        place = names.read(text)
        occupied = self.first | self.second
        cell = self.game.landing(occupied, place) if self.game.gravity else place
        if cell is None or self.ended or occupied >> cell & 1:
            state = "full" if self.game.gravity else "taken"
            raise self.refusal(f"{names.thing} {names.write(place)} is {state}", text)
        return cell

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

    def image(self, symmetry: geometry.Symmetry) -> LinePosition:
        """This position with the board laid onto itself."""
        return self._with(*(geometry.moved(stones, symmetry) for stones in self.stones))

    def canonical(self) -> LinePosition:
        moved = geometry.moved
        return self._with(*min((moved(self.first, s), moved(self.second, s)) for s in self.game.symmetries))

    def carried(self, line: tuple[int, ...], onto: Self) -> tuple[int, ...]:
        for symmetry in self.game.symmetries:
            if self.image(symmetry) == onto:
                return tuple(symmetry[cell] for cell in line)
        return ()

    def _with(self, first: int, second: int) -> LinePosition:
        """The same situation with the stones laid elsewhere by a symmetry."""
        ended = self.ended
        if ended and ended.winner:
            own = first if ended.winner is FIRST else second
            ended = self.game.won(ended.winner, setup.completed(self.game, own))
        return LinePosition(self.game, first, second, self.to_move, ended)

    def text(self) -> str:
        board = write_diagram(self.stones, self.game.columns, self.game.rows)
        told = setup.told_by_counts(self.stones)
        return board if told is self.to_move else f"{board} {MARKS[self.to_move.value].lower()}"

    def draw(self, *, unicode: bool = False) -> str:
        return drawing.draw(self, drawing.UNICODE if unicode else drawing.ASCII)

    def __str__(self) -> str:
        return self.draw(unicode=drawing.capable(sys.stdout))

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
    """Tic-tac-toe: three in a row on 3×3."""
    return mnk(3, 3, 3)


@lru_cache(maxsize=64)  # so that the masks of a size are made once
def connect4(columns: int = 7, rows: int = 6, k: int = 4) -> LineGame:
    """Connect Four: discs fall to the bottom of their column, four in a row on 7×6 or any size."""
    return LineGame(columns, rows, k, gravity=True)


@lru_cache(maxsize=64)
def mnk(columns: int, rows: int, k: int) -> LineGame:
    """K in a row on any board of columns × rows."""
    return LineGame(columns, rows, k)


def gomoku() -> LineGame:
    """Gomoku: five in a row, or more, on 15×15."""
    return mnk(15, 15, 5)


_NAMED = {
    (3, 3, 3, False): "tictactoe",
    (7, 6, 4, True): "connect4",
    (15, 15, 5, False): "gomoku",
}
