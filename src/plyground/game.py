"""The architecture on one page: a Game starts Positions, a Position knows its moves and how it ended.

A position is a value: frozen, hashable and complete, so equal positions have the same future. Rules
know nothing of search, players or screens. To write a game of your own, derive from Position and give
it `to_move`, `outcome`, `moves` and `after`: `examples/nim.py` is a whole one.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, final

from plyground.errors import IllegalMove, NotationError, a_few, clip

M = TypeVar("M", bound=Hashable)
P = TypeVar("P", bound="Position[Any]")


class Player(Enum):
    """Who moves: the one who starts, or the other."""

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
    """

    winner: Player | None
    lines: tuple[tuple[int, ...], ...] = ()
    points: int | None = None


class Position(ABC, Generic[M]):
    """One situation of a game, in which the two sides take turns.

    A move is opaque and hashable; `write` spells it and `read` reads it.
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
        raise self.refusal(f"no move {clip(str(move))}", str(move))

    def write(self, move: M) -> str:
        """The text of a move."""
        return str(move)

    def read(self, text: str) -> M:
        """The legal move that a text names."""
        for move in self.moves():
            if self.write(move) == text.strip():
                return move
        raise self.refusal(f"no move {clip(text)}", text)

    def refusal(self, what: str, text: str) -> IllegalMove:
        """The error that says why a move is refused and which moves there are."""
        if self.outcome():
            return IllegalMove("the game is over", text, self, "no move follows")
        moves = a_few([self.write(move) for move in self.moves()])
        return IllegalMove(what, text, self, f"moves are {moves}")

    def text(self) -> str:
        """Text that the game parses back to this position."""
        return repr(self)

    def draw(self, *, unicode: bool = False) -> str:
        """A picture for people, in plain ASCII unless Unicode is asked for."""
        return str(self)

    def key(self) -> int:
        """A number for tables: equal positions have the same, in every process and every year."""
        return int.from_bytes(blake2b(self.text().encode(), digest_size=8).digest(), "little")

    def canonical(self) -> Self:
        """The one position that stands for all that symmetry makes the same as this one."""
        return self

    def carried(self, line: tuple[M, ...], onto: Self) -> tuple[M, ...]:
        """A line of play from here as it runs in a position that symmetry makes the same, if known."""
        return line if onto == self else ()


class Game(ABC, Generic[M]):
    """A set of rules and where play begins."""

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


def play_text(position: P, text: str, word: re.Pattern[str] | None = None) -> P:
    """The position after the moves of a text, which spaces and commas may set apart.

    A pattern says what a move looks like; without one it is the longest spelling of a legal move. A
    NotationError points at the move that cannot be.
    """
    at = len(text) if text.strip() == "-" else 0
    while (at := _after_gap(text, at)) < len(text):
        move = _next_move(position, text, at, word)
        try:
            position = position.play(move)
        except (NotationError, IllegalMove) as error:
            raise NotationError(error.what, text, at, error.right) from None
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
