"""Squares and stones as Gomocup writes them: `x,y` from 0 at the top left, and `x,y,1` for one's own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from plyground.errors import PlygroundError, clip
from plyground.game import Player, Position
from plyground.games.line import LineGame, LinePosition
from plyground.games.notation import MARKS, write_diagram

_SQUARE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*", re.ASCII)
_STONE = re.compile(r"(?P<square>[^,]*,[^,]*),\s*(?P<whose>[12])\s*")


def cell_of(text: str, game: LineGame) -> int:
    """The cell that `x,y` names."""
    square = _SQUARE.fullmatch(text)
    if not square:
        raise PlygroundError(f"no square {clip(text)}: write x,y, counted from 0")
    x, y = int(square[1]), int(square[2])
    if x >= game.columns or y >= game.rows:
        right = f"squares are 0,0 to {game.columns - 1},{game.rows - 1}"
        raise PlygroundError(f"no square {x},{y}: {right}")
    return y * game.columns + x


def square_of(text: str, game: LineGame) -> str:
    """Our name of the square that `x,y` names."""
    return game.spelling.write(cell_of(text, game))


def set_up(lines: Iterable[str], game: LineGame) -> str:
    """The text of a position with these stones in which it is our turn.

    The lines come in any order, so the counts have to tell who began.
    """
    stones = {"1": 0, "2": 0}
    for line in lines:
        stone = _STONE.fullmatch(line)
        if not stone:
            raise PlygroundError(f"no stone {clip(line)}: write x,y,1 for yours and x,y,2 for theirs")
        bit = 1 << cell_of(stone["square"], game)
        if (stones["1"] | stones["2"]) & bit:
            raise PlygroundError(f"two stones on {clip(stone['square'])}")
        stones[stone["whose"]] |= bit
    own, other = stones["1"], stones["2"]
    behind = other.bit_count() - own.bit_count()
    if behind not in (0, 1):
        counts = f"{own.bit_count()} stones of ours and {other.bit_count()} of theirs"
        raise PlygroundError(f"{counts}: it cannot be our turn")
    return (
        _text((own, other), Player.FIRST, game) if behind == 0 else _text((other, own), Player.SECOND, game)
    )


def without(cell: int, position: Position[Any]) -> str:
    """The text of a position before its last stone was put on a cell."""
    assert isinstance(position, LinePosition)
    last, bit = position.to_move.other, 1 << cell
    if not position.stones[last.value] & bit:
        raise PlygroundError("that stone was not the last move")
    first, second = (own & ~bit for own in position.stones)
    return _text((first, second), last, position.game)


def _text(stones: tuple[int, int], side: Player, game: LineGame) -> str:
    return f"{write_diagram(stones, game.columns, game.rows)} {MARKS[side.value].lower()}"
