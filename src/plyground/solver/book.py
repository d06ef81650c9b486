"""The opening book: the value of every position of the first plies, up to mirror images.

The deepest ply is solved in worker processes, some positions at a time, and their values are written to a
file at once, so that the work can be interrupted and resumed. The plies before it follow by minimax. A
sample of all plies is then solved again, by searching alone.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import IO, NamedTuple

from plyground import _core
from plyground.errors import BadSpec, Failed
from plyground.games.line import LineGame, LinePosition, connect4
from plyground.rng import SplitMix64

PACKAGED = "connect4.book"
CHUNK = 32  # positions that a worker solves at a time: neighbours, which share what it remembers
MAGIC = b"plyground book 1\n"

Progress = Callable[[str, int, int], None]  # what is done, how many of them, of how many


@cache
def packaged_book(columns: int, rows: int, k: int) -> _core.Book | None:
    """The book that comes with plyground, for the one game it is of."""
    if (columns, rows, k) != (7, 6, 4):
        return None
    file = files("plyground.solver").joinpath(PACKAGED)
    return unpacked(file.read_bytes(), connect4()) if file.is_file() else None


@lru_cache(maxsize=4)
def book_in(file: Path, game: LineGame) -> _core.Book:
    """The book in a file, which `plyground book` has made of a game."""
    try:
        return unpacked(file.read_bytes(), game)
    except OSError as error:
        raise BadSpec(f"cannot read {file}", str(file), None, str(error.strerror)) from None


def unpacked(data: bytes, game: LineGame) -> _core.Book:
    """The book of a game from the bytes of its file."""
    try:
        if not data.startswith(MAGIC):
            raise ValueError("it does not begin as one")
        columns, rows, k = data[len(MAGIC) : len(MAGIC) + 3]
        if (columns, rows, k, True) != (game.columns, game.rows, game.k, game.gravity):
            raise ValueError(f"it is one of {connect4(columns, rows, k).spec}")
        return _core.Book(columns, rows, k, zlib.decompress(data[len(MAGIC) + 3 :]))
    except (ValueError, zlib.error) as error:
        raise BadSpec(f"no opening book of {game.spec}", "", None, str(error)) from None


def packed(game: LineGame, plies: Sequence[Mapping[int, int]]) -> bytes:
    """The file of a book, given the values by key for each ply; native/solver_book.hpp reads it."""
    raw = bytearray()
    for values in plies:
        raw += len(values).to_bytes(4, "little")
        before = 0
        for key in sorted(values):
            raw += _seven_bits_a_byte(key - before)
            before = key
        raw += bytes(values[key] & 0xFF for key in sorted(values))
    return MAGIC + bytes((game.columns, game.rows, game.k)) + zlib.compress(bytes(raw), 9)


def _seven_bits_a_byte(number: int) -> bytes:
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written)


class Made(NamedTuple):
    """A book as the bytes of its file, how many positions it holds, and how many were solved again."""

    data: bytes
    positions: int
    checked: int


@dataclass(frozen=True)
class BookMaker:
    """Makes the book of a game to a ply, with what a work file already knows."""

    game: LineGame
    plies: int
    work: Path
    workers: int = 1
    table_mb: int = 1024

    def keys_by_ply(self) -> list[list[int]]:
        """For each ply the positions in which the game goes on, each by its key, in order."""
        found = [[0]]
        for ply in range(1, self.plies + 1):
            found.append(_core.keys_after(self.game.columns, self.game.rows, self.game.k, found[-1]))
            if not found[-1]:
                right = f"every game is over at ply {ply}"
                raise BadSpec(f"no book of {self.plies} plies", self.game.spec, None, right)
        return found

    def values(self, progress: Progress) -> list[dict[int, int]]:
        """The values by key for each ply: read, solved, or derived from the next ply."""
        keys = self.keys_by_ply()
        plies = [self.solve(keys[-1], progress)]
        for ply in reversed(keys[:-1]):
            plies.insert(0, {key: self._from_replies(key, plies[0]) for key in ply})
        return plies

    def make(self, progress: Progress, count: int = 200) -> Made:
        """The book, after about so many of its values have been found again by searching alone."""
        plies = self.values(progress)
        checked = self.check(plies, count, progress)
        return Made(packed(self.game, plies), sum(map(len, plies)), checked)

    def solve(self, keys: list[int], progress: Progress) -> dict[int, int]:
        """The values of the deepest ply's positions."""
        known = self._read(keys)
        left = [key for key in keys if key not in known]
        with self._appended() as file:
            for chunk, values in self._solved(left):
                found = dict(zip(chunk, values, strict=True))
                file.write("".join(f"{key} {value}\n" for key, value in found.items()))
                file.flush()
                known |= found
                progress("solving", len(known), len(keys))
        return known

    @property
    def _title(self) -> str:
        return f"{self.game.spec} ply {self.plies}\n"

    def _appended(self) -> IO[str]:
        try:
            new = not self.work.exists() or not self.work.stat().st_size
            file = self.work.open("a", encoding="ascii")
            if new:
                file.write(self._title)
            return file
        except OSError as error:
            raise BadSpec(f"cannot write {self.work}", str(self.work), None, str(error.strerror)) from None

    def _solved(self, keys: list[int]) -> Iterator[tuple[list[int], list[int]]]:
        size = (self.game.columns, self.game.rows, self.game.k)
        chunks = [keys[at : at + CHUNK] for at in range(0, len(keys), CHUNK)]
        context = multiprocessing.get_context("spawn")
        start = partial(_start_worker, size, self.table_mb)
        others = set(multiprocessing.active_children())
        with ProcessPoolExecutor(self.workers, context, start) as pool:
            waiting = {pool.submit(_solve_chunk, chunk): chunk for chunk in chunks}
            try:
                for done in as_completed(waiting):
                    yield waiting[done], done.result()
            except BrokenProcessPool:
                raise Failed(
                    f"a worker has died, for want of memory perhaps (each takes {self.table_mb} MB): "
                    "the same command goes on from here"
                ) from None
            except BaseException:  # also when whoever asks has had enough: the workers must not go on
                pool.shutdown(wait=False, cancel_futures=True)
                for process in set(multiprocessing.active_children()) - others:
                    process.terminate()
                raise

    def _read(self, keys: list[int]) -> dict[int, int]:
        """What the work file knows. The last line may be cut short: whoever wrote it was stopped."""
        if not self.work.exists():
            return {}
        if not self.work.is_file():
            raise BadSpec(f"no file {self.work}", str(self.work), None, "the work file is a plain file")
        text = self.work.read_text(encoding="ascii", errors="replace")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.work.write_text(whole, encoding="ascii", errors="replace")
        title, *lines = whole.splitlines(keepends=True) or [self._title]
        if title != self._title:
            raise self._foreign(1, title)
        wanted, known = set(keys), {}
        for number, line in enumerate(lines, 2):
            match = re.fullmatch(r"(\d{1,20}) (-?\d{1,2})\n", line, re.ASCII)
            if match is None or int(match[1]) not in wanted:
                raise self._foreign(number, line)
            known[int(match[1])] = int(match[2])
        return known

    def _foreign(self, number: int, line: str) -> BadSpec:
        right = f"line {number} is {line.strip()[:40]!r}"
        return BadSpec(f"not the work file of {self._title.strip()}: {self.work}", "", None, right)

    def _from_replies(self, key: int, replies: Mapping[int, int]) -> int:
        """The value of a position, given those of the next ply."""
        return max(self._after(key, replies))

    def _after(self, key: int, replies: Mapping[int, int]) -> Iterator[int]:
        game = self.game
        own, taken = stones(game, key)
        discs = taken.bit_count()
        for column in range(game.columns):
            cell = (taken + (1 << column * (game.rows + 1))) & (
                (1 << game.rows) - 1 << column * (game.rows + 1)
            )
            if not cell:
                continue
            if wins(game, own | cell):
                yield (game.cells + 1 - discs) // 2
            elif discs + 1 == game.cells:
                yield 0
            else:
                yield -replies[mirror_key(game, own ^ taken, taken | cell)]

    def check(self, plies: Sequence[Mapping[int, int]], count: int, progress: Progress) -> int:
        """Solve about so many again, of every ply its share, without a book, each from an empty table."""
        size = (self.game.columns, self.game.rows, self.game.k, True)
        solver = _core.Solver(*size, self.table_mb << 20, 1, None)
        sample = list(_sample(plies, count))
        for done, (ply, key) in enumerate(sample, 1):
            if solver.values([key], afresh=True) != [plies[ply][key]]:
                raise Failed(f"the book is wrong at ply {ply}, key {key}: it says {plies[ply][key]}")
            progress("checking", done, len(sample))
        return len(sample)


