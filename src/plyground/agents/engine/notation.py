"""How moves and boards are written for an engine: as we do, or as drops of pieces (`P@d3`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Protocol

from plyground.agents.engine.pipe import EngineFault
from plyground.errors import clip
from plyground.game import Player, Position
from plyground.games.line import LineGame, LinePosition
from plyground.games.notation import MARKS, Squares, mark_at

_DROP = re.compile(r"[A-Za-z]?@([a-z]{1,2}[0-9]{1,3})", re.ASCII)


class Notation(Protocol):
    """The language in which an engine is told of moves and boards."""

    def write(self, position: Position[Any], move: Any) -> str: ...

    def read(self, position: Position[Any], text: str) -> Any:
        """The legal move that a text names, or None."""

    def board(self, position: Position[Any]) -> str: ...


class Ours:
    """The texts of plyground."""

    def write(self, position: Position[Any], move: Any) -> str:
        return position.write(move)

    def read(self, position: Position[Any], text: str) -> Any:
        try:
            return position.read(text)
        except Exception:  # noqa: BLE001 - a user's rules may raise anything at nonsense
            return None

    def board(self, position: Position[Any]) -> str:
        return position.text()


class Drops:
    """As Fairy-Stockfish has it: a stone is a pawn that is put down, X is White, a1 is bottom left."""

    def write(self, position: Position[Any], move: Any) -> str:
        game = on_a_board(position).game
        return f"P@{Squares(game.columns, game.rows).write(move)}"

    def read(self, position: Position[Any], text: str) -> Any:
        game = on_a_board(position).game
        drop = _DROP.fullmatch(text)
        cell = Squares(game.columns, game.rows).place(drop[1]) if drop else None
        return cell if cell in position.moves() else None

    def board(self, position: Position[Any]) -> str:
        return fen(on_a_board(position))


def on_a_board(position: Position[Any]) -> LinePosition:
    """A position of a line game; other games have no such moves."""
    if not isinstance(position, LinePosition):
        kind = type(position).__name__
        raise EngineFault(f"{clip(kind)} is no k-in-a-row game: drops need a board, write moves='ours'")
    return position


def fen(position: LinePosition) -> str:
    """The board as chess programs write it, with the stones that are still to be put in brackets."""
    game = position.game
    rows = "/".join(_row(position, row) for row in range(game.rows))
    left = game.cells - (position.first | position.second).bit_count()
    mover, other = (left + 1) // 2, left // 2
    first, second = (mover, other) if position.to_move is Player.FIRST else (other, mover)
    side = "w" if position.to_move is Player.FIRST else "b"
    return f"{rows}[{'P' * first}{'p' * second}] {side} - - 0 1"


def _row(position: LinePosition, row: int) -> str:
    columns = position.game.columns
    cells = range(row * columns, (row + 1) * columns)
    marks = "".join(mark_at(position.stones, cell) or "." for cell in cells)
    marks = marks.translate(str.maketrans("".join(MARKS), "Pp"))
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), marks)


def variant_name(game: LineGame) -> str:
    """What a game is called in a file of variants; an engine reads each name only once."""
    return f"plyground{game.columns}x{game.rows}x{game.k}{'falling' if game.gravity else ''}"


def variant_rules(game: LineGame) -> str:
    """The rules of a line game as an entry in Fairy-Stockfish's file of variants."""
    rules = {
        "maxFile": game.columns,
        "maxRank": game.rows,
        "immobile": "p",
        "startFen": fen(game.start()),
        "pieceDrops": "true",
        "dropOnTop": str(game.gravity).lower(),
        "doubleStep": "false",
        "castling": "false",
        "stalemateValue": "draw",
        "nMoveRule": 0,
        "connectN": game.k,
    }
    return f"[{variant_name(game)}]\n" + "".join(f"{key} = {value}\n" for key, value in rules.items())


def coordinates(game: LineGame, cell: int) -> str:
    """A cell as Gomocup writes it: column and row, from zero at the top left."""
    row, column = divmod(cell, game.columns)
    return f"{column},{row}"


def cells(stones: int) -> Iterator[int]:
    """The cells that are set in a mask, in their order."""
    while stones:
        yield (stones & -stones).bit_length() - 1
        stones &= stones - 1
