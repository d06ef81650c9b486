"""The architecture on one page: a Game starts Positions, a Position knows its moves and how it ended.

A position is a value: frozen, hashable and complete, so equal positions have the same future. Rules
know nothing of search, players or screens. To write a game of your own, derive from Position and give
it `to_move`, `outcome`, `moves` and `after`: `examples/nim.py` is a whole one. A fifth member, `evaluate`,
may say what an unfinished position is worth to the side to move, for searches that do not see the end.
Where a game is played on a board, `as_board` lets windows and pages draw it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, final

from plyground.errors import IllegalMove, NotationError, abbreviate, truncate

M = TypeVar("M", bound=Hashable)
P = TypeVar("P", bound="Position[Any]")


class Player(Enum):
    """The two sides; the first player begins.

    >>> import plyground as pg
    >>> pg.connect4().parse("4").to_move, pg.Player.SECOND.other
    (Player.SECOND, Player.FIRST)
    """

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Player:
        return Player.SECOND if self is Player.FIRST else Player.FIRST

    def __repr__(self) -> str:
        return f"Player.{self.name}"

    def __hash__(self) -> int:  # that of an Enum differs from process to process
        return hash(self.value)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won (None for a draw) and, on a board, by which lines of cells.

    A game that pays in points rather than wins says in `points` what the first player receives.

    >>> import plyground as pg
    >>> pg.tictactoe().parse("14253").outcome()
    Outcome(winner=Player.FIRST, lines=((0, 1, 2),), points=None)
    """

    winner: Player | None
    lines: tuple[tuple[int, ...], ...] = ()
    points: int | None = None


MAX_BOARD = 400  # cells


@dataclass(frozen=True)
class Board:
    """A position as cells in rows, which windows and pages draw and a person clicks on.

    Cells are numbered row by row from the top left. A mark is one character; X and O are drawn as a cross
    and a ring, others as letters. `clicks` has, for each of the position's `moves()` in their order, the
    cells that a person clicks to play it: where a stone is put, or where a piece stands and then where it
    goes.

    >>> import plyground as pg
    >>> board = pg.tictactoe().parse("51").as_board()
    >>> board.columns, board.cells[:5], board.clicks[0]
    (3, ('O', '', '', '', 'X'), (1,))
    """

    columns: int
    rows: int
    cells: tuple[str, ...]  # the marks; "" where a cell is empty
    clicks: tuple[tuple[int, ...], ...]
    gravity: bool = False  # stones fall: a click anywhere in a column means its move
    k: int = 0  # so many in a row win, and cells have the names of line games; 0 if it is won otherwise

    def fault(self, moves: int) -> str:
        """What is wrong with the board of a position with so many moves; nothing if it can be drawn."""
        size = self.columns * self.rows
        if self.columns < 1 or self.rows < 1 or size > MAX_BOARD:
            return f"a board of {self.columns} columns and {self.rows} rows: 1 to {MAX_BOARD} cells"
        if len(self.cells) != size:
            return f"a board of {size} cells with {len(self.cells)} marks"
        if any(len(mark) > 1 or not mark.isprintable() for mark in self.cells):
            return "a mark on the board that is not one character"
        if len(self.clicks) != moves:
            return f"clicks for {len(self.clicks)} moves of {moves}"
        if any(not path or not all(0 <= cell < size for cell in path) for path in self.clicks):
            return "clicks beside the board"
        begun = {path[:length] for path in self.clicks for length in range(1, len(path))}
        if len(set(self.clicks)) < len(self.clicks) or not begun.isdisjoint(self.clicks):
            return "a move that is played by the clicks of another, or before them"
        return ""

    def click(self, picked: tuple[int, ...], cell: int) -> tuple[tuple[int, ...], int | None]:
        """What a click means after others: the clicks that now count, and which move they play, if any.

        A click that continues no move begins anew.
        """
        if self.gravity:
            same = (path[0] for path in self.clicks if (path[0] - cell) % self.columns == 0)
            cell = next(same, cell)
        for path in ((*picked, cell), (cell,)):
            if path in self.clicks:
                return (), self.clicks.index(path)
            if self.targets(path):
                return path, None
        return (), None

    def targets(self, picked: tuple[int, ...]) -> tuple[int, ...]:
        """The cells that may be clicked next, after those that were."""
        known = len(picked)
        return tuple(path[known] for path in self.clicks if path[:known] == picked and len(path) > known)


