"""The opening book: the value of every position of the first plies, up to mirror images.

A position is named by a key: in each column, the stones of the side to move plus a one for each disc.
native/solver/position.hpp draws it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Protocol

from plyground.errors import BadSpec
from plyground.games.line import LineGame, LinePosition, connect4
from plyground.native import HAS_CORE, _core

PACKAGED = "connect4.book"
MAGIC = b"plyground book 1\n"


class Book(Protocol):
    """The values of every position of the first plies, by their keys."""

    @property
    def plies(self) -> int: ...
    def find(self, key: int) -> int | None: ...


class OpeningBook:
    """A book that Python reads where there is no compiled core: the twin of native/solver/book.hpp."""

    def __init__(self, game: LineGame, data: bytes) -> None:
        self.game, self.plies = game, -1
        self._values: dict[int, int] = {}
        at = 0
        try:
            while at < len(data):
                at = self._read_ply(data, at)
                self.plies += 1
        except IndexError:
            raise ValueError("the opening book is cut short") from None

    def find(self, key: int) -> int | None:
        """The value of the position with this key; None if it is not in the book."""
        own, taken = stones_of_key(self.game, key)
        return self._values.get(mirror_key(self.game, own, taken))

    def _read_ply(self, data: bytes, at: int) -> int:
        """Read the positions of a ply; where the next ply begins."""
        count = int.from_bytes(data[at : at + 4], "little")
        at, key, keys = at + 4, 0, []
        if count > len(data):
            raise IndexError
        for _ in range(count):
            shift = 0
            while True:
                byte = data[at]
                key += (byte & 127) << shift
                at, shift = at + 1, shift + 7
                if byte < 128:
                    break
            keys.append(key)
        values = memoryview(data[at : at + count]).cast("b").tolist()
        if len(values) < count:
            raise IndexError
        self._values.update(zip(keys, values, strict=True))
        return at + count


@cache
def packaged_book(columns: int, rows: int, k: int) -> Book | None:
    """The book that comes with plyground; None for games that it is not of."""
    if (columns, rows, k) != (7, 6, 4):
        return None
    file = files("plyground.solver").joinpath(PACKAGED)
    return unpack_book(file.read_bytes(), connect4()) if file.is_file() else None


@lru_cache(maxsize=4)
def read_book(file: Path, game: LineGame) -> Book:
    """Read the book of a game from a file that `plyground book` made."""
    try:
        return unpack_book(file.read_bytes(), game)
    except OSError as error:
        raise BadSpec(f"cannot read {file}", str(file), None, str(error.strerror)) from None


def unpack_book(data: bytes, game: LineGame) -> Book:
    """The book in the bytes of a file."""
    try:
        if not data.startswith(MAGIC):
            raise ValueError("it does not begin as one")
        columns, rows, k = data[len(MAGIC) : len(MAGIC) + 3]
        if (columns, rows, k, True) != (game.columns, game.rows, game.k, game.gravity):
            raise ValueError(f"it is one of {connect4(columns, rows, k).spec}")
        raw = zlib.decompress(data[len(MAGIC) + 3 :])
        return _core.Book(columns, rows, k, raw) if HAS_CORE else OpeningBook(game, raw)
    except (ValueError, zlib.error) as error:
        raise BadSpec(f"no opening book of {game.spec}", "", None, str(error)) from None


def pack_book(game: LineGame, plies: Sequence[Mapping[int, int]]) -> bytes:
    """The bytes of a book's file, from the values by key of each ply; native/solver/book.hpp reads them."""
    raw = bytearray()
    for values in plies:
        raw += len(values).to_bytes(4, "little")
        before = 0
        for key in sorted(values):
            raw += _seven_bits_a_byte(key - before)  # small, so that it takes few bytes
            before = key
        raw += bytes(values[key] & 0xFF for key in sorted(values))
    return MAGIC + bytes((game.columns, game.rows, game.k)) + zlib.compress(bytes(raw), 9)


def _seven_bits_a_byte(number: int) -> bytes:
    """A number, its lowest bits first; the eighth bit of a byte says that more follow."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


def stones_of_key(game: LineGame, key: int) -> tuple[int, int]:
    """The stones of the side to move, and all stones, as the compiled solver numbers the cells."""
    own = taken = 0
    for column in range(game.columns):
        shift = column * (game.rows + 1)
        part = key >> shift & (1 << game.rows + 1) - 1
        discs = (1 << (part + 1).bit_length() - 1) - 1
        own, taken = own | part - discs << shift, taken | discs << shift
    return own, taken


def key_of(position: LinePosition) -> int:
    """The key of a position; its mirror image has another."""
    game = position.game
    own, taken = position.stones[position.to_move.value], position.first | position.second
    key = 0
    for cell in range(game.cells):
        row, column = divmod(cell, game.columns)
        key += ((own >> cell & 1) + (taken >> cell & 1)) << column * (game.rows + 1) + game.rows - 1 - row
    return key


def mirror_key(game: LineGame, own: int, taken: int) -> int:
    """The key that a position shares with its mirror image."""
    key, width = own + taken, game.rows + 1
    columns = [key >> column * width & (1 << width) - 1 for column in range(game.columns)]
    return min(key, sum(part << at * width for at, part in enumerate(reversed(columns))))


def has_line(game: LineGame, own: int) -> bool:
    """Whether a set of stones holds a line."""
    for step in (1, game.rows, game.rows + 1, game.rows + 2):
        line = own
        for more in range(1, game.k):
            line &= own >> more * step
        if line:
            return True
    return False
