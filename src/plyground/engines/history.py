"""A game with its moves, from a start to where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.engines.notation import read_move
from plyground.errors import IllegalMove, NotationError
from plyground.game import Position
from plyground.games.line import LinePosition
from plyground.games.replay import moves_to

_GAP = re.compile(r"[\s,]*")
_WORD = re.compile(r"[^\s,]+")


@dataclass(frozen=True)
class History:
    """A start, the moves since then, and the position that they lead to."""

    start: Position[Any]
    moves: tuple[Any, ...]
    position: Position[Any]

    @classmethod
    def begin(cls, start: Position[Any]) -> History:
        """A history without moves."""
        return cls(start, (), start)

    @classmethod
    def leading_to(cls, position: Position[Any]) -> History:
        """A history of a position: from the start of the game if moves can be found, else from there."""
        moves = moves_to(position) if isinstance(position, LinePosition) else None
        if moves is None or not isinstance(position, LinePosition):
            return cls.begin(position)
        return cls(position.game.start(), moves, position)

    @property
    def from_game_start(self) -> bool:
        """Whether it is known to begin where the game begins."""
        return isinstance(self.start, LinePosition) and self.start == self.start.game.start()

    def play(self, move: Any) -> History:
        """The history after a legal move."""
        return History(self.start, (*self.moves, move), self.position.after(move))

    def undo(self) -> History:
        """The history without its last move."""
        history = History.begin(self.start)
        for move in self.moves[:-1]:
            history = history.play(move)
        return history

    def reply(self, position: Position[Any]) -> History | None:
        """The history after the one move that leads to a position, if there is such a move."""
        for move in self.position.moves():
            if self.position.after(move) == position:
                return self.play(move)
        return None

    def read(self, text: str) -> History:
        """The history after the moves of a text; an error names the place of the first illegal move."""
        history, at = self, 0
        while (at := _end_of(_GAP, text, at)) < len(text):
            word = _next_word(history.position, text, at)
            try:
                history = history.play(read_move(history.position, word))
            except (NotationError, IllegalMove) as error:
                raise NotationError(error.what, text, at, error.right) from None
            at += len(word)
        return history

    def write(
        self, write: Callable[[Position[Any], Any], str] = lambda p, move: p.write(move)
    ) -> list[str]:
        """The moves as texts, each written for the position that it was played in."""
        texts, position = [], self.start
        for move in self.moves:
            texts.append(write(position, move))
            position = position.after(move)
        return texts


def _next_word(position: Position[Any], text: str, at: int) -> str:
    """The longest spelling of a legal move, which may contain spaces in some games; else the next word."""
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
