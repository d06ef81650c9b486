"""How moves and boards are written over a protocol: as plyground does, or as drops of pieces (`P@d3`)."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from plyground.engines.process import EngineFault
from plyground.errors import BadSpec, IllegalMove, NotationError, truncate
from plyground.game import Game, Player, Position
from plyground.games.diagram import MARKS, mark_at
from plyground.games.line import MAX_CELLS, LineGame, LinePosition
from plyground.games.spelling import Squares

_DROP = re.compile(r"[A-Za-z]?@([a-z]{1,2}[0-9]{1,3})", re.ASCII)
_FEN = re.compile(r"(?P<board>[0-9Pp/]*/[0-9Pp/]*)(\[[Pp]*\])? (?P<side>[wb])( .*)?", re.ASCII)
_STONES = str.maketrans("Pp", "".join(MARKS))
_SIDES = dict(zip("wb", "xo", strict=True))


class Notation(ABC):
    """Writes and reads moves and boards."""

    @abstractmethod
    def write(self, position: Position[Any], move: Any) -> str:
        """A legal move as text."""

    @abstractmethod
    def read(self, position: Position[Any], text: str) -> Any:
        """The legal move that a text names, or None."""

    @abstractmethod
    def board(self, position: Position[Any]) -> str:
        """A position as text."""

    @abstractmethod
    def check(self, game: Game[Any]) -> None:
        """Refuse a game whose moves cannot be written in this notation."""

    @abstractmethod
    def translate(self, position: Position[Any], texts: Iterable[str]) -> list[str]:
        """Moves that follow each other, given as plyground writes them; what is no move stays as it is."""


class OwnNotation(Notation):
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

    def check(self, game: Game[Any]) -> None:
        pass

    def translate(self, position: Position[Any], texts: Iterable[str]) -> list[str]:
        return list(texts)


class DropNotation(Notation):
    """As Fairy-Stockfish writes them: a stone is a pawn that is put down, X is White, a1 is bottom left."""

    def write(self, position: Position[Any], move: Any) -> str:
        game = line_position(position).game
        return f"P@{Squares(game.columns, game.rows).write(move)}"

    def read(self, position: Position[Any], text: str) -> Any:
        game = line_position(position).game
        drop = _DROP.fullmatch(text)
        cell = Squares(game.columns, game.rows).place(drop[1]) if drop else None
        return None if cell is None or cell not in position.moves() else game.places[cell]

    def board(self, position: Position[Any]) -> str:
        return fen(line_position(position))

    def check(self, game: Game[Any]) -> None:
        if not isinstance(game, LineGame):
            right = "only games on a board of squares have drops such as P@d3"
            raise BadSpec(f"no drops in {truncate(game.spec)}", game.spec, None, right)

    def translate(self, position: Position[Any], texts: Iterable[str]) -> list[str]:
        words, rest = [], list(texts)
        while rest:
            try:
                move = position.read(rest[0])
            except (NotationError, IllegalMove):
                break
            words.append(self.write(position, move))
            position = position.after(move)
            del rest[0]
        return words + rest


_DROPS = DropNotation()


def read_move(position: Position[Any], word: str) -> Any:
    """The legal move that a word names: in our notation, or as a drop on a square: `P@d3`."""
    if "@" not in word or not isinstance(position, LinePosition):
        return position.read(word)
    move = _DROPS.read(position, word)
    if move is None:
        raise position.refusal(f"no move {truncate(word)}", word)
    return move


def read_position(game: Game[Any], text: str) -> Position[Any]:
    """The position that a text names: in our notation, or a board as chess programs write it."""
    found = _FEN.fullmatch(text) if isinstance(game, LineGame) else None
    if found is None:
        return game.parse(text)
    board = re.sub(r"[0-9]+", lambda gap: "." * min(int(gap[0]), MAX_CELLS), found["board"])
    return game.parse(f"{board.translate(_STONES)} {_SIDES[found['side']]}")


def line_position(position: Position[Any]) -> LinePosition:
    """A position of a k-in-a-row game; other games have no drops."""
    if not isinstance(position, LinePosition):
        kind = type(position).__name__
        raise EngineFault(f"{truncate(kind)} is no k-in-a-row game: drops need a board, write moves='ours'")
    return position


def fen(position: LinePosition) -> str:
    """The board as chess programs write it, with the stones that are still to be put in brackets."""
    game = position.game
    rows = "/".join(_row(position, row) for row in range(game.rows))
    left = position.empty
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


# Names of our games in UCI. Their `gomoku` is won by exactly five; ours, by five or more.
VARIANTS = {"tictactoe": "tictactoe", "connect4": "cfour", "gomoku": "gomokufreestyle"}


def variant_name(game: LineGame) -> str:
    """The name of a game in a file of variants; an engine reads each name only once."""
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