class Position(ABC, Generic[M]):
    """One situation of a game, in which the two sides take turns.

    A move is opaque and hashable; `write` spells it and `read` reads it.

    >>> import plyground as pg
    >>> position = pg.connect4().parse("4453")
    >>> position.to_move, [position.write(move) for move in position.moves()][:3]
    (Player.FIRST, ['1', '2', '3'])
    >>> position.play("4").text()
    '......./......./......./...X.../...O.../..OXX..'
    """

    __slots__ = ()

    if TYPE_CHECKING:  # a plain attribute, a dataclass field or a property will all do

        @property
        def to_move(self) -> Player: ...

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game has ended; None while play goes on."""

    @abstractmethod
    def moves(self) -> Sequence[M]:
        """The legal moves, () iff the game is over; their order is part of the rules."""

    @abstractmethod
    def after(self, move: M) -> Self:
        """The position after a move that is known to be legal: unchecked, for searches."""

    def play(self, move: M | str) -> Self:
        """The position after a move or its text: checked, for people and agents."""
        moves = list(self.moves())
        if move in moves:
            return self.after(moves[moves.index(move)])
        if isinstance(move, str):
            return self.after(self.read(move))
        raise self.refusal(f"no move {truncate(str(move))}", str(move))

    def write(self, move: M) -> str:
        """The text of a move."""
        return str(move)

    @final
    def line_text(self, line: Iterable[M]) -> tuple[str, ...]:
        """The texts of the moves of a line of play that begins here."""
        position, texts = self, []
        for move in line:
            texts.append(position.write(move))
            position = position.after(move)
        return tuple(texts)

    def read(self, text: str) -> M:
        """The legal move that a text names."""
        for move in self.moves():
            if self.write(move) == text.strip():
                return move
        raise self.refusal(f"no move {truncate(text)}", text)

    def refusal(self, what: str, text: str, reason: str = "move") -> IllegalMove:
        """The error that says why a move is refused and which moves there are."""
        given = truncate(text.strip())
        if self.outcome():
            return IllegalMove("the game is over", text, self, "no move follows", "over", {"given": given})
        moves = abbreviate([self.write(move) for move in self.moves()])
        return IllegalMove(what, text, self, f"moves are {moves}", reason, {"given": given, "moves": moves})

    def text(self) -> str:
        """Text that the game parses back to this position."""
        return repr(self)

    def draw(self, *, unicode: bool = False) -> str:
        """A picture for people, in plain ASCII unless Unicode is asked for."""
        return str(self)

    def as_board(self) -> Board | None:
        """The position as a board that can be drawn and clicked on; None if it has none."""
        return None

    def key(self) -> int:
        """A number for tables: equal positions have the same, in every process and every year."""
        return int.from_bytes(blake2b(self.text().encode(), digest_size=8).digest(), "little")

    def canonical(self) -> Self:
        """The one position that stands for this one and all its symmetric images."""
        return self

    def map_line(self, line: tuple[M, ...], onto: Self) -> tuple[M, ...]:
        """A line of play from here, mapped onto a symmetric position; () if the symmetry is not known."""
        return line if onto == self else ()

    def _repr_svg_(self) -> str | None:
        """The board, which a notebook shows, with the lines that won; None if it cannot be drawn."""
        from plyground.pictures.position import position_svg

        return position_svg(self)

    def _repr_html_(self) -> str:
        """The same as an image, which more pages show; without a board, the picture of letters."""
        from plyground.pictures.position import position_html

        return position_html(self)


class Game(ABC, Generic[M]):
    """A set of rules and where play begins.

    >>> import plyground as pg
    >>> game = pg.load_game("mnk(5,5,4)")
    >>> game.spec, game.start() == game.parse("-"), game.players
    ('mnk(5,5,4)', True, ('X', 'O'))
    """

    players: ClassVar[tuple[str, str]] = ("first player", "second player")

    @property
    @abstractmethod
    def spec(self) -> str:
        """The text that `load_game` makes this game of."""

    @abstractmethod
    def start(self) -> Position[M]:
        """Where play begins."""

    def parse(self, text: str) -> Position[M]:
        """The position that a text names: the moves played, or nothing or `-` for the start."""
        return play_text(self.start(), text)

    @final
    def read(self, position: Position[M], text: str) -> M:
        """The legal move of a position that a text names; a position reads its own moves."""
        return position.read(text)

    @final
    def write(self, position: Position[M], move: M) -> str:
        """The text of a move of a position; a position writes its own moves."""
        return position.write(move)

    def __str__(self) -> str:
        return self.spec


def players_of(position: Position[Any]) -> tuple[str, str]:
    """What the two sides are called, as far as a position knows its game."""
    game = getattr(position, "game", None)
    return game.players if isinstance(game, Game) else Game.players


def play_text(position: P, text: str, word: re.Pattern[str] | None = None) -> P:
    """The position after the moves of a text, which spaces and commas may separate.

    A pattern says what a move looks like; without one it is the longest spelling of a legal move. A
    NotationError points at the first move that cannot be played.
    """
    at = len(text) if text.strip() == "-" else 0
    while (at := _after_gap(text, at)) < len(text):
        move = _next_move(position, text, at, word)
        try:
            position = position.play(move)
        except (NotationError, IllegalMove) as error:
            raise NotationError(error.what, text, at, error.right, error.reason, error.facts) from None
        at += len(move)
    return position


_WORD = re.compile(r"[^\s,]+")


def _after_gap(text: str, at: int) -> int:
    while at < len(text) and (text[at].isspace() or text[at] == ","):
        at += 1
    return at


def _next_move(position: Position[Any], text: str, at: int, word: re.Pattern[str] | None) -> str:
    spellings = [] if word else map(position.write, position.moves())
    here = [
        s for s in spellings if s and text.startswith(s, at) and text[at + len(s) :][:1] in ("", " ", ",")
    ]
    found = (word or _WORD).match(text, at)
    return max(here, key=len) if here else found.group() if found else text[at]