def _sample(plies: Sequence[Mapping[int, int]], count: int) -> Iterator[tuple[int, int]]:
    chance, total = SplitMix64(2026), sum(map(len, plies))
    for ply, values in enumerate(plies):
        keys = sorted(values)
        share = min(len(keys), -(-count * len(keys) // total))
        chance.shuffle(keys)
        yield from ((ply, key) for key in keys[:share])


_worker: list[_core.Solver] = []  # of this process, if it is a worker


def _start_worker(size: tuple[int, int, int], table_mb: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C and ends us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker.append(_core.Solver(*size, True, table_mb << 20, 1, None))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


def _solve_chunk(keys: list[int]) -> list[int]:
    return _worker[0].values(keys)


def stones(game: LineGame, key: int) -> tuple[int, int]:
    """The stones of the side to move, and all: in a column's bits a key is the first plus a one a disc."""
    own = taken = 0
    for column in range(game.columns):
        at = column * (game.rows + 1)
        here = key >> at & (1 << game.rows + 1) - 1
        full = (1 << (here + 1).bit_length() - 1) - 1
        own, taken = own | here - full << at, taken | full << at
    return own, taken


def key_of(position: LinePosition) -> int:
    """The key of a position, as it lies."""
    game = position.game
    own, taken = position.stones[position.to_move.value], position.first | position.second
    key = 0
    for cell in range(game.cells):
        row, column = divmod(cell, game.columns)
        key += ((own >> cell & 1) + (taken >> cell & 1)) << column * (game.rows + 1) + game.rows - 1 - row
    return key


def mirror_key(game: LineGame, own: int, taken: int) -> int:
    """The key of a position and of its mirror image."""
    key, width = own + taken, game.rows + 1
    columns = [key >> column * width & (1 << width) - 1 for column in range(game.columns)]
    return min(key, sum(here << at * width for at, here in enumerate(reversed(columns))))


def wins(game: LineGame, own: int) -> bool:
    """Whether a set of stones holds a line."""
    for step in (1, game.rows, game.rows + 1, game.rows + 2):
        line = own
        for more in range(1, game.k):
            line &= own >> more * step
        if line:
            return True
    return False
