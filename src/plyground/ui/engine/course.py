"""Where a game stands: how it began, the moves since, and how moves are written for a tool."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from plyground.agents.engine.notation import Drops
from plyground.errors import BadSpec, IllegalMove, NotationError, clip
from plyground.game import Game, Position
from plyground.games.line import MOST_CELLS, LineGame, LinePosition
from plyground.games.notation import MARKS

_DROPS = Drops()
_FEN = re.compile(r"(?P<board>[0-9Pp/]*/[0-9Pp/]*)(\[[Pp]*\])? (?P<side>[wb])( .*)?", re.ASCII)
_STONES = str.maketrans("Pp", "".join(MARKS))
_SIDES = dict(zip("wb", "xo", strict=True))
_GAP = re.compile(r"[\s,]*")
_WORD = re.compile(r"[^\s,]+")


@dataclass(frozen=True)
class Course:
    """A game from its beginning to where it stands; moves are kept as our texts."""

    game: Game[Any]
    start: Position[Any]
    moves: tuple[str, ...]
    position: Position[Any]

    @classmethod
    def of(cls, game: Game[Any], text: str = "-") -> Course:
        """A course that begins at the position of a text."""
        start = read_position(game, text)
        return cls(game, start, (), start)

    def played(self, move: Any) -> Course:
        """The course after a legal move."""
        moves = (*self.moves, self.position.write(move))
        return Course(self.game, self.start, moves, self.position.after(move))

    def undone(self) -> Course:
        """The course without its last move."""
        course = Course(self.game, self.start, (), self.start)
        for text in self.moves[:-1]:
            course = course.played(course.position.read(text))
        return course

    def followed(self, text: str) -> Course:
        """The course after the moves of a text; the error points at the move that cannot be."""
        course, at = self, 0
        while (at := _end_of(_GAP, text, at)) < len(text):
            word = _next_word(course.position, text, at)
            try:
                course = course.played(read_move(course.position, word))
            except (NotationError, IllegalMove) as error:
                raise NotationError(error.what, text, at, error.right) from None
            at += len(word)
        return course


def read_move(position: Position[Any], word: str) -> Any:
    """The legal move that a word names: in our notation, or as a drop on a square: `P@d3`."""
    if "@" not in word or not isinstance(position, LinePosition):
        return position.read(word)
    move = _DROPS.read(position, word)
    if move is None:
        raise position.refusal(f"no move {clip(word)}", word)
    return move


def read_position(game: Game[Any], text: str) -> Position[Any]:
    """The position that a text names: in our notation, or a board as chess programs write it."""
    fen = _FEN.fullmatch(text) if isinstance(game, LineGame) else None
    if fen is None:
        return game.parse(text)
    board = re.sub(r"[0-9]+", lambda gap: "." * min(int(gap[0]), MOST_CELLS), fen["board"])
    return game.parse(f"{board.translate(_STONES)} {_SIDES[fen['side']]}")


@dataclass(frozen=True)
class Notation:
    """How moves are told: in our notation, or as drops on squares, as Fairy-Stockfish writes them."""

    drops: bool = False

    def check(self, game: Game[Any]) -> None:
        """Refuse a game whose moves cannot be told so."""
        if self.drops and not isinstance(game, LineGame):
            right = "only games on a board of squares have drops such as P@d3"
            raise BadSpec(f"no drops in {clip(game.spec)}", game.spec, None, right)

    def write(self, position: Position[Any], text: str) -> str:
        """A move, given by our text; what is no move of the position stays as it is."""
        if not self.drops or not isinstance(position, LinePosition):
            return text
        try:
            return _DROPS.write(position, position.read(text))
        except (NotationError, IllegalMove):
            return text

    def line(self, position: Position[Any], texts: Iterable[str]) -> list[str]:
        """Moves that follow each other."""
        words = []
        for text in texts:
            words.append(self.write(position, text))
            if self.drops:
                position = position.play(text)
        return words


def _next_word(position: Position[Any], text: str, at: int) -> str:
    """The longest spelling of a legal move: in some games it has spaces; else the next word."""
    if not isinstance(position, LinePosition):
        spellings = (position.write(move) for move in position.moves())
        here = [s for s in spellings if s and text.startswith(s, at) and _ends(text, at + len(s))]
        if here:
            return max(here, key=len)
    return text[at : _end_of(_WORD, text, at)]


def _ends(text: str, at: int) -> bool:
    return at == len(text) or text[at].isspace() or text[at] == ","


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
