"""The names of squares and columns at the terminal: those of the game, or numbers from zero."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from plyground.game import Board, Position
from plyground.games.line import LinePosition
from plyground.games.spelling import board_spelling
from plyground.message import Message


@dataclass(frozen=True)
class Names:
    """How people type and read moves; only numbers can be counted from zero."""

    zero_based: bool = False

    def shifts(self, position: Position[Any]) -> bool:
        """Whether moves have other names here than in their game."""
        return self.zero_based and is_numbered(position)

    def display(self, position: Position[Any], text: str) -> str:
        """The name on the screen of a move of the game."""
        return str(int(text) - 1) if self.shifts(position) else text

    def read(self, position: Position[Any], text: str) -> str:
        """The game's name of a typed move; any other text stays as it is."""
        plain = self.shifts(position) and re.fullmatch(r"[0-9]{1,3}", text)
        return str(int(text) + 1) if plain else text

    def bounds(self, position: Position[Any]) -> tuple[str, str] | None:
        """The lowest and the highest name on a board: `1` and `9`, `a1` and `o15`."""
        if not isinstance(position, LinePosition):  # elsewhere the name of a square is no move
            return None
        low, high = position.game.spelling.ends
        return self.display(position, low), self.display(position, high)

    def cell(self, position: Position[Any], board: Board, cell: int) -> str:
        """The name on the screen of a cell of any board."""
        return self.display(position, board_spelling(board).write(cell))

    def rename(self, position: Position[Any], message: Message, typed: str) -> Message:
        """A refusal with the names that were typed."""
        if not self.shifts(position):
            return message
        facts = dict(message.facts)
        if "given" in facts:
            facts["given"] = typed
        if "low" in facts:
            facts["low"], facts["high"] = (self.display(position, facts[name]) for name in ("low", "high"))
        return replace(message, facts=facts)


def is_numbered(position: Position[Any]) -> bool:
    """Whether moves are plain numbers, of squares or columns; those of a user may be anything."""
    return isinstance(position, LinePosition) and position.game.spelling.numbered
