"""The lines of Gomocup's protocol, read and written: both ends of the protocol use this file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from plyground.engines.history import History
from plyground.errors import PlygroundError, truncate
from plyground.game import Player, Position
from plyground.games.diagram import MARKS, write_diagram
from plyground.games.geometry import cells
from plyground.games.line import LineGame, LinePosition

MAX_INFO_MS = 2**31 - 1  # the largest number of milliseconds; as time left it means that no clock runs

_REPLY = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})", re.ASCII)
_SQUARE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*", re.ASCII)
_STONE = re.compile(r"(?P<square>[^,]*,[^,]*),\s*(?P<whose>[12])\s*")

ReplyKind = Literal["move", "ok", "error", "unknown", "suggest", "talk"]


class GomocupReply(NamedTuple):
    """A line of an engine: what it is, the rest of it, and the coordinates in it, if it has some."""

    kind: ReplyKind
    text: str
    place: tuple[int, int] | None = None


def read_reply(line: str) -> GomocupReply:
    """The meaning of an engine's line; a line without one is talk."""
    if found := _REPLY.fullmatch(line):
        return GomocupReply("move", line, (int(found[1]), int(found[2])))
    words = line.split(None, 1)
    word, rest = words[0].upper() if words else "", words[1] if len(words) > 1 else ""
    if word == "SUGGEST" and (found := _REPLY.fullmatch(rest)):
        return GomocupReply("suggest", rest, (int(found[1]), int(found[2])))
    if word == "OK":
        return GomocupReply("ok", rest)
    if word == "ERROR":
        return GomocupReply("error", rest)
    return GomocupReply("unknown" if word == "UNKNOWN" else "talk", rest)


def write_start(game: LineGame) -> str:
    """The line that begins a game on a board."""
    square = game.columns == game.rows
    return f"START {game.columns}" if square else f"RECTSTART {game.columns},{game.rows}"


def read_size(text: str) -> int:
    """The size of a square board, as it follows START."""
    if not re.fullmatch(r"[0-9]{1,3}", text.strip(), re.ASCII):
        raise PlygroundError(f"no size {truncate(text)}: write START 15")
    return int(text)


def read_rectangle(text: str) -> tuple[int, int]:
    """Columns and rows of a board, as they follow RECTSTART."""
    size = _SQUARE.fullmatch(text)
    if not size:
        raise PlygroundError(f"no size {truncate(text)}: write RECTSTART 15,12 (width, height)")
    return int(size[1]), int(size[2])


def read_info(text: str) -> tuple[str, int] | None:
    """The key and the number that follow INFO; None where the value is no number."""
    key, value = (*text.split(), "", "")[:2]
    return (key, int(value)) if re.fullmatch(r"-?[0-9]{1,18}", value, re.ASCII) else None


def coordinates(game: LineGame, cell: int) -> str:
    """A cell as Gomocup writes it: column and row, from zero at the top left."""
    row, column = divmod(cell, game.columns)
    return f"{column},{row}"


def read_cell(text: str, game: LineGame) -> int:
    """The cell that `x,y` names."""
    square = _SQUARE.fullmatch(text)
    if not square:
        raise PlygroundError(f"no square {truncate(text)}: write x,y, counted from 0")
    x, y = int(square[1]), int(square[2])
    if x >= game.columns or y >= game.rows:
        right = f"squares are 0,0 to {game.columns - 1},{game.rows - 1}"
        raise PlygroundError(f"no square {x},{y}: {right}")
    return y * game.columns + x


def write_stones(position: LinePosition, history: History) -> list[str]:
    """The lines of BOARD: every stone, in the order of play if that is known; 1 is the mover's, 2 not."""
    game, own = position.game, position.stones[position.to_move.value]
    order = history.moves if history.from_game_start else cells(position.first | position.second)
    return [f"{coordinates(game, cell)},{1 if own >> cell & 1 else 2}" for cell in order]


def read_stones(lines: Iterable[str], game: LineGame) -> str:
    """The text of a position with these stones in which it is our turn.

    The lines come in any order, so the number of stones has to tell who began.
    """
    stones = {"1": 0, "2": 0}
    for line in lines:
        stone = _STONE.fullmatch(line)
        if not stone:
            raise PlygroundError(f"no stone {truncate(line)}: write x,y,1 for yours and x,y,2 for theirs")
        bit = 1 << read_cell(stone["square"], game)
        if (stones["1"] | stones["2"]) & bit:
            raise PlygroundError(f"two stones on {truncate(stone['square'])}")
        stones[stone["whose"]] |= bit
    own, other = stones["1"], stones["2"]
    behind = other.bit_count() - own.bit_count()
    if behind not in (0, 1):
        counts = f"{own.bit_count()} stones of ours and {other.bit_count()} of theirs"
        raise PlygroundError(f"{counts}: it cannot be our turn")
    if behind == 0:
        return _position_text((own, other), Player.FIRST, game)
    return _position_text((other, own), Player.SECOND, game)


def position_without(cell: int, position: Position[Any]) -> str:
    """The text of a position before its last stone was put on a cell."""
    assert isinstance(position, LinePosition)
    last, bit = position.to_move.other, 1 << cell
    if not position.stones[last.value] & bit:
        raise PlygroundError("that stone was not the last move")
    first, second = (own & ~bit for own in position.stones)
    return _position_text((first, second), last, position.game)


def _position_text(stones: tuple[int, int], side: Player, game: LineGame) -> str:
    return f"{write_diagram(stones, game.columns, game.rows)} {MARKS[side.value].lower()}"
